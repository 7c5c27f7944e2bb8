// JSON Schemas of what the doors of triggers read and answer.
import type { Schema } from '../catalog/types';
import { PIPELINE_MODES } from '../engine/triggers/types';
import { RUN_STATUSES } from '../model/status';
import { record } from './schemas';

const TEXT: Schema = { type: 'string' };
const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
const COUNT: Schema = { type: 'integer', minimum: 0 };
const MAP: Schema = { type: 'object' };
const INSTANT: Schema = { type: 'string', format: 'date-time' };
const INSTANT_OR_NULL: Schema = { type: ['string', 'null'], format: 'date-time' };
const FLAG: Schema = { type: 'boolean' };
const SECONDS: Schema = { type: 'number', description: 'Seconds.' };

const SCHEDULE_PARTS = {
  mode: { type: 'string', enum: ['simple', 'advanced'] },
  cron_expression: { type: 'string', description: 'Empty: not scheduled.' },
  timezone: { type: 'string', description: 'IANA name.' },
  jitter_min: SECONDS,
  jitter_max: SECONDS,
} as const;
const ORCHESTRATOR_PARTS = {
  id: { type: 'string', description: 'Id of the execution strategy; empty: that of the place.' },
  pipeline_mode: { type: 'string', enum: [...PIPELINE_MODES] },
} as const;

const CONFIG = {
  enabled: FLAG,
  event_type: {
    type: 'string',
    description: 'manual, cron, orchestration, or an event such as entity.insert.',
  },
  conditions: { type: 'object', description: 'entity_types, bundles, form_ids, roles, custom.' },
  overlap_policy: { type: 'string', description: 'skip, buffer, cancel or terminate.' },
} as const;

/** What may be sent to change one; keys that are not sent stay. */
export const TRIGGER_CHANGE: Schema = {
  type: 'object',
  properties: {
    ...CONFIG,
    schedule: { type: 'object', properties: SCHEDULE_PARTS },
    orchestrator: { type: 'object', properties: ORCHESTRATOR_PARTS },
  },
};

export const TRIGGER_BODY: Schema = {
  type: 'object',
  properties: { workflow_id: TEXT, node_id: TEXT, ...Object(TRIGGER_CHANGE.properties) },
  required: ['workflow_id', 'node_id'],
};

export const NEXT_RUN: Schema = record({
  next_run: INSTANT_OR_NULL,
  code: { type: ['string', 'null'], enum: ['no_expression', 'invalid_expression', 'invalid_timezone', null] },
});

export const TRIGGER: Schema = record({
  id: TEXT,
  workflow_id: TEXT,
  node_id: TEXT,
  label: TEXT,
  ...CONFIG,
  schedule: record(SCHEDULE_PARTS),
  orchestrator: record(ORCHESTRATOR_PARTS),
  last_run: INSTANT_OR_NULL,
  run_count: COUNT,
  next_run: INSTANT_OR_NULL,
  code: TEXT_OR_NULL,
  created: INSTANT,
  changed: INSTANT,
});

export const TRIGGER_DELETED: Schema = record({ id: TEXT });

export const HISTORY: Schema = record({
  last_run: INSTANT_OR_NULL,
  run_count: COUNT,
  history: {
    type: 'array',
    maxItems: 10,
    items: record({
      at: INSTANT,
      execution_number: { type: ['integer', 'null'] },
      execution_id: TEXT_OR_NULL,
      reason: TEXT_OR_NULL,
      message: TEXT,
    }),
  },
});

/** `execution_id` is null, and `reason` says why, where no run began. */
export const FIRED: Schema = record({
  status: { type: 'string', enum: ['queued', 'joined', 'skipped'] },
  execution_id: TEXT_OR_NULL,
  reason: TEXT_OR_NULL,
  message: TEXT,
});

/** OCX-7. */
export const INVOKED: Schema = record(
  {
    execution_id: { type: 'string', minLength: 1 },
    status: { type: 'string', enum: ['completed', 'interrupted', 'queued'] },
    outputs: MAP,
    interrupt_id: TEXT,
    metadata: { type: 'object', properties: { pipeline_id: TEXT, engine: TEXT, engine_refused: MAP } },
  },
  ['interrupt_id'],
);

/** OCX-8: always of an ended run. `next` is what the next poll is sent. */
export const EXECUTIONS: Schema = record({
  executions: {
    type: 'array',
    items: record({
      pipeline_id: TEXT,
      workflow_id: TEXT,
      trigger_config_id: TEXT,
      status: {
        type: 'string',
        enum: RUN_STATUSES.filter((one) => !['pending', 'running', 'paused'].includes(one)),
      },
      created: INSTANT,
      completed: INSTANT,
      outputs: { type: ['object', 'null'] },
      error: { type: ['object', 'null'] },
    }),
  },
  next: record({ since: INSTANT_OR_NULL, cursor: TEXT_OR_NULL }),
});
