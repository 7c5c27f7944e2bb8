// The pure core of a run: plan, state and event in, next state and effects out. No clock, no ids, no randomness: times
// come in with events. Cost of a step: the edges of the node that ended, and what became ready.
import { own } from '../model/json';
import { isTerminal, type JobStatus } from '../model/status';
import { put } from './arrivals';
import { NOTHING } from './delivery/readiness';
import { applyUpdate, completedCell, routedCell } from './ended-cells';
import { cancelRun, completeRun, failRun, pauseRun, stopRun } from './endings';
import { type ErrorOutput, envelopeOf, mayRetry, routedOutputs } from './error-output';
import type { Effect, JobChange, Outcome, RunInput, RunSignal, StepResult } from './events';
import { type Exceeded, releaseHeld, settle } from './loops/reentry';
import { unfillable } from './loops/unfillable';
import type { Plan } from './plan';
import type { ErrorEnvelope, NodeLifecycle } from './ports';
import { MAX_ITERATIONS_EXCEEDED } from './results';
import { type Budget, type Cell, cellOf, DEFAULT_BUDGET, type Draft, draftOf, type RunState } from './state';
import { endWaits, nextWake } from './timers/wake';
import { itemAt, itemsOf, vectorOf, withItem } from './vector';

/** One step. An event that does not fit the state (a second begin, a finish of nothing, an ended run) changes nothing. */
export function step(
  plan: Plan,
  state: RunState,
  event: RunInput,
  budget: Budget = DEFAULT_BUDGET,
): StepResult {
  switch (event.type) {
    case 'begin':
      return state.status === 'pending' ? enter(plan, state, event.at, budget) : unchanged(state);
    case 'resume':
      return state.status === 'paused' ? enter(plan, state, event.at, budget, event.skip) : unchanged(state);
    case 'recover':
      return isTerminal(state.status) ? unchanged(state) : takeUp(plan, state, event.at, budget);
    case 'abandon':
      return isTerminal(state.status) ? unchanged(state) : failRun(plan, state, event.error, event.at, []);
    case 'signal':
      return observe(plan, state, event.signal, event.at);
    case 'jobFinished':
      return state.current === null || state.status !== 'running'
        ? unchanged(state)
        : finish(plan, state, state.current, event, budget);
  }
}

function unchanged(state: RunState): StepResult {
  return { state, effects: [] };
}

/** After a crash the order of executions is what it would have been: DATA-2 goes by it. */
function takeUp(plan: Plan, state: RunState, at: number, budget: Budget): StepResult {
  const begun = state.status === 'pending';
  return proceed(plan, entered(state, at), at, budget, begun ? [{ kind: 'started' }] : []);
}

function enter(
  plan: Plan,
  state: RunState,
  at: number,
  budget: Budget,
  skip?: { readonly user: string | null },
): StepResult {
  const effects: Effect[] = [{ kind: 'started' }];
  const waited = state.status === 'paused' ? endWaits(state, at, skip, effects) : state;
  return pass(plan, entered(waited, at), at, budget, effects);
}

/** ORC-10: with a fresh budget. */
function entered(state: RunState, at: number): Draft {
  const draft = draftOf(state);
  draft.status = 'running';
  draft.pauseReason = null;
  draft.slicePasses = 0;
  draft.sliceStart = at;
  return draft;
}

/** INT-5: a signal never cuts a job in half, so a job that was claimed but not begun goes back to pending. */
function observe(plan: Plan, state: RunState, signal: RunSignal, at: number): StepResult {
  if (state.status !== 'running' && state.status !== 'paused' && state.status !== 'pending')
    return unchanged(state);
  const released = release(state);
  return signal.type === 'cancel'
    ? cancelRun(plan, released.state, at, released.effects)
    : state.status === 'paused'
      ? unchanged(state)
      : pauseRun(released.state, null, released.effects);
}

function release(state: RunState): StepResult {
  const index = state.current;
  const cell = index === null ? undefined : itemAt(state.cells, index);
  if (index === null || cell === undefined) return unchanged(state);
  const back: Cell = { ...cell, status: 'pending', order: null, attempts: cell.attempts - 1 };
  return {
    state: {
      ...state,
      cells: withItem(state.cells, index, back),
      current: null,
      at: state.at - 1,
      executed: state.executed - 1,
    },
    effects: [
      {
        kind: 'persist',
        index,
        change: { status: 'pending', order: null, attempts: back.attempts, started: null },
      },
    ],
  };
}

