// ORC-11: how a run ends or waits, and what becomes of the work that was not done.
import type { JobStatus } from '../model/status';
import type { Effect, StepResult } from './events';
import type { Plan } from './plan';
import type { ErrorEnvelope, NodeLifecycle } from './ports';
import type { Cell, RunState } from './state';
import { nextWake } from './timers/wake';
import { itemAt, itemsOf, vectorOf } from './vector';

/** BR-7: one token for every node that did not run. */
export const BRANCH_NOT_ACTIVE = 'branch_not_active';

/**
 * ORC-11 (2), (4): nothing is ready any more. A node that still waits for an answer keeps the run paused; else it has
 * completed: every failure was handled (ERR-9), or the run had ended before.
 */
export function completeRun(plan: Plan, state: RunState, at: number, effects: Effect[]): StepResult {
  if (itemsOf(state.cells).some((cell) => cell.status === 'interrupted'))
    return pauseRun(state, null, effects);
  return endSkipping(plan, state, 'completed', null, at, effects);
}

/** ORC-11 (1), ERR-3, ERR-8: remaining work is skipped. */
export function failRun(
  plan: Plan,
  state: RunState,
  error: ErrorEnvelope,
  at: number,
  effects: Effect[],
): StepResult {
  return endSkipping(plan, state, 'failed', error, at, effects);
}

/** ERR-5: what was not started gets no mark at all; a pending job is idle again. */
export function stopRun(state: RunState, effects: Effect[]): StepResult {
  const cells = itemsOf(state.cells).map((cell, index): Cell => {
    if (cell.status !== 'pending') return cell;
    effects.push({ kind: 'persist', index, change: { status: 'idle' } });
    return { ...cell, status: 'idle' };
  });
  effects.push({ kind: 'end', status: 'completed', skipped: [] });
  return { state: closed(state, 'completed', null, cells), effects };
}

/** INT-5: the work that was not done is cancelled with its run. */
export function cancelRun(plan: Plan, state: RunState, at: number, before: readonly Effect[]): StepResult {
  const effects = [...before];
  const { cells } = mark(plan, state, 'cancelled', at, effects);
  effects.push({ kind: 'end', status: 'cancelled', skipped: [] });
  return { state: closed(state, 'cancelled', null, cells), effects };
}

/** ORC-10, INT-5, INT-12: a reason where a budget was spent, none where a person asked. */
export function pauseRun(state: RunState, reason: string | null, before: readonly Effect[]): StepResult {
  const wakeAt = nextWake(state);
  const wakes = wakeAt !== undefined && Number.isFinite(wakeAt);
  return {
    state: { ...state, status: 'paused', pauseReason: reason },
    effects: [...before, { kind: 'wait', reason, ...(wakes ? { wakeAt } : {}) }],
  };
}

function endSkipping(
  plan: Plan,
  state: RunState,
  status: 'completed' | 'failed',
  error: ErrorEnvelope | null,
  at: number,
  effects: Effect[],
): StepResult {
  const { cells, nodes, jobs } = mark(plan, state, 'skipped', at, effects);
  if (nodes.length > 0) effects.push({ kind: 'announce', nodes, jobs });
  effects.push({ kind: 'end', status, skipped: nodes.map(({ node }) => node) });
  return { state: closed(state, status, error, cells), effects };
}

const UNDONE: readonly JobStatus[] = ['idle', 'pending', 'interrupted'];

/** Gives every job that did not run its last status, those already promoted to ready included (BR-7). */
function mark(plan: Plan, state: RunState, status: 'skipped' | 'cancelled', at: number, effects: Effect[]) {
  const nodes: NodeLifecycle[] = [];
  const jobs: number[] = [];
  const reason = status === 'skipped' ? BRANCH_NOT_ACTIVE : null;
  const cells = itemsOf(state.cells);
  const given: JobStatus = status;
  for (const [index, node] of plan.nodes.entries()) {
    const cell = itemAt(state.cells, index);
    if (cell === undefined || !(UNDONE.includes(cell.status) || cell.waiting)) continue;
    // SG-19: a further execution that waited in vain is a job that was skipped.
    const further = !UNDONE.includes(cell.status);
    const occurrence = further ? cell.occurrence + 1 : cell.occurrence;
    if (further) effects.push({ kind: 'job', index, occurrence, rounds: cell.rounds });
    cells[index] = { ...cell, status: given, occurrence, queued: false, waiting: false };
    effects.push({ kind: 'persist', index, change: { status: given, ended: at, skipReason: reason } });
    if (reason !== null) {
      nodes.push({ node: node.id, status: 'skipped', reason });
      jobs.push(index);
    }
  }
  return { cells, nodes, jobs };
}

function closed(
  state: RunState,
  status: 'completed' | 'failed' | 'cancelled',
  error: ErrorEnvelope | null,
  cells: readonly Cell[],
): RunState {
  return {
    ...state,
    status,
    pauseReason: null,
    error,
    cells: vectorOf(cells),
    promotable: vectorOf<number>([]),
    batch: [],
    at: 0,
    current: null,
    held: [],
    reentries: [],
  };
}
