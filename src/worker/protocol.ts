// Between the page and the engine's worker (and, later, the host and its workers): commands in, answered like their
// doors; events out, after which the reader reads what is persisted.

import type { SiteRecords } from '../catalog/types';
import type { ModelSettings } from '../engine/models/settings';
import type { Notice, RunEvent, StrategyId, TokenEvent } from '../engine/ports';
import type { TriggerEvent } from '../engine/triggers/desk';
import type { Contract, WorkflowDocument } from '../model/document';
import type { Json, JsonObject } from '../model/json';

export type LaunchCommand = {
  /** The workflow in the API form, faults included: the worker validates again (VAL-LAUNCH). */
  readonly document: JsonObject;
  /** The contract that the workflow publishes; it says what is required and of which type (MAN-15, MAN-16). */
  readonly contract?: Contract | undefined;
  /** Declared inputs by name. */
  readonly inputs?: JsonObject | undefined;
  /** Node-keyed data; the author's own page only (MAN-12). */
  readonly initialData?: JsonObject | undefined;
  readonly strategy?: StrategyId | undefined;
  /** SG-11, SG-12, INT-10: as in a launch of the engine. */
  readonly thread?: string | undefined;
  readonly checkpoint?: string | undefined;
  readonly checkpoints?: string | undefined;
  readonly snapshot?: Json | undefined;
};

export type CommandError = {
  readonly error: string;
  readonly error_code: string;
  readonly details: readonly Json[];
};
export type CommandAnswer<T> =
  | { readonly success: true; readonly data: T }
  | ({ readonly success: false } & CommandError);

/** How the page's models and network are set up. Secrets are read by the worker from the store, never sent. */
export type EngineSettings = {
  readonly model: ModelSettings;
  readonly allowInternalAddresses: boolean;
  /** What drives a run for which nothing was chosen (ORC-2, rung 3). */
  readonly strategy?: StrategyId;
};

/**
 * What only a page has: the browser's built-in model. `id` names the question, so that one can be taken back. Rejects with
 * the browser's own error (its name tells a full context, a failed download).
 */
export type PageServices = {
  builtinComplete(request: {
    readonly id: string;
    readonly messages: readonly {
      readonly role: 'system' | 'user' | 'assistant';
      readonly content: string;
    }[];
    readonly temperature: number;
  }): Promise<{ readonly text: string }>;
  builtinAbort(id: string): Promise<void>;
  /** Shows what a node has to say to the person before the page. Absent where the page shows nothing. */
  notice?(told: ToldNotice): Promise<void>;
};

/** A notice on its way to a page. `more`: it stands for those of the run that are in its log only. */
export type ToldNotice = Notice & { readonly more: boolean };

export type EngineApi = {
  /** @param workflows what stored workflows show to others, of which node types are made (MAN-9). */
  configure(
    settings: EngineSettings,
    site: SiteRecords,
    workflows?: readonly WorkflowDocument[],
  ): Promise<void>;
  /** Lets runs use what only this page has. The last page that connects serves. */
  connect(page: PageServices): Promise<void>;
  /** Tells which workflow the page shows; null: none. */
  watch(workflow: string | null): Promise<void>;
  launch(
    command: LaunchCommand,
  ): Promise<CommandAnswer<{ readonly execution_id: string; readonly status: string }>>;
  cancel(runId: string, reason: string): Promise<CommandAnswer<{ readonly status: string }>>;
  /** Observed between two jobs (INT-5); the run then waits until it is resumed. */
  pause(runId: string, reason: string): Promise<CommandAnswer<{ readonly status: string }>>;
  resume(runId: string): Promise<CommandAnswer<{ readonly status: string }>>;
  /** Answers an open question as the person before the page; the run goes on. Codes are those of the door. */
  answer(interruptId: string, value: Json): Promise<CommandAnswer<{ readonly status: string }>>;
  /** Withdraws an open question; its run stays paused. */
  cancelInterrupt(interruptId: string, reason: string): Promise<CommandAnswer<{ readonly status: string }>>;
  /** Fires a trigger by hand. `TRIGGER_SKIPPED`: its overlap policy kept the run from beginning. */
  fireTrigger(
    id: string,
    data: JsonObject,
  ): Promise<CommandAnswer<{ readonly execution_id: string; readonly status: string }>>;
  /** Tells triggers of an event; a pre-save event resolves when whoever waited for it is done. */
  raise(event: TriggerEvent): Promise<void>;
  /** Takes over runs that a dead worker left (lock and lease free). Returns their ids. */
  recover(): Promise<readonly string[]>;
  subscribe(listener: (event: RunEvent) => void): Promise<void>;
  /** The answers of models while they come, of the runs that this worker drives. Nothing of it is kept. */
  subscribeTokens(listener: (event: TokenEvent) => void): Promise<void>;
};

/** The worker itself, apart from its engine. */
export type WorkerApi = EngineApi & {
  /** Takes the browser's lock of this name for as long as the worker lives: whoever gets it next knows that it is gone. */
  hold(lock: string): Promise<void>;
};
