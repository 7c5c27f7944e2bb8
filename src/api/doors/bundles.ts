// Bundles in and out, and the published contract of a workflow.
import { METADATA_DOORS } from '../../contract/metadata-doors';
import { schemaAnswer } from '../../contract/schema-door';
import { exportWorkflow } from '../../formats/export';
import type { Json } from '../../model/json';
import type { Door } from '../door';
import { refusal, result } from '../envelope';
import { importBundle } from '../import-bundle';
import { BUNDLE, BUNDLE_BODY, resultOf, SCHEMA_ABSENT, SCHEMA_DOCUMENT, WORKFLOW } from '../schemas';
import { serialiseWorkflow } from '../serialise';
import { documentOf } from '../stored-workflow';
import { absent, idOf, WORKFLOWS } from './workflows';

const importDoor: Door = {
  method: 'POST',
  path: `${WORKFLOWS}/import`,
  permission: 'edit workflows',
  summary: 'Imports a bundle as a new workflow, with the node types that it brings',
  body: BUNDLE_BODY,
  answers: { 201: resultOf(WORKFLOW) },
  refusals: [
    'BUNDLE_INVALID',
    'BUNDLE_FORMAT_UNSUPPORTED',
    'BUNDLE_PUBLISHER_UNTRUSTED',
    'BUNDLE_PROCESSOR_MISSING',
    'BUNDLE_NODE_TYPE_INVALID',
    'WORKFLOW_INVALID',
    'BUNDLE_FLOW_ID_INVALID',
    'WORKFLOW_ID_TAKEN',
  ],
  async handle(call) {
    const imported = await importBundle(call);
    if (!imported.ok) return refusal(imported.error);
    return result(serialiseWorkflow(imported.value, await call.world.catalog()), 201);
  },
};

const exportDoor: Door = {
  method: 'GET',
  path: `${WORKFLOWS}/:id/bundle`,
  permission: 'view workflows',
  summary: 'Exports a workflow as a bundle, with the node types of the site that it uses',
  answers: { 200: resultOf(BUNDLE) },
  refusals: ['WORKFLOW_NOT_FOUND'],
  async handle(call) {
    const record = await call.world.workflows.get(idOf(call));
    if (record === undefined) return absent(call);
    const [file] = exportWorkflow(documentOf(record), 'bundle', await call.world.catalog()).files;
    const bundle: Json = JSON.parse(new TextDecoder().decode(file?.bytes));
    return result(bundle);
  },
};

const schemaDoor: Door = {
  method: 'GET',
  path: METADATA_DOORS.workflowSchema.path.replace('{id}', ':id'),
  permission: METADATA_DOORS.workflowSchema.permission,
  failure: METADATA_DOORS.workflowSchema.failure,
  getOnly: true,
  summary: 'Reads the published contract of a workflow, with words where `annotated` is 1',
  query: [
    {
      name: 'annotated',
      description: 'Exactly 1: with titles and descriptions.',
      schema: { type: 'string' },
    },
  ],
  requestHeaders: [
    {
      name: 'If-None-Match',
      description: 'An entity tag; 304 without a body where the contract is still the one of that tag.',
      schema: { type: 'string' },
    },
  ],
  answerHeaders: {
    ETag: 'The version of the contract, quoted.',
    'Cache-Control': 'How long, and by whom, the answer may be kept.',
    Vary: 'The request headers that the answer depends on.',
  },
  answers: { 200: SCHEMA_DOCUMENT, 304: null },
  bare: { 404: SCHEMA_ABSENT },
  refusals: [],
  async handle(call) {
    const record = await call.world.workflows.get(idOf(call));
    const annotated = call.query.get('annotated') ?? undefined;
    const ifNoneMatch = call.request.headers.get('if-none-match') ?? undefined;
    const catalog = record === undefined ? undefined : await call.world.catalog();
    const { status, headers, body } = schemaAnswer(
      record === undefined ? undefined : documentOf(record),
      () => {
        if (catalog === undefined) throw new Error('An unknown workflow has no ports to describe.');
        return catalog;
      },
      { annotated, ifNoneMatch },
    );
    // Anybody may keep the plain document, and yet not everybody may see it.
    const vary = ['Authorization', ...(headers.Vary === undefined ? [] : [headers.Vary])].join(', ');
    return { status, body, headers: { ...headers, Vary: vary } };
  },
};

export const BUNDLE_DOORS: readonly Door[] = [importDoor, exportDoor, schemaDoor];
