// What the engine needs from the world, as interfaces. The pure core knows none of them; the driver is given them.
import type { ExpressionHost } from '../expression/types';
import type { WorkflowDocument } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import type { InterruptStatus, InterruptType, JobStatus, RunStatus } from '../model/status';
import type { Rounds } from './delivery/record';
import type { InterruptRow } from './interrupts/row';
import type { RunLoops } from './loops/membership';
import type { RunIdentity } from './memory/identity';
import type { Memory } from './memory/store';
import type {
  ClaimRequest,
  EnqueueDecision,
  QueueChange,
  QueueClaim,
  QueueEntry,
  QueueOutlook,
  QueuePlace,
} from './queue/types';
import type { JobTimer } from './timers/job-timer';
import type { ModelToolOffer } from './tools/offer';

export type { ModelToolOffer } from './tools/offer';

export type Clock = {
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};
export type Ids = { uuid(): string };

/** A value as rows hold it: inline up to 4 kB of JSON, else by SHA-256 of its canonical JSON, with size and preview. */
export type StoredValue =
  | { readonly inline: Json }
  | { readonly ref: string; readonly size: number; readonly preview: string };
export type StoredValues = { readonly [port: string]: StoredValue };
export type ValueRow = { readonly v: 1; readonly hash: string; readonly size: number; readonly json: string };

export type StrategyId =
  | 'flowdrop_runtime:synchronous'
  | 'flowdrop_runtime:synchronous_pipeline'
  | 'flowdrop_runtime:asynchronous'
  | 'flowdrop_stategraph:stategraph';

/** Where a resolved parameter came from (CFG-4 to CFG-6; `dynamic`: DYN-4, CFG-15; `initial`: DATA-6). */
export type ParameterOrigin = 'wire' | 'initial' | 'config' | 'default' | 'dynamic' | 'unset';

/** The failure of a node (ERR-7). */
export type ErrorEnvelope = {
  readonly message: string;
  readonly code: string;
  readonly node_id: string;
  readonly retryable: boolean;
  readonly details?: Json;
};

/** The run (a pipeline). Everything a reader needs to list it without its jobs. */
export type RunRow = {
  readonly v: 1;
  readonly id: string;
  readonly workflow: string;
  readonly workflowName: string;
  readonly strategy: StrategyId;
  readonly status: RunStatus;
  /** Why it is paused: `scheduler_budget`, `time_budget`; null where a person is waited for (INT-12) or it is not paused. */
  readonly pauseReason: string | null;
  /** Why it failed, or was refused while running. */
  readonly error: ErrorEnvelope | null;
  /** Frozen copy of the workflow in the API form (data-model: a run freezes its own copy). */
  readonly document: JsonObject;
  readonly initialData: JsonObject;
  /** Declared inputs as the caller gave them. */
  readonly inputs: JsonObject;
  /** Declared outputs by name once ended (MAN-17). */
  readonly outputs: StoredValues | null;
  readonly warnings: readonly RunWarning[];
  /** Node ids that did not run, in order (BR-7). */
  readonly skipped: readonly string[];
  readonly passes: number;
  readonly created: number;
  readonly started: number | null;
  readonly ended: number | null;
  /** The run that this one is a re-run of (INT-11); absent where it is none. */
  readonly rerunOf?: string;
  /** The run whose node started this one; absent where none did. */
  readonly parent?: RunParent;
  /** INT-10: the execution whose snapshot it was seeded from, and how many jobs that gave; absent where none was. */
  readonly seeded?: { readonly from: string; readonly count: number };
  /** SG-17: the loops as they were at launch; absent where there are none. Written once. */
  readonly loops?: RunLoops;
  /** SG-12: the state that the run began with, where it is not a fresh one. Written once. */
  readonly startState?: JsonObject;
  /** SG-13: the configuration that the run resolved and resumes on; absent in rows from before there were loops. */
  readonly config?: RunConfig;
  /** Fencing number of the owner's lease; a commit with an older one is refused. */
  readonly fence: number;
  /** Pending signal, observed between jobs (INT-5). */
  readonly signal: { readonly id: string; readonly type: 'cancel' | 'pause'; readonly reason: string } | null;
  /** Sequence of the last announcement. */
  readonly seq: number;
  /** One of its jobs has asked somebody outside; absent: none ever did, and there is nothing to look for. */
  readonly asked?: true;
  /** For whom it runs, and in which session (MEM-8); absent: for nobody. Written once. */
  readonly identity?: RunIdentity;
  /** Of a paused run: when the next of its waits ends; absent where no job of it waits for a time. */
  readonly wakeAt?: number;
};

