// Examples for the description of the doors. A test sends each body, in this order, and holds each answer against the
// published schema, so that an example is never one that a host would refuse or would not give.
import { type Json, type JsonObject, own } from '../model/json';
import type { Door } from './door';
import { API_VERSION } from './schemas';

export type Example = {
  /** Ids of the path, by name. */
  readonly params?: { readonly [name: string]: string };
  readonly body?: Json;
  readonly answer: Json;
};

const NODE: JsonObject = {
  id: 'text_input.1',
  type: 'universalNode',
  position: { x: 80, y: 120 },
  data: { label: 'Name', config: {}, metadata: { node_type_id: 'text_input' } },
};
const TRIGGER_NODE: JsonObject = {
  id: 'trigger.1',
  type: 'universalNode',
  position: { x: 80, y: 240 },
  data: { label: 'Every morning', config: {}, metadata: { node_type_id: 'trigger' } },
};
const NOTE: JsonObject = { id: 'note.1', type: 'note', position: { x: 0, y: 0 }, data: { label: 'To do' } };

/** As it is served: a node without a type is served as it is stored. */
const WORKFLOW: JsonObject = {
  id: 'greeting',
  name: 'Greeting',
  description: '',
  nodes: [NOTE],
  edges: [],
  metadata: [],
  created: '2026-01-01T09:00:00.000Z',
  changed: '2026-01-01T09:30:00.000Z',
  uid: '1',
};
const SECONDS = Date.parse('2026-01-01T09:30:00.000Z') / 1000;

const FLOW: JsonObject = { id: 'farewell', label: 'Farewell', nodes: [NODE], edges: [] };
const BUNDLE: JsonObject = { format: 'flowdrop.bundle/v1', payload: { publisher: 'acme', flow: FLOW } };

const TYPE: JsonObject = {
  id: 'shout',
  label: 'Shout',
  executor_plugin: 'flowdrop_node_processor:text_input',
};
const METADATA: JsonObject = {
  id: 'note',
  name: 'Note',
  description: 'A note on the canvas.',
  category: 'display',
  icon: 'mdi:note-text',
  color: '#fbbf24',
  version: '1.0.0',
  type: 'note',
  supportedTypes: ['note'],
  inputs: [],
  outputs: [],
  configSchema: { type: 'object', properties: {} },
  uiSchema: null,
  configDefaults: {},
  tags: [],
  executor_plugin: 'flowdrop_ui_components:note',
};
const LANES: JsonObject = {
  version: '1.0.0',
  defaultDataType: 'mixed',
  dataTypes: [
    {
      id: 'string',
      name: 'Text',
      description: 'A piece of text.',
      color: '#209463',
      category: 'basic',
      enabled: true,
    },
  ],
  compatibilityRules: [{ from: 'string', to: 'mixed' }],
};

/** Stands for a run, or a job of one, that stands as the door asks. */
export const RUN_ID = '9f1b6a52-1c0e-4a4c-8f6e-3d1f0b2c7a10';
export const JOB_ID = '2c7d94f0-5b7e-4c55-9a53-7f0f6f1e8d21';
export const INTERRUPT_ID = '5a0c8a1e-63f2-4d0b-9c55-0c1d9c3f7b42';
export const CALL_ID = 'b1d7c1f3-2f8e-4a6b-8a0f-6c2f1b7d9e11';

const ASKED = {
  id: INTERRUPT_ID,
  type: 'confirmation',
  status: 'pending',
  message: 'Send the mail?',
  nodeId: 'ask',
  workflowId: 'greeting',
  pipelineId: RUN_ID,
  sessionId: null,
  schema: null,
  options: null,
  context: { confirm_label: 'Send' },
  defaultValue: null,
  responseData: null,
  createdAt: '2026-01-01T09:00:01+00:00',
  expiresAt: null,
  scheduledAt: null,
  resolvedAt: null,
  resolvedBy: null,
  direction: 'outward',
  jobId: JOB_ID,
  targetPipelineId: null,
  initiatorUid: 'ada',
  reason: null,
  linkedInterruptId: null,
};
const ANSWERED = {
  ...ASKED,
  status: 'resolved',
  responseData: true,
  resolvedAt: '2026-01-01T09:05:00+00:00',
  resolvedBy: 'ada',
};
const CREATED = '2026-01-01T09:00:00+00:00';
const ENDED = '2026-01-01T09:00:01+00:00';
const SECOND = Date.parse(CREATED) / 1000;

