// JSON Schemas of what the doors of runs read and answer.
import type { Schema } from '../catalog/types';
import type { INTERRUPT_KEYS } from '../engine/documents/interrupt-entry';
import type { JOB_ENTRY_KEYS } from '../engine/documents/job-entry';
import {
  INTERRUPT_DIRECTIONS,
  INTERRUPT_STATUSES,
  INTERRUPT_TYPES,
  JOB_STATUSES,
  RUN_STATUSES,
} from '../model/status';
import { record } from './schemas';

const TEXT: Schema = { type: 'string' };
const TEXTS: Schema = { type: 'array', items: TEXT };
const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
const COUNT: Schema = { type: 'integer', minimum: 0 };
const COUNT_OR_NULL: Schema = { type: ['integer', 'null'] };
const MAP: Schema = { type: 'object' };
const MAP_OR_NULL: Schema = { type: ['object', 'null'] };
/** PIPE-9. */
const INSTANT_OR_NULL: Schema = { type: ['string', 'null'], format: 'date-time' };
const STATUS: Schema = { type: 'string', enum: [...RUN_STATUSES] };

/** What a launch may say. Node-keyed data is not among it (MAN-12). */
export const LAUNCH_BODY: Schema = {
  type: 'object',
  properties: {
    inputs: { type: 'object', description: 'Declared inputs by name.' },
    orchestrator: { type: 'string', description: 'Id of the execution strategy.' },
    wait: { type: 'boolean', description: 'Answer when the run ends, pauses or asks.' },
    snapshot: {
      type: ['object', 'string'],
      description:
        'A snapshot, or the id of the execution whose snapshot is taken: what it completed is not done again.',
    },
    checkpoint: {
      type: 'string',
      description: 'Id of a checkpoint to begin from; stateful strategies only.',
    },
    thread: { type: 'string', description: 'Thread whose state is gone on with; stateful strategies only.' },
  },
  additionalProperties: false,
};

export const SIGNAL_BODY: Schema = {
  type: 'object',
  properties: { reason: { type: 'string', maxLength: 1000, description: 'For people.' } },
};

export const RUN_RESPONSE: Schema = record({
  execution_id: { type: 'string', minLength: 1 },
  status: { type: 'string', enum: [...RUN_STATUSES, 'queued', 'interrupted', 'max_iterations_exceeded'] },
  results: MAP,
  outputs: MAP,
  metadata: {
    type: 'object',
    properties: { engine: TEXT, nodes_skipped: COUNT, skipped_node_ids: TEXTS, warnings: { type: 'array' } },
    required: ['engine', 'nodes_skipped', 'skipped_node_ids', 'warnings'],
  },
});

const ANY: Schema = {};
const INSTANT: Schema = { type: 'string', format: 'date-time' };

/** INT-22: always all 24 keys. */
export const INTERRUPT: Schema = record({
  id: TEXT,
  type: { type: 'string', enum: [...INTERRUPT_TYPES] },
  status: { type: 'string', enum: [...INTERRUPT_STATUSES] },
  message: TEXT_OR_NULL,
  nodeId: TEXT_OR_NULL,
  workflowId: TEXT_OR_NULL,
  pipelineId: TEXT_OR_NULL,
  sessionId: TEXT_OR_NULL,
  schema: MAP_OR_NULL,
  options: { type: ['array', 'null'] },
  context: MAP_OR_NULL,
  defaultValue: ANY,
  responseData: ANY,
  createdAt: INSTANT,
  expiresAt: INSTANT_OR_NULL,
  scheduledAt: INSTANT_OR_NULL,
  resolvedAt: INSTANT_OR_NULL,
  resolvedBy: TEXT_OR_NULL,
  direction: { type: 'string', enum: [...INTERRUPT_DIRECTIONS] },
  jobId: TEXT_OR_NULL,
  targetPipelineId: TEXT_OR_NULL,
  initiatorUid: TEXT_OR_NULL,
  reason: TEXT_OR_NULL,
  linkedInterruptId: TEXT_OR_NULL,
} satisfies { readonly [K in (typeof INTERRUPT_KEYS)[number]]: Schema });

