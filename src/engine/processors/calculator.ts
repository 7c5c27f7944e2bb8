import { isArray, type Json } from '../../model/json';
import { type Execute, NodeFailure } from './types';
import { numberParameter, parameter, textParameter } from './values';

/** `calculator`: one operation over a list of numbers, rounded half away from zero to `precision` decimals. */
export const calculator: Execute = (parameters) => {
  const operation = textParameter(parameters, 'operation', 'add');
  const precision = numberParameter(parameters, 'precision', 2);
  const values = numbersOf(parameter(parameters, 'values'), operation);
  const calculate = own(operation);
  if (calculate === undefined)
    throw failure(`There is no operation "${operation}"; there are ${[...OPERATIONS.keys()].join(', ')}.`);
  const result = roundTo(calculate(values), precision);
  if (!Number.isFinite(result))
    throw failure(`"${operation}" over ${JSON.stringify(values)} gives no finite number.`);
  return { outputs: { result, operation, values, precision } };
};

type Operation = (values: readonly number[]) => number;

const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ['add', (values) => values.reduce((sum, value) => sum + value, 0)],
  ['subtract', (values) => values.reduce((rest, value) => rest - value)],
  ['multiply', (values) => values.reduce((product, value) => product * value, 1)],
  ['divide', (values) => values.reduce((rest, value) => rest / nonZero(value))],
  ['power', (values) => exactly(2, 'power', values)[0] ** (values[1] ?? Number.NaN)],
  ['sqrt', (values) => Math.sqrt(exactly(1, 'sqrt', values)[0])],
  ['average', (values) => values.reduce((sum, value) => sum + value, 0) / values.length],
  ['min', (values) => values.reduce((best, value) => Math.min(best, value))],
  ['max', (values) => values.reduce((best, value) => Math.max(best, value))],
  ['median', median],
  ['mode', mode],
]);

function own(operation: string): Operation | undefined {
  return OPERATIONS.get(operation);
}

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'calculation_error' });
}

function numbersOf(values: Json, operation: string): readonly number[] {
  if (!isArray(values) || values.length === 0)
    throw failure(`"${operation}" needs at least one number in "values".`);
  return values.map((value, index) => {
    if (typeof value === 'number') return value;
    throw failure(`"values" holds numbers only, but item ${index + 1} is ${JSON.stringify(value)}.`);
  });
}

function exactly(
  count: number,
  operation: string,
  values: readonly number[],
): readonly [number, ...number[]] {
  const [first, ...rest] = values;
  if (first === undefined || values.length !== count)
    throw failure(
      `"${operation}" needs exactly ${count} ${count === 1 ? 'number' : 'numbers'}, not ${values.length}.`,
    );
  return [first, ...rest];
}

function nonZero(divisor: number): number {
  if (divisor === 0) throw failure('Division by zero.');
  return divisor;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? Number.NaN) + upper) / 2 : upper;
}

function mode(values: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: readonly [number, number] = [Number.NaN, 0];
  // A map keeps the order of first appearance, so the first of equals stays.
  for (const entry of counts) if (entry[1] > best[1]) best = entry;
  return best[0];
}

/** Half away from zero. Shifts the decimal point in the number's text, so that 1.005 to two decimals is 1.01. */
function roundTo(value: number, precision: number): number {
  const shift = (number: number, by: number): number => {
    const [mantissa, exponent = '0'] = String(number).split('e');
    return Number(`${mantissa}e${Number(exponent) + by}`);
  };
  const rounded = shift(Math.round(shift(Math.abs(value), precision)), -precision);
  if (!Number.isFinite(rounded)) return value;
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}
