// Whether two ports may be wired, judged before the wire is made. What a stored edge may not do is R7, R12 and R13; lanes
// bind authoring only (SCH-38, SCH-39).
import type { InstancePort } from '../../catalog/types';
import type { EdgeKey, NodeKey } from '../../model/document';
import { titleOf } from '../../model/document';
import { type Direction, handleOf } from '../../model/handle';
import { sameEnds } from '../commands/connect';
import { findPort, type GraphView } from '../derive/graph-view';

/** One end of a wire that is being made. */
export type PortRef = { readonly node: NodeKey; readonly direction: Direction; readonly port: string };

/** Why a wire is refused: a key of the catalogue under `canvas.refusal`, with the values of its text. */
export type Refusal = {
  readonly reason: 'self' | 'duplicate' | 'lanes' | 'hidden' | 'direction' | 'missing' | 'readOnly';
  readonly params: {
    readonly [word in 'from' | 'fromLane' | 'to' | 'toLane' | 'node' | 'port' | 'side']?: string;
  };
};

export type Verdict =
  | { readonly ok: true; readonly source: PortRef; readonly target: PortRef }
  | { readonly ok: false; readonly refusal: Refusal };

/** May a wire join these two ports, in whichever order they were named? `except`: the edge that is being moved. */
export function wireVerdict(view: GraphView, a: PortRef, b: PortRef, except?: EdgeKey): Verdict {
  if (a.node === b.node) return refuse('self', { node: nameOf(view, a.node) });
  if (a.direction === b.direction) {
    return refuse('direction', { side: a.direction, port: portName(view, b) });
  }
  const [source, target] = a.direction === 'output' ? [a, b] : [b, a];
  const from = findPort(view, source.node, 'output', source.port);
  const to = findPort(view, target.node, 'input', target.port);
  const sourceNode = view.wiring.node(source.node);
  const targetNode = view.wiring.node(target.node);
  if (from === undefined || to === undefined || sourceNode === undefined || targetNode === undefined) {
    return refuse('missing', { port: from === undefined ? source.port : target.port });
  }
  if (from.origin === 'ghost') return refuse('missing', { port: from.name });
  if (to.origin === 'ghost') return refuse('missing', { port: to.name });
  if (!from.exposed) return refuse('hidden', { port: from.name, node: titleOf(sourceNode) });
  if (!to.exposed) return refuse('hidden', { port: to.name, node: titleOf(targetNode) });
  if (!view.catalog.compatible(from.lane, to.lane)) {
    return refuse('lanes', {
      from: from.name,
      fromLane: laneName(view, from.lane),
      to: to.name,
      toLane: laneName(view, to.lane),
    });
  }
  const ends = {
    source: sourceNode.id,
    target: targetNode.id,
    sourceHandle: handleOf(sourceNode.id, 'output', source.port),
    targetHandle: handleOf(targetNode.id, 'input', target.port),
  };
  const twin = view.document.edges.some((edge) => edge.key !== except && sameEnds(edge, ends));
  return twin ? refuse('duplicate', { from: from.name, to: to.name }) : { ok: true, source, target };
}

/** Whether lanes alone let two ports be wired; what dims the others while a wire is dragged. */
export function lanesFit(
  view: GraphView,
  from: { direction: Direction; lane: string },
  port: InstancePort,
): boolean {
  if (port.direction === from.direction || port.origin === 'ghost') return false;
  return from.direction === 'output'
    ? view.catalog.compatible(from.lane, port.lane)
    : view.catalog.compatible(port.lane, from.lane);
}

/** What people call a lane; its id where the lane is not served. */
export function laneName(view: Pick<GraphView, 'catalog'>, lane: string): string {
  return view.catalog.portConfig.dataTypes.find((type) => type.id === lane)?.name ?? lane;
}

function refuse(reason: Refusal['reason'], params: Refusal['params']): Verdict {
  return { ok: false, refusal: { reason, params } };
}

function nameOf(view: GraphView, key: NodeKey): string {
  const node = view.wiring.node(key);
  return node === undefined ? '' : titleOf(node);
}

function portName(view: GraphView, ref: PortRef): string {
  return findPort(view, ref.node, ref.direction, ref.port)?.name ?? ref.port;
}
