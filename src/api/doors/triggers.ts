// Triggers: what fires a workflow, when it is next due, and what has become of it.
import { changedConfig, defaultConfig } from '../../engine/triggers/config';
import { TRIGGER_EXECUTOR, triggerId, triggerNodes } from '../../engine/triggers/derive';
import { nextRunOf } from '../../engine/triggers/report';
import { readState } from '../../engine/triggers/state';
import type { TriggerRow } from '../../engine/triggers/types';
import { isObject, type Json, ownString } from '../../model/json';
import type { Problem } from '../../model/problem';
import type { Door } from '../door';
import { type Answer, detailsOf, page, refusal, refuse, result } from '../envelope';
import { readPaging, readText } from '../query';
import { pageOf, resultOf } from '../schemas';
import { absentTrigger, instantOrNull, oneTriggerDoor, published, triggerDoor } from '../trigger-doors';
import {
  FIRED,
  HISTORY,
  NEXT_RUN,
  TRIGGER,
  TRIGGER_BODY,
  TRIGGER_CHANGE,
  TRIGGER_DELETED,
} from '../trigger-schemas';
import { PAGING } from './parameters';

const TRIGGERS = '/api/flowdrop/triggers';

const list = triggerDoor(
  {
    method: 'GET',
    path: TRIGGERS,
    permission: 'view workflows',
    summary: 'Lists the triggers of stored workflows, by id',
    query: [{ name: 'workflow', description: 'Id of a workflow.', schema: { type: 'string' } }, ...PAGING],
    answers: { 200: pageOf(TRIGGER) },
    refusals: ['SEARCH_INVALID'],
  },
  async ({ world, triggers, query }) => {
    const workflow = readText(query, 'workflow');
    if (!workflow.ok) return refusal(workflow.error);
    const paging = readPaging(query);
    const rows = await triggers.store.list(workflow.value);
    const now = world.clock.now();
    const shown = rows.slice(paging.offset, paging.offset + paging.limit).map((row) => published(row, now));
    return page(shown, { total: rows.length, ...paging });
  },
);

const create = triggerDoor(
  {
    method: 'POST',
    path: TRIGGERS,
    permission: 'edit workflows',
    summary: 'Makes the trigger of a trigger node that has none, because it was deleted',
    body: TRIGGER_BODY,
    answers: { 201: resultOf(TRIGGER) },
    refusals: [
      'BODY_INVALID',
      'WORKFLOW_NOT_FOUND',
      'TRIGGER_UNKNOWN',
      'TRIGGER_ID_TAKEN',
      'TRIGGER_INVALID',
    ],
  },
  async ({ world, triggers, body }) => {
    const workflow = ownString(body, 'workflow_id');
    const node = ownString(body, 'node_id');
    if (!isObject(body) || workflow === undefined || node === undefined)
      return refusal(
        refuse('BODY_INVALID', '"workflow_id" and "node_id" name the node whose trigger is made.'),
      );
    const record = await world.workflows.get(workflow);
    if (record === undefined) return refusal(refuse('WORKFLOW_NOT_FOUND'));
    const there = (await triggers.store.list(workflow)).find((row) => row.node === node);
    if (there !== undefined)
      return refusal(
        refuse('TRIGGER_ID_TAKEN', `The node ${node} has the trigger ${there.id}; update that one.`),
      );
    const { site } = world;
    const types = ((await site.read()).nodeTypes ?? []).flatMap(({ id, executor_plugin }) =>
      executor_plugin === TRIGGER_EXECUTOR ? [id] : [],
    );
    const found = triggerNodes(record.nodes, types).find(({ id }) => id === node);
    if (found === undefined)
      return refusal(refuse('TRIGGER_UNKNOWN', `The workflow ${workflow} has no trigger node ${node}.`));
    const config = changedConfig(defaultConfig(found.type), body, ['workflow_id', 'node_id']);
    if (!config.ok) return invalid(config.error);
    const now = world.clock.now();
    const made = await triggers.store.restore(triggerId(workflow, node), (row) =>
      row.gone === 'person' && row.node === node
        ? { ...row, gone: null, label: found.label, changed: now, config: config.value, state: {} }
        : undefined,
    );
    if (made === undefined) return refusal(refuse('TRIGGER_ID_TAKEN'));
    triggers.changed(made.id);
    return result(published(made, now), 201);
  },
);

const read = oneTriggerDoor(
  {
    method: 'GET',
    path: `${TRIGGERS}/:id`,
    permission: 'view workflows',
    summary: 'Reads a trigger',
    answers: { 200: resultOf(TRIGGER) },
    refusals: [],
  },
  async ({ world, row }) => result(published(row, world.clock.now())),
);

