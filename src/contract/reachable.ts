// MAN-9: a build descends into workflows and does not wait, so they are read before it begins.
import type { Catalog } from '../catalog/types';
import type { WorkflowDocument } from '../model/document';
import type { ResolveWorkflow } from './types';
import { workflowOfNode } from './workflow-ids';

/**
 * Reads the stored workflows that nodes of `document` stand for, at every depth, each once.
 *
 * @param get the stored workflow of an id; `undefined` where there is none.
 * @returns looks up what was read. The document itself is found under its own id.
 */
export async function reachableWorkflows(
  document: WorkflowDocument,
  catalog: Catalog,
  get: (workflow: string) => Promise<WorkflowDocument | undefined>,
): Promise<ResolveWorkflow> {
  const known = new Map<string, WorkflowDocument | undefined>([[document.id, document]]);
  const todo = [document];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    for (const node of next.nodes) {
      const id = workflowOfNode(node, catalog);
      if (id === undefined || known.has(id)) continue;
      const found = await get(id);
      known.set(id, found);
      if (found !== undefined) todo.push(found);
    }
  }
  return (id) => known.get(id);
}
