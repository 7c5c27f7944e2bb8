// What an execution of a node is given beside its values, and what comes out of it.
import type { ChildRuns } from './children/types';
import type { Outcome, RunSignal } from './events';
import type { InterruptRow } from './interrupts/row';
import type { IteratorState } from './loops/iterator';
import type { Resolved } from './parameters/resolve';
import type { PlanNode } from './plan';
import type { EngineWorld, Logger } from './ports';
import type { EarlyInterrupts, Execute, ProcessorContext } from './processors/types';
import type { JobTimer } from './timers/job-timer';

/** Where a node's `execute` is found, by processor id. */
export type Executors = ReadonlyMap<string, Execute>;

/**
 * RT-GATE-1: asked before the first execution of a node, with its resolved parameters, and with what its job has asked with last.
 * Returns where the node may execute; throws an interrupt of the asker `gate` to ask, a `NodeFailure` to decline.
 */
export type Gate = (
  node: PlanNode,
  resolved: Resolved,
  asked: InterruptRow | undefined,
) => undefined | Promise<undefined>;

export type JobSetting = {
  readonly world: Omit<EngineWorld, 'store' | 'announce'>;
  readonly run: ProcessorContext['run'];
  readonly signal: AbortSignal;
  /** SG-4: of a ForEach head that is re-entered. */
  readonly iterator: IteratorState | null;
  /** Of a job that waited for a time; null where it did not. Absent where the run cannot wait. */
  readonly timer?: JobTimer | null;
  /** Id of the job. */
  readonly job?: string | undefined;
  /** What the job has asked with last, as it stands now; absent where it has not. */
  readonly interrupt?: InterruptRow | undefined;
  /** Of nodes that can ask before their job has ended. */
  readonly interrupts?: EarlyInterrupts | undefined;
  /** RT-GATE-1: asked before a first execution; it throws where the node does not execute now. */
  readonly gate?: Gate | undefined;
  /** Of nodes that may start runs. */
  readonly children?: ChildRuns | undefined;
  readonly log: Logger;
};

/** The outcome, and what the node was given (also where it was not enough). */
export type Executed = {
  readonly outcome: Outcome;
  readonly resolved: Resolved;
  /** What escaped or interrupted, as it was thrown (ERR-3, ERR-4). */
  readonly cause?: unknown;
  /** INT-5: the pause that was passed on to the run which the job waited for. The outcome means nothing then. */
  readonly suspended?: RunSignal;
};