const JOB: JsonObject = {
  id: JOB_ID,
  label: 'Name',
  status: 'completed',
  priority: 0,
  node_id: 'text_input.1',
  pipeline_id: RUN_ID,
  created_at: SECOND,
  started: SECOND,
  completed: SECOND + 1,
  execution_time_us: 12_000,
  retry_count: 0,
  max_retries: 0,
  error_message: null,
  input_data: { value: 'Ada' },
  output_data: { text: 'Ada' },
  metadata: { node_type_id: 'text_input', execution_order: 1 },
  timestamp: SECOND + 1,
};
const SUMMARY: JsonObject = {
  total: 1,
  idle: 0,
  pending: 0,
  running: 0,
  completed: 1,
  failed: 0,
  cancelled: 0,
  skipped: 0,
  interrupted: 0,
};
const RUN: JsonObject = {
  id: RUN_ID,
  name: 'Greeting',
  description: '',
  status: 'completed',
  createdAt: CREATED,
  lastExecuted: ENDED,
  executionCount: 1,
  timestamp: ENDED,
  node_statuses: {
    'text_input.1': {
      status: 'completed',
      last_executed: SECOND,
      execution_time: 0.012,
      execution_time_us: 12_000,
      error: null,
      executions: 1,
      status_counts: { completed: 1 },
    },
  },
  jobs: [JOB],
  job_status_summary: SUMMARY,
  execution_data: {
    strategy: 'flowdrop_runtime:synchronous_pipeline',
    inputs: {},
    outputs: {},
    context: { orchestrator: 'flowdrop_runtime:synchronous_pipeline', warnings: [], skipped: [] },
  },
};
const LAUNCHED: JsonObject = {
  execution_id: RUN_ID,
  status: 'queued',
  results: {},
  outputs: {},
  metadata: {
    engine: 'flowdrop_runtime:asynchronous',
    nodes_skipped: 0,
    skipped_node_ids: [],
    warnings: [],
  },
};
const TRIGGER_ID = 'greeting__trigger_1';
const SCHEDULE: JsonObject = {
  mode: 'simple',
  cron_expression: '0 9 * * 1-5',
  timezone: 'Europe/Berlin',
  jitter_min: 0,
  jitter_max: 60,
};
const TRIGGER: JsonObject = {
  id: TRIGGER_ID,
  workflow_id: 'greeting',
  node_id: 'trigger.1',
  label: 'Every morning',
  enabled: true,
  event_type: 'cron',
  conditions: {},
  schedule: SCHEDULE,
  overlap_policy: 'skip',
  orchestrator: { id: '', pipeline_mode: 'new' },
  last_run: null,
  run_count: 0,
  next_run: '2026-01-01T08:00:00.000Z',
  code: null,
  created: '2026-01-01T09:00:00.000Z',
  changed: '2026-01-01T09:30:00.000Z',
};
const ENTITY = '5b0c4f1e-9d3a-4e55-8a44-6f6a1f4f7f02';
const SNAPSHOT: JsonObject = {
  workflowId: 'greeting',
  workflowVersion: 'b8b1d2f0c4a35e67',
  executionId: 'exec_a',
  status: 'paused',
  nodeStates: {
    'text_input.1': {
      status: 'completed',
      output: { text: 'Ada' },
      executionOrder: 1,
      jobId: JOB_ID,
      metadata: { node_type_id: 'text_input', visual_type: 'simple', label: 'Name' },
    },
  },
  initialInput: {},
  iterationCount: 0,
  threadId: null,
  metadata: { engine: 'flowdrop_runtime:asynchronous', pipelineId: 'exec_a' },
  createdAt: '2026-01-01T09:00:00.000Z',
  updatedAt: '2026-01-01T09:00:01.000Z',
};
const signalled = (signal: string, status: string): Example => ({
  params: { id: RUN_ID },
  body: signal === 'resume' ? {} : { reason: 'Stopped by hand' },
  answer: done({ pipeline_id: RUN_ID, signal_id: '1d9a5f0c-7c5b-4a54-bb0e-5b1f6a7f9c33', signal, status }),
});

