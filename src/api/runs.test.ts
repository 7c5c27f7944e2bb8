// The doors of runs, over an engine in memory.
import { describe, expect, test } from 'vitest';
import { JOB_ENTRY_KEYS } from '../engine/documents/job-entry';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { gatedRuns, jobOf, launched, QUICK, runThat, SLOW, until } from './testing/runs';
import { nodeOf, testApi } from './testing/world';

const API = '/api/flowdrop';
const SIGNALS = '/flowdrop/api/pipelines';
const SYNCHRONOUS = 'flowdrop_runtime:synchronous';
const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';
const NUMBERS = { inputs: { numbers: [1, 2] } };

async function doors(options: Parameters<typeof gatedRuns>[0] = {}) {
  const gated = gatedRuns(options);
  const api = testApi({ runs: gated.service });
  for (const workflow of [QUICK, SLOW]) await api.call('POST', `${API}/workflows`, workflow);
  const execute = (id: string, body: Json = {}, token = 'all') =>
    api.as(token)('POST', `${API}/workflows/${id}/execute`, body);
  return { ...api, gated, execute };
}

const dataOf = (body: Json): JsonObject => {
  const data = own(body, 'data');
  if (!isObject(data)) throw new Error(`no data: ${JSON.stringify(body)}`);
  return data;
};
const codeOf = (body: Json) => ownString(body, 'error_code');
const listOf = (value: Json | undefined) => (isArray(value) ? value : []);

