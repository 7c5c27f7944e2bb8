// The rows of tables that belong to documents, and the one decoder of each. Rows of runs: run-rows.ts.
import type { Patch } from 'immer';
import type { Contract, Origin } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import type { Result } from '../model/problem';
import {
  boolean,
  count,
  json,
  jsonObject,
  list,
  map,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  rowDecoder,
  string,
} from './decode';
import { readContract, readOrigin, readStoredDocument, type StoredDocument } from './stored-document';

/** A small drawing of a graph: rectangles as `x, y, width, height`, wires as pairs of rectangle numbers. Canvas units. */
export type Thumbnail = { readonly rects: readonly number[]; readonly wires: readonly number[] };

/** How many findings a document had when it was last saved. */
export type ProblemCounts = { readonly errors: number; readonly warnings: number };

/** What the list of workflows shows, kept beside the document so that listing reads no document. */
export type DraftHead = {
  readonly name: string;
  readonly nodes: number;
  readonly edges: number;
  readonly problems: ProblemCounts;
  readonly thumbnail: Thumbnail;
};

export type DraftRow = {
  readonly v: 1;
  readonly id: string;
  readonly head: DraftHead;
  readonly created: number;
  readonly changed: number;
  /** Raised by one with every write. A writer that knows another number is refused. */
  readonly revision: number;
  /** Number of the last command that the document includes; 0 before the first. Undo lowers it, redo raises it. */
  readonly cursor: number;
  /** Number of the last command in the log; above `cursor` lies what can be redone. */
  readonly last: number;
  /** Number of the command after which the stored snapshot was taken; the log leads from there to `cursor`. */
  readonly snapshot: number;
  /** When it was deleted; null where it was not. Deleted drafts can be restored until they are purged. */
  readonly removed: number | null;
  /** What only this editor remembers of the document (`EDITOR_KEY`): no step of history holds it, and none takes it back. */
  readonly memory?: JsonObject | undefined;
};

/** One step of history, as the editor gives and takes it. Patches are Immer's on the document; rows hold no internal keys. */
export type HistoryStep = {
  readonly name: string;
  readonly params: { readonly [key: string]: string | number };
  readonly patches: readonly Patch[];
  readonly inverse: readonly Patch[];
  readonly at: number;
};
export type CommandRow = HistoryStep & { readonly v: 1; readonly draft: string; readonly seq: number };

/** The whole document as it was after command `seq`. */
export type DraftSnapshotRow = {
  readonly v: 1;
  readonly id: string;
  readonly seq: number;
  readonly document: StoredDocument;
};

/** The last version without errors, in the API form: what doors, triggers and other workflows read. */
export type WorkflowRow = {
  readonly v: 1;
  readonly id: string;
  readonly name: string;
  readonly created: number;
  readonly changed: number;
  /** Revision of the draft it was taken from. */
  readonly revision: number;
  readonly document: JsonObject;
  /** What it publishes (MAN-18). Absent in rows from before contracts were stored. */
  readonly contract?: Contract | undefined;
  readonly removed: number | null;
  /** What came with it through a door and the API form has no place for. Absent where the editor stored it. */
  readonly sent?: SentParts | undefined;
  /** Absent: no door has written it since the editor stored it. */
  readonly door?: DoorMark | undefined;
};

/** `inputs` and `outputs` are stored manifest entries as they were sent (STORE-9); `uid` is the id of the owner. */
export type SentParts = {
  readonly inputs: readonly Json[];
  readonly outputs: readonly Json[];
  readonly origin: Origin | null;
  readonly uid: string;
};

/**
 * `writes` counts what doors wrote. `open`: the draft had edits that were not stored, so it did not follow; until its author
 * has decided, no promotion overwrites what the door stored.
 */
export type DoorMark = { readonly writes: number; readonly open: boolean };

/** A version of a workflow's contract, as it was when it was published. Numbered from 1, without gaps. */
export type VersionRow = {
  readonly v: 1;
  readonly workflow: string;
  readonly n: number;
  readonly at: number;
  /**
   * Why there is one: the manifest differed from the published one, an author asked for it, or the workflow came with it.
   */
  readonly reason: 'manifest' | 'forced' | 'brought';
  readonly contract: Contract;
  /** The manifest that it was built from, in the stored form (MAN-2). */
  readonly manifest: { readonly inputs: readonly Json[]; readonly outputs: readonly Json[] };
  /** The workflow as it was stored then, in the API form. */
  readonly document: JsonObject;
};

export type SettingRow = { readonly v: 1; readonly key: string; readonly value: Json };

