import type { Edge, Node } from '@xyflow/react';
import { SINK_LANE } from '../../catalog/lanes';
import type { BuiltType, VisualType } from '../../catalog/types';
import { anchorOf, type WorkflowEdge, type WorkflowNode } from '../../model/document';
import { type EdgeFlags, edgeFlags } from '../../model/edge-flags';
import { sourcePort, targetPort } from '../../model/handle';
import type { GraphView, NodePorts } from '../derive/graph-view';
import { flowHandle, visualOf } from '../derive/visual';
import type { Wired } from '../derive/wiring';
import type { Selection } from '../editor/types';

export type NodeContent = {
  readonly node: WorkflowNode;
  readonly anchor: string | undefined;
  readonly built: BuiltType | undefined;
  readonly visual: VisualType;
  readonly ports: NodePorts;
  readonly wired: Wired;
};
export type FlowNode = Node<NodeContent, 'workflow'>;

export type EdgeKind = 'data' | 'trigger' | 'tool' | 'loopback' | 'error' | 'agentResult';
export type EdgeContent = {
  readonly edge: WorkflowEdge;
  readonly kind: EdgeKind;
  readonly lane: string;
  readonly from: string;
  readonly to: string;
  /** What `lane`, `from` and `to` were read off: while these are the same objects, they are the same. */
  readonly ends: { readonly source: NodePorts; readonly target: NodePorts };
};
export type FlowEdge = Edge<EdgeContent, 'wire'>;

/** How a wire is drawn, where it is more than one thing: what routes a failure says so before all else. */
export function kindOf(flags: EdgeFlags): EdgeKind {
  if (flags.error) return 'error';
  if (flags.loopback) return 'loopback';
  if (flags.tool) return 'tool';
  if (flags.agentResult) return 'agentResult';
  return flags.trigger ? 'trigger' : 'data';
}

/** React Flow's nodes for a view. A node that the change did not touch keeps its object, so it is not drawn again. */
export function flowNodes(view: GraphView, selection: Selection, previous: readonly FlowNode[]): FlowNode[] {
  const old = new Map(previous.map((node) => [node.id, node]));
  const next = view.document.nodes.map((node) => flowNode(view, selection, node, old.get(node.key)));
  const same = next.length === previous.length && next.every((node, at) => node === previous[at]);
  return same && Array.isArray(previous) ? previous : next;
}

function flowNode(
  view: GraphView,
  selection: Selection,
  node: WorkflowNode,
  old: FlowNode | undefined,
): FlowNode {
  const anchor = anchorOf(node);
  const built = anchor === undefined ? undefined : view.catalog.built(anchor);
  const ports = view.ports(node.key);
  const wired = view.wiring.wired(node.id);
  const selected = selection.nodes.has(node.key);
  const data = old?.data;
  const sameData =
    data !== undefined &&
    data.node.data === node.data &&
    data.node.id === node.id &&
    data.built === built &&
    data.ports === ports &&
    data.wired === wired;
  const moved =
    old === undefined ||
    (old.dragging !== true && (old.position.x !== node.position.x || old.position.y !== node.position.y));
  const size = sizeOf(node, built);
  const resized = old !== undefined && (old.width !== size.width || old.height !== size.height);
  if (old !== undefined && sameData && !moved && !resized && (old.selected ?? false) === selected) return old;
  return {
    ...old,
    id: node.key,
    type: 'workflow',
    position: moved ? node.position : old.position,
    data: sameData ? data : { node, anchor, built, visual: visualOf(node, built), ports, wired },
    selected,
    ...size,
  };
}

/** Only notes keep a size; other sources' sizes were measured on other cards. */
function sizeOf(node: WorkflowNode, built: BuiltType | undefined): { width?: number; height?: number } {
  if (visualOf(node, built) !== 'note') return {};
  const { width, height } = node.extra;
  return {
    width: typeof width === 'number' && width > 0 ? width : 240,
    ...(typeof height === 'number' && height > 0 ? { height } : {}),
  };
}

/** React Flow's edges for a view, under the same promise. Wires of nodes that do not exist cannot be drawn. */
export function flowEdges(view: GraphView, selection: Selection, previous: readonly FlowEdge[]): FlowEdge[] {
  const old = new Map(previous.map((edge) => [edge.id, edge]));
  const next: FlowEdge[] = [];
  for (const edge of view.document.edges) {
    const source = view.wiring.keyOf(edge.source);
    const target = view.wiring.keyOf(edge.target);
    if (source === undefined || target === undefined) continue;
    const known = old.get(edge.key);
    const selected = selection.edges.has(edge.key);
    const ends = { source: view.ports(source), target: view.ports(target) };
    if (
      known?.data?.edge === edge &&
      known.data.ends.source === ends.source &&
      known.data.ends.target === ends.target &&
      known.source === source &&
      known.target === target &&
      (known.selected ?? false) === selected
    ) {
      next.push(known);
      continue;
    }
    const from = sourcePort(edge);
    const to = targetPort(edge);
    const out = ends.source.outputs.find((port) => port.id === from);
    const into = ends.target.inputs.find((port) => port.id === to);
    const lane = out?.lane ?? SINK_LANE;
    const [fromName, toName] = [out?.name ?? from ?? '', into?.name ?? to ?? ''];
    const data = known?.data;
    const sameData =
      data !== undefined &&
      data.edge === edge &&
      data.ends.source === ends.source &&
      data.ends.target === ends.target;
    next.push({
      id: edge.key,
      type: 'wire',
      source,
      target,
      sourceHandle: flowHandle('output', from),
      targetHandle: flowHandle('input', to),
      selected,
      data: sameData ? data : { edge, kind: kindOf(edgeFlags(edge)), lane, from: fromName, to: toName, ends },
    });
  }
  const same = next.length === previous.length && next.every((edge, at) => edge === previous[at]);
  return same && Array.isArray(previous) ? previous : next;
}
