import { readPath } from '../../expression/property-path';
import { canonicalJson } from '../../model/canonical-json';
import { isArray, isObject, type Json, own } from '../../model/json';
import { numberOf, order, same } from './item-order';
import { type Execute, NodeFailure } from './types';
import { asText, parameter, textParameter } from './values';

type Operation = (items: readonly Json[], key: string, value: Json, condition: string) => Json;

/** `data_operations`: one operation over a list. `key` is a property path into an item; empty is the item itself. */
export const dataOperations: Execute = (parameters) => {
  const data = parameter(parameters, 'data');
  const operation = textParameter(parameters, 'operation', 'filter');
  const items = isArray(data) ? data : isObject(data) ? Object.values(data) : data === null ? [] : undefined;
  if (items === undefined)
    throw failure(`"data" is a ${typeof data}: it must be a list, or an object whose values are taken.`);
  const run = OPERATIONS.get(operation);
  if (run === undefined)
    throw failure(`There is no operation "${operation}"; there are ${[...OPERATIONS.keys()].join(', ')}.`);
  const key = textParameter(parameters, 'key');
  const condition = textParameter(parameters, 'condition', 'equals');
  const result = run(items, key, parameter(parameters, 'value'), condition);
  const output_count = isArray(result) ? result.length : isObject(result) ? Object.keys(result).length : 1;
  return { outputs: { result, operation, input_count: items.length, output_count } };
};

const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  [
    'filter',
    (items, key, value, condition) => items.filter((item) => meets(at(item, key), condition, value)),
  ],
  ['sort', sorted],
  ['group', grouped],
  ['map', (items, key) => items.map((item) => at(item, key))],
  ['reduce', (items, key) => items.reduce<number>((sum, item) => sum + (numberOf(at(item, key)) ?? 0), 0)],
  ['unique', unique],
  ['slice', slice],
  ['merge', merged],
]);

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'data_operation_failed' });
}

/** A text item is itself, never parsed. */
function at(item: Json, key: string): Json {
  if (key === '') return item;
  return typeof item === 'object' ? readPath(key, item) : null;
}

type Test = (value: Json, operand: Json) => boolean;
const CONDITIONS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['equals', same],
  ['not_equals', (value, operand) => !same(value, operand)],
  ['contains', contains],
  ['greater_than', (value, operand) => comparable(value, operand) && order(value, operand) > 0],
  ['less_than', (value, operand) => comparable(value, operand) && order(value, operand) < 0],
  ['greater_than_or_equal', (value, operand) => comparable(value, operand) && order(value, operand) >= 0],
  ['less_than_or_equal', (value, operand) => comparable(value, operand) && order(value, operand) <= 0],
  ['is_empty', isEmpty],
  ['is_not_empty', (value) => !isEmpty(value)],
]);

function meets(value: Json, condition: string, operand: Json): boolean {
  const test = CONDITIONS.get(condition);
  if (test === undefined)
    throw failure(`There is no condition "${condition}"; there are ${[...CONDITIONS.keys()].join(', ')}.`);
  return test(value, operand);
}

/** Nothing is above or below null, and a number is neither to a text. */
function comparable(a: Json, b: Json): boolean {
  if (a === null || b === null || typeof a === 'object' || typeof b === 'object') return false;
  return (numberOf(a) === undefined) === (numberOf(b) === undefined);
}

function contains(value: Json, operand: Json): boolean {
  if (isArray(value)) return value.some((item) => same(item, operand));
  if (isObject(value)) return own(value, asText(operand)) !== undefined;
  return value !== null && asText(value).includes(asText(operand));
}

function isEmpty(value: Json): boolean {
  if (isArray(value)) return value.length === 0;
  return isObject(value) ? Object.keys(value).length === 0 : value === null || value === '';
}

function sorted(items: readonly Json[], key: string, value: Json): Json {
  const up = items.toSorted((a, b) => order(at(a, key), at(b, key)));
  if (asText(value).toLowerCase() !== 'desc') return up;
  return items.toSorted((a, b) => order(at(b, key), at(a, key)));
}

function grouped(items: readonly Json[], key: string): Json {
  const groups = new Map<string, Json[]>();
  for (const item of items) {
    const name = asText(at(item, key));
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return Object.fromEntries(groups);
}

function unique(items: readonly Json[], key: string): Json {
  const seen = new Set<string>();
  return items.filter((item) => {
    const mark = canonicalJson(at(item, key));
    if (seen.has(mark)) return false;
    seen.add(mark);
    return true;
  });
}

/** `{offset, length}`, or a count: so many from the start, or from the end where it is negative. */
function slice(items: readonly Json[], _key: string, value: Json): Json {
  if (isObject(value)) {
    const offset = numberOf(own(value, 'offset') ?? 0) ?? 0;
    const length = numberOf(own(value, 'length') ?? null);
    const rest = items.slice(offset);
    return length === undefined ? rest : rest.slice(0, length);
  }
  const count = numberOf(value);
  if (count === undefined)
    throw failure('"slice" needs a "value": a count such as 10, or {"offset": 5, "length": 10}.');
  return count < 0 ? items.slice(count) : items.slice(0, count);
}

function merged(items: readonly Json[], _key: string, value: Json): Json {
  if (!isArray(value))
    throw failure('"merge" needs a "value" that is a list: its items are put behind those of "data".');
  return [...items, ...value];
}
