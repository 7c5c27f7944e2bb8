import { fail, ok, type Result } from '../../model/problem';
import type { DependencyGraph, RecordEdge } from './dependency-graph';
import type { StageFailure } from './failure';

/** CMP-5: an edge that a cycle may be closed by: tool availability, loopback, agent result. */
export function closesLegally(edge: RecordEdge): boolean {
  return edge.is_tool || edge.is_loopback || edge.is_agent_result;
}

/** CMP-5: without the legal edges no cycle may be left. */
export function checkCycles(
  nodes: readonly string[],
  graph: DependencyGraph,
): Result<undefined, StageFailure> {
  const order = topologicalOrder(nodes, (id) =>
    (graph.incoming.get(id) ?? []).filter((edge) => !closesLegally(edge)).map((edge) => edge.source),
  );
  if (order.length === nodes.length) return ok(undefined);
  const placed = new Set(order);
  const stuck = nodes.filter((id) => !placed.has(id));
  return fail({
    message: 'Circular dependency detected in workflow',
    edges: graph.edges
      .filter((edge) => !closesLegally(edge) && stuck.includes(edge.source) && stuck.includes(edge.target))
      .map((edge) => edge.edge_id),
  });
}

/**
 * The nodes in an order in which each comes after those it depends on (CMP-8); nodes on a cycle, and what hangs on them,
 * are left out. Dependencies on unknown nodes do not count.
 */
export function topologicalOrder(
  nodes: readonly string[],
  dependencies: (id: string) => readonly string[],
): string[] {
  const unmet = new Map<string, number>(nodes.map((id) => [id, 0]));
  const followers = new Map<string, string[]>();
  for (const id of nodes) {
    for (const before of new Set(dependencies(id))) {
      if (!unmet.has(before)) continue;
      unmet.set(id, (unmet.get(id) ?? 0) + 1);
      const list = followers.get(before);
      if (list === undefined) followers.set(before, [id]);
      else list.push(id);
    }
  }
  const order = nodes.filter((id) => unmet.get(id) === 0);
  for (let i = 0; i < order.length; i += 1) {
    for (const follower of followers.get(order[i] ?? '') ?? []) {
      const left = (unmet.get(follower) ?? 0) - 1;
      unmet.set(follower, left);
      if (left === 0) order.push(follower);
    }
  }
  return order;
}
