import type { ExpressionHost } from '../../expression/types';
import type { Json, JsonObject } from '../../model/json';
import type { ChildRuns } from '../children/types';
import type { Interrupt } from '../interrupt';
import type { InterruptRequest } from '../interrupts/request';
import type { InterruptRow } from '../interrupts/row';
import type { IteratorState, IteratorUpdate } from '../loops/iterator';
import type { RunIdentity } from '../memory/identity';
import type { Memory } from '../memory/store';
import type {
  ContentStore,
  Ids,
  Logger,
  ModelGateway,
  ModelToolOffer,
  Network,
  Notifier,
  ParameterOrigin,
  TokenEvent,
} from '../ports';
import type { JobTimer } from '../timers/job-timer';

export type ProcessorContext = {
  readonly node: { readonly id: string; readonly typeId: string; readonly label: string };
  /** The node's saved configuration, for what is no parameter (dynamic port definitions come resolved in the parameters). */
  readonly config: JsonObject;
  readonly run: {
    readonly id: string;
    readonly workflow: string;
    readonly initialData: JsonObject;
    /** For whom it runs, and in which session; absent: for nobody. */
    readonly identity?: RunIdentity;
  };
  /** Names of the node's dynamic inputs, which `parameters` carries beside the declared ones (CFG-13). */
  readonly dynamicInputs: readonly string[];
  /** SG-4: the iterator of a ForEach head that is re-entered; null or absent where it begins. */
  readonly iterator?: IteratorState | null;
  /** The wait of this job that has ended; null: it has not waited. Absent where the run cannot wait (ORC-7). */
  readonly timer?: JobTimer | null;
  /** Where each parameter came from; `unset`: nothing gave it. */
  readonly origins?: { readonly [parameter: string]: ParameterOrigin };
  /** Absent where workflows cannot be run as nodes. */
  readonly children?: ChildRuns;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly log: Logger;
  readonly expressions: ExpressionHost;
  readonly network: Network;
  readonly models: ModelGateway;
  readonly ids?: Ids;
  /** Absent where this place keeps no content. */
  readonly content?: ContentStore;
  /** Absent where nothing is remembered between runs. */
  readonly memory?: Memory;
  /** Absent where nobody watches. */
  readonly notify?: Notifier;
  /** Hears an answer of a model while it comes; absent where nobody listens. */
  readonly tokens?: (event: TokenEvent) => void;
  /** Id of the job. */
  readonly job?: string;
  /** The tools that are wired to the node, as a model is offered them; absent: none. */
  readonly toolOffers?: readonly ModelToolOffer[];
  /** Absent where nothing can be asked before the job has ended. */
  readonly interrupts?: EarlyInterrupts;
};

/** `stop`: ends the run successfully (ERR-5). `iterator`: what a ForEach head does to its iterator (SG-4). */
export type ProcessorResult =
  | { readonly outputs: JsonObject; readonly iterator?: IteratorUpdate }
  | { readonly stop: Json };

/** Signals a node-level failure (ERR-1). Anything else that is thrown escapes the node and fails the run (ERR-3). */
export class NodeFailure extends Error {
  readonly code: string;
  readonly retryable: boolean;
  readonly details: Json | undefined;
  constructor(
    message: string,
    options: { code?: string; retryable?: boolean; details?: Json; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'NodeFailure';
    this.code = options.code ?? 'node_error';
    this.retryable = options.retryable ?? false;
    this.details = options.details;
  }
}

/** Runs one node. `parameters` are resolved, checked, and hold every declared key (CFG-13, CFG-14). */
export type Execute = {
  (parameters: JsonObject, context: ProcessorContext): Promise<ProcessorResult> | ProcessorResult;
  /** INT-4 (2): goes on with the answer to the question that the node had asked. Absent: it is executed afresh. */
  readonly resume?: Resume;
};

/**
 * What the node had asked, answered: its persisted row, whose `response` is the answer. It is done again where it was cut off, so
 * it has no effects but its outputs.
 */
export type Resume = (
  parameters: JsonObject,
  context: ProcessorContext,
  answered: InterruptRow,
) => Promise<ProcessorResult> | ProcessorResult;

/** A processor that asks, and goes on with the answer. */
export function resumable(execute: Execute, resume: Resume): Execute {
  return Object.assign((...given: Parameters<Execute>) => execute(...given), { resume });
}

/** For a node whose question has to be there before something else happens (INT-20). */
export type EarlyInterrupts = {
  /** Persists the question now, while the job still runs. Throw what it gives to wait for the answer. */
  open(request: InterruptRequest): Promise<Interrupt>;
  /** Withdraws one that was opened: nobody can answer it any more. False: it has been answered. */
  withdraw(interrupt: Interrupt, reason: string): Promise<boolean>;
  /** Where a machine posts its answer; `undefined` where nothing can be reached from outside. */
  callbackUrl(interrupt: Interrupt): string | undefined;
};

/*
 * `index.ts` exports `processors: ReadonlyMap<string, Execute>` keyed by processor id (`module:plugin`), one file each.
 */
