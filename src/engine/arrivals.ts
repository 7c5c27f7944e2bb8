// What the end of an execution means to the nodes behind it: which edges it satisfies, and which jobs that makes.
import { type Arrivals, arrive, isReady, NOTHING } from './delivery/readiness';
import type { ExecutionRecord, Rounds } from './delivery/record';
import { satisfies } from './delivery/satisfaction';
import type { Effect } from './events';
import { isDispatched } from './loops/foreach-edges';
import { areBehind, isPast, sameRounds, stampOf } from './loops/rounds';
import type { Plan, PlanEdge, PlanNode } from './plan';
import { type Cell, cellOf, type Draft } from './state';
import { appended, itemAt, withItem } from './vector';

/** Is the newest execution of the node one that is yet to end? */
export function isOpen(cell: Cell): boolean {
  return (
    cell.queued || cell.status === 'pending' || cell.status === 'running' || cell.status === 'interrupted'
  );
}

/** Tells the targets of a node that has ended, and no other node. SG-6: edge by edge, one job a target. */
export function follow(plan: Plan, draft: Draft, index: number, effects: Effect[]): void {
  const node = plan.nodes[index];
  const record = itemAt(draft.cells, index)?.done ?? null;
  if (node === undefined || record === null) return;
  for (const edgeIndex of node.outgoing) {
    const edge = plan.edges[edgeIndex];
    if (edge === undefined) continue;
    if (edge.has_condition) {
      // EDGE-8, SG-9: each time the outgoing edges are resolved.
      effects.push({
        kind: 'log',
        level: 'warning',
        message: `The condition on edge ${edge.edge_id} is ignored: conditions on edges decide nothing`,
        node: node.id,
        edge: edge.edge_id,
      });
    }
    if (edge.role !== 'none' && isDispatched(plan, node, record, edge))
      reach(plan, draft, node, edge, record, effects);
  }
}

function reach(
  plan: Plan,
  draft: Draft,
  source: PlanNode,
  edge: PlanEdge,
  record: ExecutionRecord,
  effects: Effect[],
): void {
  const target = plan.nodes[edge.to];
  const cell = itemAt(draft.cells, edge.to);
  if (target === undefined || cell === undefined) return;
  if (cell.queued || cell.status === 'pending') {
    // Its job is made and has not begun: it will see this execution, and need not run again for it.
    if (cell.since !== draft.counters) put(draft, edge.to, { ...cell, since: draft.counters });
    return;
  }
  const ended = cell.status === 'completed' || cell.status === 'failed';
  if (!ended && cell.status !== 'idle') return;
  // It has run in this round of the source's loops: no second time.
  if (ended && !cell.waiting && !areBehind(cell.since, draft.counters, source.loops)) return;
  // DATA-4: a node with trigger edges is not dispatched by data.
  if (edge.role === 'data' && target.gates.triggers > 0) return;
  const rounds = cell.waiting ? cell.rounds : stampOf(plan.loops, target.loops, draft.counters);
  if (!satisfies(edge, record, { branches: source.branches, superseded: false, consumer: rounds })) return;

  const incremental = cell.since === draft.counters && (cell.waiting || !ended);
  const found = incremental ? both(arrive(cell.arrivals, edge)) : arrivalsAt(plan, draft, target, rounds);
  // An edge that names no port, or adds nothing (DATA-1).
  if (incremental ? found.fresh === cell.arrivals : found.usable === NOTHING) return;
  if (isReady(target.gates, found.fresh)) {
    makeReady(plan, draft, edge.to, false, effects);
    return;
  }
  const waiting = cellOf(cell);
  waiting.waiting = true;
  if (!sameRounds(rounds, cell.rounds)) waiting.rounds = rounds;
  waiting.since = draft.counters;
  waiting.arrivals = found.fresh;
  if (!cell.held && isReady(target.gates, found.usable)) {
    waiting.held = true;
    draft.held = [...draft.held, edge.to];
  }
  put(draft, edge.to, waiting);
}

/** `fresh`: from the newest round of each source's loops. `usable`: from an earlier one too, of loops not shared (SG-19). */
type Found = { readonly fresh: Arrivals; readonly usable: Arrivals };
const both = (arrivals: Arrivals): Found => ({ fresh: arrivals, usable: arrivals });

/** The satisfied edges of a node, looked at anew. */
export function arrivalsAt(plan: Plan, draft: Draft, target: PlanNode, rounds: Rounds): Found {
  let fresh = NOTHING;
  let usable = NOTHING;
  for (const edgeIndex of target.incoming) {
    const edge = plan.edges[edgeIndex];
    const source = edge === undefined ? undefined : plan.nodes[edge.from];
    const cell = edge === undefined ? undefined : itemAt(draft.cells, edge.from);
    if (edge === undefined || source === undefined || cell === undefined || cell.done === null) continue;
    if (edge.role === 'none' || !isDispatched(plan, source, cell.done, edge)) continue;
    const context = { branches: source.branches, superseded: isOpen(cell), consumer: rounds };
    if (!satisfies(edge, cell.done, context)) continue;
    usable = arrive(usable, edge);
    if (!isPast(cell.done.rounds, source.loops, draft.counters)) fresh = arrive(fresh, edge);
  }
  return { fresh, usable };
}

/**
 * Makes the job of an execution that has what it waits for. It belongs to the rounds that its loops are in now, or to those
 * that it waited in (`kept`), where it goes on with values of these.
 */
export function makeReady(
  plan: Plan,
  draft: Draft,
  index: number,
  reentered: boolean,
  effects: Effect[],
  kept?: Rounds,
): void {
  const node = plan.nodes[index];
  const cell = itemAt(draft.cells, index);
  if (node === undefined || cell === undefined || isOpen(cell)) return;
  const first = cell.status === 'idle';
  const rounds = kept ?? stampOf(plan.loops, node.loops, draft.counters);
  if (!first) effects.push({ kind: 'job', index, occurrence: cell.occurrence + 1, rounds });
  else if (rounds.some(({ round }) => round > 0))
    effects.push({ kind: 'persist', index, change: { rounds } });
  put(draft, index, {
    status: 'idle',
    occurrence: first ? cell.occurrence : cell.occurrence + 1,
    waiting: false,
    held: false,
    arrivals: NOTHING,
    queued: true,
    reentered,
    rounds,
    since: draft.counters,
    order: null,
    attempts: 0,
    done: cell.done,
    // SG-4: entered by forward edges, a head begins a new iteration.
    iterator: reentered ? cell.iterator : null,
    timer: null,
  });
  if (cell.held) draft.held = draft.held.filter((other) => other !== index);
  draft.promotable = appended(draft.promotable, index);
  count(draft, node, 1);
}

/** Counts an execution of the node as begun (1) or ended (-1) in each of its loops. */
export function count(draft: Draft, node: PlanNode, by: 1 | -1): void {
  if (node.loops.length === 0) return;
  const active = [...draft.active];
  for (const loop of node.loops) active[loop] = (active[loop] ?? 0) + by;
  draft.active = active;
}

export function put(draft: Draft, index: number, cell: Cell): void {
  draft.cells = withItem(draft.cells, index, cell);
}