describe('launch', () => {
  test('ORC-12: a queued run answers 202 at once, and no node has run by then', async () => {
    const { execute, gated } = await doors();
    const reply = await execute('slow');
    expect([reply.status, dataOf(reply.body)]).toMatchObject([
      202,
      { status: 'queued', results: {}, outputs: {}, metadata: { engine: 'flowdrop_runtime:asynchronous' } },
    ]);
    await until(() => gated.waiting() === 1);
  });

  test.each([
    ['flowdrop_runtime:synchronous', 200],
    ['flowdrop_runtime:synchronous_pipeline', 200],
    ['flowdrop_runtime:asynchronous', 202],
    ['flowdrop_stategraph:stategraph', 202],
  ])('ORC-1, ORC-5: %s is chosen by its id, and answers %i', async (orchestrator, status) => {
    const { execute } = await doors();
    const reply = await execute('quick', { ...NUMBERS, orchestrator });
    expect([reply.status, own(dataOf(reply.body).metadata, 'engine')]).toEqual([status, orchestrator]);
    const waited = await execute('quick', { ...NUMBERS, orchestrator, wait: true });
    expect([waited.status, dataOf(waited.body)]).toMatchObject([
      200,
      { status: 'completed', outputs: { total: 3 }, results: { sum: { result: 3 } } },
    ]);
  });

  test('ORC-2: without a strategy the last rung is asynchronous', async () => {
    const { execute } = await doors();
    const { body } = await execute('quick', NUMBERS);
    expect(own(dataOf(body).metadata, 'engine')).toBe('flowdrop_runtime:asynchronous');
  });

  test('ORC-3: an unknown strategy falls back, and the run says so', async () => {
    const { execute } = await doors();
    const { status, body } = await execute('quick', { ...NUMBERS, orchestrator: 'acme:gone' });
    expect([status, dataOf(body).metadata]).toMatchObject([
      200,
      { engine: PIPELINE, warnings: [{ code: 'STRATEGY_FALLBACK' }] },
    ]);
  });

  test('ORC-7: direct execution refuses a workflow that loops, by its name, and starts nothing', async () => {
    const { call, execute } = await doors();
    const edge = (from: string, to: string) => {
      const [source, output] = from.split('.');
      const [target, input] = to.split('.');
      const handles = {
        sourceHandle: `${source}-output-${output}`,
        targetHandle: `${target}-input-${input}`,
      };
      return { id: `${from}>${to}`, source: source ?? '', target: target ?? '', ...handles };
    };
    const made = await call('POST', `${API}/workflows`, {
      id: 'loops',
      name: 'Loops',
      nodes: [nodeOf('start', 'text_input'), nodeOf('each', 'foreach'), nodeOf('body', 'text_output')],
      edges: [
        edge('start.text', 'each.items'),
        edge('each.current_item', 'body.text'),
        edge('body.text', 'each.loop_back'),
      ],
    });
    expect(own(made.body, 'details')).toBeUndefined();
    const reply = await execute('loops', { orchestrator: SYNCHRONOUS });
    expect([reply.status, codeOf(reply.body)]).toEqual([422, 'LOOPS_NOT_SUPPORTED']);
    expect(ownString(reply.body, 'error')).toContain('body');
    expect(own((await call('GET', `${API}/workflow/loops/pipelines`)).body, 'data')).toEqual([]);
  });

  test.each<readonly [string, Json, number, string]>([
    ['MAN-12: node-keyed data in the inputs', { inputs: { sum: { values: [1] } } }, 400, 'INPUT_UNDECLARED'],
    ['MAN-12: node-keyed data beside the inputs', { sum: { values: [1] } }, 400, 'BODY_INVALID'],
    ['MAN-13: an undeclared input', { inputs: { numbers: [1], nmbers: 1 } }, 400, 'INPUT_UNDECLARED'],
    ['MAN-15: a typo is named before what is missing', { inputs: { nmbers: 1 } }, 400, 'INPUT_UNDECLARED'],
    ['MAN-15: a required input that is absent', {}, 400, 'INPUT_REQUIRED'],
    ['MAN-16: a value of another type', { inputs: { numbers: 'seven' } }, 400, 'INPUT_INVALID'],
    [
      'INT-15: a snapshot that cannot be read is refused, not dropped',
      { ...NUMBERS, snapshot: { executionId: 'exec_a' } },
      422,
      'SNAPSHOT_INVALID',
    ],
    [
      'SNAP-2: the snapshot of an execution that is not there',
      { ...NUMBERS, snapshot: 'x' },
      404,
      'SNAPSHOT_NOT_FOUND',
    ],
    ['API-1: inputs that are no object', { inputs: [1] }, 400, 'BODY_INVALID'],
    ['API-1: a wait that is no truth value', { wait: 'yes' }, 400, 'BODY_INVALID'],
  ])('%s: refused, and nothing is created', async (_, body, status, code) => {
    const { call, execute } = await doors();
    const reply = await execute('quick', body);
    expect([reply.status, codeOf(reply.body)]).toEqual([status, code]);
    if (code.startsWith('INPUT_')) expect(ownString(reply.body, 'error')).toMatch(/numbers/);
    if (code === 'SNAPSHOT_INVALID') expect(ownString(reply.body, 'error')).toContain('exec_a');
    expect(own((await call('GET', `${API}/workflow/quick/pipelines`)).body, 'data')).toEqual([]);
  });

  test('INT-10, SNAP-2: a queued run goes on where the snapshot of another stands; a foreign one is no way in', async () => {
    const { call, execute, gated } = await doors();
    const paused = await runThat(call, gated, 'paused');
    const begun = gated.counts.begun;
    const again = await execute('slow', { snapshot: paused, wait: true });
    expect([again.status, dataOf(again.body).status]).toEqual([200, 'completed']);
    expect(gated.counts.begun).toBe(begun);
    expect((await execute('slow', { snapshot: paused }, 'other')).status).toBe(403);
    const ended = await runThat(call, gated, 'ended');
    expect(codeOf((await execute('quick', { ...NUMBERS, snapshot: ended })).body)).toBe('SNAPSHOT_TERMINAL');
  });

  test('MAN-19: nobody waits for a workflow that is declared asynchronous, by a flag or by a strategy', async () => {
    const { call, execute } = await doors();
    await call('PUT', `${API}/workflows/quick`, { name: 'Quick', metadata: { execution: 'asynchronous' } });
    const waits: readonly JsonObject[] = [{ wait: true }, { orchestrator: PIPELINE }];
    for (const body of waits) {
      const reply = await execute('quick', { ...NUMBERS, ...body });
      expect([reply.status, codeOf(reply.body)]).toEqual([409, 'WORKFLOW_ASYNCHRONOUS']);
    }
    expect(own((await call('GET', `${API}/workflow/quick/pipelines`)).body, 'data')).toEqual([]);
    expect((await execute('quick', NUMBERS)).status).toBe(202);
  });

  test('a run that fails is answered as what it is, with its error', async () => {
    const { call, execute } = await doors();
    const fails = nodeOf('e', 'raise_error', { message: 'No', code: 'mine' });
    await call('POST', `${API}/workflows`, { id: 'fails', name: 'Fails', nodes: [fails] });
    const { status, body } = await execute('fails', { wait: true });
    expect([status, dataOf(body)]).toMatchObject([
      200,
      { status: 'failed', metadata: { error: { message: 'No', node_id: 'e' } } },
    ]);
  });

  test('a world that runs nothing says so at every door of runs', async () => {
    const { world } = testApi();
    const { runs: _, ...stores } = world;
    const { call } = testApi({ ...stores, ...Object({ runs: undefined }) });
    for (const [method, path] of [
      ['POST', `${API}/workflows/w/execute`],
      ['GET', `${API}/pipeline/x`],
      ['POST', `${SIGNALS}/x/cancel`],
    ] as const) {
      const reply = await call(method, path, method === 'POST' ? {} : undefined);
      expect([reply.status, codeOf(reply.body)]).toEqual([501, 'RUNS_UNAVAILABLE']);
    }
  });
});

