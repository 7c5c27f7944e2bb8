// Runs the nodes of a template. Everything is Twing's own but four things: members are read from maps alone, so that no
// prototype, method or global of JavaScript can be reached; arithmetic is on numbers and fails loudly; captured text counts
// as escaped; lists and maps print as `Array`.
import {
  createMarkup,
  createRuntimeError,
  executeNodeSynchronously,
  isAMarkup,
  type TwingSynchronousNodeExecutor,
} from 'twing/light';
import { isMapLike, type MapLike, TwigMap, twigKey } from './twig-values';

type Node = Parameters<TwingSynchronousNodeExecutor>[0];
type Execution = Parameters<TwingSynchronousNodeExecutor>[1];

export const executeTwigNode: TwingSynchronousNodeExecutor = (node, execution) => {
  switch (node.type) {
    case 'attribute_accessor':
      return readAttribute(node, execution);
    case 'add':
    case 'subtract':
    case 'multiply':
    case 'divide':
    case 'divide_and_floor':
    case 'modulo':
    case 'power':
    case 'range':
      return arithmetic(node, execution);
    case 'hash':
      return new TwigMap(executeNodeSynchronously(node, execution), false);
    case 'set':
      return capture(node, execution);
    default:
      return executeNodeSynchronously(node, execution);
  }
};

function option(node: Node, name: string): unknown {
  return Reflect.get(node.attributes, name);
}

function child(node: Node, name: string, execution: Execution): unknown {
  const found = node.children[name];
  return found === undefined ? undefined : execution.nodeExecutor(found, execution);
}

function readAttribute(node: Node, execution: Execution): unknown {
  const target = child(node, 'target', execution);
  const attribute = child(node, 'attribute', execution);
  if (option(node, 'type') === 'method')
    throw createRuntimeError(
      `"${String(attribute)}()" cannot be called: values have members, no methods.`,
      node,
      execution.template.source,
    );
  const map = asMap(target);
  const key = twigKey(attribute);
  const found = map?.has(key) ?? false;
  if (option(node, 'shouldTestExistence') === true) return found;
  return found ? map?.get(key) : null;
}

function asMap(value: unknown): MapLike | undefined {
  if (Array.isArray(value)) return new Map(value.entries());
  return isMapLike(value) ? value : undefined;
}

function arithmetic(node: Node, execution: Execution): unknown {
  const left = child(node, 'left', execution);
  const right = child(node, 'right', execution);
  if (node.type === 'range') return range(left, right, node, execution);
  const result = calculate(String(node.type), number(left, node, execution), number(right, node, execution));
  if (!Number.isFinite(result))
    throw createRuntimeError(
      'Division by zero, or a result that is no number.',
      node,
      execution.template.source,
    );
  return result;
}

function calculate(operation: string, a: number, b: number): number {
  switch (operation) {
    case 'add':
      return a + b;
    case 'subtract':
      return a - b;
    case 'multiply':
      return a * b;
    case 'divide':
      return a / b;
    case 'divide_and_floor':
      return Math.floor(a / b);
    case 'modulo':
      return Math.trunc(a) % Math.trunc(b) || (Math.trunc(b) === 0 ? Number.NaN : 0);
    default:
      return a ** b;
  }
}

function number(value: unknown, node: Node, execution: Execution): number {
  if (typeof value === 'number') return value;
  if (value === null || value === undefined || value === false) return 0;
  if (value === true) return 1;
  const text = isAMarkup(value) ? value.toString() : value;
  if (typeof text === 'string' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  const shown = typeof text === 'string' ? `"${text}"` : 'a list or map';
  throw createRuntimeError(`A number is needed, not ${shown}.`, node, execution.template.source);
}

/** `..` and `range()` make no longer list than this. */
const LONGEST_RANGE = 1_000_000;

function range(left: unknown, right: unknown, node: Node, execution: Execution): unknown {
  // Letters make a list of letters.
  if (isLetter(left) && isLetter(right))
    return numbers(left.charCodeAt(0), right.charCodeAt(0), String.fromCharCode);
  const from = Math.trunc(number(left, node, execution));
  const to = Math.trunc(number(right, node, execution));
  const length = Math.abs(to - from) + 1;
  if (length > LONGEST_RANGE)
    throw createRuntimeError(`A range of ${length} numbers is too long.`, node, execution.template.source);
  return numbers(from, to, (value) => value);
}

function isLetter(value: unknown): value is string {
  return typeof value === 'string' && value.length === 1 && !/\d/.test(value);
}

function numbers(from: number, to: number, make: (value: number) => unknown): TwigMap {
  const direction = to >= from ? 1 : -1;
  const length = Math.abs(to - from) + 1;
  return new TwigMap(
    Array.from({ length }, (_, index): [number, unknown] => [index, make(from + direction * index)]),
    false,
  );
}

/** `{% set x %}…{% endset %}`: the text has been escaped where it was written. */
function capture(node: Node, execution: Execution): unknown {
  const result = executeNodeSynchronously(node, execution);
  if (option(node, 'captures') !== true) return result;
  const names = child(node, 'names', execution);
  for (const name of Array.isArray(names) ? names : []) {
    const value: unknown = execution.context.get(name);
    if (typeof value === 'string' && value !== '') execution.context.set(name, createMarkup(value));
  }
  return result;
}
