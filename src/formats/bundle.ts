// The `flowdrop.bundle/v1` envelope: `{format, payload: {publisher?, capabilities?, node_types?, flow}, confirm_publisher?}`.
import type { Catalog } from '../catalog/types';
import type { DecodedWorkflow } from '../model/api-form';
import { decodeWorkflow, encodeWorkflow } from '../model/api-form';
import type { ManifestEntry, WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { decodeStoredEntry, encodeStoredEntry, isDraftEntry } from '../model/manifest-form';
import { fail, ok, type Problem, type Result } from '../model/problem';
import { isEmptyCollection, omit, type Repair } from '../model/record';
import { coerceNodes, coerceWorkflow } from './coerce';
import { CONTRACT_KEYS, contractBeside, writtenContract } from './contract-keys';
import { nodesFor, UNLISTED, unlistedOf, usedTypes, verbatimOf } from './written-form';

export const BUNDLE_FORMAT = 'flowdrop.bundle/v1';

/** The parts of a bundle, each of the kind it should be. `source` is the whole of it, verbatim. */
export type Bundle = {
  readonly publisher: string | undefined;
  /** `capabilities.processors`; `undefined`: the bundle has no manifest. */
  readonly processors: readonly string[] | undefined;
  readonly nodeTypes: readonly JsonObject[];
  readonly flow: JsonObject;
  readonly confirmsPublisher: boolean;
  readonly source: JsonObject;
};

export type BundleRefusal = {
  readonly code: 'BUNDLE_FORMAT_UNSUPPORTED' | 'BUNDLE_INVALID';
  readonly details: readonly Problem[];
};

/**
 * Judges the structure of a bundle and takes it apart: the first gate of STORE-9, and what every later gate reads. A
 * bundle of another format is refused for that alone; else every structural fault is named with its path.
 */
export function judgeBundle(value: unknown): Result<Bundle, BundleRefusal> {
  if (!isObject(value))
    return invalid([{ path: '', message: 'A bundle is an object with "format" and "payload".' }]);
  const format = own(value, 'format');
  if (format !== BUNDLE_FORMAT) {
    const message = `The format is ${JSON.stringify(format ?? null)}; "${BUNDLE_FORMAT}" is supported.`;
    return fail({ code: 'BUNDLE_FORMAT_UNSUPPORTED', details: [{ path: 'format', message }] });
  }
  const payload = own(value, 'payload');
  if (!isObject(payload))
    return invalid([{ path: 'payload', message: 'The payload is an object with "flow".' }]);
  const flow = own(payload, 'flow');
  if (!isObject(flow))
    return invalid([
      { path: 'payload.flow', message: 'The flow is an object with "id", "label", "nodes" and "edges".' },
    ]);
  const problems: Problem[] = [];
  for (const key of ['nodes', 'edges', 'inputs', 'outputs']) {
    expectList(own(flow, key), `payload.flow.${key}`, problems);
  }
  expectText(own(flow, 'id'), 'payload.flow.id', problems);
  expectText(own(flow, 'label'), 'payload.flow.label', problems);
  expectText(own(payload, 'publisher'), 'payload.publisher', problems);
  const nodeTypes = expectList(own(payload, 'node_types'), 'payload.node_types', problems) ?? [];
  const capabilities = own(payload, 'capabilities');
  if (capabilities !== undefined && !isObject(capabilities) && !isEmptyCollection(capabilities)) {
    problems.push({
      path: 'payload.capabilities',
      message: 'The capabilities are an object with "processors".',
    });
  }
  const processors = expectList(own(capabilities, 'processors'), 'payload.capabilities.processors', problems);
  nodeTypes.forEach((nodeType, i) => {
    if (!isObject(nodeType))
      problems.push({ path: `payload.node_types[${i}]`, message: 'A node type is an object.' });
  });
  for (const [i, processor] of (processors ?? []).entries()) {
    expectText(processor, `payload.capabilities.processors[${i}]`, problems);
  }
  if (problems.length > 0) return invalid(problems);
  return ok({
    publisher: ownString(payload, 'publisher'),
    processors: processors?.filter((processor) => typeof processor === 'string'),
    nodeTypes: nodeTypes.filter(isObject),
    flow,
    confirmsPublisher: own(value, 'confirm_publisher') === true,
    source: value,
  });
}

/**
 * STORE-9: exposure entries as validation reads them: `name`, `node_id` and `port`, each where it is a scalar, as text.
 * An entry that is no object becomes empty and keeps its index. What is stored is the entry as submitted.
 */
export function normaliseExposure(entries: readonly Json[]): readonly JsonObject[] {
  return entries.map((entry) =>
    Object.fromEntries(
      ['name', 'node_id', 'port'].flatMap((key): [string, Json][] => {
        const value = own(entry, key);
        const scalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
        return scalar ? [[key, String(value)]] : [];
      }),
    ),
  );
}

/** The workflow of a bundle. Its origin keeps the rest of the bundle, so that exporting it gives all of it back. */
export function decodeBundleFlow(
  bundle: Bundle,
  catalog: Catalog,
): Result<DecodedWorkflow, readonly Problem[]> {
  const repairs: Repair[] = [];
  const flow = coerceWorkflow(bundle.flow, 'payload.flow', repairs);
  const nodes = coerceNodes(own(flow, 'nodes'), catalog, 'payload.flow.nodes', repairs);
  const { id, label, description, edges, metadata } = flow;
  const known = { id, name: label, description, nodes, edges, metadata };
  const value = Object.fromEntries(Object.entries(known).filter(([, part]) => part !== undefined));
  const decoded = decodeWorkflow(value);
  if (!decoded.ok) return decoded;
  const inFlow = decoded.value.repairs.map((repair) => ({ ...repair, path: `payload.flow.${repair.path}` }));
  const side = (key: string): readonly ManifestEntry[] => {
    const entries = own(flow, key);
    return isArray(entries)
      ? entries.map((entry, i) => decodeStoredEntry(entry, `payload.flow.${key}[${i}]`, repairs))
      : [];
  };
  const inputs = side('inputs');
  const outputs = side('outputs');
  const payload = own(bundle.source, 'payload');
  const document = decoded.value.document;
  const unlisted = unlistedOf(processorsOf(usedTypes(document), catalog), bundle.processors);
  const contract = contractBeside(bundle.flow);
  const verbatim: JsonObject = {
    envelope: omit(bundle.source, ['payload']),
    payload: omit(isObject(payload) ? payload : {}, ['flow']),
    flow: omit(bundle.flow, [
      'id',
      'label',
      'description',
      'nodes',
      'edges',
      'metadata',
      'inputs',
      'outputs',
      ...(contract === undefined ? [] : CONTRACT_KEYS),
    ]),
    ...unlisted,
    ...absentOf(bundle.flow),
  };
  return ok({
    document: { ...document, inputs, outputs, contract, origin: { kind: 'bundle', verbatim } },
    repairs: [...repairs, ...inFlow],
  });
}

/**
 * Writes a bundle. One that came as a bundle gets back everything it had, and whatever it needs by now besides: node
 * types that are not shipped, and processors in its manifest.
 *
 * @param nodeTypes stored records of node types to carry, beside those it came with.
 */
export function encodeBundle(
  document: WorkflowDocument,
  nodeTypes: readonly JsonObject[],
  catalog: Catalog,
): JsonObject {
  const verbatim = verbatimOf(document, 'bundle');
  const envelope = own(verbatim, 'envelope');
  const payload = own(verbatim, 'payload');
  const { id, name, description, nodes, edges, metadata } = encodeWorkflow({
    ...document,
    nodes: nodesFor('bundle', document, catalog),
  });
  const kept = own(verbatim, 'flow');
  const absent = own(verbatim, ABSENT);
  const written = (key: string) => verbatim !== undefined && !(isArray(absent) && absent.includes(key));
  const flow: JsonObject = {
    id: id ?? '',
    label: name ?? '',
    ...(description === undefined || description === '' ? {} : { description }),
    nodes: nodes ?? [],
    edges: edges ?? [],
    ...(isEmptyCollection(metadata) && !written('metadata') ? {} : { metadata: metadata ?? {} }),
    ...sideOf('inputs', document.inputs, written('inputs')),
    ...sideOf('outputs', document.outputs, written('outputs')),
    ...(isObject(kept) ? kept : {}),
    ...writtenContract(document.contract),
  };
  const carried = own(payload, 'node_types');
  const types = mergeById(isArray(carried) ? carried : [], nodeTypes);
  const capabilities = capabilitiesOf(own(payload, 'capabilities'), document, catalog, verbatim);
  return {
    format: BUNDLE_FORMAT,
    ...(isObject(envelope) ? envelope : {}),
    payload: {
      ...(isObject(payload) ? payload : {}),
      ...(capabilities === undefined ? {} : { capabilities }),
      ...(types.length === 0 && carried === undefined ? {} : { node_types: types }),
      flow,
    },
  };
}

/** Key of `origin.verbatim` for the parts that a flow may leave out and did: they stay out while they are empty. */
const ABSENT = 'sluice:absent';

function absentOf(flow: JsonObject): JsonObject {
  const absent = ['metadata', 'inputs', 'outputs'].filter((key) => !Object.hasOwn(flow, key));
  return absent.length === 0 ? {} : { [ABSENT]: absent };
}

/** The manifest that the bundle came with, and the processors it needs by now; a new one for any other document. */
function capabilitiesOf(
  kept: Json | undefined,
  document: WorkflowDocument,
  catalog: Catalog,
  verbatim: JsonObject | undefined,
): Json | undefined {
  if (verbatim !== undefined && kept === undefined) return undefined;
  const listed = own(kept, 'processors');
  const before = isArray(listed) ? listed : [];
  const left = own(verbatim, UNLISTED);
  const known = new Set<Json>([...before, ...(isArray(left) ? left : [])]);
  const added = processorsOf(usedTypes(document), catalog).filter((processor) => !known.has(processor));
  if (isObject(kept) && added.length === 0) return kept;
  return { ...(isObject(kept) ? kept : {}), processors: [...before, ...added] };
}

function processorsOf(types: readonly string[], catalog: Catalog): readonly string[] {
  const executors = types.flatMap((type) => catalog.nodeType(type)?.executor_plugin ?? []);
  return [...new Set(executors)].sort();
}

function sideOf(key: string, entries: readonly ManifestEntry[], always: boolean): JsonObject {
  const bound = entries.filter((entry) => !isDraftEntry(entry));
  return bound.length === 0 && !always ? {} : { [key]: bound.map(encodeStoredEntry) };
}

function mergeById(carried: readonly Json[], added: readonly JsonObject[]): readonly Json[] {
  const ids = new Set(carried.map((record) => own(record, 'id')));
  return [...carried, ...added.filter((record) => !ids.has(own(record, 'id')))];
}

function expectList(value: Json | undefined, path: string, problems: Problem[]): readonly Json[] | undefined {
  if (value === undefined || isArray(value)) return value;
  if (!isEmptyCollection(value)) problems.push({ path, message: 'A list is expected.' });
  return [];
}

function expectText(value: Json | undefined, path: string, problems: Problem[]): void {
  if (value !== undefined && typeof value !== 'string') problems.push({ path, message: 'Text is expected.' });
}

function invalid(details: readonly Problem[]): { readonly ok: false; readonly error: BundleRefusal } {
  return fail({ code: 'BUNDLE_INVALID', details });
}