/** ORC-9: what is ready becomes pending; all that is pending is worked off in ascending priority. */
function pass(plan: Plan, draft: Draft, at: number, budget: Budget, effects: Effect[]): StepResult {
  const promotable = itemsOf(draft.promotable);
  const left = draft.at < draft.batch.length ? draft.batch.slice(draft.at) : NOTHING_LEFT;
  const batch = left.length === 0 ? [...promotable] : [...left, ...promotable];
  if (batch.length > 1) batch.sort((a, b) => a - b);
  // Quiescence: the first pass that returns nothing ends the run, if nothing is to be said of what still waits.
  if (batch.length === 0) return quiescent(plan, draft, at, budget, effects);
  const spent = spentBudget(draft, at, budget);
  if (spent !== undefined) return pauseRun(draft, spent, effects);
  for (const index of promotable) {
    const cell = itemAt(draft.cells, index);
    if (cell === undefined) continue;
    const pending = cellOf(cell);
    pending.status = 'pending';
    pending.queued = false;
    put(draft, index, pending);
    effects.push({ kind: 'persist', index, change: { status: 'pending' } });
  }
  draft.promotable = NONE;
  draft.batch = batch;
  draft.at = 0;
  draft.passes += 1;
  draft.slicePasses += 1;
  return claim(draft, at, effects);
}
const NONE = vectorOf<number>([]);
const NOTHING_LEFT: readonly number[] = [];

function quiescent(plan: Plan, state: Draft, at: number, budget: Budget, effects: Effect[]): StepResult {
  // A wait is work that is left: nothing is given up while one has not ended.
  const wakeAt = nextWake(state);
  if (wakeAt !== undefined)
    return wakeAt > at
      ? pauseRun(state, null, effects)
      : pass(plan, draftOf(endWaits(state, at, undefined, effects)), at, budget, effects);
  if (state.held.length > 0) {
    releaseHeld(plan, state, effects);
    return pass(plan, state, at, budget, effects);
  }
  const starved = unfillable(plan, state);
  return starved === undefined
    ? completeRun(plan, state, at, effects)
    : starve(plan, state, starved.index, starved.output, at, budget, effects);
}

/** SG-20: a consumer that can never get what it waits for fails, like any node. */
function starve(
  plan: Plan,
  state: RunState,
  index: number,
  output: ErrorOutput,
  at: number,
  budget: Budget,
  effects: Effect[],
): StepResult {
  const cell = itemAt(state.cells, index);
  if (cell === undefined) return { state, effects };
  const first = cell.status === 'idle';
  const occurrence = first ? cell.occurrence : cell.occurrence + 1;
  const order = state.executed + 1;
  if (!first) effects.push({ kind: 'job', index, occurrence, rounds: cell.rounds });
  effects.push({ kind: 'persist', index, change: { order, ...(first ? { rounds: cell.rounds } : {}) } });
  const failing: Cell = { ...cell, occurrence, order, attempts: 0, waiting: false, arrivals: NOTHING };
  const draft = draftOf({ ...state, executed: order });
  return failNode(plan, draft, index, failing, output, at, budget, effects, false);
}

/** ORC-10: which budget is spent. The pass budget counts the whole run's passes since it was entered. */
function spentBudget(state: RunState, at: number, budget: Budget): string | undefined {
  if (state.slicePasses >= budget.maxPasses) return 'scheduler_budget';
  return at - state.sliceStart >= budget.maxMs ? 'time_budget' : undefined;
}

/** ORC-14: the next pending job, marked running in the same commit that promoted it, before it executes. */
function claim(draft: Draft, at: number, effects: Effect[]): StepResult {
  const index = draft.batch[draft.at];
  const cell = index === undefined ? undefined : itemAt(draft.cells, index);
  if (index === undefined || cell === undefined) return { state: draft, effects };
  const order = draft.executed + 1;
  const attempts = cell.attempts + 1;
  const running = cellOf(cell);
  running.status = 'running';
  running.order = order;
  running.attempts = attempts;
  effects.push(
    { kind: 'persist', index, change: { status: 'running', order, attempts, started: at } },
    { kind: 'execute', index, attempt: attempts, retry: false },
  );
  put(draft, index, running);
  draft.current = index;
  draft.at += 1;
  draft.executed = order;
  return { state: draft, effects };
}

