import type { WorkflowDocument } from '../../model/document';
import { fail, ok, type Result } from '../../model/problem';
import type { StageFailure } from './failure';

/** CMP-3: identifier, nodes, then each node's identifier and type, in this order; the first failing check refuses. */
export function checkPreconditions(document: WorkflowDocument): Result<undefined, StageFailure> {
  if (document.id === '') return fail({ message: 'Workflow must have an ID' });
  if (document.nodes.length === 0) return fail({ message: 'Workflow must have at least one node' });
  for (const [index, node] of document.nodes.entries()) {
    if (node.id === '') return fail({ message: `Node at index ${index} must have an ID` });
    if (node.type === undefined || node.type === '') {
      return fail({ message: `Node ${node.id} must have a type`, node: node.id });
    }
  }
  return ok(undefined);
}