describe('documents', () => {
  test('PIPE-1: two documents of one run, each with its keys, the light one without jobs', async () => {
    const { call, gated } = await doors();
    const run = await runThat(call, gated, 'ended');
    const full = dataOf((await call('GET', `${API}/pipeline/${run}`)).body);
    expect(Object.keys(full).sort()).toEqual(
      [
        ...[
          'id',
          'name',
          'description',
          'status',
          'createdAt',
          'lastExecuted',
          'executionCount',
          'timestamp',
        ],
        ...['node_statuses', 'jobs', 'job_status_summary', 'execution_data'],
      ].sort(),
    );
    expect(full).toMatchObject({ id: run, name: 'Quick', status: 'completed', executionCount: 1 });
    const light = dataOf((await call('GET', `${API}/pipeline/${run}/status`)).body);
    expect(Object.keys(light)).toEqual([
      'id',
      'status',
      'createdAt',
      'lastExecuted',
      'pendingInterrupt',
      'pausedReason',
    ]);
  });

  test('PIPE-1: a status that is written beside the doors is what the next read tells', async () => {
    const { call, gated } = await doors();
    const run = await runThat(call, gated, 'live');
    const statusOf = async () => dataOf((await call('GET', `${API}/pipeline/${run}/status`)).body).status;
    expect(await statusOf()).toBe('running');
    gated.release();
    await gated.service.rest(run);
    expect(await statusOf()).toBe('completed');
  });

  test('PIPE-1, API-7: a run that is not there is 404 by its id; one that may not be viewed 403, and nothing of it', async () => {
    const { call, as, execute } = await doors();
    const run = launched((await execute('quick', NUMBERS, 'launch')).body);
    for (const door of ['', '/status', '/jobs', '/logs']) {
      const missing = await call('GET', `${API}/pipeline/99999${door}`);
      expect([missing.status, own(missing.body, 'error')]).toEqual([
        404,
        'Pipeline with ID 99999 does not exist.',
      ]);
      const foreign = await as('other')('GET', `${API}/pipeline/${run}${door}`);
      expect([foreign.status, foreign.body]).toEqual([
        403,
        { success: false, error: 'Access denied', error_code: 'ACCESS_DENIED' },
      ]);
      expect((await as('launch')('GET', `${API}/pipeline/${run}${door}`)).status).toBe(200);
      expect((await as('watch')('GET', `${API}/pipeline/${run}${door}`)).status).toBe(200);
      expect((await as('view')('GET', `${API}/pipeline/${run}${door}`)).status).toBe(403);
    }
  });

  test('PIPE-5, PIPE-7: document, list and single read publish the same entries, with 17 keys in their order', async () => {
    const { call, gated } = await doors();
    const run = await runThat(call, gated, 'paused');
    const full = dataOf((await call('GET', `${API}/pipeline/${run}`)).body);
    const listed = dataOf((await call('GET', `${API}/pipeline/${run}/jobs`)).body);
    expect(listed.jobs).toEqual(full.jobs);
    // PIPE-2.
    expect(Object.entries(Object(listed.status_summary))).toEqual(
      Object.entries(Object(full.job_status_summary)),
    );
    expect(listOf(listed.jobs)).toHaveLength(2);
    for (const entry of listOf(listed.jobs)) {
      expect(Object.keys(Object(entry))).toEqual([...JOB_ENTRY_KEYS]);
      const single = await call('GET', `${API}/job/${ownString(entry, 'id')}`);
      expect(dataOf(single.body)).toEqual(entry);
    }
  });

  test('PIPE-5, PIPE-6: authority over a run is none over its jobs, and that over a job none over its run', async () => {
    const hidden = await doors();
    const gated = hidden.gated;
    const run = await runThat(hidden.call, gated, 'ended');
    const job = await jobOf(hidden.call, run);
    const guarded = testApi({ runs: { ...gated.service, mayViewJob: ({ id }) => id !== 'u-watch' } });
    const full = dataOf((await guarded.as('watch')('GET', `${API}/pipeline/${run}`)).body);
    expect([full.jobs, full.node_statuses, own(full.job_status_summary, 'total')]).toEqual([[], {}, 0]);
    expect((await guarded.as('watch')('GET', `${API}/job/${job}`)).status).toBe(403);
    // `other` may see the job by that rule, and does not learn whose it is.
    const seen = dataOf((await guarded.as('other')('GET', `${API}/job/${job}`)).body);
    expect([seen.id, seen.pipeline_id]).toEqual([job, null]);
  });

  test('PIPE-6: a job that is not there is 404, whoever asks; one of somebody else is 403', async () => {
    const { call, as, execute } = await doors();
    for (const token of ['all', 'other', 'watch']) {
      const missing = await as(token)('GET', `${API}/job/none`);
      expect([missing.status, missing.body]).toEqual([
        404,
        {
          success: false,
          error: 'Job not found',
          error_code: 'JOB_NOT_FOUND',
          message: 'Job with ID none does not exist.',
        },
      ]);
    }
    const run = launched((await execute('quick', { ...NUMBERS, wait: true }, 'launch')).body);
    const job = await jobOf(call, run);
    expect((await as('launch')('GET', `${API}/job/${job}`)).status).toBe(200);
    expect((await as('other')('GET', `${API}/job/${job}`)).status).toBe(403);
  });

  test('PIPE-6: no answer for one principal may be served to another, refusals included', async () => {
    const { call, as, gated } = await doors();
    const run = await runThat(call, gated, 'ended');
    const replies = [
      await call('GET', `${API}/pipeline/${run}`),
      await as('other')('GET', `${API}/pipeline/${run}`),
      await as('none')('GET', `${API}/pipeline/${run}`),
      await as('')('GET', `${API}/pipeline/${run}`),
      await call('GET', `${API}/job/none`),
      await call('POST', `${SIGNALS}/${run}/cancel`, {}),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 403, 403, 401, 404, 409]);
    for (const { headers } of replies) {
      expect(headers.get('cache-control')).toBe('private, no-store');
      expect(headers.get('vary')).toMatch(/Authorization/);
      expect(headers.get('vary')).toMatch(/X-API-Key/);
    }
  });

  test('PIPE-8: what the engine keeps for itself is not in the published context', async () => {
    const { call, gated } = await doors();
    const run = await runThat(call, gated, 'ended');
    const { execution_data } = dataOf((await call('GET', `${API}/pipeline/${run}`)).body);
    expect(Object.keys(Object(own(execution_data, 'context'))).sort()).toEqual([
      'orchestrator',
      'skipped',
      'warnings',
    ]);
  });

  test('PIPE-9: a run that has not ended has no time of its end', async () => {
    const { call, gated } = await doors();
    const run = await runThat(call, gated, 'paused');
    for (const door of ['', '/status']) {
      const data = dataOf((await call('GET', `${API}/pipeline/${run}${door}`)).body);
      expect([data.status, data.lastExecuted]).toEqual(['paused', null]);
      expect(data.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    }
  });

  test('values that rows keep by reference are published in full', async () => {
    const { call, execute } = await doors();
    const numbers = Array.from({ length: 3_000 }, (_, i) => i);
    const run = launched((await execute('quick', { inputs: { numbers }, wait: true })).body);
    const data = dataOf((await call('GET', `${API}/pipeline/${run}`)).body);
    expect(own(own(listOf(data.jobs)[0], 'input_data'), 'values')).toEqual(numbers);
  });

  test('API-6: the runs of a workflow are those that the caller may view, counted before paging', async () => {
    const { as, execute } = await doors();
    for (const token of ['launch', 'launch', 'launch', 'other']) {
      await execute('quick', { ...NUMBERS, wait: true }, token);
    }
    const page = async (token: string, query = '') =>
      (await as(token)('GET', `${API}/workflow/quick/pipelines${query}`)).body;
    expect(own(await page('watch'), 'pagination')).toEqual({
      total: 4,
      limit: 50,
      offset: 0,
      has_more: false,
    });
    expect(own(await page('launch', '?limit=2'), 'pagination')).toEqual({
      total: 3,
      limit: 2,
      offset: 0,
      has_more: true,
    });
    expect(own(await page('launch', '?status=failed'), 'data')).toEqual([]);
    expect(own(await page('other'), 'data')).toMatchObject([
      { workflow_id: 'quick', name: 'Quick', status: 'completed', executionCount: 1 },
    ]);
  });

  test('the FlowDrop editor finds the document bare, and the runs under both names', async () => {
    const { call, gated } = await doors();
    const run = await runThat(call, gated, 'ended');
    const { body } = await call('GET', `/compat/flowdrop-editor/pipeline/${run}`);
    expect(body).toMatchObject({
      status: 'completed',
      node_statuses: { sum: { execution_count: 1, status: 'completed' } },
      jobs: [{ started: expect.stringMatching(/^\d{4}-.*Z$/) }],
      job_status_summary: { total: 1 },
    });
    const runs = await call('GET', '/compat/flowdrop-editor/workflow/quick/pipelines');
    expect(own(runs.body, 'pipelines')).toEqual(own(runs.body, 'data'));
    expect((await call('GET', '/compat/flowdrop-editor/pipeline/no')).status).toBe(404);
  });
});

