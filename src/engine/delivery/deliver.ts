// DATA-1, DATA-2, DATA-3, DATA-6: the values that edges bring to one execution of a node.
import { isObject, type Json, type JsonObject, setOwn } from '../../model/json';
import type { PlanEdge } from '../plan';
import type { ExecutionRecord } from './record';

/** An incoming edge and the execution that it may be followed from. */
export type Wire = {
  readonly edge: Pick<PlanEdge, 'edge_id' | 'source_port' | 'target_port' | 'is_trigger' | 'is_tool'>;
  readonly source: ExecutionRecord;
};

/** DATA-2: a port that more than one source had a value for, and whose value it got. */
export type Collision = { readonly port: string; readonly edge: string; readonly chosen: string };

export type Delivery = { readonly inputs: JsonObject; readonly collisions: readonly Collision[] };

/**
 * What wires deliver: by port, the value of the latest source whose output has the key. Trigger and tool edges carry
 * nothing (DATA-3, DATA-10); a loopback or agent-result edge carries what its source gave.
 *
 * @param wires only edges that are followed: the caller has judged branches and rounds.
 */
export function deliver(wires: readonly Wire[]): Delivery {
  const inputs: { [port: string]: Json } = {};
  const winners: Wire[] = [];
  let contested: Set<string> | undefined;
  for (const wire of wires) {
    const { edge, source } = wire;
    if (edge.is_trigger || edge.is_tool || edge.source_port === null || edge.target_port === null) continue;
    // An edge from the control port `trigger` says "after", whatever a result holds under that name (DATA-3).
    if (edge.source_port === 'trigger' || !Object.hasOwn(source.outputs, edge.source_port)) continue;
    const port = edge.target_port;
    if (!Object.hasOwn(inputs, port)) winners.push(wire);
    else {
      contested ??= new Set();
      contested.add(port);
      const at = winners.findIndex((winner) => winner.edge.target_port === port);
      const winner = winners[at];
      if (winner !== undefined && !outranks(wire, winner)) continue;
      winners[at] = wire;
    }
    setOwn(inputs, port, source.outputs[edge.source_port] ?? null);
  }
  if (contested === undefined) return { inputs, collisions: NONE };
  const several = contested;
  const collisions = winners.flatMap(({ edge, source }) =>
    edge.target_port !== null && several.has(edge.target_port)
      ? [{ port: edge.target_port, edge: edge.edge_id, chosen: source.node }]
      : [],
  );
  return { inputs, collisions };
}
const NONE: readonly Collision[] = [];

/** DATA-2: later execution first; a recorded order beats none; then node id, then source port, the first in order wins. */
function outranks(wire: Wire, other: Wire): boolean {
  const a = wire.source.order;
  const b = other.source.order;
  if (a !== b) return b === null || (a !== null && a > b);
  if (wire.source.node !== other.source.node) return wire.source.node < other.source.node;
  return (wire.edge.source_port ?? '') < (other.edge.source_port ?? '');
}

/**
 * DATA-6: the initial data of one node. An entry for another node is not looked at, and one that is no map of ports to
 * values is dropped.
 */
export function initialInputs(initial: JsonObject, node: string): JsonObject {
  const entry = Object.hasOwn(initial, node) ? initial[node] : undefined;
  return isObject(entry) ? entry : NO_INPUTS;
}
const NO_INPUTS: JsonObject = Object.freeze({});
