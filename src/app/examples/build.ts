// Small words to write an example in the API form (STORE-14), so that each example reads as its graph.
import { handleOf } from '../../model/handle';
import type { JsonObject } from '../../model/json';

/** A node `<type>.<n>` of the API form. */
export function node(
  type: string,
  n: number,
  label: string,
  at: readonly [number, number],
  config: JsonObject = {},
): JsonObject {
  return {
    id: `${type}.${n}`,
    type: 'universalNode',
    position: { x: at[0], y: at[1] },
    data: { label, config, metadata: { node_type_id: type } },
  };
}

/** An edge from `node:port` to `node:port`. */
export function wire(from: string, to: string): JsonObject {
  const [source, sourcePort] = split(from);
  const [target, targetPort] = split(to);
  return {
    id: `${from}>${to}`,
    source,
    target,
    sourceHandle: handleOf(source, 'output', sourcePort),
    targetHandle: handleOf(target, 'input', targetPort),
  };
}

/** A declared input or output that binds `node:port` (MAN-20). */
export function declare(id: string, bound: string, words: JsonObject = {}): JsonObject {
  const [nodeId, portId] = split(bound);
  return { id, ...words, bindings: [{ nodeId, portId }] };
}

/** A port of a node with dynamic ports, as stored. */
export function port(name: string, label: string, dataType: string, value?: string): JsonObject {
  const base = { name, label, description: '', dataType, required: false };
  return value === undefined ? base : { ...base, value };
}

function split(end: string): readonly [string, string] {
  const at = end.indexOf(':');
  return [end.slice(0, at), end.slice(at + 1)];
}
