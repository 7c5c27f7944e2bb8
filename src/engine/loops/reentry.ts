// SG-7, SG-8, SG-10, SG-14, SG-18: when a loop goes into its next round.
import { isFollowed } from '../../model/branches';
import { arrivalsAt, count, follow, makeReady, put } from '../arrivals';
import { isReady } from '../delivery/readiness';
import type { Effect } from '../events';
import type { Plan, PlanNode } from '../plan';
import type { Draft, Reentry } from '../state';
import { itemAt } from '../vector';
import { isDispatched } from './foreach-edges';
import { advanced, restarted } from './rounds';

/** SG-14: the run was to be taken past its iteration budget. */
export type Exceeded = { readonly node: string; readonly iterations: number; readonly maximum: number };

/**
 * All that the end of an execution sets going: its targets, the re-entries it asks for, and the end of rounds.
 *
 * @param counted false where the execution was never ready (SG-20).
 */
export function settle(
  plan: Plan,
  draft: Draft,
  index: number,
  effects: Effect[],
  counted = true,
): Exceeded | undefined {
  const node = plan.nodes[index];
  if (node === undefined) return undefined;
  follow(plan, draft, index, effects);
  if (plan.loops.length === 0) return undefined;
  if (counted) count(draft, node, -1);
  const asked = ask(plan, draft, node, index);
  // Innermost first: a round of an inner loop keeps the outer one's going.
  for (const loop of [...node.loops].reverse()) {
    const exceeded = endRound(plan, draft, loop, effects);
    if (exceeded !== undefined) return exceeded;
  }
  for (const loop of asked) {
    const exceeded = endRound(plan, draft, loop, effects);
    if (exceeded !== undefined) return exceeded;
  }
  return undefined;
}

/** Notes the re-entries that an execution asks for: over loopback edges of an active branch. A condition is not asked. */
function ask(plan: Plan, draft: Draft, node: PlanNode, index: number): readonly number[] {
  const record = itemAt(draft.cells, index)?.done ?? null;
  const asked: number[] = [];
  if (record === null) return asked;
  for (const edgeIndex of node.outgoing) {
    const edge = plan.edges[edgeIndex];
    if (edge === undefined || edge.loop < 0 || edge.to < 0) continue;
    if (edge.is_error !== (record.verdict === 'routed')) continue;
    // SG-10: an edge from the `trigger` port is of no branch, and no branch port is called so.
    if (!isFollowed(edge, record.activeBranches, node.branches)) continue;
    if (!isDispatched(plan, node, record, edge)) continue;
    const { loop, to: head } = edge;
    if (draft.reentries.some((other) => other.loop === loop && other.head === head)) continue;
    draft.reentries = [...draft.reentries, { loop, head, tail: index }];
    asked.push(loop);
  }
  return asked;
}

/** If nothing in the body is left to do: first what could go on with earlier values, then the next round. */
function endRound(plan: Plan, draft: Draft, loop: number, effects: Effect[]): Exceeded | undefined {
  if (draft.active[loop] !== 0) return undefined;
  releaseHeld(plan, draft, effects, loop);
  if (draft.active[loop] !== 0) return undefined;
  const asked = draft.reentries.filter((entry) => entry.loop === loop);
  if (asked.length === 0) return undefined;
  draft.reentries = draft.reentries.filter((entry) => entry.loop !== loop);
  return reenter(plan, draft, loop, asked, effects);
}

function reenter(
  plan: Plan,
  draft: Draft,
  loop: number,
  asked: readonly Reentry[],
  effects: Effect[],
): Exceeded | undefined {
  const verdicts = asked.map((entry) => ({ entry, may: mayReenter(plan, draft, entry) }));
  const going = verdicts.filter(({ may }) => may === 'driven' || may === 'round');
  for (const { entry, may } of verdicts) if (may === 'spent') tellSpent(plan, draft, entry, effects);
  const [first] = going;
  if (first === undefined) return undefined;
  // SG-14: re-entries that an iterator drives end by themselves, and are not counted.
  if (!going.some(({ may }) => may === 'driven')) {
    const iterations = draft.iterations + 1;
    const maximum = draft.limits.maxIterations;
    const node = plan.nodes[first.entry.tail]?.id ?? '';
    if (iterations > maximum) return { node, iterations, maximum };
    draft.iterations = iterations;
    draft.undriven = advanced(plan.loops, draft.undriven, loop);
  } else draft.undriven = restarted(plan.loops, draft.undriven, loop);
  draft.counters = advanced(plan.loops, draft.counters, loop);
  for (const { entry } of going) makeReady(plan, draft, entry.head, true, effects);
  return undefined;
}

/**
 * SG-7: `driven` by an iterator that has not completed, or one more `round` within the budget, of which the first pass is
 * the first. `spent`: the budget is used up. `over`: the iterator has completed, and its loop with it.
 */
function mayReenter(
  plan: Plan,
  draft: Draft,
  { loop, head }: Reentry,
): 'driven' | 'round' | 'spent' | 'over' {
  const iterator = plan.nodes[head]?.iterates === true ? (itemAt(draft.cells, head)?.iterator ?? null) : null;
  if (iterator !== null) return iterator.completed ? 'over' : 'driven';
  return (draft.undriven[loop] ?? 0) + 1 < draft.limits.maxLoopRounds ? 'round' : 'spent';
}

function tellSpent(plan: Plan, draft: Draft, { loop, tail }: Reentry, effects: Effect[]): void {
  const head = plan.loops[loop]?.head ?? '';
  effects.push({
    kind: 'warn',
    warning: {
      code: 'LOOP_ROUNDS_SPENT',
      message: `The loop of ${head} has run ${draft.limits.maxLoopRounds} rounds, the most it may, and was not entered again from ${plan.nodes[tail]?.id ?? ''}`,
      node: head,
    },
  });
}

/**
 * Lets nodes go on that wait for newer values which no longer come: those in the body of `loop`, or all. A value from a
 * loop that the node is not in is good for ever (SG-19); they only waited so as not to mix rounds.
 */
export function releaseHeld(plan: Plan, draft: Draft, effects: Effect[], loop?: number): void {
  for (const index of draft.held) {
    const node = plan.nodes[index];
    const cell = itemAt(draft.cells, index);
    if (node === undefined || cell === undefined) continue;
    if (loop !== undefined && !node.loops.includes(loop)) continue;
    draft.held = draft.held.filter((other) => other !== index);
    put(draft, index, { ...cell, held: false });
    const { usable } = arrivalsAt(plan, draft, node, cell.rounds);
    if (isReady(node.gates, usable)) makeReady(plan, draft, index, false, effects, cell.rounds);
  }
}
