// How a workflow is named where it stands as a node type.
import type { Catalog } from '../catalog/types';
import { anchorOf, type WorkflowNode } from '../model/document';

const TYPE = 'flowdrop_workflow_executor_flowdrop_workflow_';
const EXECUTOR = 'flowdrop_workflow_executor:flowdrop_workflow:';

/** The id of the node type that a workflow is. */
export function workflowTypeId(workflow: string): string {
  return `${TYPE}${workflow}`;
}

/** The id of the processor that runs a workflow. */
export function workflowExecutorId(workflow: string): string {
  return `${EXECUTOR}${workflow}`;
}

/** The workflow that a processor runs; `undefined` for every other processor. */
export function workflowOfExecutor(executor: string): string | undefined {
  return rest(executor, EXECUTOR);
}

/** The workflow that a node runs, by the executor of its type, or by the type's name where there is no such type yet. */
export function workflowOfNode(node: WorkflowNode, catalog: Catalog): string | undefined {
  const anchor = anchorOf(node);
  if (anchor === undefined) return undefined;
  const nodeType = catalog.nodeType(anchor);
  return nodeType === undefined ? rest(anchor, TYPE) : workflowOfExecutor(nodeType.executor_plugin);
}

function rest(text: string, prefix: string): string | undefined {
  return text.startsWith(prefix) && text.length > prefix.length ? text.slice(prefix.length) : undefined;
}
