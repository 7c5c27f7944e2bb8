// The pure core of a run: plan, state and event in, next state and effects out. No clock, no ids, no randomness: times
// come in with events. Cost of a step: the edges of the node that ended, and what became ready.
import type { JobStatus } from '../model/status';
import { arrive, isReady } from './delivery/readiness';
import type { ExecutionRecord } from './delivery/record';
import { satisfies } from './delivery/satisfaction';
import { cancelRun, completeRun, failRun, pauseRun, stopRun } from './endings';
import { type ErrorOutput, envelopeOf, mayRetry, routedOutputs } from './error-output';
import type { Effect, JobChange, Outcome, RunInput, RunSignal, StepResult } from './events';
import type { Plan } from './plan';
import type { ErrorEnvelope, NodeLifecycle } from './ports';
import { type Budget, type Cell, DEFAULT_BUDGET, type RunState } from './state';
import { itemAt, withItem } from './vector';

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
      return state.status === 'paused' ? enter(plan, state, event.at, budget) : unchanged(state);
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

function enter(plan: Plan, state: RunState, at: number, budget: Budget): StepResult {
  const entered: RunState = {
    ...state,
    status: 'running',
    pauseReason: null,
    slicePasses: 0,
    sliceStart: at,
  };
  return pass(plan, entered, at, budget, [{ kind: 'started' }]);
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
function pass(plan: Plan, state: RunState, at: number, budget: Budget, effects: Effect[]): StepResult {
  const left = state.batch.slice(state.at);
  const batch = [...left, ...state.promotable].sort((a, b) => a - b);
  // Quiescence: the first pass that returns nothing ends the run.
  if (batch.length === 0) return completeRun(plan, state, at, effects);
  const spent = spentBudget(state, at, budget);
  if (spent !== undefined) return pauseRun(state, spent, effects);
  let cells = state.cells;
  for (const index of state.promotable) {
    const cell = itemAt(cells, index);
    if (cell === undefined) continue;
    cells = withItem(cells, index, { ...cell, status: 'pending', queued: false });
    effects.push({ kind: 'persist', index, change: { status: 'pending' } });
  }
  const passed: RunState = {
    ...state,
    cells,
    promotable: [],
    batch,
    at: 0,
    passes: state.passes + 1,
    slicePasses: state.slicePasses + 1,
  };
  return claim(passed, at, effects);
}

/** ORC-10: which budget is spent. The pass budget counts the whole run's passes since it was entered. */
function spentBudget(state: RunState, at: number, budget: Budget): string | undefined {
  if (state.slicePasses >= budget.maxPasses) return 'scheduler_budget';
  return at - state.sliceStart >= budget.maxMs ? 'time_budget' : undefined;
}

/** ORC-14: the next pending job, marked running in the same commit that promoted it, before it executes. */
function claim(state: RunState, at: number, effects: Effect[]): StepResult {
  const index = state.batch[state.at];
  const cell = index === undefined ? undefined : itemAt(state.cells, index);
  if (index === undefined || cell === undefined) return { state, effects };
  const order = state.executed + 1;
  const attempts = cell.attempts + 1;
  const running: Cell = { ...cell, status: 'running', order, attempts };
  effects.push(
    { kind: 'persist', index, change: { status: 'running', order, attempts, started: at } },
    { kind: 'execute', index, attempt: attempts, retry: false },
  );
  return {
    state: {
      ...state,
      cells: withItem(state.cells, index, running),
      current: index,
      at: state.at + 1,
      executed: order,
    },
    effects,
  };
}

/** What comes after a job: the rest of the pass, or the next one. */
function proceed(plan: Plan, state: RunState, at: number, budget: Budget, effects: Effect[]): StepResult {
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
  const settle = (changes: Partial<Cell>): RunState => ({
    ...state,
    current: null,
    cells: withItem(state.cells, index, { ...cell, ...changes }),
  });
  // ERR-1: the lifecycle of a node that ended by its own verdict is `completed`; `failed` is for what escaped (ERR-3).
  const told = (status: NodeLifecycle['status']): Effect => ({
    kind: 'announce',
    nodes: [{ node: node.id, status }],
    jobs: [index],
  });
  if (signal?.type === 'cancel') return finishCancelled(plan, state, index, cell, node.id, outcome, at);
  switch (outcome.kind) {
    case 'completed': {
      const { outputs, activeBranches } = outcome;
      const effects: Effect[] = [
        { kind: 'persist', index, change: { status: 'completed', ended: at, outputs, activeBranches } },
        told('completed'),
      ];
      const settled = settle({ status: 'completed', outputs, activeBranches });
      return proceed(plan, follow(plan, settled, index, effects), at, budget, effects);
    }
    case 'stopped': {
      const { outputs } = outcome;
      const settled = settle({ status: 'completed', outputs });
      return stopRun(settled, [
        { kind: 'persist', index, change: { status: 'completed', ended: at, outputs } },
        told('completed'),
      ]);
    }
    case 'interrupted': {
      const { id, type } = outcome;
      const interrupt = { interrupt_id: id, interrupt_type: type };
      return pauseRun(settle({ status: 'interrupted' }), null, [
        { kind: 'persist', index, change: { status: 'interrupted' } },
        { kind: 'announce', nodes: [{ node: node.id, status: 'interrupted', interrupt }], jobs: [index] },
      ]);
    }
    case 'escaped': {
      const error = envelopeOf(node.id, outcome.output);
      return failRun(plan, settle({ status: 'failed' }), error, at, [
        { kind: 'persist', index, change: failed(at, error, false) },
        told('failed'),
      ]);
    }
    case 'error': {
      if (mayRetry(outcome.output, cell.attempts, node.maxRetries))
        return retry(state, index, cell, node.id, outcome.output);
      const error = envelopeOf(node.id, outcome.output);
      const routed = node.outgoing.some((edge) => plan.edges[edge]?.role === 'error');
      if (!routed) {
        // ERR-8: nowhere to go.
        return failRun(plan, settle({ status: 'failed' }), error, at, [
          { kind: 'persist', index, change: failed(at, error, false) },
          told('completed'),
        ]);
      }
      const outputs = routedOutputs(error);
      const effects: Effect[] = [
        { kind: 'persist', index, change: { ...failed(at, error, true), outputs } },
        told('completed'),
      ];
      const settled = settle({ status: 'failed', routed: true, outputs });
      return proceed(plan, follow(plan, settled, index, effects), at, budget, effects);
    }
  }
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
  const { change, settled } = endOf(cell, node, outcome, at);
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
  cell: Cell,
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
        settled: { ...cell, status: 'completed', outputs },
      };
    }
    case 'interrupted':
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

