// Whether a step that acts on the world may be run again when it was cut off: the author says so on the node. It stands in the
// node's `data.extensions`, beside the pin, and goes along with every export.
import type { NodeData, WorkflowNode } from './document';
import { isObject, type Json, type JsonObject, own } from './json';

const EXTENSIONS = 'extensions';
const OURS = 'sluice';
const RERUN = 'rerun';

/** True only where the author has said so. */
export function mayRunAgain(node: Pick<WorkflowNode, 'data'>): boolean {
  return own(own(own(node.data.extra, EXTENSIONS), OURS), RERUN) === true;
}

/** The `extra` of a node's data that says so, or no longer. Whatever else stands there stays. */
export function withRunAgain(extra: NodeData['extra'], allowed: boolean): JsonObject {
  const extensions = objectAt(extra, EXTENSIONS);
  const { [RERUN]: _before, ...ours } = objectAt(extensions, OURS);
  const changed: JsonObject = allowed ? { ...ours, [RERUN]: true } : ours;
  const kept: { [key: string]: Json } = { ...extensions, [OURS]: changed };
  if (Object.keys(changed).length === 0) delete kept[OURS];
  const { [EXTENSIONS]: _all, ...rest } = extra;
  return Object.keys(kept).length === 0 ? rest : { ...rest, [EXTENSIONS]: kept };
}

function objectAt(source: JsonObject, key: string): JsonObject {
  const value = own(source, key);
  return isObject(value) ? value : {};
}
