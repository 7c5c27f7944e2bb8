// The static loop diagnostics: SG-18 (merged loops, a loopback that closes no cycle) and CMP-6 (a head nothing enters).
import { titleOf } from '../model/document';
import type { Finding } from '../model/finding';
import { findLoops, type GraphEdge } from '../model/loop-membership';
import type { Collector, Graph } from './graph';
import { readyType } from './node-type-view';
import { MAX_EDGES, MAX_NODES } from './r5-limits';
import { atEdge, atNode } from './report';

type Sink = Pick<Collector, 'atNode' | 'atEdge'>;

/**
 * Reports on loops at their heads and at their loopback edges. Edges with a missing end count for nothing; how loops lie
 * in each other is told of drawings within the limits only.
 */
export function loopFindings(graph: Graph, found: Sink): void {
  if (!graph.flags.some((kind) => kind.loopback)) return;
  for (const [at, finding] of headsWithoutEntry(graph)) found.atNode(at, finding);
  // A drawing beyond the limits is refused as it is (R5.a, R5.b), and its loops would take minutes to compare.
  if (graph.nodes.length > MAX_NODES || graph.edges.length > MAX_EDGES) return;
  const { forward, loopbacks, loopbackIndexes } = split(graph);
  const ids = graph.nodes.map((node) => node.id);
  const { loops, notClosed } = findLoops(ids, forward, loopbacks);
  for (const loop of loops) {
    const at = graph.position.get(loop.head);
    const node = at === undefined ? undefined : graph.nodes[at];
    if (at === undefined || node === undefined || loop.heads.length < 2) continue;
    const params = { heads: [...loop.heads], body: [...loop.body] };
    found.atNode(at, atNode(node, 'W_LOOP_MERGED', 'SG-18', params));
  }
  for (const loopback of notClosed) {
    const index = loopbackIndexes[loopback];
    const edge = index === undefined ? undefined : graph.edges[index];
    if (index !== undefined && edge !== undefined)
      found.atEdge(index, atEdge(edge, 'W_LOOP_NOT_CLOSED', 'SG-18'));
  }
}

function split({ edges, flags, position }: Graph) {
  const forward: GraphEdge[] = [];
  const loopbacks: GraphEdge[] = [];
  const loopbackIndexes: number[] = [];
  for (const [index, edge] of edges.entries()) {
    const from = position.get(edge.source);
    const to = position.get(edge.target);
    const kind = flags[index];
    if (from === undefined || to === undefined || kind === undefined) continue;
    if (kind.loopback) {
      loopbacks.push({ from, to });
      loopbackIndexes.push(index);
    } else if (!kind.tool && !kind.agentResult) forward.push({ from, to });
  }
  return { forward, loopbacks, loopbackIndexes };
}

/**
 * CMP-6 (3): a node whose incoming edges are all loopbacks does not run. Not where the node is left out for another
 * reason first: its type does not execute (1), or it only serves as a tool (2, EDGE-7).
 */
function headsWithoutEntry({
  nodes,
  edges,
  flags,
  position,
  catalog,
}: Graph): readonly (readonly [number, Finding])[] {
  const entered = new Set<number>();
  const reentered = new Set<number>();
  const ordinary = new Set<number>();
  const serving = new Set<number>();
  for (const [index, edge] of edges.entries()) {
    const kind = flags[index];
    const from = position.get(edge.source);
    const to = position.get(edge.target);
    if (kind === undefined || from === undefined || to === undefined) continue;
    (kind.loopback ? reentered : entered).add(to);
    (kind.tool ? serving : ordinary).add(from);
  }
  const start = nodes.find((node) => readyType(node, catalog)?.flags.start === true);
  const params = start === undefined ? {} : { start: start.id, startTitle: titleOf(start) };
  const findings: (readonly [number, Finding])[] = [];
  for (const at of [...reentered].sort((a, b) => a - b)) {
    const node = nodes[at];
    if (node === undefined || entered.has(at) || (serving.has(at) && !ordinary.has(at))) continue;
    if (readyType(node, catalog)?.flags.executable === false) continue;
    findings.push([at, atNode(node, 'W_LOOP_HEAD_NO_ENTRY', 'CMP-6', params)]);
  }
  return findings;
}
