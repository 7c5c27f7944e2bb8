// STORE-9: a bundle becomes a workflow. Seven gates in a fixed order; nothing is written before the last one is passed,
// so a refusal has nothing to take back but what the store itself refuses.
import { deriveNodeType } from '../catalog/derive-node-type';
import { decodeNodeType } from '../catalog/node-type-record';
import type { Catalog, NodeType, SiteRecords } from '../catalog/types';
import { type Bundle, judgeBundle, normaliseExposure } from '../formats/bundle';
import { coerceNodes, coerceNodeType, coerceWorkflow } from '../formats/coerce';
import { isAddressable } from '../model/addressable';
import { newWorkflowId } from '../model/ids';
import { isArray, type Json, type JsonObject, own, ownString, sameJson } from '../model/json';
import { decodeStoredEntry } from '../model/manifest-form';
import { fail, ok, type Result } from '../model/problem';
import { omit, type Repair } from '../model/record';
import { codePoints } from '../model/schema-check';
import { API_CODES, type ApiCode } from './codes';
import { type Call, permits } from './door';
import { type Detail, type Refusal, refuse } from './envelope';
import { invalidity, judgeWorkflow } from './judge';
import { withContract } from './save';
import { storedNode } from './stored-nodes';
import { composeDocument } from './stored-workflow';
import type { WorkflowRecord } from './types';

const FLOW_ID = /^[a-z0-9_]{1,64}$/;

/** Imports the bundle of a call. Answers the stored workflow, or the refusal of the first gate that does not let it by. */
export async function importBundle(call: Call): Promise<Result<WorkflowRecord, Refusal>> {
  const { world } = call;
  const bundle = judgeBundle(call.body);
  if (!bundle.ok) {
    const { code, details } = bundle.error;
    return fail(
      refuse(
        code,
        details[0]?.message,
        details.map(({ path, message }) => ({ code, message, locator: inPayload(path) })),
      ),
    );
  }
  const untrusted = publisherGate(call, bundle.value);
  if (untrusted !== undefined) return fail(untrusted);

  let created: WorkflowRecord | undefined;
  try {
    return await world.site.transact(async (site) => {
      const records = await site.read();
      const present = await world.catalog(records);
      const missing = processorGate(bundle.value, present);
      if (missing !== undefined) return fail(missing);
      const generated = generateNodeTypes(bundle.value, present);
      if (!generated.ok) return generated;
      const catalog = await world.catalog(withNodeTypes(records, generated.value));
      const admitted = await admitFlow(call, bundle.value, catalog);
      if (!admitted.ok) return admitted;
      await site.putNodeTypes(generated.value);
      const create = site.createWorkflow ?? world.workflows.create;
      if (!(await create(admitted.value))) return fail(single('WORKFLOW_ID_TAKEN', 'flow.id'));
      if (site.createWorkflow === undefined) created = admitted.value;
      return admitted;
    });
  } catch (cause) {
    // The node types did not come in after all, so the workflow that needs them must not stay. Whoever waited for the id
    // may have it by now: their workflow is not ours to delete.
    if (created !== undefined) await world.workflows.delete(created.id, created);
    throw cause;
  }
}

/** Gate 2. */
function publisherGate(call: Call, bundle: Bundle): Refusal | undefined {
  const { publisher } = bundle;
  if (publisher !== undefined && call.world.trustsPublisher(publisher)) return undefined;
  if (bundle.confirmsPublisher && permits(call.principal, 'import untrusted bundles')) return undefined;
  const message =
    publisher === undefined
      ? 'The bundle names no publisher.'
      : `The publisher "${publisher.slice(0, 80)}" is not trusted here.`;
  return single('BUNDLE_PUBLISHER_UNTRUSTED', 'publisher', message);
}

type Named = { readonly executor: string; readonly locator: string };

/**
 * Gate 3. The manifest of the bundle, and what its node types and nodes name beside it. Where there is a manifest, a node
 * whose type is here already asks for nothing: its executor is that of the type (SCH-28).
 */
