// SG-20: a data port that was held back by the rounds, and that nothing on its way can fill any more.
import { isFollowed } from '../../model/branches';
import { arrivalsAt, isOpen } from '../arrivals';
import { hasArrived } from '../delivery/readiness';
import type { Rounds } from '../delivery/record';
import { isBehind } from '../delivery/rounds';
import { type ErrorOutput, errorOutput } from '../error-output';
import type { Plan, PlanEdge, PlanNode } from '../plan';
import { type Cell, draftOf, type RunState } from '../state';
import { itemAt } from '../vector';

/** The consumer that fails, and with what. */
export type Unfillable = { readonly index: number; readonly output: ErrorOutput };

/** The first consumer that waits for a port which no live producer can fill; asked when nothing is ready any more. */
export function unfillable(plan: Plan, state: RunState): Unfillable | undefined {
  // SG-20 (4): a run that carries no reachability has no verdict.
  if (plan.loops.length === 0) return undefined;
  for (const [index, node] of plan.nodes.entries()) {
    const cell = itemAt(state.cells, index);
    // SG-20 (1): data edges only.
    if (cell?.waiting !== true || node.gates.triggers > 0 || node.gates.errors > 0) continue;
    const port = unfillablePort(plan, state, node, cell);
    if (port !== undefined) return { index, output: failure(plan, state, node, cell.rounds, port) };
  }
  return undefined;
}

type Port = { readonly name: string; readonly sources: readonly number[] };

function unfillablePort(plan: Plan, state: RunState, node: PlanNode, cell: Cell): Port | undefined {
  const { usable } = arrivalsAt(plan, draftOf(state), node, cell.rounds);
  const ports = new Map<string, PlanEdge[]>();
  for (const edgeIndex of node.incoming) {
    const edge = plan.edges[edgeIndex];
    if (edge === undefined || edge.role !== 'data' || edge.source_port === null || edge.target_port === null)
      continue;
    if (hasArrived(usable, edge)) continue;
    const list = ports.get(edge.target_port);
    if (list === undefined) ports.set(edge.target_port, [edge]);
    else list.push(edge);
  }
  for (const [name, edges] of ports) {
    const sources = [...new Set(edges.map((edge) => edge.from))];
    // (2): one source outside of the loops keeps the port fillable. (3): a source that never ran is a skipped branch.
    if (!sources.every((source) => sharesLoop(plan.nodes[source], node))) continue;
    if (!sources.some((source) => isStale(state, source, cell.rounds))) continue;
    if (!sources.some((source) => isReachable(plan, state, source, cell.rounds))) return { name, sources };
  }
  return undefined;
}

function sharesLoop(source: PlanNode | undefined, node: PlanNode): boolean {
  return source?.loops.some((loop) => node.loops.includes(loop)) === true;
}

function isStale(state: RunState, source: number, consumer: Rounds): boolean {
  const done = itemAt(state.cells, source)?.done ?? null;
  return done !== null && isBehind(done.rounds, consumer);
}

/** Is any job still to run, pending or running, of a round not behind the consumer's, before the source or the source? */
function isReachable(plan: Plan, state: RunState, source: number, consumer: Rounds): boolean {
  const before = plan.reach[plan.nodes[source]?.id ?? ''] ?? [];
  return plan.nodes.some((node, index) => {
    const cell = itemAt(state.cells, index);
    if (cell === undefined || !(isOpen(cell) || cell.waiting || cell.status === 'idle')) return false;
    return before.includes(node.id) && !isBehind(cell.rounds, consumer);
  });
}

function failure(plan: Plan, state: RunState, node: PlanNode, rounds: Rounds, port: Port): ErrorOutput {
  const names = port.sources.map((source) => plan.nodes[source]?.id ?? '');
  const innermost = node.loops.findLastIndex((loop) =>
    port.sources.some((source) => plan.nodes[source]?.loops.includes(loop) === true),
  );
  const round = rounds[innermost]?.round ?? 0;
  const [only] = port.sources;
  const gateway =
    only !== undefined && port.sources.length === 1 ? routedAway(plan, state, only, rounds) : undefined;
  const quoted = names.map((name) => `'${name}'`).join(', ');
  const who =
    names.length === 1 ? `its only in-loop source ${quoted}` : `none of its in-loop sources ${quoted}`;
  const why =
    gateway !== undefined
      ? `${who} was skipped by gateway '${gateway}'`
      : names.length === 1
        ? `no value for this round can still be produced by ${who}`
        : `no value for this round can still be produced: ${who} can run any more`;
  return errorOutput({
    code: 'port_unfillable',
    message: `port '${port.name}' cannot be satisfied in round ${round} — ${why}`,
    retryable: false,
    details: { port: port.name, sources: names, round },
  });
}

/** The gateway that routed away from a node, where the branch edges into it tell of one, and of nothing else. */
function routedAway(plan: Plan, state: RunState, source: number, consumer: Rounds): string | undefined {
  const gateways = new Set<string>();
  for (const edgeIndex of plan.nodes[source]?.incoming ?? []) {
    const edge = plan.edges[edgeIndex];
    if (edge === undefined || edge.role === 'none') continue;
    const gateway = plan.nodes[edge.from];
    const done = itemAt(state.cells, edge.from)?.done ?? null;
    if (gateway === undefined || done === null || isBehind(done.rounds, consumer)) return undefined;
    if (isFollowed(edge, done.activeBranches, gateway.branches)) return undefined;
    gateways.add(gateway.id);
  }
  const [only] = gateways;
  return gateways.size === 1 ? only : undefined;
}
