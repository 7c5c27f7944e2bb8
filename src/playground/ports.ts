// What the playground needs from the app. The engine's client and the store stand behind it; tests give one in memory.

import type { InterruptRow } from '../engine/interrupts/row';
import type { CheckpointStoreName, JobRow, LogRow, RunRow, StrategyId } from '../engine/ports';
import type { Contract } from '../model/document';
import type { Json, JsonObject } from '../model/json';

/** Everything persisted of one run, as one consistent read. `jobs` in the order they ran, those that did not run last. */
export type RunView = {
  readonly run: RunRow;
  readonly jobs: readonly JobRow[];
  readonly logs: readonly LogRow[];
  /** It is paused and has its place in the queue: it goes on by itself. */
  readonly queued?: true;
};

/** A row of the list of earlier runs. */
export type RunSummary = Pick<RunRow, 'id' | 'status' | 'created' | 'started' | 'ended' | 'error'> & {
  /** It waits in the queue until a worker has room for it. */
  readonly queued?: true;
};

export type LaunchRequest = {
  /** The workflow in the API form, as it is on the canvas. */
  readonly document: JsonObject;
  /** The contract that it publishes, where one is known. */
  readonly contract?: Contract | undefined;
  /** Absent beside a snapshot, which has its own. */
  readonly inputs?: JsonObject | undefined;
  /** MAN-12: node-keyed data, from the author's own form only. */
  readonly initialData?: JsonObject | undefined;
} & RunChoices & {
    /** Id of a checkpoint whose state the run begins with (SG-12). */
    readonly checkpoint?: string | undefined;
    /** A snapshot of a run that has not ended: what it records as done is not done again (INT-10). */
    readonly snapshot?: Json | undefined;
  };

/** How a run is driven, where it was chosen for it; what is absent is as the settings say. */
export type RunChoices = {
  readonly strategy?: StrategyId | undefined;
  /** Of the state graph: the thread that the run is a turn of, and where its states are kept. */
  readonly thread?: string | undefined;
  readonly checkpoints?: CheckpointStoreName | undefined;
};

/** One state of a run, as it was after a node; the last one is how the run ended. */
export type RunCheckpoint = {
  readonly id: string;
  /** Id of the node, or `workflow_end`. */
  readonly name: string;
  readonly state: JsonObject;
  /** INT-14: of a run that has ended, so that no run is resumed from it. */
  readonly ended: boolean;
};

/** A stored snapshot of a run. */
export type SavedSnapshot = {
  readonly run: string;
  readonly changed: number;
  readonly nodes: number;
  readonly done: number;
  /** INT-14: its run had ended. */
  readonly ended: boolean;
  readonly payload: Json;
};

/** What is stored beside the rows of runs; loaded when it is first looked at. */
export type RunStates = {
  /** In the order they were made. */
  checkpoints(runId: string): Promise<readonly RunCheckpoint[]>;
  /** Of this workflow's runs, the latest change first. */
  snapshots(workflow: string): Promise<readonly SavedSnapshot[]>;
  /** Stores the snapshot of a run as it stands. False: none can be made. */
  save(runId: string): Promise<boolean>;
  /** @returns brings it back. */
  remove(runId: string): Promise<() => Promise<void>>;
  /** What drives a run for which nothing was chosen. */
  usual(): Promise<StrategyId>;
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

/** What runs ask of the person before the page. */
export type Questions = {
  /** `undefined`: it is no longer stored. */
  read(interrupt: string): Promise<InterruptRow | undefined>;
  answer(interrupt: string, value: Json): Promise<Answer<null>>;
  withdraw(interrupt: string): Promise<Answer<null>>;
};

export type RunSource = {
  /** Absent where nothing is asked. */
  readonly questions?: Questions;
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
  /** Absent where nothing of the kind is stored. */
  states?(): Promise<RunStates>;
  rememberedInputs(workflow: string): Promise<EnteredInputs>;
  rememberInputs(workflow: string, entered: EnteredInputs): Promise<void>;
};
