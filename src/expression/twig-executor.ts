// Runs the nodes of a template. Everything is Twing's own but what makes a template safe and its results those of PHP:
// members are read from maps alone, so that no prototype, method or global of JavaScript can be reached; truth, comparison,
// arithmetic and printing are the language's; a function has variables of its own; captured text counts as escaped; and
// every node and every character is counted.
import {
  createMarkup,
  createRuntimeError,
  executeNodeSynchronously,
  isAMarkup,
  type TwingSynchronousNodeExecutor,
} from 'twing/light';
import type { Meter } from './bounds';
import { delimitedMatch } from './delimited-pattern';
import { messageOf } from './outcome';
import { twigContains, twigEqual, twigOrder } from './twig-compare';
import { textLength } from './twig-library';
import { twigNumber, twigRange } from './twig-numbers';
import {
  entriesOf,
  isMapLike,
  type MapLike,
  TwigMap,
  twigKey,
  twigText,
  twigTruth,
  writtenKey,
} from './twig-values';

type Node = Parameters<TwingSynchronousNodeExecutor>[0];
type Execution = Parameters<TwingSynchronousNodeExecutor>[1];
type Handler = (node: Node, execution: Execution, meter: Meter) => unknown;

/** An executor that counts on `meter`. */
export function createTwigExecutor(meter: Meter): TwingSynchronousNodeExecutor {
  return (node, execution) => {
    meter.step();
    const handler = HANDLERS.get(String(node.type));
    return handler === undefined
      ? executeNodeSynchronously(node, execution)
      : handler(node, execution, meter);
  };
}

const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ['attribute_accessor', readAttribute],
  ['name', readName],
  ['arrow_function', arrow],
  ['array', (node, execution, meter) => collected(node, execution, meter, false)],
  ['hash', (node, execution, meter) => collected(node, execution, meter, true)],
  ['spread', (node, execution) => child(node, 'iterable', execution)],
  ['filter', filtered],
  ['escape', escaped],
  ['for', copying],
  ['with', copying],
  ['block_reference', copying],
  ['block_function', copying],
  ['set', capture],
  ['print', print],
  ['text', print],
  ['verbatim', print],
  ['conditional', conditional],
  ['nullish_coalescing', conditional],
  ['if', branch],
  ['not', (node, execution) => !twigTruth(child(node, 'operand', execution))],
  ['and', (node, execution) => truth(node, 'left', execution) && truth(node, 'right', execution)],
  ['or', (node, execution) => truth(node, 'left', execution) || truth(node, 'right', execution)],
  ['is_equal_to', comparison((a, b, meter) => twigEqual(a, b, meter))],
  ['is_not_equal_to', comparison((a, b, meter) => !twigEqual(a, b, meter))],
  ['is_less_than', comparison((a, b, meter) => twigOrder(a, b, meter) < 0)],
  ['is_less_than_or_equal_to', comparison((a, b, meter) => twigOrder(a, b, meter) <= 0)],
  ['is_greater_than', comparison((a, b, meter) => twigOrder(a, b, meter) > 0)],
  ['is_greater_than_or_equal_to', comparison((a, b, meter) => twigOrder(a, b, meter) >= 0)],
  ['spaceship', comparison((a, b, meter) => Math.sign(twigOrder(a, b, meter)) || 0)],
  ['is_in', comparison((a, b, meter) => twigContains(a, b, meter))],
  ['is_not_in', comparison((a, b, meter) => !twigContains(a, b, meter))],
  ['starts_with', comparison((a, b) => isText(a) && isText(b) && twigText(a).startsWith(twigText(b)))],
  ['ends_with', comparison((a, b) => isText(a) && isText(b) && twigText(a).endsWith(twigText(b)))],
  ['matches', comparison(matched)],
  ['has_some', comparison((a, b) => quantified(a, b, true))],
  ['has_every', comparison((a, b) => !quantified(a, b, false))],
  ['concatenate', comparison(concatenated)],
  ['range', comparison(ranged)],
  ['bitwise_and', comparison((a, b) => Number(BigInt.asIntN(64, whole(a) & whole(b))))],
  ['bitwise_or', comparison((a, b) => Number(BigInt.asIntN(64, whole(a) | whole(b))))],
  ['bitwise_xor', comparison((a, b) => Number(BigInt.asIntN(64, whole(a) ^ whole(b))))],
  ['negative', (node, execution) => 0 - number(child(node, 'operand', execution), node, execution)],
  ['positive', (node, execution) => number(child(node, 'operand', execution), node, execution)],
  ...['add', 'subtract', 'multiply', 'divide', 'divide_and_floor', 'modulo', 'power'].map(
    (name): [string, Handler] => [name, arithmetic],
  ),
]);

function option(node: Node, name: string): unknown {
  return Reflect.get(node.attributes, name);
}

function child(node: Node, name: string, execution: Execution): unknown {
  const found = Reflect.get(node.children, name);
  return found === undefined ? undefined : execution.nodeExecutor(found, execution);
}

function truth(node: Node, name: string, execution: Execution): boolean {
  return twigTruth(child(node, name, execution));
}

/** Both sides, then what is made of them; a failure is told with its place in the template. */
function comparison(compute: (left: unknown, right: unknown, meter: Meter) => unknown): Handler {
  return (node, execution, meter) => {
    const left = child(node, 'left', execution);
    const right = child(node, 'right', execution);
    meter.step((textLength(left) + textLength(right)) >> 4);
    return located(() => compute(left, right, meter), node, execution);
  };
}

