// How a draft follows its workflow that was changed from outside of the editor: as one step of history, which undo takes
// back. What only the draft has (entries that are bound to nothing, memory, unknown keys) stays.
import type { Patch } from 'immer';
import type { ManifestEntry, WorkflowDocument } from '../model/document';
import { retireNodeIds } from '../model/ids';
import { type Json, sameJson } from '../model/json';
import { isDraftEntry } from '../model/manifest-form';
import type { SluiceDatabase } from './database';
import type { DoorRecord } from './door-record';
import { headOf } from './draft-head';
import { documentAt, writeSteps } from './draft-log';
import type { HistoryStep } from './history';
import type { DraftRow } from './rows';
import { fromStored, toStored } from './stored-document';
import { memoryOf } from './unsaved';

/** The name of such a step; the editor words it. */
export const FROM_OUTSIDE = 'changedOutside';

/** What was stored before and is now, and the latter as a document. `was` is left out where the draft is another one. */
export type Outside = {
  readonly was?: DoorRecord | undefined;
  readonly record: DoorRecord;
  readonly document: WorkflowDocument;
};

/**
 * Writes the step to the log, inside a transaction. Answers the row to put, its revision not raised yet; the row itself
 * where the draft is already like that.
 */
export async function follow(
  db: SluiceDatabase,
  row: DraftRow,
  outside: Outside,
  at: number,
): Promise<DraftRow> {
  const before = fromStored(await documentAt(db, row));
  const after = retireNodeIds(before, merged(before, outside));
  const { patches, inverse } = fieldPatches(before, after);
  if (patches.length === 0) return row;
  const command: HistoryStep = { name: FROM_OUTSIDE, params: {}, at, patches, inverse };
  const next = await writeSteps(db, row, [{ kind: 'command', command }], () => toStored(after));
  return {
    ...next,
    head: headOf(after, { errors: 0, warnings: 0 }),
    memory: memoryOf(after.extra),
    changed: at,
  };
}

/** The draft with the new workflow in it. Elements that are stored as before are the draft's own ones. */
function merged(before: WorkflowDocument, { was, record, document }: Outside): WorkflowDocument {
  const list = <T>(key: 'nodes' | 'edges', drafted: readonly T[], fresh: readonly T[]) =>
    was === undefined ? fresh : reused(drafted, was[key], record[key], fresh);
  const entries = (key: 'inputs' | 'outputs'): readonly ManifestEntry[] => {
    const bound = before[key].filter((entry) => !isDraftEntry(entry));
    const next = was === undefined ? document[key] : reused(bound, was[key], record[key], document[key]);
    return next === bound ? before[key] : [...next, ...before[key].filter(isDraftEntry)];
  };
  return {
    ...before,
    name: document.name,
    description: document.description,
    nodes: list('nodes', before.nodes, document.nodes),
    edges: list('edges', before.edges, document.edges),
    inputs: entries('inputs'),
    outputs: entries('outputs'),
    metadata: sameJson(before.metadata, document.metadata) ? before.metadata : document.metadata,
  };
}

/** `fresh` with the draft's own elements where what is stored of them is what was; `drafted` itself where all of it is. */
function reused<T>(
  drafted: readonly T[],
  was: readonly Json[],
  is: readonly Json[],
  fresh: readonly T[],
): readonly T[] {
  // Not one for one: the draft is not what was stored.
  if (drafted.length !== was.length) return fresh;
  if (sameJson(was, is)) return drafted;
  const places = new Map<string, number[]>();
  was.forEach((element, i) => {
    const text = JSON.stringify(element);
    places.set(text, [...(places.get(text) ?? []), i]);
  });
  return fresh.map((element, i) => {
    const place = places.get(JSON.stringify(is[i]))?.shift();
    return (place === undefined ? undefined : drafted[place]) ?? element;
  });
}

const FIELDS = ['name', 'description', 'nodes', 'edges', 'inputs', 'outputs', 'metadata'] as const;

function fieldPatches(
  before: WorkflowDocument,
  after: WorkflowDocument,
): { readonly patches: readonly Patch[]; readonly inverse: readonly Patch[] } {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  const replace = (document: WorkflowDocument) =>
    changed.map((field): Patch => ({ op: 'replace', path: [field], value: document[field] }));
  return { patches: replace(after), inverse: replace(before) };
}
