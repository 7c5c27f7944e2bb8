// Workflow JSON as the FlowDrop editor exports and opens it: the API form, each node with the whole metadata of its type.
import type { Catalog } from '../catalog/types';
import { type DecodedWorkflow, decodeWorkflow, encodeWorkflow } from '../model/api-form';
import type { WorkflowDocument, WorkflowNode } from '../model/document';
import { isArray, type JsonObject, own } from '../model/json';
import { ok, type Problem, type Result } from '../model/problem';
import { omit, type Repair } from '../model/record';
import { storageAnchorOf } from '../model/wire';
import { coerceNodes, coerceWorkflow } from './coerce';
import { CONTRACT_KEYS, contractBeside, writtenContract } from './contract-keys';

/** Reads workflow JSON, of the API or of the editor. Scratch state is kept; storing drops it (STORE-6). */
export function decodeWorkflowJson(
  value: JsonObject,
  kind: 'api' | 'editor',
  catalog: Catalog,
): Result<DecodedWorkflow, readonly Problem[]> {
  const repairs: Repair[] = [];
  const coerced = coerceWorkflow(value, '', repairs);
  const nodes = coerceNodes(own(coerced, 'nodes'), catalog, 'nodes', repairs);
  const decoded = decodeWorkflow(nodes === undefined ? coerced : { ...coerced, nodes }, {
    kind,
    verbatim: {},
  });
  if (!decoded.ok) return decoded;
  const { document } = decoded.value;
  const contract = contractBeside(document.extra);
  return ok({
    document:
      contract === undefined
        ? document
        : { ...document, contract, extra: omit(document.extra, CONTRACT_KEYS) },
    repairs: [...repairs, ...decoded.value.repairs],
  });
}

/**
 * Writes workflow JSON that the FlowDrop editor can open. That editor draws nothing at all where one node lacks the port
 * lists of its type, and no edge of a node without `data.nodeId`; both are filled in where they are missing, from the
 * node type (for one that is unknown: no ports). What a node already has is left as it is.
 */
export function encodeEditorJson(document: WorkflowDocument, catalog: Catalog): JsonObject {
  return encodeWorkflowJson({ ...document, nodes: document.nodes.map((node) => whole(node, catalog)) });
}

/** Writes the API form with the published contract beside it, so that a file can bring it along (MAN-18). */
export function encodeWorkflowJson(document: WorkflowDocument): JsonObject {
  return { ...encodeWorkflow(document), ...writtenContract(document.contract) };
}

function whole(node: WorkflowNode, catalog: Catalog): WorkflowNode {
  const { metadata, extra } = node.data;
  // Entries that were no object, and metadata of another kind, are given back as they came.
  if (node.id === '' || Object.hasOwn(extra, 'metadata')) return node;
  const anchor = storageAnchorOf(node);
  const served = anchor === undefined ? undefined : catalog.built(anchor)?.metadata;
  const complete = isArray(own(metadata, 'inputs')) && isArray(own(metadata, 'outputs'));
  const filled = complete
    ? metadata
    : {
        id: anchor ?? '',
        name: node.data.label ?? node.id,
        description: '',
        category: '',
        version: '',
        inputs: [],
        outputs: [],
        ...served,
        ...metadata,
      };
  return {
    ...node,
    type: node.type ?? 'universalNode',
    data: { ...node.data, metadata: filled, extra: { nodeId: node.id, ...extra } },
  };
}
