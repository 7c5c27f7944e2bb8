/*
 * Entry points of this room:
 *   build-contract.ts  buildContract(document, catalog, resolveWorkflow?): { parameter_schema, output_schema, warnings }
 *                      (MAN-1, MAN-2, MAN-5 to MAN-9, MAN-21)
 *   rebuild.ts         rebuild(stored, document, catalog, options?): what a save stores as the contract (MAN-18)
 *   versions.ts        contractVersion(document) (STORE-8), bumpVersion(version, bump) (MAN-18)
 *   change.ts          changeOf(before, after): which digit a rebuild moves (MAN-18)
 *   fragments.ts       contractFragment(...), boundSchema(...), reduceSchema(schema): one entry's part (MAN-5, MAN-7, MAN-9)
 *   published.ts       plainSchema, annotatedSchema(...): what a reader is shown of the stored contract (MAN-5, MAN-6)
 *   interface.ts       mapInterface(value): the client's form, strictly (MAN-20); interfaceOf(document, contract, catalog)
 *                      (MAN-20, MAN-21)
 *   workflow-types.ts  workflowTypes(workflows, catalog): { processors, nodeTypes }; withWorkflowTypes(site, types) (MAN-9)
 *   workflow-ids.ts    workflowTypeId, workflowExecutorId, workflowOfExecutor, workflowOfNode
 *   launch.ts          resolveLaunch(document, catalog, inputs, caller): initial data or a refusal (MAN-10 to MAN-16)
 *   wait.ts            waitRefusal(document, wait) (MAN-19)
 *   outputs.ts         collectOutputs(document, results): { outputs, warnings } (MAN-17)
 *   schema-door.ts     schemaAnswer(workflow, catalog, request): the whole answer of the schema door (META-4 to META-8)
 *   category-door.ts   categoryRows(categories), categoriesAnswer(categories) (META-1)
 *   metadata-doors.ts  METADATA_DOORS: methods and permissions (META-9); guardedRead(door, read, report) (META-3)
 */
import type { ManifestSide, WorkflowDocument } from '../model/document';
import type { Json, JsonObject } from '../model/json';

/** Input of a run, by node id, then by port name (DATA-6). */
export type InitialData = { readonly [nodeId: string]: { readonly [port: string]: Json } };

export type LaunchRefusal = {
  readonly code: 'INPUT_UNDECLARED' | 'INPUT_REQUIRED' | 'INPUT_INVALID';
  /** One message; ends by naming the inputs that the workflow accepts, or that it accepts none (MAN-15). */
  readonly message: string;
  readonly details: readonly { readonly name: string; readonly message: string }[];
};

export type LaunchWarning = { readonly entry: string; readonly message: string };

/** Looks a stored workflow up by its id; `undefined` where there is none. */
export type ResolveWorkflow = (workflow: string) => WorkflowDocument | undefined;

/** Both sides of a contract. A side without declared entries is null (MAN-18). */
export type ContractSchemas = {
  readonly parameter_schema: JsonObject | null;
  readonly output_schema: JsonObject | null;
};

/** Something that a build left out or replaced; for the log. `entry` is its name, `''` where it has none. */
export type ContractWarning = {
  readonly code: 'ENTRY_MALFORMED' | 'ENTRY_UNRESOLVED' | 'DEFAULT_DROPPED' | 'WORKFLOW_REENTERED';
  readonly side: ManifestSide;
  readonly entry: string;
  readonly message: string;
};

/** A refusal as a door sends it. */
export type DoorRefusal = {
  readonly status: 400 | 409;
  readonly code: 'BODY_INVALID' | 'INTERFACE_ENTRY_INVALID' | 'WORKFLOW_ASYNCHRONOUS';
  readonly message: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
};

/** The answer of a door that builds its own headers. */
export type DoorAnswer = {
  readonly status: 200 | 304 | 404;
  readonly headers: { readonly [name: string]: string };
  readonly body: JsonObject;
};
