// The rows of a run as they are first written.
import type { JsonObject } from '../model/json';
import { recordedLoops } from './loops/membership';
import { stampOf } from './loops/rounds';
import type { Plan } from './plan';
import type { Ids, JobRow, RunConfig, RunParent, RunRow, RunWarning, StrategyId } from './ports';
import { DEFAULT_LIMITS } from './state';

export type NewRun = {
  readonly plan: Plan;
  readonly strategy: StrategyId;
  /** The workflow in the API form, frozen with the run. */
  readonly document: JsonObject;
  readonly initialData: JsonObject;
  readonly inputs: JsonObject;
  readonly warnings: readonly RunWarning[];
  readonly config?: RunConfig | undefined;
  readonly startState?: JsonObject | undefined;
  readonly rerunOf?: string | undefined;
  readonly child?: ChildRow | undefined;
  readonly seeded?: RunRow['seeded'];
  readonly identity?: RunRow['identity'];
};

/** Of a run that a node starts: the id that it has to have, and the job that starts it. */
export type ChildRow = { readonly id: string; readonly parent: RunParent };

/** Fencing number of a run that nobody has ever entered: the first who does has number 1. */
export const UNOWNED = 0;

/** A run that has not begun, owned by its maker (fencing number 1). */
export function newRunRow(run: NewRun, ids: Ids, now: number): RunRow {
  const loops = recordedLoops(run.plan);
  return {
    v: 1,
    id: run.child?.id ?? ids.uuid(),
    workflow: run.plan.workflow,
    workflowName: run.plan.name,
    strategy: run.strategy,
    status: 'pending',
    pauseReason: null,
    error: null,
    document: run.document,
    initialData: run.initialData,
    inputs: run.inputs,
    outputs: null,
    warnings: run.warnings,
    skipped: [],
    passes: 0,
    created: now,
    started: null,
    ended: null,
    ...(run.rerunOf === undefined ? {} : { rerunOf: run.rerunOf }),
    ...(run.seeded === undefined ? {} : { seeded: run.seeded }),
    ...(run.child === undefined ? {} : { parent: run.child.parent }),
    ...(run.identity === undefined ? {} : { identity: run.identity }),
    ...(loops === undefined ? {} : { loops }),
    config: run.config ?? DEFAULT_LIMITS,
    ...(run.startState === undefined ? {} : { startState: run.startState }),
    fence: 1,
    signal: null,
    seq: 1,
  };
}

/** One job a node of the execution graph; its priority is its place in the topological order (CMP-8, ORC-9). */
export function newJobRows(plan: Plan, run: string, ids: Ids, now: number): JobRow[] {
  const launched = plan.loops.map(() => 0);
  return plan.nodes.map((node, priority) => ({
    v: 1,
    id: ids.uuid(),
    run,
    node: node.id,
    nodeType: node.node_type_id,
    processor: node.processor,
    label: node.label,
    status: 'idle',
    errorRouted: false,
    skipReason: null,
    priority,
    order: null,
    attempts: 0,
    occurrence: 0,
    rounds: stampOf(plan.loops, node.loops, launched),
    serial: priority,
    inputs: null,
    origins: null,
    outputs: null,
    activeBranches: null,
    error: null,
    created: now,
    started: null,
    ended: null,
  }));
}

/** SG-8: the row of a further execution of a node whose newest row is `row`. */
export function nextJobRow(
  row: JobRow,
  { occurrence, rounds, serial }: Required<Pick<JobRow, 'occurrence' | 'rounds' | 'serial'>>,
  ids: Ids,
  now: number,
): JobRow {
  return {
    ...row,
    id: ids.uuid(),
    status: 'idle',
    errorRouted: false,
    skipReason: null,
    order: null,
    attempts: 0,
    occurrence,
    rounds,
    serial,
    timer: undefined,
    inputs: null,
    origins: null,
    outputs: null,
    activeBranches: null,
    error: null,
    created: now,
    started: null,
    ended: null,
  };
}
