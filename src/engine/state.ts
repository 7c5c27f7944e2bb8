/*
 * How a run stands. One cell a node, in a vector, so that a step copies a path of the tree and not the graph.
 *
 * A cell knows two executions of its node and no more: the newest one (its job: status, order, attempts, rounds) and, in
 * `done`, the newest that has ended, which is all that edges ever read. Older rounds live in their rows only. An execution
 * that waits for some of its edges has no job yet: it is the cell's `arrivals`. Its job is made when it has what it waits
 * for, and joins the rounds that the loops are in then.
 *
 * `counters` holds the round of every loop, and is replaced as a whole when a loop re-enters. So a cell can tell whether
 * anything has been re-entered since it last looked by comparing one reference (`since`), and looks at its incoming edges
 * again at most once a re-entry. `active` counts, for every loop, the executions in its body that are ready, pending,
 * running or interrupted. A loop goes into its next round when that count falls to nothing: all that its round had to do is
 * done, and rounds never overlap, whoever finishes first.
 */
import type { JobStatus, RunStatus } from '../model/status';
import type { Arrivals } from './delivery/readiness';
import { isReady, NOTHING } from './delivery/readiness';
import type { ExecutionRecord, Rounds } from './delivery/record';
import { freshState, type GraphState, iterationsOf } from './graph/state';
import type { IteratorState } from './loops/iterator';
import { type Counters, stampOf } from './loops/rounds';
import type { Plan } from './plan';
import type { ErrorEnvelope } from './ports';
import type { JobTimer } from './timers/job-timer';
import { type Vector, vectorOf } from './vector';

/** What the run knows of one node of the plan. */
export type Cell = {
  /** Of its newest job. */
  readonly status: JobStatus;
  /** SG-8: how many executions of the node came before that job. */
  readonly occurrence: number;
  /** An execution that has some of its edges and not all. */
  readonly waiting: boolean;
  /** It could go on with values of an earlier round, of loops that it is not in; it does when no newer ones can come. */
  readonly held: boolean;
  /** Satisfied incoming edges of the execution that waits. */
  readonly arrivals: Arrivals;
  /** Its job has what it waits for and waits for the next pass. */
  readonly queued: boolean;
  /** The job was made by a loopback edge, not by forward ones. */
  readonly reentered: boolean;
  /** Rounds that the newest execution belongs to (SG-17). */
  readonly rounds: Rounds;
  /** The counters when an arrival was last taken into account. */
  readonly since: Counters;
  readonly order: number | null;
  readonly attempts: number;
  /** The newest execution that has ended, as edges see it; null where there is none they could follow. */
  readonly done: ExecutionRecord | null;
  readonly iterator: IteratorState | null;
  /** The time that its job waits for, or waited for. */
  readonly timer: JobTimer | null;
};

/** A loop that waits for the end of its round to re-enter at `head`. */
export type Reentry = { readonly loop: number; readonly head: number; readonly tail: number };

/** Bounds of loops. */
export type LoopLimits = {
  /** SG-7: rounds of one loop, the first included. */
  readonly maxLoopRounds: number;
  /** SG-14: re-entries of the whole run that no iterator drives; one more ends it. */
  readonly maxIterations: number;
};
export const DEFAULT_LIMITS: LoopLimits = { maxLoopRounds: 100, maxIterations: 100 };

