// What needs the whole drawing: repeated ids and edges (R2, R3, R13), colliding data edges, loops (SG-18, CMP-6), tool
// circles (DATA-10). Depends on ids and types of nodes and on edges, never on configuration.
import type { Catalog } from '../catalog/types';
import { titleOf, type WorkflowDocument } from '../model/document';
import { edgeFlags } from '../model/edge-flags';
import { targetPort } from '../model/handle';
import { Collector, type Graph, type GraphFindings } from './graph';
import { loopFindings } from './loops';
import { atEdge, atNode } from './report';
import { forwardingCycles } from './tool-circles';

export function judgeGraph(
  document: WorkflowDocument,
  position: ReadonlyMap<string, number>,
  catalog: Catalog,
): GraphFindings {
  const { nodes, edges } = document;
  const graph: Graph = { nodes, edges, flags: edges.map(edgeFlags), position, catalog };
  const found = new Collector();
  repeatedNodeIds(graph, found);
  repeatedEdges(graph, found);
  dataCollisions(graph, found);
  loopFindings(graph, found);
  forwardingCycles(graph, found);
  return found;
}

/** R2: reported on each later occurrence. Empty ids are R5.c's. */
function repeatedNodeIds({ nodes, position }: Graph, found: Collector): void {
  const named = nodes.reduce((count, node) => count + (node.id === '' ? 0 : 1), 0);
  if (named === position.size) return;
  const first = new Map<string, number>();
  for (const [index, node] of nodes.entries()) {
    if (node.id === '') continue;
    const earlier = first.get(node.id);
    if (earlier === undefined) first.set(node.id, index);
    else found.atNode(index, atNode(node, 'R2_NODE_DUPLICATE_ID', 'R2', { earlier }));
  }
}

/** R3 compares ids alone, R13 the four endpoint strings verbatim; an absent handle is the empty one (EDGE-2). */
function repeatedEdges({ edges }: Graph, found: Collector): void {
  const ids = new Map<string, number>();
  const wires = new Map<string, number>();
  for (const [index, edge] of edges.entries()) {
    if (edge.id !== '') {
      const earlier = ids.get(edge.id);
      if (earlier === undefined) ids.set(edge.id, index);
      else found.atEdge(index, atEdge(edge, 'R3_EDGE_DUPLICATE_ID', 'R3', { earlier }));
    }
    if (edge.source === '' || edge.target === '') continue;
    const ends = [edge.source, edge.sourceHandle ?? '', edge.target, edge.targetHandle ?? ''];
    const wire = JSON.stringify(ends);
    const earlier = wires.get(wire);
    if (earlier === undefined) wires.set(wire, index);
    else {
      const params = { earlier, earlierEdge: edges[earlier]?.id ?? '' };
      found.atEdge(index, atEdge(edge, 'R13_EDGE_PARALLEL_DUPLICATE', 'R13', params));
    }
  }
}

/** DATA-2: several data edges into one port deliver one value. Reported on each later one. */
function dataCollisions({ nodes, edges, flags, position }: Graph, found: Collector): void {
  const first = new Map<string, number>();
  for (const [index, edge] of edges.entries()) {
    const kind = flags[index];
    const port = targetPort(edge);
    // An edge from a trigger output delivers nothing.
    if (port === undefined || kind === undefined || !kind.data || kind.fromTrigger) continue;
    const at = position.get(edge.target);
    const node = at === undefined ? undefined : nodes[at];
    if (node === undefined) continue;
    const key = `${at} ${port}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, index);
    else {
      const params = {
        node: node.id,
        title: titleOf(node),
        port,
        earlier,
        earlierEdge: edges[earlier]?.id ?? '',
      };
      found.atEdge(index, atEdge(edge, 'W_DATA_COLLISION', 'DATA-2', params, 'target'));
    }
  }
}
