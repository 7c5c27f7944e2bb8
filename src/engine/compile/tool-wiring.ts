// DATA-10, DATA-12, CMP-9, CMP-10: which tools reach which node.
import type { ProcessorFlags } from '../../catalog/types';
import { titleOf, type WorkflowNode } from '../../model/document';
import { fail, ok, type Result } from '../../model/problem';
import type { ToolBinding } from '../plan';
import { topologicalOrder } from './cycles';
import type { DependencyGraph } from './dependency-graph';
import type { StageFailure } from './failure';

/** A node of which tool wiring needs to know its label and what its type does with tools. */
export type ToolNode = {
  readonly node: WorkflowNode;
  readonly flags: Pick<ProcessorFlags, 'toolConsumer' | 'toolForwarder'>;
};

/** CMP-9: the name under which a model sees a tool, resolved from the node's label. */
export function toolName(label: string): string {
  return label
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}

/**
 * DATA-12: the tools that a consumer sees: every leaf reachable through any number of forwarding nodes, each once, in the
 * order of the wires. A node whose type consumes no tools sees none. Derived from the graph alone, so it is the same on
 * every round of a loop.
 */
export function toolManifest(
  id: string,
  nodes: ReadonlyMap<string, ToolNode>,
  graph: DependencyGraph,
): readonly ToolBinding[] {
  if (nodes.get(id)?.flags.toolConsumer !== true) return [];
  const tools: ToolBinding[] = [];
  const seen = new Set<string>([id]);
  const todo = [id];
  for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
    if (at !== id) {
      const entry = nodes.get(at);
      if (entry === undefined) continue;
      if (!entry.flags.toolForwarder) {
        tools.push({ node: at, name: toolName(titleOf(entry.node)) });
        continue;
      }
    }
    for (const edge of (graph.incoming.get(at) ?? []).filter((e) => e.is_tool).reverse()) {
      if (seen.has(edge.source)) continue;
      seen.add(edge.source);
      todo.push(edge.source);
    }
  }
  return tools;
}

/** Stage 4: every target of a tool edge accepts tools, forwarders form no cycle, names are unique a consumer. */
export function checkToolWiring(
  nodes: ReadonlyMap<string, ToolNode>,
  graph: DependencyGraph,
): Result<undefined, StageFailure> {
  for (const edge of graph.edges) {
    const target = nodes.get(edge.target);
    // CMP-10: forwarding counts as accepting. A type that is missing altogether is the last stage's finding.
    if (edge.is_tool && target !== undefined && !target.flags.toolConsumer && !target.flags.toolForwarder) {
      return fail({
        message: `Node ${edge.target} has a tool wired to it, but its node type accepts no tools`,
        node: edge.target,
        edges: [edge.edge_id],
      });
    }
  }
  const forwarders = [...nodes.keys()].filter((id) => nodes.get(id)?.flags.toolForwarder === true);
  const order = topologicalOrder(forwarders, (id) =>
    (graph.incoming.get(id) ?? []).filter((edge) => edge.is_tool).map((edge) => edge.source),
  );
  if (order.length < forwarders.length) {
    const stuck = forwarders.filter((id) => !order.includes(id));
    return fail({ message: `Tool forwarding cycle among nodes ${stuck.join(', ')}` });
  }
  for (const id of nodes.keys()) {
    const holder = new Map<string, string>();
    for (const tool of toolManifest(id, nodes, graph)) {
      const other = holder.get(tool.name);
      if (other !== undefined) {
        return fail({
          message: `Node ${id} would see two tools named "${tool.name}": nodes ${other} and ${tool.node}`,
          node: id,
        });
      }
      holder.set(tool.name, tool.node);
    }
  }
  return ok(undefined);
}
