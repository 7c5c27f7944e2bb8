// What others can see of a workflow: enough to derive the node type that it is (MAN-9), and nothing that an edit inside
// of it would change.
import { encodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import { type JsonObject, sameJson } from '../model/json';
import { declaredEntries } from './build-contract';
import { publishedContract } from './rebuild';

/** The workflow without what no entry of its manifest is bound to. Its published contract stays. */
export function outsideOf(workflow: WorkflowDocument): WorkflowDocument {
  const inputs = declaredEntries(workflow, 'input');
  const outputs = declaredEntries(workflow, 'output');
  const bound = new Set([...inputs, ...outputs].map((entry) => entry.node_id));
  return {
    ...workflow,
    // The words of the ports that are bound belong to the contract (MAN-6); where the nodes stand does not.
    nodes: workflow.nodes
      .filter((node) => bound.has(node.id))
      .map((node) => ({ ...node, position: { x: 0, y: 0 }, extra: {} })),
    edges: [],
    inputs,
    outputs,
    metadata: {},
    origin: undefined,
    extra: {},
  };
}

/** Whether a workflow has anything to offer to others: entries, or a contract that was published. */
export function hasOutside(workflow: WorkflowDocument): boolean {
  const { parameter_schema, output_schema } = publishedContract(workflow);
  return (
    parameter_schema !== null ||
    output_schema !== null ||
    declaredEntries(workflow, 'input').length > 0 ||
    declaredEntries(workflow, 'output').length > 0
  );
}

/** Whether others see the same of two versions of a workflow, so that nothing has to be derived anew. */
export function sameOutside(a: WorkflowDocument | undefined, b: WorkflowDocument | undefined): boolean {
  return sameJson(plain(a), plain(b));
}

function plain(workflow: WorkflowDocument | undefined): JsonObject | null {
  if (workflow === undefined || !hasOutside(workflow)) return null;
  const outside = outsideOf(workflow);
  const { parameter_schema, output_schema, schema_version } = publishedContract(outside);
  return { workflow: encodeWorkflow(outside), parameter_schema, output_schema, schema_version };
}