const change = oneTriggerDoor(
  {
    method: 'PUT',
    path: `${TRIGGERS}/:id`,
    permission: 'edit workflows',
    summary: 'Changes what the body sends of a trigger; every other key stays',
    body: TRIGGER_CHANGE,
    answers: { 200: resultOf(TRIGGER) },
    refusals: ['BODY_INVALID', 'TRIGGER_INVALID'],
  },
  async ({ world, triggers, body, params }) => {
    if (!isObject(body)) return refusal(refuse('BODY_INVALID', 'A change of a trigger is an object.'));
    const now = world.clock.now();
    let problems: readonly Problem[] | undefined;
    const id = params.id ?? '';
    const changed = await triggers.store.update(id, (row): TriggerRow | undefined => {
      const config = changedConfig(row.config, body);
      if (config.ok) return { ...row, changed: now, config: config.value };
      problems = config.error;
      return undefined;
    });
    if (problems !== undefined) return invalid(problems);
    if (changed === undefined) return absentTrigger(id);
    triggers.changed(id);
    return result(published(changed, now));
  },
);

const remove = oneTriggerDoor(
  {
    method: 'DELETE',
    path: `${TRIGGERS}/:id`,
    permission: 'edit workflows',
    summary: 'Deletes a trigger: its node stays, and nothing fires it until the trigger is made again',
    answers: { 200: resultOf(TRIGGER_DELETED) },
    refusals: [],
  },
  async ({ world, triggers, row }) => {
    const gone = await triggers.store.update(row.id, (stored) => ({
      ...stored,
      gone: 'person',
      changed: world.clock.now(),
    }));
    if (gone === undefined) return absentTrigger(row.id);
    triggers.changed(row.id);
    return result({ id: row.id });
  },
);

const fire = oneTriggerDoor(
  {
    method: 'POST',
    path: `${TRIGGERS}/:id/fire`,
    permission: 'execute workflows',
    summary: 'Fires a trigger by hand, whether it is on or not; the body is the data of the event',
    body: { type: 'object' },
    bodyOptional: true,
    answers: { 200: resultOf(FIRED), 202: resultOf(FIRED) },
    refusals: ['RUNS_UNAVAILABLE', 'BODY_INVALID'],
  },
  async ({ triggers, principal, body, row }) => {
    if (triggers.desk === undefined) return refusal(refuse('RUNS_UNAVAILABLE'));
    if (!isObject(body)) return refusal(refuse('BODY_INVALID', 'The data of an event is an object.'));
    const fired = await triggers.desk.fire(row.id, { cause: 'manual', data: body, owner: principal.id });
    switch (fired.kind) {
      case 'missing':
        return absentTrigger(row.id);
      case 'skipped':
        return result({
          status: 'skipped',
          execution_id: null,
          reason: fired.reason,
          message: fired.message,
        });
      case 'run': {
        const status = fired.joined ? 'joined' : 'queued';
        const message = fired.joined ? 'A run of this trigger was under way.' : 'A run has begun.';
        return result({ status, execution_id: fired.run, reason: null, message }, 202);
      }
    }
  },
);

const nextRun = oneTriggerDoor(
  {
    method: 'GET',
    path: `${TRIGGERS}/:id/next-run`,
    permission: 'view workflows',
    summary: 'Tells when a trigger is next due, or why it is not',
    answers: { 200: resultOf(NEXT_RUN) },
    refusals: [],
  },
  // CRON-2: a broken schedule is no broken request.
  async ({ world, row }) => {
    const { next_run, code } = nextRunOf(row, world.clock.now());
    return result({ next_run: instantOrNull(next_run), code });
  },
);

const history = oneTriggerDoor(
  {
    method: 'GET',
    path: `${TRIGGERS}/:id/history`,
    permission: 'view workflows',
    summary: 'Lists the last ten firings of a trigger, skipped ones included, the newest first',
    answers: { 200: resultOf(HISTORY) },
    refusals: [],
  },
  async ({ row }) => {
    const state = readState(row.state);
    return result({
      last_run: instantOrNull(state.last_run),
      run_count: state.run_count,
      history: state.history.map((entry): Json => ({ ...entry, at: new Date(entry.at).toISOString() })),
    });
  },
);

export const TRIGGER_DOORS: readonly Door[] = [list, create, read, change, remove, fire, nextRun, history];

function invalid(problems: readonly Problem[]): Answer {
  return refusal(refuse('TRIGGER_INVALID', undefined, detailsOf(problems, 'TRIGGER_INVALID')));
}
