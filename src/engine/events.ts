// What goes into a step of a run and what comes out of it, all of it data.
import type { JsonObject } from '../model/json';
import type { RunStatus } from '../model/status';
import type { Rounds } from './delivery/record';
import type { ErrorOutput } from './error-output';
import type { IteratorUpdate } from './loops/iterator';
import type { ErrorEnvelope, JobRow, LogRow, NodeLifecycle, RunWarning } from './ports';
import type { RunState } from './state';

/** How an execution of a node ended. */
export type Outcome =
  /** `outputs` as recorded: checked, stripped, with the unified port. */
  | {
      readonly kind: 'completed';
      readonly outputs: JsonObject;
      readonly activeBranches: readonly string[];
      readonly iterator?: IteratorUpdate;
    }
  /** ERR-1: the node signalled a failure. */
  | { readonly kind: 'error'; readonly output: ErrorOutput }
  /** ERR-3: something else was thrown. */
  | { readonly kind: 'escaped'; readonly output: ErrorOutput }
  /** ERR-5: the node ends the run successfully. */
  | { readonly kind: 'stopped'; readonly outputs: JsonObject }
  /** ERR-4: the node asked for something from outside the run. */
  | { readonly kind: 'interrupted'; readonly id: string; readonly type: string }
  /** The node waits for a time; milliseconds. */
  | { readonly kind: 'waiting'; readonly until: number };

export type RunSignal = { readonly id: string; readonly type: 'cancel' | 'pause'; readonly reason: string };

/** What happens to a run. */
export type RunInput =
  | { readonly type: 'begin'; readonly at: number }
  /** `signal`: a cancel that is known already; it outranks what the job's outcome would do to the run (ORC-11). */
  | {
      readonly type: 'jobFinished';
      readonly outcome: Outcome;
      readonly at: number;
      readonly signal?: RunSignal;
    }
  /** INT-5: observed between jobs. */
  | { readonly type: 'signal'; readonly signal: RunSignal; readonly at: number }
  /** ORC-10: with a fresh budget; a stale pause reason is cleared. */
  | {
      readonly type: 'resume';
      readonly at: number /** A person does not want to wait for the times that jobs wait for. */;
      readonly skip?: { readonly user: string | null } | undefined;
    }
  /** The owner died: what its pass had left is worked off first, in its order, with a fresh budget. */
  | { readonly type: 'recover'; readonly at: number }
  /** The run cannot be gone on with, and fails. */
  | { readonly type: 'abandon'; readonly error: ErrorEnvelope; readonly at: number };

/** What changes in the row of one job. `outputs` are plain; whoever persists them decides how. */
export type JobChange = Partial<
  Pick<
    JobRow,
    | 'status'
    | 'order'
    | 'attempts'
    | 'started'
    | 'ended'
    | 'errorRouted'
    | 'skipReason'
    | 'error'
    | 'rounds'
    | 'timer'
    | 'interrupt'
  >
> & { readonly outputs?: JsonObject; readonly activeBranches?: readonly string[] };

export type Effect =
  /** SG-8: a further execution of the node; later effects on its index mean this job. */
  | {
      readonly kind: 'job';
      readonly index: number;
      readonly occurrence: number;
      readonly rounds: Rounds;
    }
  | { readonly kind: 'warn'; readonly warning: RunWarning }
  | { readonly kind: 'persist'; readonly index: number; readonly change: JobChange }
  /** Run this job, which is claimed as soon as the step is committed (ORC-14). */
  | {
      readonly kind: 'execute';
      readonly index: number;
      readonly attempt: number /** In place, within a job (ERR-11). */;
      readonly retry: boolean;
    }
  | { readonly kind: 'announce'; readonly nodes: readonly NodeLifecycle[]; readonly jobs: readonly number[] }
  | {
      readonly kind: 'log';
      readonly level: LogRow['level'];
      readonly message: string;
      readonly node: string;
      readonly edge?: string;
    }
  | { readonly kind: 'started' }
  /** The run waits: `reason` is null where a person is waited for (INT-12). */
  | {
      readonly kind: 'wait';
      readonly reason: string | null /** When the next wait for a time ends. */;
      readonly wakeAt?: number | undefined;
    }
  | { readonly kind: 'end'; readonly status: RunStatus; readonly skipped: readonly string[] };

export type StepResult = { readonly state: RunState; readonly effects: readonly Effect[] };
