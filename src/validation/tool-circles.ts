// DATA-10: nodes that pass on the tools they receive may not do so in a circle.
import { stronglyConnected } from '../model/strongly-connected';
import type { Collector, Graph } from './graph';
import { readyType } from './node-type-view';
import { atEdge } from './report';

/** One finding for each circle, at the last of its edges (the one that closed it). `nodes`: the ids in the circle. */
export function forwardingCycles(graph: Graph, found: Pick<Collector, 'atEdge'>): void {
  const { nodes, edges, flags, position, catalog } = graph;
  const wires: { readonly index: number; readonly from: number; readonly to: number }[] = [];
  for (const [index, edge] of edges.entries()) {
    if (flags[index]?.tool !== true) continue;
    const from = position.get(edge.source);
    const to = position.get(edge.target);
    if (from !== undefined && to !== undefined && forwards(from) && forwards(to))
      wires.push({ index, from, to });
  }
  if (wires.length === 0) return;
  const component = stronglyConnected(nodes.length, wires);
  const closing = new Map<number, number>();
  for (const { index, from, to } of wires) {
    const group = component[from];
    if (group !== undefined && group === component[to]) closing.set(group, index);
  }
  for (const [group, index] of closing) {
    const edge = edges[index];
    if (edge === undefined) continue;
    const circle = nodes.flatMap((node, at) => (component[at] === group ? [node.id] : []));
    found.atEdge(index, atEdge(edge, 'TOOL_FORWARDING_CYCLE', 'DATA-10', { nodes: circle }));
  }

  function forwards(at: number): boolean {
    return readyType(nodes[at], catalog)?.flags.toolForwarder === true;
  }
}
