import type { WorkflowDocument, WorkflowEdge } from '../../model/document';
import { edgeFlags } from '../../model/edge-flags';
import { sourcePort, targetPort } from '../../model/handle';
import { ownString } from '../../model/json';
import type { EdgeRole, PlanEdge } from '../plan';

/** A plan edge before its ends have positions in the execution graph. */
export type RecordEdge = Omit<PlanEdge, 'from' | 'to' | 'loop' | 'slot'>;

/** The dependency graph over all edges of the workflow (CMP-1). */
export type DependencyGraph = {
  /** In document order. */
  readonly edges: readonly RecordEdge[];
  readonly incoming: ReadonlyMap<string, readonly RecordEdge[]>;
  readonly outgoing: ReadonlyMap<string, readonly RecordEdge[]>;
};

export function dependencyGraph(document: WorkflowDocument): DependencyGraph {
  const edges = document.edges.map(recordEdge);
  return {
    edges,
    incoming: grouped(edges, (edge) => edge.target),
    outgoing: grouped(edges, (edge) => edge.source),
  };
}

/** EDGE-9: one edge in record form. CMP-4: its kinds come from the handles (and EDGE-5's one declaration). */
export function recordEdge(edge: WorkflowEdge): RecordEdge {
  const flags = edgeFlags(edge);
  const from = sourcePort(edge);
  const role: EdgeRole =
    flags.tool || flags.loopback || flags.agentResult
      ? 'none'
      : flags.error
        ? 'error'
        : flags.trigger
          ? 'trigger'
          : 'data';
  return {
    edge_id: edge.id,
    source: edge.source,
    target: edge.target,
    source_handle: edge.sourceHandle ?? '',
    target_handle: edge.targetHandle ?? '',
    is_trigger: flags.trigger,
    is_loopback: flags.loopback,
    is_tool: flags.tool,
    is_error: flags.error,
    is_agent_result: flags.agentResult,
    branch_name: from === undefined || from === 'trigger' ? '' : from,
    source_port: from ?? null,
    target_port: targetPort(edge) ?? null,
    role,
    has_condition: (ownString(edge.data, 'condition') ?? '') !== '',
  };
}

function grouped(
  edges: readonly RecordEdge[],
  key: (edge: RecordEdge) => string,
): Map<string, readonly RecordEdge[]> {
  const out = new Map<string, RecordEdge[]>();
  for (const edge of edges) {
    const list = out.get(key(edge));
    if (list === undefined) out.set(key(edge), [edge]);
    else list.push(edge);
  }
  return out;
}