/** INT-16 gives no body; this one names what was done to what. */
export const SIGNAL_ANSWER: Schema = record({
  pipeline_id: TEXT,
  signal_id: TEXT,
  signal: { type: 'string', enum: ['cancel', 'pause', 'resume'] },
  status: STATUS,
});

/** PIPE-7. */
export const JOB: Schema = record({
  id: TEXT,
  label: TEXT,
  status: TEXT,
  priority: { type: 'number' },
  node_id: TEXT,
  pipeline_id: TEXT_OR_NULL,
  created_at: COUNT_OR_NULL,
  started: COUNT_OR_NULL,
  completed: COUNT_OR_NULL,
  execution_time_us: COUNT_OR_NULL,
  retry_count: COUNT,
  max_retries: COUNT,
  error_message: TEXT_OR_NULL,
  input_data: MAP_OR_NULL,
  output_data: MAP_OR_NULL,
  metadata: MAP,
  timestamp: COUNT_OR_NULL,
} satisfies { readonly [K in (typeof JOB_ENTRY_KEYS)[number]]: Schema });

/** PIPE-2. */
export const JOB_SUMMARY: Schema = record(
  Object.fromEntries(['total', ...JOB_STATUSES].map((status) => [status, COUNT])),
);

/** PIPE-4. */
const NODE_STATUS: Schema = record({
  status: TEXT,
  last_executed: COUNT_OR_NULL,
  execution_time: { type: ['number', 'null'] },
  execution_time_us: COUNT_OR_NULL,
  error: TEXT_OR_NULL,
  executions: COUNT,
  status_counts: { type: 'object', additionalProperties: COUNT },
});
export const NODE_STATUSES: Schema = { type: 'object', additionalProperties: NODE_STATUS };

/** PIPE-1: the lightweight document, without any job. */
export const LIGHT_RUN: Schema = record({
  id: TEXT,
  status: TEXT,
  createdAt: INSTANT_OR_NULL,
  lastExecuted: INSTANT_OR_NULL,
  pendingInterrupt: MAP_OR_NULL,
  pausedReason: TEXT_OR_NULL,
});

/** PIPE-1: the full document. */
export const RUN: Schema = record({
  id: TEXT,
  name: TEXT,
  description: TEXT,
  status: TEXT,
  createdAt: INSTANT_OR_NULL,
  lastExecuted: INSTANT_OR_NULL,
  executionCount: COUNT,
  timestamp: INSTANT_OR_NULL,
  node_statuses: NODE_STATUSES,
  jobs: { type: 'array', items: JOB },
  job_status_summary: JOB_SUMMARY,
  execution_data: record({ strategy: TEXT, inputs: MAP, outputs: MAP_OR_NULL, context: MAP }),
});

export const RUN_ROW: Schema = record({
  id: TEXT,
  workflow_id: TEXT,
  name: TEXT,
  description: TEXT,
  status: STATUS,
  createdAt: INSTANT_OR_NULL,
  lastExecuted: INSTANT_OR_NULL,
  executionCount: COUNT,
});

export const JOB_LIST: Schema = record({
  pipeline_id: TEXT,
  jobs: { type: 'array', items: JOB },
  status_summary: JOB_SUMMARY,
});

export const LOG_LINE: Schema = record(
  {
    seq: COUNT,
    timestamp: { type: 'string', format: 'date-time' },
    level: { type: 'string', enum: ['debug', 'info', 'warning', 'error'] },
    message: TEXT,
    node_id: TEXT_OR_NULL,
    data: {},
  },
  ['data'],
);

/** PIPE-6: the body that the rule prints, beside what every refusal has. */
export const JOB_ABSENT: Schema = record({
  success: { const: false },
  error: { type: 'string', enum: ['Job not found'] },
  error_code: { type: 'string', enum: ['JOB_NOT_FOUND'] },
  message: TEXT,
});