/** The state of a run under the pipeline strategies. Plain data; indexes are positions in `Plan.nodes`. */
export type RunState = {
  readonly status: RunStatus;
  readonly pauseReason: string | null;
  readonly cells: Vector<Cell>;
  /** Idle jobs whose dependencies are met: the next pass makes them pending (ORC-9). */
  readonly promotable: Vector<number>;
  /** What the current pass returned, in ascending priority, and how far it was worked through. */
  readonly batch: readonly number[];
  readonly at: number;
  /** The claimed job (ORC-14). */
  readonly current: number | null;
  /** Executions so far: the next one's order is one more. */
  readonly executed: number;
  /** Scheduler passes over the whole run, and since the run was last entered (ORC-10). */
  readonly passes: number;
  readonly slicePasses: number;
  /** When the run was last entered; milliseconds. */
  readonly sliceStart: number;
  readonly error: ErrorEnvelope | null;
  readonly counters: Counters;
  /** By loop: executions in its body that are ready, pending, running or interrupted. */
  readonly active: readonly number[];
  /** SG-7: by loop, re-entries that no iterator drove; nested loops begin again with their outer one. */
  readonly undriven: readonly number[];
  readonly reentries: readonly Reentry[];
  /** Nodes whose cell is `held`. */
  readonly held: readonly number[];
  /** SG-14. */
  readonly iterations: number;
  readonly limits: LoopLimits;
  /** SG-1: what the nodes of the run share. */
  readonly graph: GraphState;
};

/** Bounds of one slice of a run (ORC-10). */
export type Budget = { readonly maxPasses: number; readonly maxMs: number };
export const DEFAULT_BUDGET: Budget = { maxPasses: 100, maxMs: 300_000 };

/** The state of a run that has not begun. */
export function initialState(
  plan: Plan,
  limits: LoopLimits = DEFAULT_LIMITS,
  graph: GraphState = freshState(),
): RunState {
  const promotable: number[] = [];
  const counters = plan.loops.map(() => 0);
  const active = plan.loops.map(() => 0);
  const idle: Cell = {
    status: 'idle',
    occurrence: 0,
    waiting: false,
    held: false,
    arrivals: NOTHING,
    queued: false,
    reentered: false,
    rounds: [],
    since: counters,
    order: null,
    attempts: 0,
    done: null,
    iterator: null,
    timer: null,
  };
  const cells = plan.nodes.map((node, index): Cell => {
    const cell =
      node.loops.length === 0 ? idle : { ...idle, rounds: stampOf(plan.loops, node.loops, counters) };
    if (!isReady(node.gates, NOTHING)) return cell;
    promotable.push(index);
    for (const loop of node.loops) active[loop] = (active[loop] ?? 0) + 1;
    return { ...cell, queued: true };
  });
  return {
    status: 'pending',
    pauseReason: null,
    cells: vectorOf(cells),
    promotable: vectorOf(promotable),
    batch: [],
    at: 0,
    current: null,
    executed: 0,
    passes: 0,
    slicePasses: 0,
    sliceStart: 0,
    error: null,
    counters,
    active,
    undriven: counters,
    reentries: [],
    held: [],
    iterations: iterationsOf(graph) ?? 0,
    limits,
    graph,
  };
}

/** A state that one step changes in place, made of a state that nobody changes. */
export type Draft = { -readonly [K in keyof RunState]: RunState[K] };
/** Written out, because every step of every run makes one: a literal costs a fraction of a spread. */
export function draftOf(state: RunState): Draft {
  return {
    status: state.status,
    pauseReason: state.pauseReason,
    cells: state.cells,
    promotable: state.promotable,
    batch: state.batch,
    at: state.at,
    current: state.current,
    executed: state.executed,
    passes: state.passes,
    slicePasses: state.slicePasses,
    sliceStart: state.sliceStart,
    error: state.error,
    counters: state.counters,
    active: state.active,
    undriven: state.undriven,
    reentries: state.reentries,
    held: state.held,
    iterations: state.iterations,
    limits: state.limits,
    graph: state.graph,
  };
}

/** A copy of a cell, to be changed before it is put. */
export function cellOf(cell: Cell): { -readonly [K in keyof Cell]: Cell[K] } {
  return {
    status: cell.status,
    occurrence: cell.occurrence,
    waiting: cell.waiting,
    held: cell.held,
    arrivals: cell.arrivals,
    queued: cell.queued,
    reentered: cell.reentered,
    rounds: cell.rounds,
    since: cell.since,
    order: cell.order,
    attempts: cell.attempts,
    done: cell.done,
    iterator: cell.iterator,
    timer: cell.timer,
  };
}