export type SecretRow = {
  readonly v: 1;
  readonly name: string;
  readonly iv: Uint8Array;
  readonly data: Uint8Array;
  readonly changed: number;
};

/** A record of the site over a shipped one: the stored form, decoded by the catalog. */
export type SiteRecordRow = {
  readonly v: 1;
  readonly id: string;
  readonly record: JsonObject;
  readonly changed: number;
};

const v1: Reader<1> = () => 1;

const step: Reader<string | number> = (value, path, problems) =>
  typeof value === 'number' ? count(value, path, problems) : string(value, path, problems);
const patchReader = object({
  op: oneOf(['replace', 'remove', 'add']),
  path: list(step),
  value: optional(json),
});
/** `value` stays absent or undefined where it was: a patch may set a field to nothing. */
const patch: Reader<Patch> = (value, path, problems) => {
  const read = patchReader(value, path, problems);
  return { op: read.op, path: [...read.path], value: read.value };
};

const headReader: Reader<DraftHead> = object({
  name: string,
  nodes: count,
  edges: count,
  problems: object({ errors: count, warnings: count }),
  thumbnail: object({ rects: list(number), wires: list(count) }),
});

export const decodeDraft: (row: unknown) => Result<DraftRow> = rowDecoder(
  'draft',
  1,
  object({
    v: v1,
    id: string,
    head: headReader,
    created: number,
    changed: number,
    revision: count,
    cursor: count,
    last: count,
    snapshot: count,
    removed: nullable(number),
    memory: optional(jsonObject),
  }),
);

export const decodeDraftSnapshot: (row: unknown) => Result<DraftSnapshotRow> = rowDecoder(
  'draft snapshot',
  1,
  object({ v: v1, id: string, seq: count, document: readStoredDocument }),
);

const param: Reader<string | number> = (value, path, problems) =>
  typeof value === 'number' ? number(value, path, problems) : string(value, path, problems);

const stepShape = {
  name: string,
  params: map(param),
  patches: list(patch),
  inverse: list(patch),
  at: number,
};

/** Reads one step of history. */
export const readStep: Reader<HistoryStep> = object(stepShape);

export const decodeCommand: (row: unknown) => Result<CommandRow> = rowDecoder(
  'command',
  1,
  object({
    v: v1,
    draft: string,
    seq: count,
    ...stepShape,
  }),
);

export const decodeWorkflowRow: (row: unknown) => Result<WorkflowRow> = rowDecoder(
  'workflow',
  1,
  object({
    v: v1,
    id: string,
    name: string,
    created: number,
    changed: number,
    revision: count,
    document: jsonObject,
    contract: optional(readContract),
    removed: nullable(number),
    sent: optional(
      object({ inputs: list(json), outputs: list(json), origin: nullable(readOrigin), uid: string }),
    ),
    door: optional(object({ writes: count, open: boolean })),
  }),
);

export const decodeVersion: (row: unknown) => Result<VersionRow> = rowDecoder(
  'version',
  1,
  object({
    v: v1,
    workflow: string,
    n: count,
    at: number,
    reason: oneOf(['manifest', 'forced', 'brought']),
    contract: readContract,
    manifest: object({ inputs: list(json), outputs: list(json) }),
    document: jsonObject,
  }),
);

export const decodeSetting: (row: unknown) => Result<SettingRow> = rowDecoder(
  'setting',
  1,
  object({ v: v1, key: string, value: json }),
);

const bytes: Reader<Uint8Array> = (value, path, problems) => {
  if (value instanceof Uint8Array) return value;
  problems.push({ path, message: 'Expected bytes.' });
  return new Uint8Array();
};

export const decodeSecret: (row: unknown) => Result<SecretRow> = rowDecoder(
  'secret',
  1,
  object({ v: v1, name: string, iv: bytes, data: bytes, changed: number }),
);

/** The key of secrets under a passphrase, encrypted. */
export type SecretLockRow = {
  readonly v: 1;
  readonly name: '@lock';
  readonly id: string;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly iv: Uint8Array;
  readonly wrapped: Uint8Array;
};

export const decodeSecretLock: (row: unknown) => Result<SecretLockRow> = rowDecoder(
  'lock of the secrets',
  1,
  object({
    v: v1,
    name: oneOf(['@lock']),
    id: string,
    salt: bytes,
    iterations: count,
    iv: bytes,
    wrapped: bytes,
  }),
);

export const decodeSiteRecord: (row: unknown) => Result<SiteRecordRow> = rowDecoder(
  'site record',
  1,
  object({ v: v1, id: string, record: jsonObject, changed: number }),
);
