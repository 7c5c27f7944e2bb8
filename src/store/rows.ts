// The rows of tables that belong to documents, and the one decoder of each. Rows of runs: run-rows.ts.
import type { Patch } from 'immer';
import type { Json, JsonObject } from '../model/json';
import type { Result } from '../model/problem';
import {
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
import { readStoredDocument, type StoredDocument } from './stored-document';

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
  readonly removed: number | null;
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
    removed: nullable(number),
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

export const decodeSiteRecord: (row: unknown) => Result<SiteRecordRow> = rowDecoder(
  'site record',
  1,
  object({ v: v1, id: string, record: jsonObject, changed: number }),
);
