import type { WorkflowDocument } from '../model/document';
import type { Finding } from '../model/finding';
import { atWorkflow } from './report';

export const MAX_NODES = 500;
export const MAX_EDGES = 1000;

/** R5.a: at most 500 nodes. */
export function tooManyNodes({ nodes }: WorkflowDocument): readonly Finding[] {
  if (nodes.length <= MAX_NODES) return [];
  return [atWorkflow('nodes', 'R5_TOO_MANY_NODES', 'R5.a', { limit: MAX_NODES, count: nodes.length })];
}

/** R5.b: at most 1000 edges. */
export function tooManyEdges({ edges }: WorkflowDocument): readonly Finding[] {
  if (edges.length <= MAX_EDGES) return [];
  return [atWorkflow('edges', 'R5_TOO_MANY_EDGES', 'R5.b', { limit: MAX_EDGES, count: edges.length })];
}
