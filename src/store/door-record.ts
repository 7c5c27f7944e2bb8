// Between rows and what doors keep of a workflow. A door stores what it was sent as it came; the row's document is the API
// form of it, which everything else in this browser reads.
import { encodeWorkflow } from '../model/api-form';
import type { Contract, Origin, WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, own, ownString } from '../model/json';
import { encodeStoredEntry, isDraftEntry } from '../model/manifest-form';
import { omit } from '../model/record';
import type { WorkflowRow } from './rows';
import { frozenWorkflow } from './stored-workflow';

/** Who owns what the editor stored: the person at this browser, who is also whoever calls its doors. */
export const BROWSER_OWNER = '1';

/** A stored workflow as doors know it: plain JSON. Times are milliseconds. */
export type DoorRecord = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly nodes: readonly Json[];
  readonly edges: readonly Json[];
  readonly metadata: Json;
  /** Stored manifest entries (MAN-2). */
  readonly inputs: readonly Json[];
  readonly outputs: readonly Json[];
  readonly contract: Contract | null;
  readonly origin: Origin | null;
  readonly created: number;
  readonly changed: number;
  readonly uid: string;
};

/** Keys of the API form that a record has a place for; every other key of a row's document stays as it is. */
const KEPT_BY_RECORDS = ['id', 'name', 'description', 'nodes', 'edges', 'metadata', 'interface'];

export function recordOf(row: WorkflowRow): DoorRecord {
  const { document, sent } = row;
  const text = (key: string) => ownString(document, key) ?? '';
  const list = (key: string): readonly Json[] => {
    const found = own(document, key);
    return isArray(found) ? found : [];
  };
  const { inputs, outputs } = sent ?? entriesOf(row);
  return {
    id: row.id,
    name: text('name'),
    description: text('description'),
    nodes: list('nodes'),
    edges: list('edges'),
    metadata: own(document, 'metadata') ?? [],
    inputs,
    outputs,
    contract: row.contract ?? null,
    origin: sent?.origin ?? null,
    created: row.created,
    changed: row.changed,
    uid: sent?.uid ?? BROWSER_OWNER,
  };
}

function entriesOf({ document }: WorkflowRow): Pick<DoorRecord, 'inputs' | 'outputs'> {
  const { inputs, outputs } = frozenWorkflow(document);
  const stored = (entries: typeof inputs) =>
    entries.filter((entry) => !isDraftEntry(entry)).map(encodeStoredEntry);
  return { inputs: stored(inputs), outputs: stored(outputs) };
}

/**
 * The row of a record that a door stores.
 *
 * @param document the record as a document: what its interface is written from.
 * @param before the row in whose place it comes; keys that a record has no place for are taken over.
 */
export function rowOf(
  record: DoorRecord,
  document: WorkflowDocument,
  before: WorkflowRow | undefined,
  at: { readonly revision: number; readonly open: boolean },
): WorkflowRow {
  const { id, name, description, nodes, edges, metadata, inputs, outputs, origin, uid } = record;
  const declared = own(encodeWorkflow({ ...document, nodes: [], edges: [] }), 'interface');
  return {
    v: 1,
    id,
    name,
    created: record.created,
    changed: record.changed,
    revision: at.revision,
    document: {
      ...omit(before?.document ?? {}, KEPT_BY_RECORDS),
      id,
      name,
      description,
      nodes,
      edges,
      metadata,
      ...(declared === undefined ? {} : { interface: declared }),
    },
    contract: record.contract ?? undefined,
    removed: null,
    sent: { inputs, outputs, origin, uid },
    door: { writes: (before?.door?.writes ?? 0) + 1, open: at.open },
  };
}

/** Tells two states of a row apart: every writer of workflows changes one of these. */
export function stampOf({ revision, changed, removed, door }: WorkflowRow): string {
  return [revision, changed, removed, door?.writes].join('/');
}

/** The stamp of a row that nobody has decoded yet; undefined where it may be no row of this version. */
export function stampOfStored(stored: unknown): string | undefined {
  const row = isObject(stored) ? stored : {};
  const numbers = [row.revision, row.changed].every((one) => typeof one === 'number');
  if (row.v !== 1 || !numbers) return undefined;
  return [row.revision, row.changed, row.removed, own(row.door, 'writes')].join('/');
}