const done = (data: Json): JsonObject => ({ success: true, data });
const paged = (row: Json): JsonObject => ({
  ...done([row]),
  pagination: { total: 1, limit: 50, offset: 0, has_more: false },
});

const API = '/api/flowdrop';
const WORKFLOWS = `${API}/workflows`;
const TYPES = `${API}/node-types`;
const PIPELINE = `${API}/pipeline/:id`;
const SIGNALS = '/flowdrop/api/pipelines/:id';
const EDITOR = '/compat/flowdrop-editor';
const TRIGGERS = `${API}/triggers`;
const ORCHESTRATION = `${API}/orchestration/:id`;
const SNAPSHOTS = '/api/flowdrop-runtime/snapshot';

/** By method and path of the door. */
export const EXAMPLES: { readonly [door: string]: Example } = {
  [`GET ${API}/health`]: {
    answer: done({
      status: 'ok',
      timestamp: '2026-01-01T09:00:00.000Z',
      service: 'sluice',
      version: API_VERSION,
    }),
  },
  [`POST ${WORKFLOWS}`]: {
    body: { id: 'greeting', name: 'Greeting', nodes: [NODE, TRIGGER_NODE] },
    answer: done(WORKFLOW),
  },
  [`GET ${WORKFLOWS}`]: { answer: paged(WORKFLOW) },
  [`GET ${WORKFLOWS}/:id`]: { params: { id: 'greeting' }, answer: done(WORKFLOW) },
  [`PUT ${WORKFLOWS}/:id`]: {
    params: { id: 'greeting' },
    body: { name: 'Greeting', nodes: [NODE, TRIGGER_NODE] },
    answer: done(WORKFLOW),
  },
  [`POST ${WORKFLOWS}/validate`]: {
    body: { nodes: [NODE], edges: [{ id: 'e', source: 'text_input.1', target: 'gone' }] },
    answer: done({
      valid: false,
      errors: [
        {
          code: 'R8_EDGE_TARGET_MISSING',
          message: 'The edge leads to "gone", which is no node of this workflow.',
          locator: 'edge.0',
        },
      ],
      warnings: [],
    }),
  },
  [`GET ${WORKFLOWS}/:id/schema`]: {
    params: { id: 'greeting' },
    answer: { schema_version: '1.0.0', parameter_schema: null, output_schema: null },
  },
  [`POST ${WORKFLOWS}/import`]: {
    body: BUNDLE,
    answer: done({ ...WORKFLOW, id: 'farewell', name: 'Farewell' }),
  },
  [`GET ${WORKFLOWS}/:id/bundle`]: { params: { id: 'farewell' }, answer: done(BUNDLE) },
  [`POST ${WORKFLOWS}/:id/execute`]: {
    params: { id: 'farewell' },
    body: { inputs: {} },
    answer: done(LAUNCHED),
  },
  [`DELETE ${WORKFLOWS}/:id`]: { params: { id: 'farewell' }, answer: done({ id: 'farewell' }) },
  [`GET ${API}/nodes`]: { answer: done([METADATA]) },
  [`GET ${API}/nodes/:id`]: { params: { id: 'note' }, answer: done(METADATA) },
  [`GET ${API}/categories`]: {
    answer: done([
      { name: 'data', label: 'Data', icon: 'mdi:database', color: '#0060ef', description: 'Works on data.' },
    ]),
  },
  [`GET ${API}/port-config`]: { answer: done(LANES) },
  [`PUT ${API}/port-config`]: {
    body: {
      dataTypes: [{ id: 'invoice', name: 'Invoice' }],
      compatibilityRules: [{ from: 'invoice', to: 'json' }],
    },
    answer: done(LANES),
  },
  [`POST ${TYPES}`]: { body: TYPE, answer: done(TYPE) },
  [`GET ${TYPES}`]: { answer: paged(TYPE) },
  [`GET ${TYPES}/:id`]: { params: { id: 'shout' }, answer: done(TYPE) },
  [`PUT ${TYPES}/:id`]: {
    params: { id: 'shout' },
    body: { ...TYPE, label: 'Shout it' },
    answer: done({ ...TYPE, label: 'Shout it' }),
  },
  [`POST ${PIPELINE}/rerun`]: {
    params: { id: RUN_ID },
    body: {},
    answer: done({ ...LAUNCHED, metadata: { ...Object(LAUNCHED.metadata), rerun_of: RUN_ID } }),
  },
  [`GET ${PIPELINE}`]: { params: { id: RUN_ID }, answer: done(RUN) },
  [`GET ${PIPELINE}/status`]: {
    params: { id: RUN_ID },
    answer: done({
      id: RUN_ID,
      status: 'paused',
      createdAt: CREATED,
      lastExecuted: null,
      pendingInterrupt: null,
      pausedReason: null,
    }),
  },
  [`GET ${PIPELINE}/jobs`]: {
    params: { id: RUN_ID },
    answer: done({ pipeline_id: RUN_ID, jobs: [JOB], status_summary: SUMMARY }),
  },
  [`GET ${PIPELINE}/logs`]: {
    params: { id: RUN_ID },
    answer: paged({
      seq: 1,
      timestamp: CREATED,
      level: 'info',
      message: 'Hello, Ada',
      node_id: 'logger.1',
    }),
  },
  [`GET ${API}/workflow/:id/pipelines`]: {
    params: { id: 'greeting' },
    answer: paged({
      id: RUN_ID,
      workflow_id: 'greeting',
      name: 'Greeting',
      description: '',
      status: 'completed',
      createdAt: CREATED,
      lastExecuted: ENDED,
      executionCount: 1,
    }),
  },
  [`GET ${API}/job/:id`]: { params: { id: JOB_ID }, answer: done(JOB) },
  [`POST ${SIGNALS}/cancel`]: signalled('cancel', 'running'),
  [`POST ${SIGNALS}/pause`]: signalled('pause', 'running'),
  [`POST ${SIGNALS}/resume`]: signalled('resume', 'running'),
  [`GET ${API}/interrupts`]: { answer: paged(ASKED) },
  [`GET ${API}/pipeline/:id/interrupts`]: { params: { id: RUN_ID }, answer: paged(ASKED) },
  [`GET ${API}/interrupts/:id`]: { params: { id: INTERRUPT_ID }, answer: done(ASKED) },
  [`POST ${API}/interrupts/:id`]: {
    params: { id: INTERRUPT_ID },
    body: { value: true },
    answer: done(ANSWERED),
  },
  [`POST ${API}/interrupts/:id/cancel`]: {
    params: { id: INTERRUPT_ID },
    body: { reason: 'asked too early' },
    answer: done({
      ...ASKED,
      status: 'cancelled',
      resolvedAt: '2026-01-01T09:05:00+00:00',
      reason: 'asked too early',
    }),
  },
  [`POST ${API}/interrupts/:id/callback`]: {
    params: { id: CALL_ID },
    body: { value: { ok: true } },
    answer: done({
      ...ANSWERED,
      id: CALL_ID,
      type: 'external_call',
      message: 'Waits for the answer of another system.',
      responseData: { ok: true },
    }),
  },
  [`POST ${API}/pipelines/:id/cancel`]: signalled('cancel', 'running'),
  [`POST ${API}/pipelines/:id/pause`]: signalled('pause', 'running'),
  [`POST ${API}/pipelines/:id/resume`]: signalled('resume', 'running'),
  [`POST ${SNAPSHOTS}`]: {
    body: SNAPSHOT,
    answer: done({ entity_id: ENTITY, execution_id: 'exec_a' }),
  },
  [`GET ${SNAPSHOTS}`]: {
    answer: paged({
      entity_id: ENTITY,
      execution_id: 'exec_a',
      workflow_id: 'greeting',
      status: 'paused',
      thread_id: null,
      created: '2026-01-01T09:00:01.000Z',
      changed: '2026-01-01T09:00:01.000Z',
      node_count: 1,
    }),
  },
  [`GET ${SNAPSHOTS}/:id`]: {
    params: { id: 'exec_a' },
    answer: done({ entity_id: ENTITY, execution_id: 'exec_a', snapshot: SNAPSHOT }),
  },
  [`DELETE ${SNAPSHOTS}/:id`]: {
    params: { id: 'exec_a' },
    answer: done({ message: 'Snapshot deleted', execution_id: 'exec_a' }),
  },
  [`GET ${TRIGGERS}`]: { answer: paged(TRIGGER) },
  [`DELETE ${TRIGGERS}/:id`]: { params: { id: TRIGGER_ID }, answer: done({ id: TRIGGER_ID }) },
  [`POST ${TRIGGERS}`]: {
    body: { workflow_id: 'greeting', node_id: 'trigger.1', event_type: 'cron', schedule: SCHEDULE },
    answer: done(TRIGGER),
  },
  [`GET ${TRIGGERS}/:id`]: { params: { id: TRIGGER_ID }, answer: done(TRIGGER) },
  [`GET ${TRIGGERS}/:id/next-run`]: {
    params: { id: TRIGGER_ID },
    answer: done({ next_run: '2026-01-01T08:00:00.000Z', code: null }),
  },
  [`POST ${TRIGGERS}/:id/fire`]: {
    params: { id: TRIGGER_ID },
    body: { note: 'by hand' },
    answer: done({ status: 'queued', execution_id: RUN_ID, reason: null, message: 'A run has begun.' }),
  },
  [`GET ${TRIGGERS}/:id/history`]: {
    params: { id: TRIGGER_ID },
    answer: done({
      last_run: CREATED,
      run_count: 1,
      history: [
        {
          at: CREATED,
          execution_number: 1,
          execution_id: RUN_ID,
          reason: null,
          message: 'Started by its schedule.',
        },
      ],
    }),
  },
  [`PUT ${TRIGGERS}/:id`]: {
    params: { id: TRIGGER_ID },
    body: { event_type: 'orchestration', overlap_policy: 'terminate' },
    answer: done({ ...TRIGGER, event_type: 'orchestration', overlap_policy: 'terminate', next_run: null }),
  },
  [`POST ${ORCHESTRATION}/invoke`]: {
    params: { id: TRIGGER_ID },
    body: { title: 'T' },
    answer: done({
      execution_id: RUN_ID,
      status: 'queued',
      outputs: {},
      metadata: { ...Object(LAUNCHED.metadata), pipeline_id: RUN_ID },
    }),
  },
  [`GET ${ORCHESTRATION}/executions`]: {
    params: { id: TRIGGER_ID },
    answer: done({
      executions: [
        {
          pipeline_id: RUN_ID,
          workflow_id: 'greeting',
          trigger_config_id: TRIGGER_ID,
          status: 'completed',
          created: CREATED,
          completed: ENDED,
          outputs: {},
          error: null,
        },
      ],
      next: { since: ENDED, cursor: RUN_ID },
    }),
  },
  [`DELETE ${TYPES}/:id`]: { params: { id: 'shout' }, answer: done({ id: 'shout' }) },
};

/** The example of a door; those of the editor have the examples of the doors that they stand for. */
export function exampleOf({ method, path }: Pick<Door, 'method' | 'path'>): Example | undefined {
  const example = EXAMPLES[`${method} ${path.replace(EDITOR, API)}`];
  if (example === undefined || !path.startsWith(EDITOR)) return example;
  const data = own(example.answer, 'data');
  if (path.endsWith('/pipeline/:id')) return { ...example, answer: data ?? null };
  const answer = inSeconds(example.answer);
  return path.endsWith('/pipelines')
    ? { ...example, answer: { ...Object(answer), pipelines: data ?? [] } }
    : { ...example, answer };
}

/** The editor reads `changed` as seconds. */
function inSeconds(value: Json): Json {
  if (Array.isArray(value)) return value.map(inSeconds);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'changed' ? SECONDS : inSeconds(item)]),
  );
}
