import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { ok } from '../../model/problem';
import type { JobRow, RunRow } from '../ports';
import { memoryStore } from '../testing/memory-store';
import { webCryptoHash } from '../values';
import { encodeSnapshot, nodeStatusOf, snapshotOf } from './document';
import { makeSnapshot } from './make';
import { readSnapshot } from './read';

const NOW = Date.UTC(2026, 0, 1);

const RUN: RunRow = {
  v: 1,
  id: 'run-1',
  workflow: 'wf',
  workflowName: 'Test',
  strategy: 'flowdrop_runtime:synchronous_pipeline',
  status: 'paused',
  pauseReason: null,
  error: null,
  document: { id: 'wf', name: 'Test', nodes: [], edges: [] },
  initialData: {},
  inputs: { answer: 7 },
  outputs: null,
  warnings: [],
  skipped: [],
  passes: 1,
  created: NOW - 1000,
  started: NOW - 1000,
  ended: null,
  fence: 1,
  signal: null,
  seq: 1,
};

function job(
  node: string,
  more: Partial<Omit<JobRow, 'status'>> & { readonly status?: string } = {},
): JobRow {
  const row = {
    v: 1,
    id: `job-${node}`,
    run: 'run-1',
    node,
    nodeType: 'text_input',
    processor: 'p',
    label: node.toUpperCase(),
    status: 'idle',
    errorRouted: false,
    skipReason: null,
    priority: 0,
    order: null,
    attempts: 0,
    inputs: null,
    origins: null,
    outputs: null,
    activeBranches: null,
    error: null,
    created: NOW,
    started: null,
    ended: null,
    ...more,
  };
  // A store may give back a status that nobody knows (PIPE-3).
  return row as JobRow;
}

const ERROR = { message: 'it broke', code: 'node_error', node_id: 'b', retryable: false };
const parts = (outputs: ReadonlyMap<string, JsonObject> = new Map()) => ({
  status: 'paused',
  version: '0123456789abcdef',
  outputs,
  iterationCount: 0,
  now: NOW,
});

