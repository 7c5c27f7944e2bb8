// DATA-4, DATA-5, ERR-10: when a node has what it waits for.
import type { Gates, PlanEdge } from '../plan';

/** The satisfied incoming edges of a node, as far as they matter. */
export type Arrivals = {
  readonly error: boolean;
  readonly trigger: boolean;
  /** Data ports of which one source suffices (OR within a port). */
  readonly ports: readonly string[];
};

export const NOTHING: Arrivals = { error: false, trigger: false, ports: [] };

/** The arrivals after one more satisfied edge; the same object where it adds nothing. */
export function arrive(
  arrivals: Arrivals,
  edge: Pick<PlanEdge, 'role' | 'source_port' | 'target_port'>,
): Arrivals {
  switch (edge.role) {
    case 'none':
      return arrivals;
    case 'error':
      return arrivals.error ? arrivals : { ...arrivals, error: true };
    case 'trigger':
      return arrivals.trigger ? arrivals : { ...arrivals, trigger: true };
    case 'data':
      // DATA-1: an edge that names no port at one end is as if not drawn.
      if (
        edge.source_port === null ||
        edge.target_port === null ||
        arrivals.ports.includes(edge.target_port)
      ) {
        return arrivals;
      }
      return { ...arrivals, ports: [...arrivals.ports, edge.target_port] };
  }
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
  if (gates.ports > 0) return arrivals.ports.length >= gates.ports;
  return gates.errors === 0;
}