/** The job that started a run, and where that run stands. */
export type RunParent = {
  readonly run: string;
  readonly job: string;
  readonly node: string;
  /** Ids of the workflows that it is part of, outermost first. */
  readonly path: readonly string[];
  /** Nobody waits for it: it neither pauses nor ends with the run that started it. */
  readonly detached?: boolean;
};

/** How a run was configured, as it was resolved at launch. */
export type RunConfig = {
  /** SG-7: rounds of one loop, the first included. */
  readonly maxLoopRounds: number;
  /** SG-14: re-entries of the whole run that no iterator drives. */
  readonly maxIterations: number;
  /** SG-12: the thread whose state the run takes up and leaves; stateful strategies only. */
  readonly thread?: string;
  /** SG-11: where checkpoints are kept. */
  readonly checkpoints?: CheckpointStoreName;
};

/** SG-11: `memory` lives no longer than its process, `durable` as long as the run. */
export type CheckpointStoreName = 'memory' | 'durable';

export type RunWarning = {
  readonly code: string;
  readonly message: string;
  readonly node?: string;
  readonly edge?: string;
};

/** One execution of one node. */
export type JobRow = {
  readonly v: 1;
  readonly id: string;
  readonly run: string;
  readonly node: string;
  readonly nodeType: string;
  readonly processor: string;
  readonly label: string;
  readonly status: JobStatus;
  /** ERR-7: failed, and handled by an error edge. */
  readonly errorRouted: boolean;
  readonly skipReason: string | null;
  /** Lower runs first (ORC-9). */
  readonly priority: number;
  /** Position among executed jobs, from 1; null until it started (DATA-2). */
  readonly order: number | null;
  readonly attempts: number;
  /** SG-8: how many executions of the node came before; absent: none. */
  readonly occurrence?: number;
  /** SG-17: rounds of the loops that it belongs to, outermost first; absent in rows from before there were loops. */
  readonly rounds?: Rounds;
  /** Place in the order in which the stamps of the run's jobs were made; absent: that of `priority`. */
  readonly serial?: number;
  /** INT-10: it was not executed in this run: the execution that its outputs are of, and when it was seeded. */
  readonly injected?: { readonly from: string; readonly at: number };
  /** INT-1: the interrupt that it asked with last; of a node that runs a workflow it may be that run's. */
  readonly interrupt?: string;
  /** The time that it waits for, or waited for; absent where it did not. */
  readonly timer?: JobTimer;
  readonly inputs: StoredValues | null;
  readonly origins: { readonly [parameter: string]: ParameterOrigin } | null;
  /** After the strip (EXPO-14). */
  readonly outputs: StoredValues | null;
  readonly activeBranches: readonly string[] | null;
  readonly error: ErrorEnvelope | null;
  readonly created: number;
  readonly started: number | null;
  readonly ended: number | null;
};

export type LogRow = {
  readonly v: 1;
  readonly run: string;
  readonly seq: number;
  readonly at: number;
  readonly level: 'debug' | 'info' | 'warning' | 'error';
  readonly message: string;
  readonly node?: string;
  readonly data?: Json;
};

/** A checkpoint as stores keep it; its id is `{run}:{seq}`. */
export type StoredCheckpoint = { readonly seq: number; readonly state: JsonObject };

/** All that one step writes, in one transaction. */
export type StepCommit = {
  readonly run: RunRow;
  /** Rows that are new or changed, only those. */
  readonly jobs: readonly JobRow[];
  readonly values: readonly ValueRow[];
  readonly logs: readonly LogRow[];
  readonly checkpoint?: JsonObject;
  /** SG-11: of stateful runs. `seq` is unique in the run. */
  readonly checkpoints?: readonly StoredCheckpoint[];
  /** Id of the signal that the owner has dealt with: it is cleared if it still is the one that waits. */
  readonly answered?: string;
  /** What it does to the run's entry in the queue; where it says nothing, `changeOf` in `queue/judge.ts` tells. */
  readonly queue?: QueueChange;
  /** INT-1: questions that this step asks, or whose answers it has read. */
  readonly interrupts?: readonly InterruptRow[];
};

/** `stale`: another owner holds a newer fencing number, nothing was written. */
export type CommitResult =
  | {
      readonly ok: true /** The signal that waits in the stored row, read in the same transaction. */;
      readonly signal: RunRow['signal'];
    }
  | { readonly ok: false; readonly reason: 'stale' | 'missing' };

