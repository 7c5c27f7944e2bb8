import type { NodeKey, WorkflowNode } from '../../model/document';
import { sourcePort, targetPort } from '../../model/handle';
import type { GraphView } from './graph-view';

/** Nodes as they are read: from left to right, then from top to bottom. */
export function readingOrder(nodes: readonly WorkflowNode[]): readonly WorkflowNode[] {
  return nodes.toSorted((a, b) => a.position.x - b.position.x || a.position.y - b.position.y);
}

/**
 * The node that a walk along wires comes to. `forward`: over the wire of the first wired output, in port order; else back
 * over the first wired input. Without such a wire the next (previous) node in reading order, so a walk reaches every node.
 */
export function walk(view: GraphView, from: NodeKey | null, forward: boolean): NodeKey | null {
  const node = from === null ? undefined : view.wiring.node(from);
  if (node === undefined) return edgeOfOrder(view, forward);
  const ports = view.ports(node.key);
  const order = new Map((forward ? ports.outputs : ports.inputs).map((port, at) => [port.id, at]));
  const wires = view.document.edges
    .filter((edge) => (forward ? edge.source : edge.target) === node.id)
    .map((edge) => ({
      to: view.wiring.keyOf(forward ? edge.target : edge.source),
      at: order.get((forward ? sourcePort(edge) : targetPort(edge)) ?? '') ?? order.size,
    }))
    .toSorted((a, b) => a.at - b.at);
  const along = wires.find((wire) => wire.to !== undefined && wire.to !== node.key)?.to;
  return along ?? stepInOrder(view, node.key, forward);
}

/** The next or previous node in reading order, going around at the ends. */
export function stepInOrder(view: GraphView, from: NodeKey | null, forward: boolean): NodeKey | null {
  const order = readingOrder(view.document.nodes);
  const at = order.findIndex((node) => node.key === from);
  if (at < 0) return edgeOfOrder(view, forward);
  const next = order[(at + (forward ? 1 : -1) + order.length) % order.length];
  return next?.key ?? null;
}

/** The first node in reading order, or the last. */
export function edgeOfOrder(view: GraphView, first: boolean): NodeKey | null {
  const order = readingOrder(view.document.nodes);
  return (first ? order[0] : order.at(-1))?.key ?? null;
}
