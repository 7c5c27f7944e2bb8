// What the doors of runs need from the world. A place that runs nothing has none of it.
import type { Catalog } from '../catalog/types';
import type { SignalAnswer, SignalRefusal } from '../engine/engine';
import type { AnswerRequest, InterruptRefusal, Withdrawal } from '../engine/interrupts/desk';
import type { InterruptRow } from '../engine/interrupts/row';
import type { LaunchFailure, LaunchRequest } from '../engine/launch';
import type { InterruptStore, JobRow, RunRow, RunStore } from '../engine/ports';
import type { WorkflowDocument } from '../model/document';
import type { Json } from '../model/json';
import type { Result } from '../model/problem';
import type { RunStatus } from '../model/status';
import type { Principal } from './principal';

export type RunQuery = {
  readonly workflow?: string;
  readonly status?: RunStatus;
  /** Only runs that this principal launched. */
  readonly owner?: string;
  readonly limit: number;
  readonly offset: number;
};

/** What a door asks for beside the workflow itself. */
export type DoorLaunch = Pick<
  LaunchRequest,
  | 'inputs'
  | 'strategy'
  | 'checkpoint'
  | 'thread'
  | 'snapshot' /** MEM-8: of a turn of a session; else the run is for whoever launches it. Never from a body. */
  | 'identity'
>;

/** Runs of a place: they are launched, driven, signalled and read here. */
export type RunService = {
  /** Whatever is published is read from here: it is what is persisted (PIPE-1). */
  readonly rows: Pick<RunStore, 'run' | 'jobs' | 'value' | 'logs'> & {
    readonly interrupts: Pick<InterruptStore, 'get' | 'list'>;
  };
  /** Newest first; `total` counts under the same filter, before paging (API-6). */
  list(query: RunQuery): Promise<{ readonly rows: readonly RunRow[]; readonly total: number }>;
  /** PIPE-5: a job with the runs that name it. */
  job(id: string): Promise<{ readonly job: JobRow; readonly runs: readonly RunRow[] } | undefined>;
  /** Id of the principal who launched a run; null where nobody is known. */
  ownerOf(run: RunRow): string | null;
  /** PIPE-5: what a place adds to the access to jobs; absent: whoever may view the run of a job may view the job. */
  mayViewJob?(principal: Principal, job: JobRow): boolean;
  /** Whether a launch with this strategy is waited for by its nature (ORC-5). */
  isSynchronous(strategy: string | undefined): boolean;
  launch(
    catalog: Catalog,
    document: WorkflowDocument,
    request: DoorLaunch,
    owner: Principal,
  ): Promise<Result<RunRow, LaunchFailure>>;
  /** INT-11: a new, independent run with the input of another one. */
  rerun(
    catalog: Catalog,
    document: WorkflowDocument | undefined,
    run: RunRow,
    owner: Principal,
  ): Promise<Result<RunRow, LaunchFailure>>;
  /** Resolves when the run has ended or waits for a person, or when this place stops; with the run as it is then. */
  rest(run: string): Promise<RunRow | undefined>;
  /** INT-6: the snapshot of a run as it stands; `undefined` where none can be made. */
  snapshot(run: string): Promise<Json | undefined>;
  /** INT-5: the last signal of a run, for the answer to whoever waited for it. */
  signalOf(run: string): RunRow['signal'];
  cancel(catalog: Catalog, run: string, reason: string): Promise<Result<SignalAnswer, SignalRefusal>>;
  pause(catalog: Catalog, run: string, reason: string): Promise<Result<SignalAnswer, SignalRefusal>>;
  resume(catalog: Catalog, run: string): Promise<Result<SignalAnswer, SignalRefusal>>;
  /** INT-3, INT-19. */
  answer(
    catalog: Catalog,
    interrupt: string,
    request: AnswerRequest,
  ): Promise<Result<InterruptRow, InterruptRefusal>>;
  withdraw(
    catalog: Catalog,
    interrupt: string,
    request: Withdrawal,
  ): Promise<Result<InterruptRow, InterruptRefusal>>;
};
