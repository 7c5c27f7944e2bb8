// CFG-16, CFG-17: the reserved port `input` brings several values at once.
import { isObject, type JsonObject } from '../../model/json';
import type { PlanNode } from '../plan';

/** Runtime inputs by port: what wires brought outranks what the launch brought (DATA-6). */
export type RuntimeInputs = { readonly launched: JsonObject; readonly wired: JsonObject };

/**
 * The runtime inputs of a node: initial data beneath what wires deliver (DATA-6), the bundle on `input` taken apart into
 * the ports it may name. A value sent to a port itself beats the same key of a bundle that came the same way; exposure is
 * not looked at here, for resolution does (CFG-17).
 */
export function runtimeInputs(
  node: Pick<PlanNode, 'parameters' | 'dynamicInputs'>,
  initial: JsonObject,
  delivered: JsonObject,
): RuntimeInputs {
  const launched = Object.keys(initial).length === 0 ? initial : decompose(node, initial);
  const wired = Object.hasOwn(delivered, 'input') ? decompose(node, delivered) : delivered;
  return { launched, wired };
}

function decompose(node: Pick<PlanNode, 'parameters' | 'dynamicInputs'>, values: JsonObject): JsonObject {
  const bundle = Object.hasOwn(values, 'input') ? values.input : undefined;
  if (!isObject(bundle)) return values;
  const admitted = new Set(node.dynamicInputs);
  let literal = false;
  for (const parameter of node.parameters) {
    if (parameter.connectable || parameter.internal) admitted.add(parameter.name);
    if (parameter.name === 'input') literal = true;
  }
  const unpacked = Object.entries(bundle).filter(([key]) => admitted.has(key));
  const single = literal
    ? values
    : Object.fromEntries(Object.entries(values).filter(([key]) => key !== 'input'));
  return { ...Object.fromEntries(unpacked), ...single };
}
