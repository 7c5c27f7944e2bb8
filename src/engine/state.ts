import type { JsonObject } from '../model/json';
import type { JobStatus, RunStatus } from '../model/status';
import type { Arrivals } from './delivery/readiness';
import { isReady, NOTHING } from './delivery/readiness';
import type { Plan } from './plan';
import type { ErrorEnvelope } from './ports';
import { type Vector, vectorOf } from './vector';

/** What the run knows of one node of the plan. */
export type Cell = {
  readonly status: JobStatus;
  /** Satisfied incoming edges so far. */
  readonly arrivals: Arrivals;
  /** Its dependencies are met and it waits for the next pass. */
  readonly queued: boolean;
  readonly order: number | null;
  readonly attempts: number;
  readonly routed: boolean;
  /** What edges deliver from it; null until it ended. */
  readonly outputs: JsonObject | null;
  readonly activeBranches: readonly string[];
};

/** The state of a run under the pipeline strategies. Plain data; indexes are positions in `Plan.nodes`. */
export type RunState = {
  readonly status: RunStatus;
  readonly pauseReason: string | null;
  readonly cells: Vector<Cell>;
  /** Idle nodes whose dependencies are met: the next pass makes them pending (ORC-9). */
  readonly promotable: readonly number[];
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
};

/** Bounds of one slice of a run (ORC-10). */
export type Budget = { readonly maxPasses: number; readonly maxMs: number };
export const DEFAULT_BUDGET: Budget = { maxPasses: 100, maxMs: 300_000 };

const IDLE: Cell = {
  status: 'idle',
  arrivals: NOTHING,
  queued: false,
  order: null,
  attempts: 0,
  routed: false,
  outputs: null,
  activeBranches: [],
};

/** The state of a run that has not begun. */
export function initialState(plan: Plan): RunState {
  const promotable: number[] = [];
  const cells = plan.nodes.map((node, index): Cell => {
    if (!isReady(node.gates, NOTHING)) return IDLE;
    promotable.push(index);
    return { ...IDLE, queued: true };
  });
  return {
    status: 'pending',
    pauseReason: null,
    cells: vectorOf(cells),
    promotable,
    batch: [],
    at: 0,
    current: null,
    executed: 0,
    passes: 0,
    slicePasses: 0,
    sliceStart: 0,
    error: null,
  };
}
