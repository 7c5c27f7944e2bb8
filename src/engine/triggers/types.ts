// What a trigger is: the record that belongs to a trigger node of a stored workflow, and where such records live.
import type { Json, JsonObject } from '../../model/json';

/** `cron_expression` alone says when (CRON-1); `mode` says how an editor shows it. Bounds of the jitter in seconds (TRIG-2). */
export type TriggerSchedule = {
  readonly mode: 'simple' | 'advanced';
  readonly cron_expression: string;
  readonly timezone: string;
  readonly jitter_min: number;
  readonly jitter_max: number;
};

/** How its runs are carried out. `id`: the strategy, empty where none is chosen (ORC-2). `pipeline_mode`: OCX-4. */
export type TriggerOrchestrator = { readonly id: string; readonly pipeline_mode: PipelineMode };
export const PIPELINE_MODES = ['new', 'reuse', 'singleton'] as const;
export type PipelineMode = (typeof PIPELINE_MODES)[number];

/** What a person decides about a trigger. */
export type TriggerConfig = {
  readonly enabled: boolean;
  /** `manual`, `cron`, `orchestration`, or the name of an event. */
  readonly event_type: string;
  /** OCX-5. */
  readonly conditions: JsonObject;
  readonly schedule: TriggerSchedule;
  /** TRIG-1: one that is not known here is kept as it is, and treated as `skip`. */
  readonly overlap_policy: string;
  readonly orchestrator: TriggerOrchestrator;
};

/** `gone`: why it does not exist for now; its node is not in the workflow, or a person deleted it. */
export type TriggerRow = {
  readonly v: 1;
  readonly id: string;
  readonly workflow: string;
  readonly node: string;
  readonly label: string;
  readonly gone: 'node' | 'person' | null;
  readonly created: number;
  readonly changed: number;
  readonly config: TriggerConfig;
  /** What has happened to it; read with `readState`, which takes any shape (TRIG-3). */
  readonly state: Json;
};

/** Where triggers live. `testing/triggers-conformance.ts` is the promise in full; every implementation runs it. */
export type TriggerStore = {
  /** `undefined` also where it cannot be read. */
  get(id: string): Promise<TriggerRow | undefined>;
  /** Those that exist, by id; of one workflow where one is named. Triggers of workflows that are not stored are left out. */
  list(workflow?: string): Promise<readonly TriggerRow[]>;
  /**
   * Changes one row, in one transaction: `change` is given the stored row and gives the new one, or `undefined` to leave
   * everything as it is. It is synchronous and may throw, then nothing is written.
   *
   * @returns what `change` gave; `undefined` where there is no such row.
   */
  update(id: string, change: (stored: TriggerRow) => TriggerRow | undefined): Promise<TriggerRow | undefined>;
  /** The same of a row that is gone as well: a person who deleted a trigger makes it again. */
  restore(
    id: string,
    change: (stored: TriggerRow) => TriggerRow | undefined,
  ): Promise<TriggerRow | undefined>;
};

export const OVERLAP_POLICIES = ['skip', 'buffer', 'cancel', 'terminate'] as const;
export type OverlapPolicy = (typeof OVERLAP_POLICIES)[number];

export type TriggerKind = 'manual' | 'schedule' | 'event' | 'external';

/** What makes a trigger of this event type fire. */
export function kindOf(eventType: string): TriggerKind {
  switch (eventType) {
    case 'manual':
    case '':
      return 'manual';
    case 'cron':
      return 'schedule';
    case 'orchestration':
      return 'external';
    default:
      return 'event';
  }
}

/** The events of the local content (`entity.presave` comes before the record is there: ORC-2). */
export const ENTITY_EVENTS = ['entity.presave', 'entity.insert', 'entity.update', 'entity.delete'] as const;
export type EntityEvent = (typeof ENTITY_EVENTS)[number];