/** INT-16. `status`: how the run stood; `waiting`: the kind of the signal that waits already. */
export type SignalResult =
  | { readonly ok: true; readonly status: RunStatus }
  | { readonly ok: false; readonly reason: 'missing' }
  | { readonly ok: false; readonly reason: 'ended'; readonly status: RunStatus }
  | { readonly ok: false; readonly reason: 'pending'; readonly waiting: 'cancel' | 'pause' };

export type InterruptFilter = {
  readonly run?: string;
  readonly job?: string;
  readonly status?: InterruptStatus;
};

/** The interrupts of all runs. They are made by commits, and go with their run. */
export type InterruptStore = {
  get(id: string): Promise<InterruptRow | undefined>;
  /** The oldest first. */
  list(filter: InterruptFilter): Promise<readonly InterruptRow[]>;
  /** Those that a sweep has to look at by now (`dueAt`), the most overdue first. */
  due(now: number, limit: number): Promise<readonly InterruptRow[]>;
  /** When the next one is due; `undefined`: none will be. */
  soonest(): Promise<number | undefined>;
  /**
   * Changes an interrupt in one transaction. `change` is given the stored row and gives the new one, or `undefined` to leave
   * all as it is; it is synchronous. INT-3 (1): where the row is no longer pending, its job, if interrupted, is pending again in
   * the same transaction, unless its run has ended. Of two that change it at once, the second is given what the first made.
   *
   * @returns the row that was written; `undefined` where none was.
   */
  update(
    id: string,
    change: (stored: InterruptRow) => InterruptRow | undefined,
  ): Promise<InterruptRow | undefined>;
};

/**
 * ORC-14: the runs that are to be claimed by workers, an entry each, changed in the transactions that change the runs: a
 * commit puts and removes them (`StepCommit.queue`). `testing/queue-conformance.ts` is the promise in full.
 */
export type RunQueue = {
  /**
   * Hands out the entry that is due longest of those that are free (`freedom` in `queue/judge.ts`), raises the fencing number
   * of its run and notes the claim, in one transaction. `undefined`: there is none.
   */
  claim(request: ClaimRequest): Promise<{ readonly entry: QueueEntry; readonly run: RunRow } | undefined>;
  /** Moves the end of a lease. False: the claim is not this one any more. */
  renew(run: string, claim: QueueClaim): Promise<boolean>;
  /** Puts a claimed run back, for whoever claims it next. False: the claim is not of this fencing number any more. */
  release(run: string, fence: number, place: QueuePlace): Promise<boolean>;
  /**
   * Puts a run into the queue where `decide` says so, which is synchronous and is asked in the transaction that writes. It
   * is not asked of a run that has ended, is missing, or is claimed. False: nothing was written.
   */
  enqueue(run: string, decide: EnqueueDecision): Promise<boolean>;
  entry(run: string): Promise<QueueEntry | undefined>;
  outlook(): Promise<QueueOutlook>;
};

/**
 * Where runs live. `testing/store-conformance.ts` is the promise in full; every implementation runs it.
 *
 * Signals belong to the store: a commit never loses one that arrived meanwhile. After a commit the waiting signal is the
 * stored one, unless `answered` names it; else `run.signal` (a system pause, ORC-10); none where the run has ended (INT-17).
 */
export type RunStore = {
  /** One transaction. Rejects where a run of that id exists. */
  create(commit: StepCommit): Promise<void>;
  /** One transaction. `stale`: the stored fencing number is higher. `missing`: no such run. */
  commit(commit: StepCommit): Promise<CommitResult>;
  run(id: string): Promise<RunRow | undefined>;
  jobs(run: string): Promise<readonly JobRow[]>;
  value(hash: string): Promise<Json | undefined>;
  logs(run: string, after?: number): Promise<readonly LogRow[]>;
  /** The checkpoint of this `seq`, or the run's last. Absent where none are kept. */
  checkpoint?(run: string, seq?: number): Promise<StoredCheckpoint | undefined>;
  /**
   * SG-12: the last checkpoint that a run of this thread of the workflow has committed, found without looking through runs.
   * It outlives that run.
   */
  latestOfThread?(workflow: string, thread: string): Promise<StoredCheckpoint | undefined>;
  /** Newest first. */
  runs(filter: {
    readonly workflow?: string;
    readonly status?: RunStatus;
    readonly limit: number;
    readonly before?: number;
  }): Promise<readonly RunRow[]>;
  /**
   * Raises the fencing number by one for a new owner, and returns the row, in one transaction. `undefined`: no such run, it
   * has ended, or `only` is `paused` and it is not: then somebody else has entered it.
   */
  acquire(run: string, only?: 'paused'): Promise<RunRow | undefined>;
  /**
   * Judges a signal (`judgeSignal`) and stores it for the owner to observe, in one transaction: of two that are raised at
   * once, one is refused.
   */
  signal(run: string, signal: NonNullable<RunRow['signal']>): Promise<SignalResult>;
  readonly queue: RunQueue;
  /** What the commit that ends a run does to those that are still open: `closedWith` in `interrupts/close.ts`. */
  readonly interrupts: InterruptStore;
};

