// Between records and documents: records are what repositories keep, documents are what every other room reads.
import { normaliseExposure } from '../formats/bundle';
import { decodeWorkflow } from '../model/api-form';
import type { ManifestEntry, WorkflowDocument } from '../model/document';
import { isObject } from '../model/json';
import { decodeStoredEntry, encodeStoredEntry, isDraftEntry } from '../model/manifest-form';
import type { WorkflowRecord } from './types';

export type RecordParts = Pick<
  WorkflowRecord,
  'id' | 'name' | 'description' | 'nodes' | 'edges' | 'metadata' | 'contract' | 'origin'
>;

/** The document of a record, nothing repaired, filled in or dropped (STORE-10). */
export function documentOf(record: WorkflowRecord): WorkflowDocument {
  return composeDocument(record, readEntries(record.inputs), readEntries(record.outputs));
}

/** STORE-9: an entry is stored as it was submitted, and read with its scalars as texts. */
function readEntries(entries: WorkflowRecord['inputs']): readonly ManifestEntry[] {
  const texts = normaliseExposure(entries);
  return entries.map((entry, i) =>
    decodeStoredEntry(isObject(entry) ? { ...entry, ...texts[i] } : entry, '', []),
  );
}

/** A document of parts that are not stored yet, drafts among the entries included. */
export function composeDocument(
  parts: RecordParts,
  inputs: readonly ManifestEntry[],
  outputs: readonly ManifestEntry[],
): WorkflowDocument {
  const { id, name, description, nodes, edges, metadata, contract, origin } = parts;
  const decoded = decodeWorkflow({ id, name, description, nodes, edges });
  if (!decoded.ok) throw new Error('A record is an object and always decodes.');
  return {
    ...decoded.value.document,
    inputs,
    outputs,
    metadata: isObject(metadata) ? metadata : {},
    contract: contract ?? undefined,
    origin: origin ?? { kind: 'api', verbatim: {} },
  };
}

/** MAN-20: entries as they are stored; those without a binding are left out. */
export function storedEntries(entries: readonly ManifestEntry[]): WorkflowRecord['inputs'] {
  return entries.filter((entry) => !isDraftEntry(entry)).map(encodeStoredEntry);
}