describe('the snapshot of a run', () => {
  test('INT-6: each node has its status, its output where it completed and its error where it failed', () => {
    const outputs = new Map<string, JsonObject>([
      ['job-a', { result: 'ok' }],
      ['job-b', { stale: true }],
    ]);
    const { nodeStates } = snapshotOf(
      RUN,
      [
        job('a', { status: 'completed', order: 1, error: ERROR }),
        job('b', { status: 'failed', order: 2, error: ERROR }),
        job('c', { status: 'cancelled' }),
        job('d', { status: 'weird' }),
      ],
      parts(outputs),
    );
    expect(nodeStates).toMatchObject({
      a: { status: 'completed', output: { result: 'ok' }, executionOrder: 1, jobId: 'job-a' },
      b: { status: 'failed', error: 'it broke', executionOrder: 2, jobId: 'job-b' },
      c: { status: 'skipped', executionOrder: null },
      d: { status: 'idle' },
    });
    expect(nodeStates.a).not.toHaveProperty('error');
    expect(nodeStates.b).not.toHaveProperty('output');
    for (const node of ['c', 'd']) {
      expect(nodeStates[node]).not.toHaveProperty('output');
      expect(nodeStates[node]).not.toHaveProperty('error');
    }
  });

  test.each([
    ['idle', 'idle'],
    ['pending', 'pending'],
    ['running', 'running'],
    ['completed', 'completed'],
    ['failed', 'failed'],
    ['interrupted', 'interrupted'],
    ['skipped', 'skipped'],
    ['cancelled', 'skipped'],
    ['', 'idle'],
    ['constructor', 'idle'],
  ])('INT-6: a job that is "%s" is told as "%s"', (status, told) => {
    expect(nodeStatusOf(status)).toBe(told);
  });

  test('INT-6: it carries workflow, version, execution, the status it was given, the input, and who ran what', () => {
    const snapshot = snapshotOf(RUN, [], { ...parts(), status: 'whatever the caller says' });
    expect(encodeSnapshot(snapshot)).toEqual({
      workflowId: 'wf',
      workflowVersion: '0123456789abcdef',
      executionId: 'run-1',
      status: 'whatever the caller says',
      nodeStates: {},
      initialInput: { answer: 7 },
      iterationCount: 0,
      threadId: null,
      metadata: { engine: 'flowdrop_runtime:synchronous_pipeline', pipelineId: 'run-1' },
      createdAt: '2025-12-31T23:59:59.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    });
  });

  test('INT-6: a run without a workflow names "unknown", and no version', () => {
    const snapshot = snapshotOf({ ...RUN, workflow: '' }, [], parts());
    expect(snapshot).toMatchObject({ workflowId: 'unknown', workflowVersion: '' });
  });

  test('INT-6: of a node with several jobs the newest is told; an injected one says so and others do not', () => {
    const { nodeStates } = snapshotOf(
      RUN,
      [
        job('n', { id: 'third', occurrence: 2, status: 'running', order: 9 }),
        job('n', { id: 'first', status: 'completed', order: 1 }),
        job('i', { status: 'completed', order: 2, injected: { from: 'run-0', at: NOW } }),
      ],
      parts(),
    );
    expect(nodeStates.n).toMatchObject({ jobId: 'third', status: 'running', executionOrder: 9 });
    expect(nodeStates.n).not.toHaveProperty('injected');
    expect(nodeStates.i).toMatchObject({ injected: true, status: 'completed' });
  });

  test('STORE-13, INT-6: what a node is drawn as is its visual_type, beside its label', () => {
    const nodes: readonly JsonObject[] = [
      { id: 'sum.1', data: { config: {}, metadata: { node_type_id: 'calculator', type: 'simple' } } },
      { id: 'own.1', data: { config: { nodeType: 'square' }, metadata: { type: 'simple' } } },
    ];
    const { nodeStates } = snapshotOf(
      { ...RUN, document: { nodes } },
      [job('sum.1'), job('own.1'), job('gone.1')],
      parts(),
    );
    expect(nodeStates['sum.1']?.metadata).toMatchObject({ visual_type: 'simple', label: 'SUM.1' });
    expect(nodeStates['own.1']?.metadata).toMatchObject({ visual_type: 'square' });
    expect(nodeStates['gone.1']?.metadata).toMatchObject({ visual_type: null });
    expect(nodeStates['sum.1']?.metadata).not.toHaveProperty('node_type');
  });
});

describe('making one', () => {
  const options = (told: string[]) => ({
    now: NOW,
    hash: webCryptoHash,
    log: (message: string) => void told.push(message),
  });

  test('INT-6: where there is no state there is no snapshot, and a line in the log', async () => {
    const told: string[] = [];
    expect(await makeSnapshot(memoryStore(), 'gone', options(told))).toBeUndefined();
    expect(told).toEqual([expect.stringContaining('gone')]);
  });

  test('INT-6: a store that fails, at any step, fails nobody, not even with a log that fails', async () => {
    const store = memoryStore();
    const row = job('a', { status: 'completed', outputs: { text: { ref: 'lost', size: 9, preview: '' } } });
    await store.create({ run: RUN, jobs: [row], values: [], logs: [] });
    const fails = () => Promise.reject(new Error('broken'));
    for (const broken of [{ run: fails }, { jobs: fails }, { value: fails }, { checkpoint: fails }, {}]) {
      const told: string[] = [];
      expect(await makeSnapshot({ ...store, ...broken }, 'run-1', options(told))).toBeUndefined();
      expect(told).toEqual([expect.stringContaining('run-1')]);
    }
    const log = () => {
      throw new Error('no log');
    };
    expect(await makeSnapshot(store, 'run-1', { ...options([]), log })).toBeUndefined();
  });

  test('INT-13: its status is how the run stands, or what the caller says; it is never derived', async () => {
    const store = memoryStore();
    const row = job('a', { status: 'completed' });
    await store.create({ run: { ...RUN, status: 'cancelled' }, jobs: [row], values: [], logs: [] });
    expect((await makeSnapshot(store, 'run-1', options([])))?.status).toBe('cancelled');
    expect((await makeSnapshot(store, 'run-1', { ...options([]), status: 'failed' }))?.status).toBe('failed');
  });
});

describe('reading one', () => {
  const snapshot = snapshotOf(
    RUN,
    [
      job('a', { status: 'completed', order: 3, injected: { from: 'x', at: 1 } }),
      job('b', { status: 'failed', error: ERROR }),
    ],
    parts(new Map([['job-a', { text: 'x' }]])),
  );

  test('SNAP-1: what is published can be read again, and says the same', () => {
    expect(readSnapshot(encodeSnapshot(snapshot), 0)).toEqual(ok(snapshot));
  });

  test('SNAP-1: either spelling is read, also in one body', () => {
    const mixed = {
      workflow_id: 'wf',
      workflow_version: 'v',
      execution_id: 'exec_a',
      status: 'running',
      node_states: { a: { status: 'completed', output: 1, execution_order: 4, job_id: 12 } },
      initialInput: { x: 1 },
      iteration_count: 2,
      thread_id: 't',
      created_at: NOW,
      updatedAt: new Date(NOW).toISOString(),
    };
    expect(readSnapshot(mixed, 0)).toEqual(
      ok({
        workflowId: 'wf',
        workflowVersion: 'v',
        executionId: 'exec_a',
        status: 'running',
        nodeStates: { a: { status: 'completed', output: 1, executionOrder: 4, jobId: '12' } },
        initialInput: { x: 1 },
        iterationCount: 2,
        threadId: 't',
        metadata: {},
        createdAt: NOW,
        updatedAt: NOW,
      }),
    );
  });

  test.each([
    ['a text', 'x', ''],
    ['no execution', { status: 'paused', nodeStates: {} }, 'executionId'],
    ['no status', { executionId: 'e', nodeStates: {} }, 'status'],
    ['no nodes', { executionId: 'e', status: 'paused' }, 'nodeStates'],
    ['nodes in a list', { executionId: 'e', status: 'paused', nodeStates: [{}] }, 'nodeStates'],
    ['a node that is none', { executionId: 'e', status: 'p', nodeStates: { a: 1 } }, 'nodeStates.a'],
    [
      'a time that is none',
      { executionId: 'e', status: 'p', nodeStates: {}, createdAt: 'soon' },
      'createdAt',
    ],
    [
      'a count below 0',
      { executionId: 'e', status: 'p', nodeStates: {}, iterationCount: -1 },
      'iterationCount',
    ],
  ])('SNAP-1: %s is no snapshot, and the problem has its place', (_, sent, path) => {
    expect(readSnapshot(sent, 0)).toMatchObject({
      ok: false,
      error: expect.arrayContaining([expect.objectContaining({ path })]),
    });
  });

  test('SNAP-1: ids that objects inherit are ids like others', () => {
    const sent = JSON.parse(
      '{"executionId":"e","status":"paused","nodeStates":{"__proto__":{"status":"completed"},"constructor":{"status":"idle"}}}',
    );
    const read = readSnapshot(sent, 0);
    expect(Object.keys(read.ok ? read.value.nodeStates : {})).toEqual(['__proto__', 'constructor']);
  });
});
