// What a node that runs another workflow is given: the child run of its job.
import type { JsonObject } from '../../model/json';
import type { Result } from '../../model/problem';
import type { RunSignal } from '../events';
import type { JobRow, RunRow } from '../ports';

/** Workflows in each other at most, the outermost included. */
export const MOST_LEVELS = 5;

/** The processor that runs a workflow of the author's choice. */
export const WORKFLOW_EXECUTOR = 'flowdrop_workflow_executor:workflow_executor';

export type ChildRequest = {
  readonly workflow: string;
  /** Declared inputs by name; the node-keyed shape is no way in (MAN-12). */
  readonly inputs: JsonObject;
  /** Nobody waits for it: it is queued (ORC-12), and neither pauses nor ends with the run that started it. */
  readonly detached?: boolean;
};

/** Why no child was started. Nothing has been created. */
export type ChildRefusal = { readonly code: string; readonly message: string; readonly details?: JsonObject };

/** How long a child is waited for, and how often it is looked at; milliseconds. */
export type Patience = { readonly mostMs?: number; readonly pollMs?: number };

/** The child runs of one attempt at one job. */
export type ChildRuns = {
  /** Starts the child of this attempt. If it has one already, from before a crash or a pause, that one is taken up. */
  start(request: ChildRequest): Promise<Result<string, ChildRefusal>>;
  /**
   * Waits until the run has ended, and gives its row; after `mostMs`, the row as it is then. A cancel or a pause of the run
   * of this job reaches the child meanwhile. Throws {@link Suspended} where the child waits because of such a pause.
   */
  end(child: string, patience?: Patience): Promise<RunRow>;
  /** A run that this one, a run above it or an earlier run of their workflows has started. */
  find(child: string): Promise<RunRow | undefined>;
  /** MAN-17: the declared outputs by name. */
  outputs(child: RunRow): Promise<JsonObject>;
};

export type ChildRunsMaker = {
  /** @param attempt number of the attempt at the job, from 1. */
  of(parent: RunRow, job: JobRow, attempt: number, signal: AbortSignal): ChildRuns;
  /** Cancels what these jobs, of a run that has ended, still have running. */
  abandon(parent: RunRow, jobs: readonly JobRow[]): Promise<void>;
};

/**
 * Thrown where the run pauses while its job waits for a child: the job goes back to pending, and takes up the child when
 * the run goes on.
 */
export class Suspended extends Error {
  readonly signal: RunSignal;
  constructor(signal: RunSignal) {
    super('The run pauses, and the workflow that it waits for has paused.');
    this.name = 'Suspended';
    this.signal = signal;
  }
}