function processorGate(bundle: Bundle, catalog: Catalog): Refusal | undefined {
  const listed = (bundle.processors ?? []).map((executor, i) => ({
    executor,
    locator: `capabilities.processors[${i}]`,
  }));
  const byTypes = bundle.nodeTypes.flatMap((record, i) => named(record, `node_types[${i}].executor_plugin`));
  const byNodes = nodesOf(bundle.flow).flatMap((node, i) => {
    const metadata = own(own(node, 'data'), 'metadata');
    const anchor = anchorIn(metadata);
    const known = anchor !== undefined && catalog.nodeType(anchor) !== undefined;
    if (bundle.processors !== undefined && known) return [];
    return named(metadata, `flow.nodes[${i}].data.metadata.executor_plugin`);
  });
  const missing = new Map<string, Detail>();
  for (const { executor, locator } of [...listed, ...byTypes, ...byNodes]) {
    if (missing.has(executor) || catalog.processor(executor) !== undefined) continue;
    const message = `The processor "${executor.slice(0, 120)}" is not available here.`;
    missing.set(executor, { code: 'BUNDLE_PROCESSOR_MISSING', message, locator });
  }
  const details = [...missing.values()];
  return details.length === 0
    ? undefined
    : refuse('BUNDLE_PROCESSOR_MISSING', details.map(({ message }) => message).join(' '), details);
}

function named(record: Json | undefined, locator: string): readonly Named[] {
  const executor = ownString(record, 'executor_plugin');
  return executor === undefined || executor === '' ? [] : [{ executor, locator }];
}

/**
 * Gate 4. The node types that this import adds: those of the bundle, and one for each node that names a processor and a
 * type that does not exist. A type that exists is left as it is: other workflows stand on it.
 */
function generateNodeTypes(bundle: Bundle, catalog: Catalog): Result<readonly NodeType[], Refusal> {
  const generated = new Map<string, { readonly nodeType: NodeType; readonly source: Json }>();
  const details: Detail[] = [];
  const wrong = (locator: string, message: string) =>
    details.push({ code: 'BUNDLE_NODE_TYPE_INVALID', message, locator });
  bundle.nodeTypes.forEach((source, i) => {
    const decoded = decodeNodeType(coerceNodeType(source, catalog, '', []));
    if (!decoded.ok) {
      for (const { path, message } of decoded.error) wrong(`node_types[${i}].${path}`, message);
      return;
    }
    const { id } = decoded.value;
    const before = generated.get(id);
    if (!isAddressable(id)) wrong(`node_types[${i}].id`, 'The id cannot stand in an address.');
    else if (before !== undefined && !sameJson(before.source, source))
      wrong(`node_types[${i}].id`, `Another node type of this bundle has the id "${id}".`);
    else if (catalog.nodeType(id) === undefined) generated.set(id, { nodeType: decoded.value, source });
  });
  nodesOf(bundle.flow).forEach((node, i) => {
    const metadata = own(own(node, 'data'), 'metadata');
    const id = anchorIn(metadata);
    const processor = catalog.processor(ownString(metadata, 'executor_plugin') ?? '');
    if (id === undefined || processor === undefined || catalog.nodeType(id) !== undefined) return;
    const locator = `flow.nodes[${i}].data.metadata`;
    const before = generated.get(id);
    if (!isAddressable(id)) wrong(locator, 'The id of its type cannot stand in an address.');
    else if (before === undefined) {
      const look = { id, label: ownString(metadata, 'name') ?? id, ...lookOf(metadata) };
      generated.set(id, { nodeType: deriveNodeType(processor, look), source: null });
    } else if (before.source === null && before.nodeType.executor_plugin !== processor.id)
      wrong(locator, `Another node names another processor for the type "${id}".`);
  });
  if (details.length > 0) return fail(refuse('BUNDLE_NODE_TYPE_INVALID', details[0]?.message, details));
  return ok([...generated.values()].map(({ nodeType }) => nodeType));
}

