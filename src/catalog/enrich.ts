import { anchorOf, type WorkflowNode } from '../model/document';
import { type JsonObject, sameJson } from '../model/json';
import type { BuiltType, Catalog, Processor } from './types';

/** What `type` every enriched node has (SCH-25). */
export const UNIVERSAL_NODE = 'universalNode';

/**
 * The node with the metadata of its live node type. SCH-25: anchored on `data.metadata.node_type_id` alone; configuration,
 * id, label and position are left alone; a second run changes nothing (and answers the same object). SCH-24: a node
 * without an anchor, or whose type is gone or does not build, is answered as it came. SCH-29: stored metadata is replaced,
 * however right it looks; only the anchor is read from it.
 */
export function enrichNode(node: WorkflowNode, catalog: Catalog): WorkflowNode {
  const anchor = anchorOf(node);
  const built = anchor === undefined ? undefined : catalog.built(anchor);
  if (built === undefined) return node;
  const metadata = anchoredMetadata(built);
  if (node.type === UNIVERSAL_NODE && sameJson(node.data.metadata, metadata)) return node;
  return { ...node, type: UNIVERSAL_NODE, data: { ...node.data, metadata } };
}

/**
 * The processor that runs a node; `undefined` where it has no anchor, no such node type, or none that is provided here.
 * SCH-28: named by the node type alone, never by what the node's metadata says.
 */
export function executorOf(node: WorkflowNode, catalog: Catalog): Processor | undefined {
  const anchor = anchorOf(node);
  const nodeType = anchor === undefined ? undefined : catalog.nodeType(anchor);
  return nodeType === undefined ? undefined : catalog.processor(nodeType.executor_plugin);
}

const anchored = new WeakMap<BuiltType, JsonObject>();
function anchoredMetadata(built: BuiltType): JsonObject {
  let metadata = anchored.get(built);
  if (metadata === undefined) {
    metadata = { node_type_id: built.nodeType.id, ...built.metadata };
    anchored.set(built, metadata);
  }
  return metadata;
}
