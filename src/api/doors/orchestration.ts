// OCX: invoking a trigger from outside, and polling for what became of it.

import { isSynchronous, strategyById } from '../../engine/strategies';
import { refusedText } from '../../engine/triggers/desk';
import { isExternal, triggerOf } from '../../engine/triggers/initial-data';
import { correlated, interruptOf, invocationStatus } from '../../engine/triggers/pipeline';
import {
  DEFAULT_PAGE,
  MOST_PAGE,
  type PollPosition,
  type PollSource,
  poll,
} from '../../engine/triggers/poll';
import { kindOf } from '../../engine/triggers/types';
import { type JsonObject, own } from '../../model/json';
import type { Door } from '../door';
import { refusal, refuse, result } from '../envelope';
import { loaded } from '../persisted-runs';
import { readPaging } from '../query';
import { mayView } from '../run-access';
import { launchedResponse, restedResponse } from '../run-response';
import { resultOf } from '../schemas';
import { absentTrigger, instantOrNull, oneTriggerDoor } from '../trigger-doors';
import { EXECUTIONS, INVOKED } from '../trigger-schemas';
import type { EndedRun } from '../trigger-service';

const BASE = '/api/flowdrop/orchestration/:id';

const invoke = oneTriggerDoor(
  {
    method: 'POST',
    path: `${BASE}/invoke`,
    permission: 'execute workflows',
    summary: 'Invokes a workflow from outside; the body is the payload, results are polled for',
    body: { type: ['object', 'array'] },
    bodyOptional: true,
    answers: { 200: resultOf(INVOKED), 202: resultOf(INVOKED) },
    refusals: [
      'RUNS_UNAVAILABLE',
      'TRIGGER_NOT_EXTERNAL',
      'TRIGGER_DISABLED',
      'TRIGGER_SKIPPED',
      'TRIGGER_REFUSED',
    ],
  },
  async ({ world, triggers, principal, body, row }) => {
    const { runs } = world;
    if (triggers.desk === undefined || runs === undefined) return refusal(refuse('RUNS_UNAVAILABLE'));
    if (kindOf(row.config.event_type) !== 'external') return refusal(refuse('TRIGGER_NOT_EXTERNAL'));
    if (!row.config.enabled) return refusal(refuse('TRIGGER_DISABLED'));
    // OCX-6: the payload goes through as it is, whatever the trigger publishes of it.
    const fired = await triggers.desk.fire(row.id, {
      cause: 'external',
      data: { payload: body },
      owner: principal.id,
    });
    if (fired.kind === 'missing') return absentTrigger(row.id);
    if (fired.kind === 'skipped')
      return fired.reason === 'launch_refused'
        ? refusal(
            refuse('TRIGGER_REFUSED', fired.message, [
              { code: fired.code ?? 'TRIGGER_REFUSED', message: fired.message, locator: `node.${row.node}` },
            ]),
          )
        : refusal(refuse('TRIGGER_SKIPPED', fired.message));
    const { engine } = fired;
    const waits = engine !== null && isSynchronous(strategyById(engine.strategy)) && !fired.joined;
    const begun = await runs.rows.run(fired.run);
    const run = waits ? ((await runs.rest(fired.run)) ?? begun) : begun;
    if (run === undefined) return refusal(refuse('PIPELINE_NOT_FOUND'));
    const response = waits ? await restedResponse(runs, run) : launchedResponse(run);
    const status = invocationStatus(response);
    const interrupt = status === 'interrupted' ? interruptOf(response) : undefined;
    const metadata: JsonObject = {
      ...Object(own(response, 'metadata')),
      pipeline_id: run.id,
      // OCX-2: what was configured and not used.
      ...(engine?.refused == null
        ? {}
        : {
            engine_refused: {
              configured: engine.refused,
              used: engine.strategy,
              message: refusedText(row, engine.refused, engine.strategy),
            },
          }),
    };
    const answer = correlated({
      execution_id: run.id,
      status,
      outputs: own(response, 'outputs') ?? {},
      ...(interrupt === undefined ? {} : { interrupt_id: interrupt }),
      metadata,
    });
    return result(answer, status === 'queued' ? 202 : 200);
  },
);

const executions = oneTriggerDoor(
  {
    method: 'GET',
    path: `${BASE}/executions`,
    permission: 'view own runs',
    orPermission: 'view any runs',
    summary: 'Polls for ended runs that were invoked from outside through a trigger, the earliest end first',
    query: [
      {
        name: 'since',
        description: 'A moment: runs that ended later. What cannot be read is as if it were not sent.',
        schema: { type: 'string' },
      },
      {
        name: 'cursor',
        description: 'The `next.cursor` of a poll before: runs after that one. Wins over `since`.',
        schema: { type: 'string' },
      },
      {
        name: 'limit',
        description: 'Rows of a page, 1 to 100; 50 where it is absent.',
        schema: { type: 'string' },
      },
    ],
    answers: { 200: resultOf(EXECUTIONS) },
    refusals: ['RUNS_UNAVAILABLE'],
  },
  async ({ world, triggers, principal, query, row }) => {
    const { runs } = world;
    const source = triggers.executions;
    if (runs === undefined || source === undefined) return refusal(refuse('RUNS_UNAVAILABLE'));
    const after = await positionOf(source, query);
    const { limit } = readPaging(query);
    const size = query.has('limit') ? Math.min(limit, MOST_PAGE) : DEFAULT_PAGE;
    const scope = ({ row: run }: EndedRun) =>
      isExternal(run.initialData) && triggerOf(run.initialData) === row.id && mayView(principal, runs, run);
    const { rows, next } = await poll(source, scope, after, size);
    const shown = rows.map(
      async ({ row: run }): Promise<JsonObject> => ({
        pipeline_id: run.id,
        workflow_id: run.workflow,
        trigger_config_id: row.id,
        status: run.status,
        created: new Date(run.created).toISOString(),
        completed: new Date(run.ended ?? run.created).toISOString(),
        outputs: await loaded(runs.rows, run.outputs),
        error: run.error === null ? null : { ...run.error },
      }),
    );
    return result({
      executions: await Promise.all(shown),
      next: { since: instantOrNull(next?.ended ?? null), cursor: next?.id ?? null },
    });
  },
);

/** OCX-9: a cursor that is empty or not understood is a first poll. */
async function positionOf(
  source: PollSource<EndedRun>,
  query: URLSearchParams,
): Promise<PollPosition | undefined> {
  const cursor = query.get('cursor') ?? '';
  const named = cursor === '' ? undefined : await source.position(cursor);
  if (named !== undefined) return named;
  const since = Date.parse(query.get('since') ?? '');
  return Number.isNaN(since) ? undefined : { ended: since };
}

export const ORCHESTRATION_DOORS: readonly Door[] = [invoke, executions];
