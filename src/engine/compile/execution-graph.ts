import type { ExclusionReason } from '../plan';
import { topologicalOrder } from './cycles';
import type { DependencyGraph } from './dependency-graph';

export type ExecutionGraph = {
  /** CMP-8: in topological order over execution dependencies. */
  readonly order: readonly string[];
  readonly excluded: readonly { readonly id: string; readonly reason: ExclusionReason }[];
};

/** CMP-6: why a node is left out, in the order of precedence; `undefined`: it runs. */
export function exclusionOf(
  id: string,
  executable: boolean,
  graph: DependencyGraph,
): ExclusionReason | undefined {
  if (!executable) return 'non_executable';
  // EDGE-7: at least one outgoing edge, and each a tool edge.
  const outgoing = graph.outgoing.get(id) ?? [];
  if (outgoing.length > 0 && outgoing.every((edge) => edge.is_tool)) return 'tool_only';
  const incoming = graph.incoming.get(id) ?? [];
  if (incoming.length > 0 && incoming.every((edge) => edge.is_loopback)) return 'loopback_only';
  return undefined;
}

/** CMP-7: what orders a node: its trigger edges alone where it has any, else its other edges. */
export function executionDependencies(id: string, graph: DependencyGraph): readonly string[] {
  const incoming = (graph.incoming.get(id) ?? []).filter((edge) => edge.role !== 'none');
  const triggers = incoming.filter((edge) => edge.is_trigger);
  return (triggers.length > 0 ? triggers : incoming).map((edge) => edge.source);
}

export function executionGraph(
  nodes: readonly string[],
  executable: (id: string) => boolean,
  graph: DependencyGraph,
): ExecutionGraph {
  const excluded: { id: string; reason: ExclusionReason }[] = [];
  const running: string[] = [];
  for (const id of nodes) {
    const reason = exclusionOf(id, executable(id), graph);
    if (reason === undefined) running.push(id);
    else excluded.push({ id, reason });
  }
  return { order: topologicalOrder(running, (id) => executionDependencies(id, graph)), excluded };
}