/** What comes after a job: the rest of the pass, or the next one. */
function proceed(plan: Plan, state: Draft, at: number, budget: Budget, effects: Effect[]): StepResult {
  if (state.at >= state.batch.length) return pass(plan, state, at, budget, effects);
  if (at - state.sliceStart >= budget.maxMs) return pauseRun(state, 'time_budget', effects);
  return claim(state, at, effects);
}

function finish(
  plan: Plan,
  state: RunState,
  index: number,
  { outcome, at, signal }: Extract<RunInput, { type: 'jobFinished' }>,
  budget: Budget,
): StepResult {
  const node = plan.nodes[index];
  const cell = itemAt(state.cells, index);
  if (node === undefined || cell === undefined) return unchanged(state);
  const draft = draftOf(state);
  draft.current = null;
  const settled = (changed: Cell): Draft => {
    put(draft, index, changed);
    return draft;
  };
  // ERR-1: the lifecycle of a node that ended by its own verdict is `completed`; `failed` is for what escaped (ERR-3).
  const told = (status: NodeLifecycle['status']): Effect => ({
    kind: 'announce',
    nodes: [{ node: node.id, status }],
    jobs: [index],
  });
  if (signal?.type === 'cancel') return finishCancelled(plan, state, index, cell, node.id, outcome, at);
  switch (outcome.kind) {
    case 'completed': {
      const { outputs, activeBranches, iterator } = outcome;
      const effects: Effect[] = [
        { kind: 'persist', index, change: { status: 'completed', ended: at, outputs, activeBranches } },
        told('completed'),
      ];
      put(draft, index, completedCell(plan, cell, index, outputs, activeBranches, iterator));
      const written = applyUpdate(draft, node.id, own(outputs, 'state_update'));
      const settledTo = written ?? settle(plan, draft, index, effects);
      return go(plan, draft, settledTo, at, budget, effects);
    }
    case 'stopped': {
      const { outputs } = outcome;
      const stopped = completedCell(plan, cell, index, outputs, [], undefined);
      return stopRun(settled(stopped), [
        { kind: 'persist', index, change: { status: 'completed', ended: at, outputs } },
        told('completed'),
      ]);
    }
    case 'interrupted': {
      const { id, type } = outcome;
      const interrupt = { interrupt_id: id, interrupt_type: type };
      return pauseRun(settled({ ...cell, status: 'interrupted' }), null, [
        {
          kind: 'persist',
          index,
          // INT-1: the job knows what it has asked with.
          change: { status: 'interrupted', ...(id === '' ? {} : { interrupt: id }) },
        },
        { kind: 'announce', nodes: [{ node: node.id, status: 'interrupted', interrupt }], jobs: [index] },
      ]);
    }
    case 'waiting': {
      const timer = { since: at, until: outcome.until, ended: null };
      const effects: Effect[] = [
        { kind: 'persist', index, change: { status: 'interrupted', timer } },
        told('interrupted'),
      ];
      return proceed(plan, settled({ ...cell, status: 'interrupted', timer }), at, budget, effects);
    }
    case 'escaped': {
      const error = envelopeOf(node.id, outcome.output);
      return failRun(plan, settled({ ...cell, status: 'failed' }), error, at, [
        { kind: 'persist', index, change: failed(at, error, false) },
        told('failed'),
      ]);
    }
    case 'error': {
      if (mayRetry(outcome.output, cell.attempts, node.maxRetries))
        return retry(state, index, cell, node.id, outcome.output);
      return failNode(plan, draft, index, cell, outcome.output, at, budget, [], true);
    }
  }
}