/** The record that edges see of a node that has ended; `undefined` where it has not, or its failure was not routed. */
export function recordOf(plan: Plan, state: RunState, index: number): ExecutionRecord | undefined {
  const cell = itemAt(state.cells, index);
  const node = plan.nodes[index];
  if (cell === undefined || node === undefined || cell.outputs === null) return undefined;
  if (cell.status !== 'completed' && !cell.routed) return undefined;
  return {
    node: node.id,
    verdict: cell.routed ? 'routed' : 'completed',
    order: cell.order,
    outputs: cell.outputs,
    activeBranches: cell.activeBranches,
    rounds: [],
  };
}

/** Tells the targets of a node that has ended, and no other node. */
export function follow(plan: Plan, state: RunState, index: number, effects: Effect[]): RunState {
  const node = plan.nodes[index];
  const record = recordOf(plan, state, index);
  if (node === undefined || record === undefined) return state;
  let cells = state.cells;
  let promotable: number[] | undefined;
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
    const target = plan.nodes[edge.to];
    const cell = itemAt(cells, edge.to);
    if (target === undefined || cell === undefined || cell.status !== 'idle' || cell.queued) continue;
    if (!satisfies(edge, record, { branches: node.branches, superseded: false, consumer: [] })) continue;
    const arrivals = arrive(cell.arrivals, edge);
    if (arrivals === cell.arrivals) continue;
    const queued = isReady(target.gates, arrivals);
    cells = withItem(cells, edge.to, { ...cell, arrivals, queued });
    if (queued) {
      promotable ??= [...state.promotable];
      promotable.push(edge.to);
    }
  }
  return cells === state.cells ? state : { ...state, cells, promotable: promotable ?? state.promotable };
}