function isText(value: unknown): boolean {
  return typeof value === 'string' || isAMarkup(value);
}

function whole(value: unknown): bigint {
  return BigInt(Math.trunc(twigNumber(value)));
}

function matched(value: unknown, pattern: unknown, meter: Meter): boolean {
  const text = twigText(value);
  meter.step(1 + (text.length >> 2));
  return delimitedMatch(twigText(pattern), text);
}

/** Whether any item gives the outcome. */
function quantified(list: unknown, test: unknown, outcome: boolean): boolean {
  const entries = entriesOf(list) ?? [];
  if (typeof test !== 'function')
    throw new Error('"has some" and "has every" need a function, as in "v => v > 1".');
  return entries.some(([key, value]) => twigTruth(Reflect.apply(test, undefined, [value, key])) === outcome);
}

function concatenated(left: unknown, right: unknown, meter: Meter): string {
  const [head, tail] = [twigText(left), twigText(right)];
  meter.text(head.length + tail.length);
  return head + tail;
}

function ranged(low: unknown, high: unknown, meter: Meter): TwigMap {
  const list = twigRange(low, high, 1);
  meter.step(list.size);
  return list;
}

function readAttribute(node: Node, execution: Execution): unknown {
  const target = child(node, 'target', execution);
  const attribute = child(node, 'attribute', execution);
  if (option(node, 'type') === 'method')
    throw createRuntimeError(
      `"${twigText(attribute)}()" cannot be called: values have members, no methods.`,
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

/** A variable; the library's own copies all of them to read one. */
function readName(node: Node, execution: Execution): unknown {
  const name = option(node, 'name');
  if (typeof name !== 'string' || name.startsWith('_')) return executeNodeSynchronously(node, execution);
  const found = execution.context.has(name);
  if (option(node, 'shouldTestExistence') === true) return found;
  return found ? execution.context.get(name) : null;
}

function filtered(node: Node, execution: Execution, meter: Meter): unknown {
  const result = executeNodeSynchronously(node, execution);
  meter.text(textLength(result));
  return result;
}

function escaped(node: Node, execution: Execution, meter: Meter): unknown {
  const value = child(node, 'body', execution);
  const strategy = twigText(option(node, 'strategy'));
  if (isAMarkup(value)) return value;
  const strategist = Reflect.get(execution.environment.escapingStrategyHandlers, strategy);
  return located(
    () => {
      const text = twigText(value);
      meter.text(text.length);
      if (strategist === undefined) throw new Error(`There is no escaping strategy "${strategy}".`);
      return strategist(text, execution.environment.charset, execution.template.name);
    },
    node,
    execution,
  );
}

/** Nodes that the library runs with a copy of all variables. */
function copying(node: Node, execution: Execution, meter: Meter): unknown {
  meter.step(execution.context.size);
  return executeNodeSynchronously(node, execution);
}

/** A function sees the variables around it and changes none of them. */
function arrow(node: Node, execution: Execution, meter: Meter): unknown {
  const { body, names } = node.children as { readonly [name: string]: Node };
  if (body === undefined || names === undefined) return executeNodeSynchronously(node, execution);
  const parameters = Object.values(names.children).map((parameter) => option(parameter, 'name'));
  meter.step(execution.context.size);
  const context = new Map<string, unknown>(execution.context.entries());
  return (...given: readonly unknown[]) => {
    for (const [index, name] of parameters.entries()) context.set(String(name), given[index] ?? null);
    return execution.nodeExecutor(body, { ...execution, context });
  };
}

/** A list or map that a template writes, spreads taken apart. */
function collected(node: Node, execution: Execution, meter: Meter, named: boolean): TwigMap {
  const parts = Object.values(node.children);
  const made = new TwigMap([], false);
  let next = 0;
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [keyNode, valueNode] = [parts[at], parts[at + 1]];
    if (keyNode === undefined || valueNode === undefined) continue;
    const key =
      named && valueNode.type !== 'spread' ? writtenKey(execution.nodeExecutor(keyNode, execution)) : next;
    const value = execution.nodeExecutor(valueNode, execution);
    const entries = valueNode.type === 'spread' ? (entriesOf(value) ?? []) : [[key, value] as const];
    meter.step(8 * entries.length);
    for (const [name, item] of entries) {
      if (typeof name === 'number' && (!named || valueNode.type === 'spread')) {
        made.set(next, item);
        next += 1;
      } else made.set(name, item);
    }
  }
  return made;
}

function conditional(node: Node, execution: Execution): unknown {
  return child(node, truth(node, 'expr1', execution) ? 'expr2' : 'expr3', execution);
}

function branch(node: Node, execution: Execution): unknown {
  const tests = Reflect.get(node.children, 'tests') as Node;
  const parts = Object.values(tests.children);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [test, body] = [parts[at], parts[at + 1]];
    if (test !== undefined && body !== undefined && twigTruth(execution.nodeExecutor(test, execution)))
      return execution.nodeExecutor(body, execution);
  }
  return child(node, 'else', execution);
}

function print(node: Node, execution: Execution, meter: Meter): unknown {
  const value = node.type === 'print' ? child(node, 'expression', execution) : option(node, 'data');
  const text = located(() => twigText(value), node, execution);
  meter.text(text.length);
  return execution.outputBuffer.echo(text);
}

function arithmetic(node: Node, execution: Execution): unknown {
  const left = child(node, 'left', execution);
  const right = child(node, 'right', execution);
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