/** Events out of a run. Readers read what is persisted after one arrives. */
export type RunEventKind =
  | 'created'
  | 'started'
  | 'job'
  | 'log'
  | 'paused'
  | 'completed'
  | 'failed'
  | 'cancelled'
  /** Outside the run's steps: it was put into the queue, to go on when a worker has room for it. */
  | 'queued'
  /** Outside the run's steps: questions of it were answered, withdrawn, or have expired (`interrupts` names them). */
  | 'interrupt';
/**
 * What happened to a node, as listeners hear it. Not the job's status: a node that ends by a node-level failure has
 * `completed` (ERR-1), its job is `failed`. `reason`: why it was skipped (BR-7).
 */
export type NodeLifecycle = {
  readonly node: string;
  readonly status: 'running' | 'completed' | 'failed' | 'interrupted' | 'skipped';
  readonly reason?: string;
  /** ERR-4: of an interrupted node; empty strings where nothing attached an identity. */
  readonly interrupt?: { readonly interrupt_id: string; readonly interrupt_type: string };
};
export type RunEvent = {
  readonly runId: string;
  readonly workflow: string;
  readonly seq: number;
  readonly kind: RunEventKind;
  /** ORC-15: on the one announcement that the run has finished. A cancelled run has a cancellation event before it. */
  readonly finished?: { readonly status: RunStatus; readonly durationMs: number };
  readonly jobIds?: readonly string[];
  readonly nodes?: readonly NodeLifecycle[];
  /** The run is handed out by the queue. */
  readonly queued?: true;
  /** Questions that were asked or settled, as they stand now. */
  readonly interrupts?: readonly InterruptNews[];
};
export type InterruptNews = {
  readonly id: string;
  readonly type: InterruptType;
  readonly status: InterruptStatus;
};
export type Announcer = (event: RunEvent) => void;

/** One HTTP exchange, with RT-NET applied. Shared by every node that dials. */
export type Network = {
  request(request: NetworkRequest, signal: AbortSignal): Promise<NetworkResponse>;
  /** Judges an address without asking it anything; rejects like `request` would. Absent where only asking tells. */
  check?(url: string, options: { readonly allowInternal: boolean }): Promise<void>;
};
export type NetworkRequest = {
  readonly url: string;
  readonly method: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | null;
  readonly followRedirects: boolean;
  readonly timeoutMs: number;
  /** NET-3: lets this request, and each of its redirects, reach private and reserved addresses. */
  readonly allowInternal?: boolean;
};
export type NetworkResponse = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
  readonly url: string;
  readonly millis: number;
};

/** A network that also hands out a response whose body is still on its way. */
export type StreamingNetwork = Network & {
  /**
   * The head of the answer, as soon as it is there. Never follows a redirect. Refusals as those of `request`;
   * `timeoutMs` is the longest time without anything arriving.
   */
  open(request: Omit<NetworkRequest, 'followRedirects'>, signal: AbortSignal): Promise<OpenResponse>;
};
export type OpenResponse = {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** Decompressed; errors with the failure of the node that what went wrong makes. */
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
};

/** Chat models. Which one answers is decided by the settings, or by the connection that a node names. */
export type ModelGateway = {
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
};
/** MEM-2, MEM-5: a call in the flat shape. */
export type ModelToolCall = {
  readonly tool_call_id: string;
  readonly name: string;
  readonly args: JsonObject;
};
export type ModelMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string;
      readonly tool_calls?: readonly ModelToolCall[];
    }
  | { readonly role: 'tool'; readonly content: string; readonly tool_call_id: string };
