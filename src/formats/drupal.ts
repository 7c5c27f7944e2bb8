// The records that FlowDrop for Drupal exports: workflows here, node types and categories through the catalog's records.
import type { Catalog } from '../catalog/types';
import { type DecodedWorkflow, decodeWorkflow, encodeWorkflow } from '../model/api-form';
import type { Contract, ManifestEntry, WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { decodeStoredEntry, encodeStoredEntry, isDraftEntry } from '../model/manifest-form';
import { ok, type Problem, type Result } from '../model/problem';
import { isEmptyCollection, omit, type Repair } from '../model/record';
import { coerceNodes, coerceWorkflow } from './coerce';
import { CONTRACT_KEYS, contractOf } from './contract-keys';
import { nodesFor, UNLISTED, unlistedOf, usedTypes, verbatimOf } from './written-form';

/** Keys that become fields of the document; all others are kept in its origin. */
const FIELDS = ['id', 'label', 'description', 'nodes', 'edges', 'metadata'];
const TYPE_PREFIX = 'flowdrop_node_type.flowdrop_node_type.';

/** Name of the file that Drupal keeps a record in. */
export function drupalFileName(kind: 'workflow' | 'node_type' | 'node_category', id: string): string {
  return `flowdrop_${kind}.flowdrop_${kind}.${id}.yml`;
}

/**
 * Reads a stored workflow: `label` is the name, `input_ports` and `output_ports` are the manifest, the published schemas
 * and version are kept as they came (MAN-18, STORE-8). `uuid`, `langcode`, `dependencies`, `created` and every key that is
 * not known stay in the origin.
 */
export function decodeDrupalWorkflow(
  record: JsonObject,
  catalog: Catalog,
): Result<DecodedWorkflow, readonly Problem[]> {
  const repairs: Repair[] = [];
  const coerced = coerceWorkflow(record, '', repairs);
  const nodes = coerceNodes(own(coerced, 'nodes'), catalog, 'nodes', repairs);
  const { id, label, description, edges, metadata } = coerced;
  const known = { id, name: label, description, nodes, edges, metadata };
  const decoded = decodeWorkflow(
    Object.fromEntries(Object.entries(known).filter(([, part]) => part !== undefined)),
  );
  if (!decoded.ok) return decoded;
  const inputs = portsOf(coerced, 'input_ports', repairs);
  const outputs = portsOf(coerced, 'output_ports', repairs);
  const contract = contractOf(record);
  const { document } = decoded.value;
  const listed = own(own(record, 'dependencies'), 'config');
  const names = isArray(listed) ? listed.flatMap((name) => (typeof name === 'string' ? [name] : [])) : [];
  const used = usedTypes(document).map((type) => `${TYPE_PREFIX}${type}`);
  const read = [...FIELDS, ...(contract === undefined ? [] : CONTRACT_KEYS)];
  const verbatim = { ...omit(record, read), ...unlistedOf(used, names) };
  return ok({
    document: { ...document, inputs, outputs, contract, origin: { kind: 'drupal', verbatim } },
    repairs: [
      ...repairs,
      ...decoded.value.repairs.map((repair) =>
        repair.path === 'name' ? { ...repair, path: 'label' } : repair,
      ),
    ],
  });
}

/** Writes a stored workflow. One that came from Drupal gets back every key that it had. */
export function encodeDrupalWorkflow(document: WorkflowDocument, catalog: Catalog): JsonObject {
  const verbatim = verbatimOf(document, 'drupal') ?? {};
  const { id, name, description, nodes, edges, metadata } = encodeWorkflow({
    ...document,
    nodes: nodesFor('drupal', document, catalog),
  });
  const fromSource = omit(verbatim, [
    UNLISTED,
    'uuid',
    'langcode',
    'status',
    'dependencies',
    'input_ports',
    'output_ports',
  ]);
  const uuid = own(verbatim, 'uuid');
  return {
    ...(uuid === undefined ? {} : { uuid }),
    langcode: own(verbatim, 'langcode') ?? 'en',
    status: own(verbatim, 'status') ?? true,
    dependencies: dependenciesOf(document, verbatim),
    id: id ?? '',
    label: name ?? '',
    description: description ?? '',
    nodes: nodes ?? [],
    edges: edges ?? [],
    metadata: metadata ?? {},
    ...fromSource,
    input_ports: writePorts(document.inputs, own(verbatim, 'input_ports')),
    output_ports: writePorts(document.outputs, own(verbatim, 'output_ports')),
    ...contractKeys(document.contract, verbatim),
  };
}

/** `config` names every node type in use: those the source named, and those that an edit brought in since. */
function dependenciesOf(document: WorkflowDocument, verbatim: JsonObject): Json {
  const kept = own(verbatim, 'dependencies');
  if (kept !== undefined && !isObject(kept) && !isEmptyCollection(kept)) return kept;
  const listed = own(kept, 'config');
  const before = isArray(listed) ? listed : [];
  const left = own(verbatim, UNLISTED);
  const known = new Set<Json>([...before, ...(isArray(left) ? left : [])]);
  const added = usedTypes(document)
    .map((type) => `${TYPE_PREFIX}${type}`)
    .filter((name) => !known.has(name));
  if (added.length === 0) return kept ?? {};
  return { ...(isObject(kept) ? kept : {}), config: [...before, ...added].sort() };
}

function portsOf(record: JsonObject, key: string, repairs: Repair[]): readonly ManifestEntry[] {
  const entries = own(record, key);
  if (isArray(entries)) return entries.map((entry, i) => decodeStoredEntry(entry, `${key}[${i}]`, repairs));
  if (entries !== undefined && entries !== null) {
    repairs.push({
      code: 'list',
      path: key,
      message: 'A list of entries is expected; what was found is kept and not used.',
    });
  }
  return [];
}

/** Entries where the document has any; else what the source had in their place, which may be `null`. */
function writePorts(entries: readonly ManifestEntry[], kept: Json | undefined): Json {
  const bound = entries.filter((entry) => !isDraftEntry(entry));
  if (bound.length > 0) return bound.map(encodeStoredEntry);
  return kept === undefined || (isArray(kept) && kept.length > 0) ? [] : kept;
}

function contractKeys(contract: Contract | undefined, verbatim: JsonObject): JsonObject {
  if (contract !== undefined) return contract;
  // A contract that could not be read stays what it was, in the keys taken over from the source.
  if (CONTRACT_KEYS.some((key) => Object.hasOwn(verbatim, key))) return {};
  return { parameter_schema: null, output_schema: null, schema_version: '0.0.0' };
}

/** The id that a record's file name carries, where the record itself has none. */
export function idFromFileName(name: string): string | undefined {
  return /flowdrop_(workflow|node_type|node_category)\.flowdrop_\1\.([^/]+)\.ya?ml$/.exec(name)?.[2];
}

/** Text of a record's `id` or `label` for a report. */
export function nameOfRecord(record: JsonObject): string {
  return (
    ownString(record, 'label') ?? ownString(record, 'name') ?? ownString(record, 'id') ?? 'without a name'
  );
}
