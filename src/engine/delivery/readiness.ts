// DATA-4, DATA-5, ERR-10: when a node has what it waits for.
import type { Gates, PlanEdge } from '../plan';
import { appended, itemAt, type Vector, vectorOf, withItem } from '../vector';

/** The satisfied incoming edges of a node, as far as they matter. */
export type Arrivals = {
  readonly error: boolean;
  readonly trigger: boolean;
  /** Data ports of which one source suffices (OR within a port): how many, and which, a bit each, by `PlanEdge.slot`. */
  readonly ports: number;
  readonly first: number;
  /** Of a node with more ports than a number has bits. */
  readonly more: Vector<number>;
};

const BITS = 31;
export const NOTHING: Arrivals = {
  error: false,
  trigger: false,
  ports: 0,
  first: 0,
  more: vectorOf<number>([]),
};

/** The arrivals after one more satisfied edge; the same object where it adds nothing. */
export function arrive(arrivals: Arrivals, edge: Pick<PlanEdge, 'role' | 'slot'>): Arrivals {
  switch (edge.role) {
    case 'none':
      return arrivals;
    case 'error':
      return arrivals.error ? arrivals : { ...arrivals, error: true };
    case 'trigger':
      return arrivals.trigger ? arrivals : { ...arrivals, trigger: true };
    case 'data':
      // DATA-1: an edge that names no port at one end is as if not drawn.
      return edge.slot < 0 || hasArrived(arrivals, edge) ? arrivals : withPort(arrivals, edge.slot);
  }
}

/** Has the port of this edge a source? False for an edge without a slot. */
export function hasArrived({ first, more }: Arrivals, { slot }: Pick<PlanEdge, 'slot'>): boolean {
  if (slot < 0) return false;
  if (slot < BITS) return (first & (1 << slot)) !== 0;
  return ((itemAt(more, Math.floor(slot / BITS) - 1) ?? 0) & (1 << (slot % BITS))) !== 0;
}

function withPort({ error, trigger, ports, first, more }: Arrivals, slot: number): Arrivals {
  if (slot < BITS) return { error, trigger, ports: ports + 1, first: first | (1 << slot), more };
  const word = Math.floor(slot / BITS) - 1;
  let long = more;
  while (long.length <= word) long = appended(long, 0);
  const bits = (itemAt(long, word) ?? 0) | (1 << (slot % BITS));
  return { error, trigger, ports: ports + 1, first, more: withItem(long, word, bits) };
}

/**
 * - ERR-10: error edges come first; any one is enough.
 * - With trigger edges, any one is enough and data ports are not evaluated (DATA-4).
 * - Otherwise every data port needs one source: AND across ports. A node that only error edges enter waits for one.
 * - Loopback and tool edges do not count (DATA-5).
 */
export function isReady(gates: Gates, arrivals: Arrivals): boolean {
  if (arrivals.error) return true;
  if (gates.triggers > 0) return arrivals.trigger;
  if (gates.ports > 0) return arrivals.ports >= gates.ports;
  return gates.errors === 0;
}