describe('signals', () => {
  test.each(['/flowdrop/api/pipelines', '/api/flowdrop/pipelines'])(
    'INT-16: %s takes a pause (202), a resume (200) and a cancel (202), and refuses the rest by name',
    async (base) => {
      const { call, gated } = await doors();
      const run = await runThat(call, gated, 'live');
      const send = async (signal: string, id = run) => {
        const { status, body } = await call('POST', `${base}/${id}/${signal}`, {});
        return [status, codeOf(body)];
      };
      expect(await send('resume')).toEqual([409, 'NO_ACTIVE_PAUSE']);
      expect(await send('pause')).toEqual([202, undefined]);
      expect(await send('pause')).toEqual([409, 'INWARD_SIGNAL_ALREADY_PENDING']);
      expect(await send('cancel')).toEqual([409, 'INWARD_SIGNAL_ALREADY_PENDING']);
      gated.release();
      expect((await gated.service.rest(run))?.status).toBe('paused');
      expect(await send('resume')).toEqual([200, undefined]);
      expect((await gated.service.rest(run))?.status).toBe('completed');
      for (const signal of ['cancel', 'pause', 'resume'])
        expect(await send(signal)).toEqual([409, 'PIPELINE_TERMINAL']);
      const live = await runThat(call, gated, 'live');
      expect(await send('cancel', live)).toEqual([202, undefined]);
      expect((await gated.service.rest(live))?.status).toBe('cancelled');
    },
  );

  test('INT-16: a run that is not there is 404 to blanket authority, and to all others what a foreign run is', async () => {
    const { call, as, gated } = await doors();
    const run = await runThat(call, gated, 'live');
    for (const signal of ['cancel', 'pause', 'resume']) {
      const [missing, foreign] = await Promise.all(
        ['none', run].map((id) => as('other')('POST', `${SIGNALS}/${id}/${signal}`, {})),
      );
      expect(missing?.status).toBe(403);
      expect(missing?.text).toBe(foreign?.text);
      expect([...(missing?.headers ?? [])]).toEqual([...(foreign?.headers ?? [])]);
      const blanket = await call('POST', `${SIGNALS}/none/${signal}`, {});
      expect([blanket.status, codeOf(blanket.body)]).toEqual([404, 'PIPELINE_NOT_FOUND']);
    }
    expect((await gated.service.rows.run(run))?.signal).toBeNull();
    gated.release();
  });

  test('INT-5: whoever waits for a run hears of its cancel and its pause, with engine, signal and reason', async () => {
    const { call, execute, gated } = await doors();
    for (const [signal, status] of [
      ['cancel', 'cancelled'],
      ['pause', 'paused'],
    ] as const) {
      const answer = execute('slow', { wait: true });
      await until(() => gated.waiting() > 0);
      const { body } = await call('GET', `${API}/workflow/slow/pipelines?status=running`);
      const run = ownString(listOf(own(body, 'data'))[0], 'id') ?? '';
      const sent = await call('POST', `${SIGNALS}/${run}/${signal}`, { reason: 'stopped by hand' });
      gated.release();
      expect(dataOf((await answer).body)).toMatchObject({
        execution_id: run,
        status,
        metadata: {
          engine: 'flowdrop_runtime:asynchronous',
          signal_id: dataOf(sent.body).signal_id,
          reason: 'stopped by hand',
        },
      });
    }
  });

  test('INT-11: a rerun is a new run with the same input, whoever it was; the first one keeps its end', async () => {
    const { call, as, execute, gated } = await doors();
    const run = launched((await execute('quick', { ...NUMBERS, orchestrator: PIPELINE }, 'launch')).body);
    const before = await gated.service.rows.run(run);
    const again = await as('launch')('POST', `${API}/pipeline/${run}/rerun`, {});
    expect([again.status, dataOf(again.body)]).toMatchObject([
      202,
      { status: 'pending', metadata: { rerun_of: run } },
    ]);
    const rerun = launched(again.body);
    expect(rerun).not.toBe(run);
    expect(await gated.service.rest(rerun)).toMatchObject({ inputs: { numbers: [1, 2] }, rerunOf: run });
    expect(await gated.service.rows.run(run)).toBe(before);
    expect((await as('other')('POST', `${API}/pipeline/${run}/rerun`, {})).status).toBe(403);
    // As it was run, where it is stored no more.
    await call('DELETE', `${API}/workflows/quick`);
    const frozen = launched((await call('POST', `${API}/pipeline/${run}/rerun`)).body);
    expect((await gated.service.rest(frozen))?.status).toBe('completed');
  });
});

describe('a few at once', () => {
  test('runs beyond the bound wait in their order; a cancelled one does not wait for its turn to end', async () => {
    const { call, execute, gated } = await doors({ atOnce: 2 });
    const runs: string[] = [];
    for (let i = 0; i < 4; i += 1) runs.push(launched((await execute('slow')).body));
    await until(() => gated.waiting() === 2);
    const statuses = async () =>
      Promise.all(runs.map(async (run) => (await gated.service.rows.run(run))?.status));
    expect(await statuses()).toEqual(['running', 'running', 'pending', 'pending']);
    await call('POST', `${SIGNALS}/${runs[3]}/cancel`, {});
    expect((await gated.service.rest(runs[3] ?? ''))?.status).toBe('cancelled');
    expect((await gated.service.rows.run(runs[2] ?? ''))?.status).toBe('pending');
    gated.release();
    await until(() => gated.counts.begun === 3);
    gated.release();
    await Promise.all(runs.map((run) => gated.service.rest(run)));
    expect(await statuses()).toEqual(['completed', 'completed', 'completed', 'cancelled']);
  });
});
