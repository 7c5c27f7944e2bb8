// What the rules need to know of a node's type. R1, R7 and R4.d judge only what resolves all the way to an executor.
import type { BuiltType, Catalog, NodeType } from '../catalog/types';
import { anchorOf, type WorkflowNode } from '../model/document';
import type { Direction } from '../model/handle';

export type NodeTypeView =
  /** No anchor: notes and other decoration; nobody judges its type (R1.b). */
  | { readonly kind: 'none' }
  /** The anchor names no node type (R9). */
  | { readonly kind: 'unknown'; readonly anchor: string }
  /** The type exists; its executor does not (R1). `built` is derived from the stored gates, where that works. */
  | { readonly kind: 'no_executor'; readonly nodeType: NodeType; readonly built: BuiltType | undefined }
  /** The type exists and does not build (SCH-24): nothing can be said of its ports or its configuration. */
  | { readonly kind: 'unbuilt'; readonly nodeType: NodeType }
  | { readonly kind: 'ready'; readonly nodeType: NodeType; readonly built: BuiltType };

/** Resolves a node's anchor. */
export function nodeTypeView(node: WorkflowNode, catalog: Catalog): NodeTypeView {
  const anchor = anchorOf(node);
  if (anchor === undefined) return NONE;
  const nodeType = catalog.nodeType(anchor);
  if (nodeType === undefined) return { kind: 'unknown', anchor };
  const built = catalog.built(anchor);
  if (catalog.processor(nodeType.executor_plugin) === undefined)
    return { kind: 'no_executor', nodeType, built };
  return built === undefined ? { kind: 'unbuilt', nodeType } : { kind: 'ready', nodeType, built };
}
const NONE: NodeTypeView = { kind: 'none' };

/** The node type that a node resolves to with its executor, or `undefined`. */
export function readyType(node: WorkflowNode | undefined, catalog: Catalog): BuiltType | undefined {
  const anchor = node === undefined ? undefined : anchorOf(node);
  const built = anchor === undefined ? undefined : catalog.built(anchor);
  return built?.processor === undefined ? undefined : built;
}

/** Ids of the ports that a node type declares for one side, reserved ones included, in served order. */
export function declaredPorts(built: BuiltType, direction: Direction): ReadonlySet<string> {
  const known = portSets.get(built) ?? {
    input: new Set(built.inputs.map((port) => port.id)),
    output: new Set(built.outputs.map((port) => port.id)),
  };
  portSets.set(built, known);
  return known[direction];
}
const portSets = new WeakMap<BuiltType, { readonly [side in Direction]: ReadonlySet<string> }>();
