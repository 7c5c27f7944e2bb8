// What others can see of a workflow: enough to derive the node type that it is (MAN-9), and nothing that an edit inside
// of it would change.
import type { Catalog } from '../catalog/types';
import { encodeWorkflow } from '../model/api-form';
import type { WorkflowDocument } from '../model/document';
import { type JsonObject, sameJson } from '../model/json';
import { declaredEntries } from './build-contract';
import { publishedContract } from './rebuild';
import { UNBUILT_VERSION } from './versions';
import { workflowTypes } from './workflow-types';

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

/**
 * Whether others derive the same node type from two versions of a workflow. More than {@link sameOutside}: most of what is
 * configured in a node that an entry is bound to shows in no port of it, and deriving the types of a whole site anew is dear.
 */
export function sameType(
  a: WorkflowDocument | undefined,
  b: WorkflowDocument | undefined,
  catalog: Catalog,
): boolean {
  if (sameOutside(a, b)) return true;
  if (a === undefined || b === undefined) return false;
  const [before, after] = [publishedContract(a), publishedContract(b)];
  // A type without a published contract is built of the whole site, and not of one workflow.
  if (after.schema_version === UNBUILT_VERSION || !sameJson({ ...before }, { ...after })) return false;
  try {
    return typeText(a, catalog) === typeText(b, catalog);
  } catch {
    // What cannot be derived is no reason not to store (MAN-18).
    return false;
  }
}

function typeText(workflow: WorkflowDocument, catalog: Catalog): string {
  const { processors, nodeTypes } = workflowTypes([workflow], catalog);
  return JSON.stringify([processors, nodeTypes]);
}

function plain(workflow: WorkflowDocument | undefined): JsonObject | null {
  if (workflow === undefined || !hasOutside(workflow)) return null;
  const outside = outsideOf(workflow);
  const { parameter_schema, output_schema, schema_version } = publishedContract(outside);
  return { workflow: encodeWorkflow(outside), parameter_schema, output_schema, schema_version };
}
