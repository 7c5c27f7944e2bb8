// What the doors need from the world, as interfaces, and what they keep.
import type { Catalog, NodeType, SiteRecords } from '../catalog/types';
import type { ExpressionHost } from '../expression/types';
import type { Contract, Origin } from '../model/document';
import type { IdSource } from '../model/ids';
import type { Json, JsonObject } from '../model/json';
import type { Result } from '../model/problem';
import type { Principal } from './principal';
import type { RunService } from './run-service';
import type { TriggerService } from './trigger-service';

export type { Principal } from './principal';

/**
 * A workflow as repositories keep it: plain JSON, so that any store can hold it. `nodes` and `edges` are what was sent,
 * less what STORE-6 discards; `inputs` and `outputs` are stored manifest entries (MAN-2). Times are milliseconds.
 */
export type WorkflowRecord = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly nodes: readonly Json[];
  readonly edges: readonly Json[];
  /** An object, or `[]` where none was given (STORE-4). */
  readonly metadata: Json;
  readonly inputs: readonly Json[];
  readonly outputs: readonly Json[];
  /** `null`: never built, which is version 0.0.0 (STORE-8). */
  readonly contract: Contract | null;
  readonly origin: Origin | null;
  readonly created: number;
  readonly changed: number;
  /** Id of the owner. */
  readonly uid: string;
};

export type WorkflowQuery = {
  /** STORE-15: see `matchesName`, which is what every implementation filters with. */
  readonly search?: string;
  readonly limit: number;
  readonly offset: number;
};

/** What a repository rejects with where it could not keep a write: nothing of the write is there. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/** The stored workflows. Records are immutable; a rejection is a failure of the store and never a verdict. */
export type WorkflowRepository = {
  /** The latest change first, then by id. `total` counts under the same filter, before paging (API-6). */
  list(query: WorkflowQuery): Promise<{ readonly rows: readonly WorkflowRecord[]; readonly total: number }>;
  get(id: string): Promise<WorkflowRecord | undefined>;
  /** STORE-3: false, and nothing is changed, where the id is taken. */
  create(record: WorkflowRecord): Promise<boolean>;
  /**
   * Reads, lets `change` decide, and stores what it answers; `undefined` where there is no such workflow. Updates and
   * deletes of one workflow never interleave: a second `change` starts when the first is stored or refused.
   */
  update<E>(
    id: string,
    change: (record: WorkflowRecord) => Promise<Result<WorkflowRecord, E>>,
  ): Promise<Result<WorkflowRecord, E> | undefined>;
  /**
   * False where there was none. With `only`, deletes exactly this record, the very object that was given to `create`, and
   * no other that has its id by now.
   */
  delete(id: string, only?: WorkflowRecord): Promise<boolean>;
};

/** The writes of one section of {@link SiteRepository.transact}; reads see them. */
export type SiteTransaction = {
  read(): Promise<SiteRecords>;
  putNodeTypes(nodeTypes: readonly NodeType[]): Promise<void>;
  /** False where the site has no record of this id. */
  removeNodeType(id: string): Promise<boolean>;
  putLaneOverlay(overlay: JsonObject): Promise<void>;
  /**
   * STORE-9: a workflow that is stored together with the section, or not at all; false where its id is taken. Absent where
   * the store cannot do both in one write.
   */
  createWorkflow?(record: WorkflowRecord): Promise<boolean>;
};

/** What a site adds to the shipped catalog. */
export type SiteRepository = {
  read(): Promise<SiteRecords>;
  /**
   * Runs `work` alone: sections follow one another. Its writes are seen by others only once it has answered `ok`; a
   * failure or a throw leaves nothing of them.
   */
  transact<T, E>(work: (site: SiteTransaction) => Promise<Result<T, E>>): Promise<Result<T, E>>;
};

/** A stored snapshot: one at most an execution (INT-9). Times are milliseconds. */
export type SnapshotRecord = {
  readonly execution: string;
  /** Id of the record, which it keeps when it is overwritten. */
  readonly entity: string;
  /** Id of the principal who owns it. */
  readonly owner: string;
  /** Of the snapshot. */
  readonly status: string;
  readonly created: number;
  readonly changed: number;
  /** The snapshot in its published form. */
  readonly payload: Json;
};

/** The stored snapshots. It asks nobody who he is: access is decided where a door is, once (INT-9). */
export type SnapshotRepository = {
  /** Of one owner, the latest change first, then by execution. `total` counts before paging (API-6). */
  list(query: {
    readonly owner: string;
    readonly limit: number;
    readonly offset: number;
  }): Promise<{ readonly rows: readonly SnapshotRecord[]; readonly total: number }>;
  get(execution: string): Promise<SnapshotRecord | undefined>;
  /**
   * INT-9: an upsert. `change` is given the stored record, or `undefined`, and gives the one that takes its place; where it
   * refuses, nothing is changed. Nothing is written between its look and its answer.
   */
  save<E>(
    execution: string,
    change: (stored: SnapshotRecord | undefined) => Result<SnapshotRecord, E>,
  ): Promise<Result<SnapshotRecord, E>>;
  /** False where there was none. */
  delete(execution: string): Promise<boolean>;
  /**
   * INT-9: deletes what was created before a time, of these statuses only where they are given, whoever owns it.
   *
   * @returns how many went.
   */
  cleanup(what: { readonly before: number; readonly statuses?: readonly string[] }): Promise<number>;
};

export type LogEntry = {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  /** What was thrown, or other detail that no caller may see (API-7, META-3). */
  readonly cause?: unknown;
};

/** Everything that the doors touch. */
export type ApiWorld = {
  readonly workflows: WorkflowRepository;
  readonly site: SiteRepository;
  readonly snapshots: SnapshotRepository;
  /** Absent: workflows are stored here and not run. */
  readonly runs?: RunService;
  /** Absent: no triggers are kept. */
  readonly triggers?: TriggerService;
  /** The catalog of these records; of the stored ones where they are left out. */
  catalog(records?: SiteRecords): Promise<Catalog>;
  /** Checks configured expressions at a save (R11). */
  readonly expressions: ExpressionHost;
  readonly clock: { now(): number };
  readonly ids: IdSource;
  log(entry: LogEntry): void;
  /** `undefined`: nobody that is known here. */
  principals(request: Request): Principal | undefined;
  /** STORE-9: publishers whose bundles are taken without confirmation. */
  trustsPublisher(publisher: string): boolean;
  /** Origins of other pages that may call. Absent: only the page of the doors' own origin. */
  allowsOrigin?(origin: string): boolean;
};
