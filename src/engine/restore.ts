// SG-17: from the rows of a run back to its state. What has ended is told again through the pure core, in the order in which
// it ended; nothing is executed, and nothing is asked of a clock.
import { activeBranches } from '../model/branches';
import type { Json, JsonObject } from '../model/json';
import { count, follow, makeReady, put } from './arrivals';
import { NOTHING } from './delivery/readiness';
import { applyUpdate, completedCell, routedCell } from './ended-cells';
import type { Effect } from './events';
import { iteratorUpdate } from './loops/iterator';
import { releaseHeld, settle } from './loops/reentry';
import { replayRounds } from './loops/rounds';
import { unfillable } from './loops/unfillable';
import type { Plan } from './plan';
import type { JobRow, RunRow } from './ports';
import { type Cell, DEFAULT_LIMITS, type Draft, draftOf, initialState, type RunState } from './state';
import { itemAt, vectorOf } from './vector';

/** By job id: outputs of each node's newest ended job, inputs of the jobs of ForEach heads, state updates. */
export type RestoredValues = {
  readonly outputs: Map<string, JsonObject>;
  readonly inputs: Map<string, JsonObject>;
  /** SG-3: state updates of all jobs that gave one. */
  readonly updates: Map<string, Json>;
};

export function hasEnded(row: JobRow): boolean {
  return row.status === 'completed' || row.status === 'failed';
}

/** By node, its newest job (SG-8). */
export function newestJobs(rows: readonly JobRow[]): ReadonlyMap<string, JobRow> {
  const newest = new Map<string, JobRow>();
  for (const row of rows) {
    const found = newest.get(row.node);
    if (found === undefined || (found.occurrence ?? 0) < (row.occurrence ?? 0)) newest.set(row.node, row);
  }
  return newest;
}

/** The state that the rows of a run tell. Pure. */
export function restoreState(
  plan: Plan,
  run: Pick<RunRow, 'status' | 'pauseReason' | 'passes' | 'config' | 'startState'>,
  rows: readonly JobRow[],
  values: RestoredValues,
): { readonly state: RunState; readonly inFlight: number | undefined } {
  const draft = draftOf(initialState(plan, run.config ?? DEFAULT_LIMITS, run.startState));
  const position = new Map(plan.nodes.map((node, index) => [node.id, index]));
  const effects: Effect[] = [];
  const ended = rows.filter(hasEnded).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  for (const row of ended) {
    const index = position.get(row.node);
    if (index === undefined) continue;
    if (row.injected === undefined) end(plan, draft, index, row, values, effects);
    else takeUpSeeded(plan, draft, index, row, values, effects);
    effects.length = 0;
  }
  let inFlight: number | undefined;
  const pending: number[] = [];
  for (const row of newestJobs(rows).values()) {
    const index = position.get(row.node);
    if (index === undefined || hasEnded(row) || row.status === 'idle') continue;
    claimable(plan, draft, index, effects);
    const cell = itemAt(draft.cells, index);
    if (cell === undefined) continue;
    put(draft, index, {
      ...cell,
      status: row.status,
      occurrence: row.occurrence ?? 0,
      queued: false,
      order: row.order,
      attempts: row.attempts,
      timer: row.timer ?? null,
    });
    if (row.status === 'pending') pending.push(index);
    if (row.status === 'running') inFlight = index;
  }
  const promotable = plan.nodes.flatMap((_, index) =>
    itemAt(draft.cells, index)?.queued === true ? [index] : [],
  );
  const stamped = [...rows].sort((a, b) => (a.serial ?? a.priority) - (b.serial ?? b.priority));
  const counters = replayRounds(
    plan.loops,
    stamped.map((row) => row.rounds),
  );
  return {
    state: {
      ...draft,
      // The stamps are what counts; where the rows tell the same twice, the reference that cells compare is kept.
      counters: counters.every((round, loop) => round === draft.counters[loop]) ? draft.counters : counters,
      status: run.status,
      pauseReason: run.pauseReason,
      passes: run.passes,
      executed: Math.max(0, ...rows.map((row) => row.order ?? 0)),
      promotable: vectorOf(promotable),
      batch: pending.sort((a, b) => a - b),
      at: 0,
    },
    inFlight,
  };
}

/** One execution that has ended, told again. */
function end(
  plan: Plan,
  draft: Draft,
  index: number,
  row: JobRow,
  values: RestoredValues,
  effects: Effect[],
): void {
  const counted = claimable(plan, draft, index, effects);
  const ready = itemAt(draft.cells, index);
  const node = plan.nodes[index];
  if (ready === undefined || node === undefined) return;
  const cell: Cell = {
    ...ready,
    occurrence: row.occurrence ?? 0,
    queued: false,
    waiting: false,
    order: row.order,
    attempts: row.attempts,
    rounds: row.rounds ?? ready.rounds,
  };
  // Outputs of older rounds are read by no edge any more.
  const outputs = values.outputs.get(row.id) ?? {};
  if (row.status === 'completed') {
    const update = node.iterates ? iteratorUpdate(cell.iterator, values.inputs.get(row.id) ?? {}) : undefined;
    const branches = activeBranches(row.activeBranches ?? undefined);
    put(draft, index, completedCell(plan, cell, index, outputs, branches, update));
    applyUpdate(draft, node.id, values.updates.get(row.id));
  } else if (row.errorRouted) put(draft, index, routedCell(plan, cell, index, outputs));
  else put(draft, index, { ...cell, status: 'failed' });
  settle(plan, draft, index, effects, counted);
}

/**
 * INT-10: a job that a snapshot has done. What is behind it goes on; what it asked of a loop is past, for only loops that
 * are over are seeded.
 */
function takeUpSeeded(
  plan: Plan,
  draft: Draft,
  index: number,
  row: JobRow,
  values: RestoredValues,
  effects: Effect[],
): void {
  const cell = itemAt(draft.cells, index);
  const node = plan.nodes[index];
  if (cell === undefined || node === undefined) return;
  const taken: Cell = { ...cell, waiting: false, held: false, arrivals: NOTHING, order: row.order };
  const branches = activeBranches(row.activeBranches ?? undefined);
  const done = completedCell(plan, taken, index, values.outputs.get(row.id) ?? {}, branches, undefined);
  const { done: record } = done;
  const iterated = node.iterates && node.headOf >= 0 && record !== null;
  put(draft, index, iterated ? { ...done, done: { ...record, over: true } } : done);
  draft.held = draft.held.filter((other) => other !== index);
  applyUpdate(draft, node.id, values.updates.get(row.id));
  follow(plan, draft, index, effects);
  if (cell.queued) count(draft, node, -1);
}

/**
 * Brings the run to where this node's job was made: most often it is there, else what happens at quiescence happened.
 * False: it never was ready (SG-20).
 */
function claimable(plan: Plan, draft: Draft, index: number, effects: Effect[]): boolean {
  if (itemAt(draft.cells, index)?.queued === true) return true;
  if (draft.held.length > 0) releaseHeld(plan, draft, effects);
  if (itemAt(draft.cells, index)?.queued === true) return true;
  if (unfillable(plan, draft)?.index === index) return false;
  // The rows know better than a plan that was compiled from other node types.
  makeReady(plan, draft, index, false, effects);
  return true;
}