/** ERR-7, ERR-8: a node-level failure goes where its error edges lead, else it fails the run. */
function failNode(
  plan: Plan,
  draft: Draft,
  index: number,
  cell: Cell,
  output: ErrorOutput,
  at: number,
  budget: Budget,
  effects: Effect[],
  counted: boolean,
): StepResult {
  const node = plan.nodes[index];
  if (node === undefined) return { state: draft, effects };
  const error = envelopeOf(node.id, output);
  const told: Effect = { kind: 'announce', nodes: [{ node: node.id, status: 'completed' }], jobs: [index] };
  if (!node.outgoing.some((edge) => isErrorEdge(plan, edge))) {
    effects.push({ kind: 'persist', index, change: failed(at, error, false) }, told);
    put(draft, index, { ...cell, status: 'failed' });
    return failRun(plan, draft, error, at, effects);
  }
  const outputs = routedOutputs(error);
  effects.push({ kind: 'persist', index, change: { ...failed(at, error, true), outputs } }, told);
  put(draft, index, routedCell(plan, cell, index, outputs));
  return go(plan, draft, settle(plan, draft, index, effects, counted), at, budget, effects);
}

/** An error edge into a loop head is one too: the failure is handled by the next round. */
function isErrorEdge(plan: Plan, edge: number): boolean {
  const found = plan.edges[edge];
  return found?.is_error === true && (found.role === 'error' || found.is_loopback);
}

/** SG-14: past its iteration budget a run ends, and does not wait. */
function go(
  plan: Plan,
  draft: Draft,
  exceeded: Exceeded | undefined,
  at: number,
  budget: Budget,
  effects: Effect[],
): StepResult {
  if (exceeded === undefined) return proceed(plan, draft, at, budget, effects);
  const { node, iterations, maximum } = exceeded;
  const error: ErrorEnvelope = {
    message: `The run was to be taken past its ${maximum} iterations by node ${node}`,
    code: MAX_ITERATIONS_EXCEEDED,
    node_id: node,
    retryable: false,
    details: { max_iterations: maximum, current_iterations: iterations, node_id: node },
  };
  return failRun(plan, draft, error, at, effects);
}

/** INT-5: the job in flight ends first, as what it is; then the run is cancelled, whatever that job would have done to it. */
function finishCancelled(
  plan: Plan,
  state: RunState,
  index: number,
  cell: Cell,
  node: string,
  outcome: Outcome,
  at: number,
): StepResult {
  const { change, settled } = endOf(plan, cell, index, node, outcome, at);
  return cancelRun(plan, { ...state, current: null, cells: withItem(state.cells, index, settled) }, at, [
    { kind: 'persist', index, change },
    {
      kind: 'announce',
      nodes: [{ node, status: outcome.kind === 'escaped' ? 'failed' : 'completed' }],
      jobs: [index],
    },
  ]);
}

function endOf(
  plan: Plan,
  cell: Cell,
  index: number,
  node: string,
  outcome: Outcome,
  at: number,
): { readonly change: JobChange; readonly settled: Cell } {
  switch (outcome.kind) {
    case 'completed':
    case 'stopped': {
      const { outputs } = outcome;
      return {
        change: { status: 'completed', ended: at, outputs },
        settled: completedCell(plan, cell, index, outputs, [], undefined),
      };
    }
    case 'interrupted':
    case 'waiting':
      return { change: { status: 'cancelled', ended: at }, settled: { ...cell, status: 'cancelled' } };
    default:
      return {
        change: failed(at, envelopeOf(node, outcome.output), false),
        settled: { ...cell, status: 'failed' },
      };
  }
}

function failed(at: number, error: ErrorEnvelope, errorRouted: boolean): JobChange {
  const status: JobStatus = 'failed';
  return { status, ended: at, error, errorRouted };
}

/** ERR-11: again, in place and at once. */
function retry(state: RunState, index: number, cell: Cell, node: string, output: ErrorOutput): StepResult {
  const attempts = cell.attempts + 1;
  return {
    state: { ...state, cells: withItem(state.cells, index, { ...cell, attempts }) },
    effects: [
      {
        kind: 'log',
        level: 'warning',
        message: `Attempt ${cell.attempts} failed, trying again: ${output.message}`,
        node,
      },
      { kind: 'persist', index, change: { attempts } },
      { kind: 'execute', index, attempt: attempts, retry: true },
    ],
  };
}
