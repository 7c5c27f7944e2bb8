// SG-4 with SG-20: which edges a ForEach head dispatches while it hands out items, and when it completes.
import type { ExecutionRecord } from '../delivery/record';
import type { Plan, PlanEdge, PlanNode } from '../plan';

/** Ports that speak of the item of the round. */
const OF_THE_ITEM = ['current_item', 'current_index', 'is_first', 'is_last', 'has_more'];

/**
 * May this edge of an execution be followed at all, as far as an iterator is concerned? While a head hands out items, its
 * body is dispatched, and outside of the loop what it tells of the item; the rest waits for its completion. When it
 * completes, the body is not entered again, but for a gateway that `loop_active` drives; edges to nodes outside the loop
 * are followed. A failure goes where it is wired to.
 */
export function isDispatched(plan: Plan, source: PlanNode, record: ExecutionRecord, edge: PlanEdge): boolean {
  if (!source.iterates || source.headOf < 0 || record.verdict === 'routed') return true;
  const within = !edge.is_loopback && source.encloses.includes(edge.to);
  if (record.over === true)
    return !within || (edge.source_port === 'loop_active' && isGateway(plan, edge.to));
  return within || (edge.source_port !== null && OF_THE_ITEM.includes(edge.source_port));
}

function isGateway(plan: Plan, index: number): boolean {
  return (plan.nodes[index]?.branches.length ?? 0) > 0;
}
