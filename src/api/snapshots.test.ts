import { describe, expect, test } from 'vitest';
import { isObject, type Json, own, ownString } from '../model/json';
import { memorySnapshots } from './testing/memory-repositories';
import { gatedRuns, QUICK, runThat, SLOW } from './testing/runs';
import { testApi, type WorldOptions } from './testing/world';

const SNAPSHOTS = '/api/flowdrop-runtime/snapshot';
const API = '/api/flowdrop';

/** Ids of two principals with the same permissions, and of one who may see every run. */
function doors(options: WorldOptions = {}) {
  const api = testApi(options);
  return {
    ...api,
    mine: api.as('launch'),
    theirs: api.as('other'),
    watcher: api.as('watch'),
    nobody: api.as('none'),
  };
}

const BODY = {
  workflow_id: 'wf',
  executionId: 'exec_a',
  status: 'paused',
  node_states: {
    a: { status: 'completed', output: { text: 'x' }, execution_order: 1 },
    b: { status: 'idle' },
  },
  thread_id: 't',
} satisfies Json;
const dataOf = (body: Json) => own(body, 'data');
const data = (body: Json) => {
  const found = dataOf(body);
  return isObject(found) ? found : {};
};

describe('stored snapshots', () => {
  test('SNAP-1: snake_case around, camelCase inside, each one apart from the other', async () => {
    const { mine } = doors();
    const saved = await mine('POST', SNAPSHOTS, BODY);
    expect(saved.status).toBe(201);
    expect(Object.keys(data(saved.body))).toEqual(['entity_id', 'execution_id']);
    expect(data(saved.body).execution_id).toBe('exec_a');

    const read = data((await mine('GET', `${SNAPSHOTS}/exec_a`)).body);
    expect(read.execution_id).toBe('exec_a');
    expect(read).not.toHaveProperty('executionId');
    expect(read.snapshot).toMatchObject({
      workflowId: 'wf',
      executionId: 'exec_a',
      nodeStates: {
        a: { status: 'completed', output: { text: 'x' }, executionOrder: 1 },
        b: { status: 'idle' },
      },
      initialInput: {},
      iterationCount: 0,
      threadId: 't',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(Object.keys(Object(read.snapshot)).filter((key) => key.includes('_'))).toEqual([]);
  });

  test('SNAP-1: either spelling is taken, and reads the same', async () => {
    const { mine } = doors();
    await mine('POST', SNAPSHOTS, BODY);
    const first = data((await mine('GET', `${SNAPSHOTS}/exec_a`)).body).snapshot;
    expect((await mine('POST', SNAPSHOTS, first ?? null)).status).toBe(200);
    expect(data((await mine('GET', `${SNAPSHOTS}/exec_a`)).body).snapshot).toEqual(first);
  });

  test('SNAP-1: a row of the list has its keys in their order, and counts node states', async () => {
    const { mine } = doors();
    await mine('POST', SNAPSHOTS, BODY);
    const rows = dataOf((await mine('GET', SNAPSHOTS)).body);
    const [row] = Array.isArray(rows) ? rows : [];
    expect(Object.keys(row)).toEqual([
      'entity_id',
      'execution_id',
      'workflow_id',
      'status',
      'thread_id',
      'created',
      'changed',
      'node_count',
    ]);
    expect(row).toMatchObject({ workflow_id: 'wf', status: 'paused', thread_id: 't', node_count: 2 });
  });

  test('SNAP-1: what a delete answers', async () => {
    const { mine } = doors();
    await mine('POST', SNAPSHOTS, BODY);
    const reply = await mine('DELETE', `${SNAPSHOTS}/exec_a`);
    expect([reply.status, reply.body]).toEqual([
      200,
      { success: true, data: { message: 'Snapshot deleted', execution_id: 'exec_a' } },
    ]);
  });

  test('INT-9: one execution has one snapshot: the second save overwrites the first in its place', async () => {
    const { mine } = doors();
    const first = data((await mine('POST', SNAPSHOTS, BODY)).body);
    const second = await mine('POST', SNAPSHOTS, { ...BODY, status: 'running', node_states: {} });
    expect([second.status, data(second.body).entity_id]).toEqual([200, first.entity_id]);
    const list = (await mine('GET', SNAPSHOTS)).body;
    expect(own(own(list, 'pagination'), 'total')).toBe(1);
    expect(dataOf(list)).toMatchObject([{ status: 'running', node_count: 0 }]);
  });

  test('SNAP-2: absence is answered first, whatever the caller could have seen', async () => {
    const { call, mine, theirs, watcher } = doors();
    for (const caller of [call, mine, theirs, watcher]) {
      const reply = await caller('GET', `${SNAPSHOTS}/never`);
      expect([reply.status, reply.body]).toEqual([
        404,
        { success: false, error: 'Snapshot not found', error_code: 'SNAPSHOT_NOT_FOUND' },
      ]);
    }
    expect((await mine('DELETE', `${SNAPSHOTS}/never`)).status).toBe(404);
  });

  test("SNAP-2: somebody else's is denied in one fixed sentence, by read, overwrite and delete", async () => {
    const { mine, theirs } = doors();
    await mine('POST', SNAPSHOTS, BODY);
    const refused = { success: false, error: 'Access denied', error_code: 'ACCESS_DENIED' };
    for (const reply of [
      await theirs('GET', `${SNAPSHOTS}/exec_a`),
      await theirs('DELETE', `${SNAPSHOTS}/exec_a`),
      await theirs('POST', SNAPSHOTS, { ...BODY, status: 'stolen' }),
    ])
      expect([reply.status, reply.body]).toEqual([403, refused]);
    expect(own(data((await mine('GET', `${SNAPSHOTS}/exec_a`)).body).snapshot, 'status')).toBe('paused');
  });

  test('SNAP-2: the list leaves out what is not the caller’s, for whoever may see all as well', async () => {
    const { call, mine, theirs, watcher } = doors();
    await mine('POST', SNAPSHOTS, BODY);
    for (const caller of [theirs, watcher, call]) {
      const { body, status } = await caller('GET', SNAPSHOTS);
      expect([status, dataOf(body), own(own(body, 'pagination'), 'total')]).toEqual([200, [], 0]);
    }
    // Authority to see any run reads one, and does not delete it.
    expect((await watcher('GET', `${SNAPSHOTS}/exec_a`)).status).toBe(200);
    expect((await watcher('DELETE', `${SNAPSHOTS}/exec_a`)).status).toBe(403);
    expect((await call('DELETE', `${SNAPSHOTS}/exec_a`)).status).toBe(200);
  });

  test('SNAP-2: a record without a readable snapshot is not found, and never read in part', async () => {
    const snapshots = memorySnapshots();
    const { mine } = doors({ snapshots });
    await mine('POST', SNAPSHOTS, BODY);
    for (const payload of [null, 'x', { executionId: 'exec_a', status: 'paused' }] satisfies Json[]) {
      await snapshots.save('exec_a', (stored) =>
        stored === undefined ? { ok: false, error: '' } : { ok: true, value: { ...stored, payload } },
      );
      const reply = await mine('GET', `${SNAPSHOTS}/exec_a`);
      expect([reply.status, ownString(reply.body, 'error_code')]).toEqual([404, 'SNAPSHOT_NOT_FOUND']);
    }
  });

  test('SNAP-2: an answer of these doors is for the one who asked', async () => {
    const { mine } = doors();
    await mine('POST', SNAPSHOTS, BODY);
    for (const path of [SNAPSHOTS, `${SNAPSHOTS}/exec_a`])
      expect((await mine('GET', path)).headers.get('cache-control')).toContain('private');
  });

  test.each<[string, Json]>([
    ['no execution', { status: 'paused', nodeStates: {} }],
    ['no nodes, and no run', { executionId: 'exec_a' }],
    ['nodes that are none', { ...BODY, node_states: [1] }],
  ])('SNAP-1: %s is no snapshot, and nothing is stored', async (_, body) => {
    const { mine } = doors();
    const reply = await mine('POST', SNAPSHOTS, body);
    expect([reply.status, ownString(reply.body, 'error_code')]).toEqual([422, 'SNAPSHOT_INVALID']);
    expect(dataOf((await mine('GET', SNAPSHOTS)).body)).toEqual([]);
  });
});

describe('snapshots of runs that are here', () => {
  async function paused() {
    const gated = gatedRuns();
    const api = doors({ runs: gated.service });
    await api.call('POST', `${API}/workflows`, QUICK);
    await api.call('POST', `${API}/workflows`, SLOW);
    return { ...api, gated, run: await runThat(api.mine, gated, 'paused') };
  }

  test('INT-6: a save of its id alone stores the snapshot of the run; of a run of somebody else it does not', async () => {
    const { mine, theirs, run } = await paused();
    expect((await theirs('POST', SNAPSHOTS, { execution_id: run })).status).toBe(403);
    expect((await theirs('POST', SNAPSHOTS, { ...BODY, executionId: run })).status).toBe(403);
    expect((await mine('POST', SNAPSHOTS, { execution_id: run })).status).toBe(201);
    const { snapshot } = data((await mine('GET', `${SNAPSHOTS}/${run}`)).body);
    expect(snapshot).toMatchObject({
      workflowId: 'slow',
      executionId: run,
      status: 'paused',
      nodeStates: {
        wait: { status: 'completed' },
        after: { status: expect.not.stringMatching('completed') },
      },
      metadata: { pipelineId: run },
    });
  });

  test('INT-10: a launch with a stored snapshot does what remains, and tells the number in both places', async () => {
    const { mine, theirs, run, gated } = await paused();
    await mine('POST', SNAPSHOTS, { execution_id: run });
    const begun = gated.counts.begun;
    const body = { snapshot: run, wait: true };
    const reply = await mine('POST', `${API}/workflows/slow/execute`, body);
    expect(data(reply.body)).toMatchObject({
      status: 'completed',
      results: { seeded_count: 1 },
      metadata: { seeded_count: 1 },
    });
    expect(gated.counts.begun).toBe(begun);
    const next = ownString(dataOf(reply.body), 'execution_id') ?? '';
    const jobs = own(data((await mine('GET', `${API}/pipeline/${next}/jobs`)).body), 'jobs');
    const metadata = new Map((Array.isArray(jobs) ? jobs : []).map((job) => [job.node_id, job.metadata]));
    expect(metadata.get('wait')).toMatchObject({
      injected: true,
      injected_from: run,
      injected_at: expect.any(String),
    });
    expect(metadata.get('after')).not.toHaveProperty('injected');

    expect((await theirs('POST', `${API}/workflows/slow/execute`, body)).status).toBe(403);
    const queued = await mine('POST', `${API}/workflows/slow/execute`, { snapshot: run });
    expect([queued.status, data(queued.body)]).toEqual([
      202,
      expect.objectContaining({ results: { seeded_count: 1 } }),
    ]);
  });

  test('INT-15: direct execution refuses a stored snapshot by its name, and nothing is created', async () => {
    const { mine, run } = await paused();
    await mine('POST', SNAPSHOTS, { execution_id: run });
    const body = { snapshot: run, orchestrator: 'flowdrop_runtime:synchronous' };
    const reply = await mine('POST', `${API}/workflows/slow/execute`, body);
    expect([reply.status, ownString(reply.body, 'error_code')]).toEqual([422, 'SNAPSHOT_UNSUPPORTED']);
    expect(ownString(reply.body, 'error')).toContain(run);
    const listed = dataOf((await mine('GET', `${API}/workflow/slow/pipelines`)).body);
    expect(listed).toHaveLength(1);
  });
});
