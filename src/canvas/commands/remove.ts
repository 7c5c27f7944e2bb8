import type { EdgeKey, NodeKey } from '../../model/document';
import type { Command } from '../editor/types';
import { baseOf } from './draft';

/**
 * Removes nodes and edges, and in the same step what cannot stand without them: the nodes' edges and the manifest entries
 * that they were bound to. An id that another node still has keeps its edges and entries.
 */
export function removeItems(items: {
  readonly nodes?: Iterable<NodeKey>;
  readonly edges?: Iterable<EdgeKey>;
}): Command {
  const nodes = new Set(items.nodes ?? []);
  const edges = new Set(items.edges ?? []);
  return {
    name: nodes.size === 0 ? 'removeEdges' : 'removeNodes',
    params: { count: nodes.size === 0 ? edges.size : nodes.size },
    perform(draft) {
      const base = baseOf(draft);
      const kept = new Set(base.nodes.filter((node) => !nodes.has(node.key)).map((node) => node.id));
      const gone = new Set(
        base.nodes.filter((node) => nodes.has(node.key) && !kept.has(node.id)).map((node) => node.id),
      );
      const dropNodes = base.nodes.some((node) => nodes.has(node.key));
      if (dropNodes) draft.nodes = draft.nodes.filter((node) => !nodes.has(node.key));
      const dropsEdge = (edge: { key: EdgeKey; source: string; target: string }) =>
        edges.has(edge.key) || gone.has(edge.source) || gone.has(edge.target);
      if (base.edges.some(dropsEdge)) draft.edges = draft.edges.filter((edge) => !dropsEdge(edge));
      const bound = (entry: { node_id: string | undefined }) => gone.has(entry.node_id ?? '');
      if (gone.size > 0 && base.inputs.some(bound))
        draft.inputs = draft.inputs.filter((entry) => !bound(entry));
      if (gone.size > 0 && base.outputs.some(bound))
        draft.outputs = draft.outputs.filter((entry) => !bound(entry));
    },
  };
}
