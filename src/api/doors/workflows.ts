// The stored workflows: list, create, read, update, delete, and a verdict on one that is not stored.
import { newWorkflowId } from '../../model/ids';
import { isObject, own } from '../../model/json';
import { ok } from '../../model/problem';
import type { Call, Door } from '../door';
import { page, refusal, refuse, result } from '../envelope';
import { judgeWorkflow } from '../judge';
import { readPaging, readText } from '../query';
import { admit, candidate } from '../save';
import { pageOf, resultOf, VERDICT, WORKFLOW, WORKFLOW_BODY } from '../schemas';
import { serialiseWorkflow } from '../serialise';
import type { WorkflowRecord } from '../types';
import { readWorkflowBody } from '../workflow-body';
import { PAGING, SEARCH } from './parameters';

export const WORKFLOWS = '/api/flowdrop/workflows';

const list: Door = {
  method: 'GET',
  path: WORKFLOWS,
  permission: 'view workflows',
  summary: 'Lists workflows, the latest change first',
  query: [SEARCH, ...PAGING],
  answers: { 200: pageOf(WORKFLOW) },
  refusals: ['SEARCH_INVALID'],
  async handle({ world, query }) {
    const search = readText(query, 'search');
    if (!search.ok) return refusal(search.error);
    const paging = readPaging(query);
    const term = search.value === undefined ? {} : { search: search.value };
    const { rows, total } = await world.workflows.list({ ...term, ...paging });
    const catalog = await world.catalog();
    return page(
      rows.map((row) => serialiseWorkflow(row, catalog)),
      { total, ...paging },
    );
  },
};

const create: Door = {
  method: 'POST',
  path: WORKFLOWS,
  permission: 'edit workflows',
  summary: 'Stores a new workflow',
  body: WORKFLOW_BODY,
  answers: { 201: resultOf(WORKFLOW) },
  refusals: [
    'BODY_INVALID',
    'NAME_REQUIRED',
    'NAME_INVALID',
    'NAME_TOO_LONG',
    'ID_INVALID',
    'INTERFACE_ENTRY_INVALID',
    'WORKFLOW_INVALID',
    'WORKFLOW_ID_TAKEN',
  ],
  async handle({ world, body, principal }) {
    const read = readWorkflowBody(body);
    if (!read.ok) return refusal(read.error);
    const catalog = await world.catalog();
    const blank = newRecord(read.value.id ?? newWorkflowId(world.ids), principal.id, world.clock.now());
    const made = candidate(blank, read.value, catalog);
    if (!made.ok) return refusal(made.error);
    const admitted = await admit(world, catalog, made.value, undefined);
    if (!admitted.ok) return refusal(admitted.error);
    // STORE-3: decided by the store, so that of two creates at once one is refused.
    if (!(await world.workflows.create(admitted.value))) return refusal(refuse('WORKFLOW_ID_TAKEN'));
    return result(serialiseWorkflow(admitted.value, catalog), 201);
  },
};

const read: Door = {
  method: 'GET',
  path: `${WORKFLOWS}/:id`,
  permission: 'view workflows',
  summary: 'Reads a workflow',
  answers: { 200: resultOf(WORKFLOW) },
  refusals: ['WORKFLOW_NOT_FOUND'],
  async handle(call) {
    const record = await call.world.workflows.get(idOf(call));
    if (record === undefined) return absent(call);
    return result(serialiseWorkflow(record, await call.world.catalog()));
  },
};

const update: Door = {
  method: 'PUT',
  path: `${WORKFLOWS}/:id`,
  permission: 'edit workflows',
  summary: 'Stores what the body sends in place of what was stored; every other key stays',
  body: WORKFLOW_BODY,
  answers: { 200: resultOf(WORKFLOW) },
  refusals: [
    'BODY_INVALID',
    'NAME_REQUIRED',
    'NAME_INVALID',
    'NAME_TOO_LONG',
    'ID_INVALID',
    'ID_MISMATCH',
    'INTERFACE_ENTRY_INVALID',
    'WORKFLOW_NOT_FOUND',
    'WORKFLOW_INVALID',
  ],
  async handle(call) {
    const { world } = call;
    const sent = readWorkflowBody(call.body);
    if (!sent.ok) return refusal(sent.error);
    if (sent.value.id !== undefined && sent.value.id !== idOf(call)) return refusal(refuse('ID_MISMATCH'));
    const catalog = await world.catalog();
    const updated = await world.workflows.update(idOf(call), async (before) => {
      const made = candidate(before, sent.value, catalog);
      if (!made.ok) return made;
      const admitted = await admit(world, catalog, made.value, before);
      return admitted.ok ? ok({ ...admitted.value, changed: world.clock.now() }) : admitted;
    });
    if (updated === undefined) return absent(call);
    return updated.ok ? result(serialiseWorkflow(updated.value, catalog)) : refusal(updated.error);
  },
};

const remove: Door = {
  method: 'DELETE',
  path: `${WORKFLOWS}/:id`,
  permission: 'edit workflows',
  summary: 'Deletes a workflow',
  answers: { 200: resultOf({ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }) },
  refusals: ['WORKFLOW_NOT_FOUND'],
  async handle(call) {
    const id = idOf(call);
    return (await call.world.workflows.delete(id)) ? result({ id }) : absent(call);
  },
};

const validate: Door = {
  method: 'POST',
  path: `${WORKFLOWS}/validate`,
  permission: 'edit workflows',
  summary: 'Judges a workflow as a save would, warnings included; stores nothing',
  storesNothing: true,
  body: { ...WORKFLOW_BODY, required: [] },
  answers: { 200: resultOf(VERDICT) },
  refusals: ['BODY_INVALID', 'NAME_INVALID', 'NAME_TOO_LONG', 'ID_INVALID', 'INTERFACE_ENTRY_INVALID'],
  async handle({ world, body, principal }) {
    // Any document may be asked about, one that has no name yet too.
    const name = own(body, 'name');
    const named = isObject(body) && (name === undefined || name === '') ? { ...body, name: 'Unnamed' } : body;
    const sent = readWorkflowBody(named);
    if (!sent.ok) return refusal(sent.error);
    const catalog = await world.catalog();
    const blank = newRecord(sent.value.id ?? '', principal.id, world.clock.now());
    const made = candidate(blank, sent.value, catalog);
    if (!made.ok) return refusal(made.error);
    const judgement = await judgeWorkflow(world, catalog, made.value.document, made.value.submitted);
    const errors = judgement.details('error');
    return result({ valid: errors.length === 0, errors, warnings: judgement.details('warning') });
  },
};

/** STORE-4: what a workflow is before its body is read. */
export function newRecord(id: string, uid: string, now: number): WorkflowRecord {
  return {
    id,
    name: '',
    description: '',
    nodes: [],
    edges: [],
    metadata: [],
    inputs: [],
    outputs: [],
    contract: null,
    origin: null,
    created: now,
    changed: now,
    uid,
  };
}

export function idOf(call: Call): string {
  return call.params.id ?? '';
}

export function absent(call: Call) {
  return refusal(refuse('WORKFLOW_NOT_FOUND', `Workflow with ID ${idOf(call)} does not exist.`));
}

export const WORKFLOW_DOORS: readonly Door[] = [list, create, read, update, remove, validate];