function lookOf(metadata: Json | undefined): { readonly [key: string]: string } {
  const texts = ['description', 'category', 'icon', 'color'].flatMap((key): [string, string][] => {
    const text = ownString(metadata, key);
    return text === undefined || text === '' ? [] : [[key, text]];
  });
  return Object.fromEntries(texts);
}

/** Gates 5, 6 and 7, with the node types of the bundle in place. */
async function admitFlow(
  { world, principal }: Call,
  bundle: Bundle,
  catalog: Catalog,
): Promise<Result<WorkflowRecord, Refusal>> {
  const repairs: Repair[] = [];
  const flow = coerceWorkflow(bundle.flow, 'flow', repairs);
  const nodes = coerceNodes(own(flow, 'nodes'), catalog, 'flow.nodes', repairs);
  const name = ownString(flow, 'label') ?? '';
  if (name === '' || codePoints(name) > 255)
    return fail(
      single('BUNDLE_INVALID', 'flow.label', 'The label of a flow is a text of 1 to 255 characters.'),
    );
  const given = ownString(flow, 'id') ?? '';
  const inputs = listOf(own(flow, 'inputs'));
  const outputs = listOf(own(flow, 'outputs'));
  const now = world.clock.now();
  const record: WorkflowRecord = {
    id: given === '' ? newWorkflowId(world.ids) : given,
    name,
    description: ownString(flow, 'description') ?? '',
    nodes: listOf(nodes).map((node) => storedNode(node, catalog)),
    edges: listOf(own(flow, 'edges')),
    metadata: own(flow, 'metadata') ?? [],
    // As submitted: what an author keeps beside name, node and port survives.
    inputs,
    outputs,
    contract: null,
    origin: { kind: 'bundle', verbatim: verbatimOf(bundle) },
    created: now,
    changed: now,
    uid: principal.id,
  };
  const document = composeDocument(record, judgedEntries(inputs), judgedEntries(outputs));
  const invalid = invalidity(await judgeWorkflow(world, catalog, document));
  if (invalid !== undefined) return fail(invalid);
  if (given !== '' && !FLOW_ID.test(given)) return fail(single('BUNDLE_FLOW_ID_INVALID', 'flow.id'));
  if (given !== '' && (await world.workflows.get(given)) !== undefined)
    return fail(single('WORKFLOW_ID_TAKEN', 'flow.id'));
  for (const { path, message } of repairs)
    world.log({ level: 'info', message: `Import: ${path}: ${message}` });
  return ok(await withContract(world, catalog, record, document, undefined));
}

/** Entries as validation reads them. A bundle has no drafts, so an entry without a binding is judged like any other. */
function judgedEntries(entries: readonly Json[]) {
  return normaliseExposure(entries).map((entry) => decodeStoredEntry({ node_id: '', ...entry }, '', []));
}

/** What the bundle had beside its flow, so that exporting it again gives all of it back. */
function verbatimOf(bundle: Bundle): JsonObject {
  const payload = own(bundle.source, 'payload');
  const beside = ['id', 'label', 'description', 'nodes', 'edges', 'metadata', 'inputs', 'outputs'];
  return {
    envelope: omit(bundle.source, ['payload', 'confirm_publisher']),
    payload: omit(typeof payload === 'object' && payload !== null && !isArray(payload) ? payload : {}, [
      'flow',
    ]),
    flow: omit(bundle.flow, beside),
  };
}

function withNodeTypes(records: SiteRecords, nodeTypes: readonly NodeType[]): SiteRecords {
  return { ...records, nodeTypes: [...(records.nodeTypes ?? []), ...nodeTypes] };
}

function anchorIn(metadata: Json | undefined): string | undefined {
  return ownString(metadata, 'node_type_id') || ownString(metadata, 'id') || undefined;
}

function nodesOf(flow: JsonObject): readonly Json[] {
  return listOf(own(flow, 'nodes'));
}

function listOf(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}

function inPayload(path: string): string {
  return path.replace(/^payload\./, '');
}

/** A refusal for one reason, which its `details` name too. */
function single(code: ApiCode, locator: string, message: string = API_CODES[code].sentence): Refusal {
  return refuse(code, message, [{ code, message, locator }]);
}
