// EDGE-3 to EDGE-6, CMP-4: an edge's kinds are flags read off its handles, each decided alone; only tool and agent
// result may be declared, by a recognised `data.edgeType`.
import type { WorkflowEdge } from './document';
import { own } from './json';

/** Values of `data.edgeType` that are recognised (EDGE-5). */
export const EDGE_TYPES = [
  'data',
  'trigger',
  'tool_availability',
  'loopback',
  'agent_result',
  'error',
] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

export type EdgeFlags = {
  readonly trigger: boolean;
  readonly loopback: boolean;
  readonly error: boolean;
  readonly tool: boolean;
  readonly agentResult: boolean;
  /** Leaves a port named `trigger`: delivers nothing (data-model: an edge from `trigger` output into a data port). */
  readonly fromTrigger: boolean;
  /** None of trigger, loopback, error, tool, agent result: an ordinary data edge. */
  readonly data: boolean;
};

/** The declared `data.edgeType`, or `undefined` where it is absent, empty or no string (EDGE-5). */
export function declaredEdgeType(edge: WorkflowEdge): string | undefined {
  const declared = own(edge.data, 'edgeType');
  return typeof declared === 'string' && declared !== '' ? declared : undefined;
}

export function isRecognisedEdgeType(declared: string): declared is EdgeType {
  return (EDGE_TYPES as readonly string[]).includes(declared);
}

export function edgeFlags(edge: WorkflowEdge): EdgeFlags {
  const source = edge.sourceHandle ?? '';
  const target = edge.targetHandle ?? '';
  const declared = declaredEdgeType(edge);
  const recognised = declared !== undefined && isRecognisedEdgeType(declared) ? declared : undefined;
  const trigger = target.endsWith('-input-trigger');
  const loopback = target.endsWith('-input-loop_back');
  const error = source.endsWith('-output-error');
  const tool = recognised === undefined ? target.endsWith('-input-tool') : recognised === 'tool_availability';
  const agentResult = recognised === 'agent_result';
  return {
    trigger,
    loopback,
    error,
    tool,
    agentResult,
    fromTrigger: source.endsWith('-output-trigger'),
    data: !trigger && !loopback && !error && !tool && !agentResult,
  };
}
