// Runs as the FlowDrop editor 1.4 reads them: a bare document, times as ISO texts, durations in milliseconds.
import type { Schema } from '../../catalog/types';
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import type { Door } from '../door';
import type { Answer } from '../envelope';
import { RUN_ROW } from '../run-schemas';
import { pageOf } from '../schemas';

const EDITOR_RUN: Schema = {
  type: 'object',
  properties: {
    status: { type: 'string' },
    jobs: { type: 'array', items: { type: 'object' } },
    node_statuses: { type: 'object', additionalProperties: { type: 'object' } },
    job_status_summary: { type: 'object' },
  },
  required: ['status', 'jobs', 'node_statuses', 'job_status_summary'],
};

/** The editor looks for the keys of the document at its top, and shows nothing where they are in an envelope. */
export function shownRun(door: Door): Door {
  return changed({ ...door, answers: { 200: EDITOR_RUN } }, (body) => {
    const data = own(body, 'data');
    if (!isObject(data)) return body;
    const jobs = own(data, 'jobs');
    const nodes = own(data, 'node_statuses');
    return {
      ...data,
      jobs: (isArray(jobs) ? jobs : []).map(shownJob),
      node_statuses: Object.fromEntries(
        Object.entries(isObject(nodes) ? nodes : {}).map(([node, status]) => [node, shownNode(status)]),
      ),
    };
  });
}

/** The editor's page of runs reads `pipelines`, its description `data`. */
export function shownRuns(door: Door): Door {
  const schema = pageOf(RUN_ROW);
  const properties = isObject(schema.properties) ? schema.properties : {};
  const answers = { 200: { ...schema, properties: { ...properties, pipelines: properties.data ?? {} } } };
  return changed({ ...door, answers }, (body) => ({ ...body, pipelines: own(body, 'data') ?? [] }));
}

function shownJob(job: Json): Json {
  if (!isObject(job)) return job;
  const micros = own(job, 'execution_time_us');
  return {
    ...job,
    started: isoOf(own(job, 'started')),
    completed: isoOf(own(job, 'completed')),
    execution_time: typeof micros === 'number' ? micros / 1000 : null,
  };
}

function shownNode(status: Json): Json {
  if (!isObject(status)) return status;
  const micros = own(status, 'execution_time_us');
  return {
    ...status,
    execution_count: own(status, 'executions') ?? 0,
    execution_time: typeof micros === 'number' ? micros / 1000 : null,
    last_executed: isoOf(own(status, 'last_executed')),
  };
}

function isoOf(seconds: Json | undefined): Json {
  return typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null;
}

function changed(door: Door, change: (body: JsonObject) => JsonObject): Door {
  return {
    ...door,
    async handle(call): Promise<Answer> {
      const answer = await door.handle(call);
      return own(answer.body, 'success') === true && isObject(answer.body)
        ? { ...answer, body: change(answer.body) }
        : answer;
    },
  };
}
