// What the playground needs from the app. The engine's client and the store stand behind it; tests give one in memory.
import type { JobRow, LogRow, RunRow } from '../engine/ports';
import type { Contract } from '../model/document';
import type { Json, JsonObject } from '../model/json';

/** Everything persisted of one run, as one consistent read. `jobs` in the order they ran, those that did not run last. */
export type RunView = {
  readonly run: RunRow;
  readonly jobs: readonly JobRow[];
  readonly logs: readonly LogRow[];
};

/** A row of the list of earlier runs. */
export type RunSummary = Pick<RunRow, 'id' | 'status' | 'created' | 'started' | 'ended' | 'error'>;

export type LaunchRequest = {
  /** The workflow in the API form, as it is on the canvas. */
  readonly document: JsonObject;
  /** The contract that it publishes, where one is known. */
  readonly contract?: Contract | undefined;
  readonly inputs: JsonObject;
  /** MAN-12: node-keyed data, from the author's own form only. */
  readonly initialData: JsonObject;
};

/** A refusal of the engine's door: nothing was started. */
export type Refusal = { readonly message: string; readonly code: string; readonly details: readonly Json[] };
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** What was typed into the run form of a workflow, by field. */
export type EnteredInputs = { readonly [field: string]: string };

/** Another run, and the address that shows it. */
export type RunLink = { readonly workflow: string; readonly href: string };

export type RunSource = {
  launch(request: LaunchRequest): Promise<Answer<string>>;
  cancel(runId: string, reason: string): Promise<Answer<null>>;
  /** The run waits after the job in flight, until it is resumed. */
  pause(runId: string, reason: string): Promise<Answer<null>>;
  resume(runId: string): Promise<Answer<null>>;
  /** Reads now and after every announcement. `undefined`: there is no such run. Returns how to stop. */
  watchRun(runId: string, listener: (view: RunView | undefined) => void): () => void;
  /** Newest first. Reads now and after every announcement of this workflow's runs. */
  watchRuns(workflow: string, listener: (runs: readonly RunSummary[]) => void): () => void;
  /** The run that an execution of a node has started; `undefined`: none, or it is no longer stored. */
  childOf(job: JobRow): Promise<RunLink | undefined>;
  /** The run whose node started this one; `undefined`: none did, or it is no longer stored. */
  parentOf(run: RunRow): Promise<RunLink | undefined>;
  /** A value that a row refers to; `undefined`: it is no longer stored. */
  value(hash: string): Promise<Json | undefined>;
  remove(runId: string): Promise<void>;
  rememberedInputs(workflow: string): Promise<EnteredInputs>;
  rememberInputs(workflow: string, entered: EnteredInputs): Promise<void>;
};
