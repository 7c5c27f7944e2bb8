// The JSONPath library made bounded: every node that a query looks at is counted, patterns are matched in linear time, and
// neither a long list nor a deep document exhausts the call stack.
import { FunctionExpressionType, JSONPathEnvironment, JSONPathNode, jsonpath } from 'json-p3';
import { compilePattern } from '../model/pattern';
import type { Meter } from './bounds';

/** What we use of a compiled query. The library's own type asks for lists that may be changed; it changes none. */
export type Query = { singularQuery(): boolean; query(value: unknown): { values(): unknown[] } };

/** Compiles queries whose work is counted on `meter`. Throws what the library throws. */
export function createQueryCompiler(meter: Meter): (query: string) => Query {
  const environment = new JSONPathEnvironment();
  for (const name of ['has']) environment.functionRegister.delete(name); // not of the standard
  const check = new jsonpath.functions.Match({ throwErrors: true });
  for (const name of ['match', 'search'])
    environment.functionRegister.set(name, {
      argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
      returnType: FunctionExpressionType.LogicalType,
      call: (text: unknown, pattern: unknown) => {
        if (typeof text !== 'string' || typeof pattern !== 'string' || !isIRegexp(check, pattern))
          return false;
        meter.step(1 + (text.length >> 6));
        const source = dotsOf(pattern);
        const compiled = compilePattern(name === 'match' ? `^(?:${source})$` : source);
        return compiled !== undefined && text.length <= compiled.limit && compiled.test(text);
      },
    });
  return (text) => {
    const query = environment.compile(text);
    instrument(query, meter, new Set<unknown>([environment]));
    return query;
  };
}

type Checker = { call(text: string, pattern: string): boolean };

/** Whether a pattern is an I-Regexp (RFC 9485): the library looks, over a text without characters. */
function isIRegexp(check: Checker, pattern: string): boolean {
  try {
    check.call('', pattern);
    return true;
  } catch {
    return false;
  }
}

/** A dot outside of brackets is any character but a line's end: LF and CR, where ECMAScript has two more. */
function dotsOf(pattern: string): string {
  return pattern.replace(/\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\./g, (part) =>
    part === '.' ? '[^\\n\\r]' : part,
  );
}

type Selector = { resolve(node: JSONPathNode): readonly JSONPathNode[] };

/** Goes through a compiled query, the queries of its filters too, and puts counting steps in place. */
function instrument(part: unknown, meter: Meter, seen: Set<unknown>): void {
  if (typeof part !== 'object' || part === null || seen.has(part)) return;
  seen.add(part);
  const selectors: unknown = Reflect.get(part, 'selectors');
  if (isSelectors(selectors)) {
    const descend = Reflect.has(part, 'nondeterministicVisit');
    Reflect.set(part, 'resolve', (nodes: readonly JSONPathNode[]) =>
      selected(nodes, selectors, descend, meter),
    );
  }
  const operator: unknown = Reflect.get(part, 'operator');
  if (typeof operator === 'string' && operator !== '&&' && operator !== '||')
    for (const side of ['left', 'right']) countOperand(Reflect.get(part, side), meter);
  for (const inner of Object.values(part)) instrument(inner, meter, seen);
}

function isSelectors(value: unknown): value is readonly Selector[] {
  return (
    Array.isArray(value) &&
    value.every((each: unknown) => typeof each === 'object' && each !== null && 'resolve' in each)
  );
}

function selected(
  nodes: readonly JSONPathNode[],
  selectors: readonly Selector[],
  descend: boolean,
  meter: Meter,
): readonly JSONPathNode[] {
  const found: JSONPathNode[] = [];
  for (const start of nodes)
    for (const node of descend ? withDescendants(start, meter) : [start])
      for (const selector of selectors) {
        // What a filter looks at and throws away counts too.
        meter.step(
          2 + (typeof node.value === 'object' && Reflect.has(selector, 'expression') ? childCount(node) : 0),
        );
        for (const each of selector.resolve(node)) found.push(each);
      }
  return found;
}

function childCount({ value }: JSONPathNode): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** A node and all below it, parents first, in order. */
function withDescendants(start: JSONPathNode, meter: Meter): readonly JSONPathNode[] {
  const found: JSONPathNode[] = [];
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    meter.step(8);
    found.push(node);
    // Where a node is, is never asked.
    const { value, location, root } = node;
    if (typeof value !== 'object' || value === null) continue;
    const items: readonly unknown[] = Object.values(value);
    for (const item of items.toReversed()) open.push(Reflect.construct(JSONPathNode, [item, location, root]));
  }
  return found;
}

/** What a comparison looks at costs its size. */
function countOperand(operand: unknown, meter: Meter): void {
  if (typeof operand !== 'object' || operand === null || !('evaluate' in operand)) return;
  const evaluate = operand.evaluate;
  if (typeof evaluate !== 'function' || Object.hasOwn(operand, 'evaluate')) return;
  Reflect.set(operand, 'evaluate', (context: unknown) => {
    const result: unknown = Reflect.apply(evaluate, operand, [context]);
    meter.step(sizeOf(result instanceof Object && 'nodes' in result ? valuesOf(result.nodes) : result));
    return result;
  });
}

function valuesOf(nodes: unknown): unknown {
  return Array.isArray(nodes) ? nodes.map((node: JSONPathNode) => node.value) : null;
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const item of Object.values(value)) size += sizeOf(item);
  return size;
}
