// The version of a contract that a node was wired by, where the node is a workflow (MAN-9). It stands in the node's
// `data.extensions`, which survives storing (STORE-6) and goes along with every export; nothing but an editor reads it.
import type { NodeData, WorkflowNode } from './document';
import { isObject, type JsonObject, own, ownString } from './json';

const EXTENSIONS = 'extensions';
const OURS = 'sluice';
const PIN = 'contract';

/** The version that a node is pinned to; `undefined` where nothing was ever noted. */
export function pinOf(node: Pick<WorkflowNode, 'data'>): string | undefined {
  return ownString(own(own(node.data.extra, EXTENSIONS), OURS), PIN);
}

/** The `extra` of a node's data with its pin at `version`. Whatever else stands there stays. */
export function withPin(extra: NodeData['extra'], version: string): JsonObject {
  const extensions = objectAt(extra, EXTENSIONS);
  const ours = objectAt(extensions, OURS);
  return { ...extra, [EXTENSIONS]: { ...extensions, [OURS]: { ...ours, [PIN]: version } } };
}

function objectAt(source: JsonObject, key: string): JsonObject {
  const value = own(source, key);
  return isObject(value) ? value : {};
}
