// STORE-6, STORE-7: what of a node is stored. Only the save path calls this; reading never does (STORE-10).
import type { WorkflowDocument, WorkflowNode } from './document';
import { ownString } from './json';
import { isDraftEntry } from './manifest-form';
import { omit } from './record';

/** Keys that an editor keeps on a node while it is on a canvas. */
const SCRATCH = ['selected', 'dragging', 'deletable', 'nodeId'];

/**
 * The node type that storage anchors a node to: `data.metadata.node_type_id`, else `data.metadata.id`. Everything else
 * reads the former alone (SCH-25), which is why storing writes it.
 */
export function storageAnchorOf(node: WorkflowNode): string | undefined {
  return (
    nonEmpty(ownString(node.data.metadata, 'node_type_id')) ?? nonEmpty(ownString(node.data.metadata, 'id'))
  );
}

/**
 * The node as it is stored. Idempotent; an already reduced node is returned itself.
 *
 * @param resolves whether {@link storageAnchorOf} names a node type that exists. A node that does not resolve keeps its
 * metadata and `type`, as nothing could restore them.
 */
export function reduceForStorage(node: WorkflowNode, resolves: boolean): WorkflowNode {
  const extra = omit(node.extra, SCRATCH);
  const dataExtra = omit(node.data.extra, ['nodeId']);
  const anchor = resolves ? storageAnchorOf(node) : undefined;
  const reduced = anchor !== undefined && !isAnchorOnly(node);
  const type = anchor === undefined ? node.type : 'universalNode';
  if (extra === node.extra && dataExtra === node.data.extra && !reduced && type === node.type) return node;
  const metadata = reduced ? { node_type_id: anchor } : node.data.metadata;
  return { ...node, type, data: { ...node.data, metadata, extra: dataExtra }, extra };
}

/**
 * The workflow as it is stored: every node reduced, and manifest entries without a binding left out (MAN-20).
 *
 * @param exists whether a node type with this id exists.
 */
export function reduceWorkflow(
  document: WorkflowDocument,
  exists: (nodeType: string) => boolean,
): WorkflowDocument {
  return {
    ...document,
    nodes: document.nodes.map((node) => {
      const anchor = storageAnchorOf(node);
      return reduceForStorage(node, anchor !== undefined && exists(anchor));
    }),
    inputs: document.inputs.filter((entry) => !isDraftEntry(entry)),
    outputs: document.outputs.filter((entry) => !isDraftEntry(entry)),
  };
}

function isAnchorOnly(node: WorkflowNode): boolean {
  const metadata = node.data.metadata;
  return (
    metadata !== undefined && Object.keys(metadata).length === 1 && Object.hasOwn(metadata, 'node_type_id')
  );
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
