import type { BuiltType, Catalog, InstancePort, NodeType, Port } from '../../catalog/types';
import type { NodeKey } from '../../model/document';
import type { Direction } from '../../model/handle';
import { findPort, type GraphView } from '../derive/graph-view';
import { isOffered } from '../palette/search';
import { type PortRef, type Refusal, wireVerdict } from './verdict';

/** A node type that a loose wire can go to, and the port it would go to. */
export type TypeCandidate = { readonly type: NodeType; readonly port: Port };

/** Node types with an exposed port that fits, best first: same lane, then a widening, then a sink. */
export function fittingTypes(view: GraphView, from: PortRef): readonly TypeCandidate[] {
  const port = findPort(view, from.node, from.direction, from.port);
  if (port === undefined) return [];
  const found: { readonly candidate: TypeCandidate; readonly rank: number }[] = [];
  for (const type of view.catalog.nodeTypes) {
    if (!isOffered(type, view.document.id)) continue;
    const built = view.catalog.built(type.id);
    if (built === undefined) continue;
    const best = bestPort(view.catalog, built, port);
    if (best !== undefined) found.push({ candidate: { type, port: best.port }, rank: best.rank });
  }
  return found.toSorted((a, b) => a.rank - b.rank).map(({ candidate }) => candidate);
}

function bestPort(
  catalog: Catalog,
  built: BuiltType,
  from: InstancePort,
): { readonly port: Port; readonly rank: number } | undefined {
  let best: { port: Port; rank: number } | undefined;
  for (const port of from.direction === 'output' ? built.inputs : built.outputs) {
    if (port.exposedByDefault === false) continue;
    const [out, into] = from.direction === 'output' ? [from.lane, port.dataType] : [port.dataType, from.lane];
    if (!catalog.compatible(out, into)) continue;
    const rank = laneRank(out, into) - (port.required ? 0.5 : 0);
    if (best === undefined || rank < best.rank) best = { port, rank };
  }
  return best;
}

/** How well two compatible lanes fit: 0 the same, 1 a widening, 2 into or out of the sink, 3 a control lane. */
export function laneRank(from: string, to: string): number {
  if (from === to) return 0;
  if (to === 'trigger' || from === 'trigger') return 3;
  return from === 'mixed' || to === 'mixed' ? 2 : 1;
}

/** A port that a wire could go to; `refusal` says why it does not fit. */
export type PortCandidate = {
  readonly ref: PortRef;
  readonly port: InstancePort;
  readonly refusal: Refusal | null;
};

/** Every port on the other side of the other nodes (or of `only`), fitting ones first, each with why it does not fit. */
export function portCandidates(view: GraphView, from: PortRef, only?: NodeKey): readonly PortCandidate[] {
  const direction: Direction = from.direction === 'output' ? 'input' : 'output';
  const own = findPort(view, from.node, from.direction, from.port);
  const found: { readonly candidate: PortCandidate; readonly rank: number }[] = [];
  for (const node of view.document.nodes) {
    if (node.key === from.node || (only !== undefined && node.key !== only)) continue;
    const ports = view.ports(node.key);
    for (const port of direction === 'input' ? ports.inputs : ports.outputs) {
      if (!port.exposed || port.origin === 'ghost') continue;
      const ref: PortRef = { node: node.key, direction, port: port.id };
      const verdict = wireVerdict(view, from, ref);
      const lanes = direction === 'input' ? [own?.lane ?? '', port.lane] : [port.lane, own?.lane ?? ''];
      found.push({
        candidate: { ref, port, refusal: verdict.ok ? null : verdict.refusal },
        rank: verdict.ok ? laneRank(lanes[0] ?? '', lanes[1] ?? '') : 10,
      });
    }
  }
  return found.toSorted((a, b) => a.rank - b.rank).map(({ candidate }) => candidate);
}
