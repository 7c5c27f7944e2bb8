// Runs the nodes of a template. Everything is Twing's own but four things: members are read from maps alone, so that no
// prototype, method or global of JavaScript can be reached; arithmetic is on numbers and fails loudly; captured text counts
// as escaped; lists and maps print as `Array`.
import {
  createMarkup,
  createRuntimeError,
  executeNodeSynchronously,
  type TwingSynchronousNodeExecutor,
} from 'twing/light';
import { messageOf } from './outcome';
import { twigNumber, twigRange } from './twig-numbers';
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
  if (node.type === 'range') return located(() => twigRange(left, right, 1), node, execution);
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
  return located(() => twigNumber(value), node, execution);
}

/** The same, a failure told with its place in the template. */
function located<T>(compute: () => T, node: Node, execution: Execution): T {
  try {
    return compute();
  } catch (thrown) {
    throw createRuntimeError(messageOf(thrown), node, execution.template.source);
  }
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