export type ModelRequest = {
  /** The connection that is to answer; absent or empty: the default one. */
  readonly provider?: string;
  readonly model: string;
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelToolOffer[];
  readonly temperature: number;
  readonly maxTokens: number;
  /** What the offline model is to answer, where that one does. */
  readonly script?: Json;
  /** Hears the text of the answer as it arrives. */
  readonly onText?: (delta: string) => void;
};
export type ModelReply = {
  readonly text: string;
  readonly toolCalls: readonly ModelToolCall[];
  readonly finish: 'stop' | 'length' | 'tool_calls' | 'other';
  readonly model: string;
  readonly provider: string;
  readonly usage: { readonly input_tokens: number | null; readonly output_tokens: number | null };
  readonly tokens: number | null;
};
/** What is new of an answer that a model is giving. Not persisted. `call` names one call of a model. */
export type TokenEvent = {
  readonly runId: string;
  readonly jobId: string;
  readonly node: string;
  readonly call: string;
  readonly text: string;
};

/** Who hears answers while they come. `listened`: whether anybody does now; else no model is asked to stream. */
export type TokenSink = {
  readonly listened: boolean;
  readonly hear: (event: TokenEvent) => void;
};

/** Where secrets are kept. Read when a node executes, never before. */
export type SecretSource = {
  get(name: string): Promise<SecretAnswer>;
};
/** `locked`: kept under a passphrase that nobody gave yet. `unreadable`: there, and cannot be decrypted here. */
export type SecretAnswer =
  | { readonly kind: 'found'; readonly value: string }
  | { readonly kind: 'missing' | 'locked' | 'unreadable' };

/** One thing of the local content: what `entity_save` writes and `entity_query` finds. */
export type ContentRow = {
  readonly v: 1;
  /** The kind (`node`, `user`, …); with `id` the row's key. */
  readonly collection: string;
  readonly id: string;
  readonly uuid: string;
  readonly bundle: string;
  readonly label: string;
  readonly published: boolean;
  /** Unix time in seconds. */
  readonly created: number;
  readonly changed: number;
  /** From 1; `log` is the text of this revision. */
  readonly revision: number;
  readonly log: string;
  readonly values: JsonObject;
};

/** Content that workflows keep in this place. `testing/content-conformance.ts` is the promise in full. */
export type ContentStore = {
  get(collection: string, id: string): Promise<ContentRow | undefined>;
  /** All rows of a collection, by id. */
  list(collection: string): Promise<readonly ContentRow[]>;
  /**
   * Changes one row, or makes one, in one transaction. `change` is given the stored row (`undefined`: there is none) and
   * gives the new one, or `undefined` to leave everything as it is; it is synchronous and may throw, then nothing is
   * written.
   *
   * @returns what `change` gave.
   */
  update(
    collection: string,
    id: string,
    change: (stored: ContentRow | undefined) => ContentRow | undefined,
    /** The run that changes it, where one does. */
    by?: { readonly run: string },
  ): Promise<ContentRow | undefined>;
};

/** A message for the person who watches a run. */
export type Notice = {
  readonly run: string;
  readonly workflow: string;
  readonly node: string;
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
};
/** The workflows that nodes can run. */
export type WorkflowLibrary = {
  /** The workflow as it is stored now, with the contract that it publishes; `undefined`: there is none. */
  workflow(id: string): Promise<WorkflowDocument | undefined>;
};

/** Shows a message; false where nobody is there to see it. Does not reject. */
export type Notifier = (notice: Notice) => boolean | Promise<boolean>;

export type Logger = (level: LogRow['level'], message: string, data?: Json) => void;

/** Everything a driver is given. */
export type EngineWorld = {
  readonly store: RunStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly announce: Announcer;
  readonly expressions: ExpressionHost;
  readonly network: Network;
  readonly models: ModelGateway;
  /** Hears the answers of models while they come. */
  readonly tokens?: TokenSink;
  /** Absent where there are no secrets. */
  readonly secrets?: SecretSource;
  /**
   * Told when a run begins to wait for another one. What it gives is called, and waited for, before the run goes on. Absent
   * where a run that waits has nothing to give back.
   */
  readonly waits?: (run: string, child: RunRow) => () => Promise<void>;
  /** Absent where this place keeps no content. */
  readonly content?: ContentStore;
  /** Absent where nothing is remembered between runs. */
  readonly memory?: Memory;
  /** Absent where nobody watches. */
  readonly notify?: Notifier;
  /** Where a machine posts the answer to an interrupt; absent where nothing can be reached from outside (INT-19). */
  readonly callbackUrl?: (interrupt: string) => string;
  /** Absent where workflows cannot be run as nodes. */
  readonly workflows?: WorkflowLibrary;
};
