// STORE-9: which gate of an import a refusal comes from, and what on the canvas it concerns.
import type { Catalog } from '../catalog/types';
import { anchorOf, type EdgeKey, type NodeKey, type WorkflowDocument } from '../model/document';
import { isArray, type Json, type JsonObject, own, ownString } from '../model/json';
import { isDraftEntry } from '../model/manifest-form';

/** The gates in their order. */
export const IMPORT_GATES = [
  'format',
  'publisher',
  'processors',
  'nodeTypes',
  'workflow',
  'flowId',
  'taken',
] as const;
export type ImportGate = (typeof IMPORT_GATES)[number];

const GATE_OF: ReadonlyMap<string, ImportGate> = new Map([
  ['BUNDLE_FORMAT_UNSUPPORTED', 'format'],
  ['BUNDLE_INVALID', 'format'],
  ['BUNDLE_PUBLISHER_UNTRUSTED', 'publisher'],
  ['BUNDLE_PROCESSOR_MISSING', 'processors'],
  ['BUNDLE_NODE_TYPE_INVALID', 'nodeTypes'],
  ['WORKFLOW_INVALID', 'workflow'],
  ['BUNDLE_FLOW_ID_INVALID', 'flowId'],
  ['WORKFLOW_ID_TAKEN', 'taken'],
]);

/** The gate that answers with this code; `undefined` for a refusal that no gate of an import gives. */
export function gateOf(code: string): ImportGate | undefined {
  return GATE_OF.get(code);
}

export type GateVerdict = 'passed' | 'refused' | 'unreached';

/**
 * How every gate stands after an answer. `refusedBy`: the gate that refused; `null` where all let the bundle by. Gates
 * run in a fixed order, so those before it passed and those after it were not asked.
 */
export function gateVerdicts(
  refusedBy: ImportGate | null,
): readonly { readonly gate: ImportGate; readonly verdict: GateVerdict }[] {
  const at = refusedBy === null ? IMPORT_GATES.length : IMPORT_GATES.indexOf(refusedBy);
  return IMPORT_GATES.map((gate, i) => ({
    gate,
    verdict: i < at ? 'passed' : i === at ? 'refused' : 'unreached',
  }));
}

/** What on the canvas a detail is about; both empty where it is about the workflow as a whole. */
export type Place = { readonly nodes: readonly NodeKey[]; readonly edges: readonly EdgeKey[] };
const NOWHERE: Place = { nodes: [], edges: [] };

/**
 * The nodes and edges that a locator of the import door or of the update door concerns. Positions count in `document`,
 * which is what `sent` was made of; a locator that names nothing of it is about the whole.
 *
 * @param sent the bundle, or the body of the update.
 */
export function placeOf(
  locator: string,
  document: WorkflowDocument,
  catalog: Catalog,
  sent: JsonObject,
): Place {
  const payload = own(sent, 'payload');
  const [, list = '', index = ''] = LISTED.exec(locator) ?? [];
  const at = Number(index);
  switch (list) {
    case 'nodes':
    case 'flow.nodes':
      return nodesAt([document.nodes[at]?.key]);
    case 'edge':
    case 'flow.edges':
      return edgeAt(document, at);
    case 'capabilities.processors':
      return byExecutor(document, catalog, itemOf(own(own(payload, 'capabilities'), 'processors'), at));
    case 'node_types': {
      const id = ownString(itemOf(own(payload, 'node_types'), at), 'id');
      return id === undefined
        ? NOWHERE
        : nodesAt(document.nodes.filter((node) => anchorOf(node) === id).map(({ key }) => key));
    }
    case 'schema.input':
    case 'flow.inputs':
      return boundNode(document, 'inputs', at);
    case 'schema.output':
    case 'flow.outputs':
      return boundNode(document, 'outputs', at);
  }
  return locator.startsWith('node.') ? byId(document, locator.slice('node.'.length)) : NOWHERE;
}

/** `edge.3`, `nodes.0`, `schema.input.1`, `flow.nodes[2].data`, `node_types[0].id`, `capabilities.processors[4]`. */
const LISTED =
  /^(edge|nodes|schema\.input|schema\.output|flow\.nodes|flow\.edges|flow\.inputs|flow\.outputs|node_types|capabilities\.processors)(?:\.|\[)(\d+)/;

/** Ids hold dots, so of the ids that the rest begins with the longest is meant. */
function byId(document: WorkflowDocument, rest: string): Place {
  let found: { readonly id: string; readonly key: NodeKey } | undefined;
  for (const node of document.nodes) {
    if (rest !== node.id && !rest.startsWith(`${node.id}.`)) continue;
    // Of repeated ids the last one counts (STORE-10).
    if (found === undefined || node.id.length >= found.id.length) found = node;
  }
  return nodesAt([found?.key]);
}

function byExecutor(document: WorkflowDocument, catalog: Catalog, executor: Json | undefined): Place {
  if (typeof executor !== 'string') return NOWHERE;
  const uses = (node: WorkflowDocument['nodes'][number]) =>
    catalog.nodeType(anchorOf(node) ?? '')?.executor_plugin === executor ||
    ownString(node.data.metadata, 'executor_plugin') === executor;
  return nodesAt(document.nodes.filter(uses).map(({ key }) => key));
}

function edgeAt(document: WorkflowDocument, at: number): Place {
  const edge = document.edges[at];
  if (edge === undefined) return NOWHERE;
  const ends = document.nodes.filter(({ id }) => id === edge.source || id === edge.target);
  return { nodes: ends.map(({ key }) => key), edges: [edge.key] };
}

/** Entries without a binding are not sent, so they do not count. */
function boundNode(document: WorkflowDocument, side: 'inputs' | 'outputs', at: number): Place {
  const entry = document[side].filter((one) => !isDraftEntry(one))[at];
  return nodesAt(document.nodes.filter(({ id }) => id === entry?.node_id).map(({ key }) => key));
}

function nodesAt(keys: readonly (NodeKey | undefined)[]): Place {
  const nodes = keys.filter((key) => key !== undefined);
  return nodes.length === 0 ? NOWHERE : { nodes, edges: [] };
}

function itemOf(value: Json | undefined, at: number): Json | undefined {
  return isArray(value) ? value[at] : undefined;
}
