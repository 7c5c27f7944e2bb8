// STORE-2 to STORE-5, MAN-18, MAN-20: what create and update do to a workflow between its body and its record. Both go
// through here, so they check and refuse alike.
import type { Catalog } from '../catalog/types';
import { reachableWorkflows } from '../contract/reachable';
import { rebuild } from '../contract/rebuild';
import type { WorkflowDocument } from '../model/document';
import { fail, ok, type Result } from '../model/problem';
import type { Refusal } from './envelope';
import { type InterfaceBody, readInterface } from './interface-body';
import { invalidity, judgeWorkflow } from './judge';
import { storedNode } from './stored-nodes';
import { composeDocument, documentOf, storedEntries } from './stored-workflow';
import type { ApiWorld, WorkflowRecord } from './types';
import type { WorkflowBody } from './workflow-body';

/** A body as it would be stored, and as it was sent; the two share internal keys, so findings of one have places in the other. */
export type Candidate = {
  readonly record: WorkflowRecord;
  readonly document: WorkflowDocument;
  readonly submitted: WorkflowDocument;
};

/** STORE-4: `before` with what the body sends in its place; the body's own 400s (MAN-20) and nothing of validation. */
export function candidate(
  before: WorkflowRecord,
  body: WorkflowBody,
  catalog: Catalog,
): Result<Candidate, Refusal> {
  const declared = body.interface === undefined ? undefined : readInterface(body.interface);
  if (declared !== undefined && !declared.ok) return declared;
  const record: WorkflowRecord = {
    ...before,
    name: body.name,
    description: body.description ?? before.description,
    nodes: body.nodes?.map((node) => storedNode(node, catalog)) ?? before.nodes,
    edges: body.edges ?? before.edges,
    metadata: body.metadata ?? before.metadata,
  };
  return ok(withManifests(record, declared?.value));
}

function withManifests(record: WorkflowRecord, declared: InterfaceBody | undefined): Candidate {
  if (declared === undefined) {
    const document = documentOf(record);
    return { record, document, submitted: document };
  }
  const { inputs, outputs, sent } = declared;
  const document = composeDocument(record, inputs, outputs);
  return {
    record: { ...record, inputs: storedEntries(inputs), outputs: storedEntries(outputs) },
    document,
    submitted: { ...document, ...sent },
  };
}

/**
 * Validates a candidate and gives it its contract. Nothing is stored here.
 *
 * @param stored the workflow as it is stored; `undefined` for a new one.
 */
export async function admit(
  world: ApiWorld,
  catalog: Catalog,
  { record, document, submitted }: Candidate,
  stored: WorkflowRecord | undefined,
): Promise<Result<WorkflowRecord, Refusal>> {
  const judgement = await judgeWorkflow(world, catalog, document, submitted);
  const refused = invalidity(judgement);
  return refused === undefined
    ? ok(await withContract(world, catalog, record, document, stored))
    : fail(refused);
}

/** MAN-18: the record with the contract that this save publishes. A build that fails is logged and keeps the old one. */
export async function withContract(
  world: ApiWorld,
  catalog: Catalog,
  record: WorkflowRecord,
  document: WorkflowDocument,
  stored: WorkflowRecord | undefined,
): Promise<WorkflowRecord> {
  const resolveWorkflow = await reachableWorkflows(document, catalog, async (id) => {
    const known = await world.workflows.get(id);
    return known === undefined ? undefined : documentOf(known);
  });
  const before = stored === undefined ? undefined : documentOf(stored);
  const { contract, warnings, failure } = rebuild(before, document, catalog, { resolveWorkflow });
  const name = `The contract of workflow "${record.id}"`;
  if (failure !== undefined)
    world.log({ level: 'error', message: `${name} could not be built.`, cause: failure });
  for (const warning of warnings) {
    world.log({ level: 'warning', message: `${name}: ${warning.message}`, cause: warning });
  }
  return { ...record, contract };
}
