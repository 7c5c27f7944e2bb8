import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { JOB_STATUSES } from '../../model/status';
import { JOB_ENTRY_KEYS, jobEntry, pipelineOf } from './job-entry';
import { nodeStatuses } from './node-statuses';
import { executionTimeUs, type PersistedJob } from './persisted-job';
import { fullDocument, lightDocument, type PersistedRun, publishedContext } from './run-document';
import { summarise } from './status-summary';

const job = (changes: Partial<PersistedJob> = {}): PersistedJob => ({
  id: 'j1',
  label: 'Fetch',
  status: 'completed',
  priority: 0,
  node: 'fetch.1',
  created: 1_700_000_099_000,
  started: 1_700_000_100_000,
  ended: 1_700_000_110_000,
  retryCount: 0,
  maxRetries: 2,
  error: null,
  inputs: { url: 'https://a.test' },
  outputs: { json: {} },
  metadata: {},
  ...changes,
});

const run = (changes: Partial<PersistedRun> = {}): PersistedRun => ({
  id: 'run-7',
  name: 'Weather',
  description: 'Asks for it.',
  status: 'running',
  created: 1_741_064_000_000,
  started: 1_741_064_001_000,
  ended: null,
  executionCount: 3,
  pendingInterrupt: null,
  pausedReason: null,
  inputs: {},
  outputs: null,
  strategy: 'flowdrop_runtime:synchronous_pipeline',
  context: {},
  ...changes,
});

function heard() {
  const reports: { message: string; details: JsonObject }[] = [];
  return {
    reports,
    report: (message: string, details: JsonObject) => void reports.push({ message, details }),
  };
}
const silent = () => undefined;

describe('the documents of a run', () => {
  test('documents of PIPE-1: the full document has its keys, and the persisted status verbatim', () => {
    const document = fullDocument(run({ status: 'odd' }), [job()], silent);
    expect(Object.keys(document)).toEqual([
      'id',
      'name',
      'description',
      'status',
      'createdAt',
      'lastExecuted',
      'executionCount',
      'timestamp',
      'node_statuses',
      'jobs',
      'job_status_summary',
      'execution_data',
    ]);
    expect(document.status).toBe('odd');
  });

  test('documents of PIPE-1: the light document has its keys and no jobs', () => {
    const document = lightDocument(run({ status: 'paused', pausedReason: 'time_budget' }));
    expect(document).toEqual({
      id: 'run-7',
      status: 'paused',
      createdAt: '2025-03-04T04:53:20+00:00',
      lastExecuted: null,
      pendingInterrupt: null,
      pausedReason: 'time_budget',
    });
  });

  test('PIPE-2: the summary is total and one counter a status, in order, also of nothing', () => {
    expect(JSON.stringify(summarise([]).summary)).toBe(
      '{"total":0,"idle":0,"pending":0,"running":0,"completed":0,"failed":0,"cancelled":0,"skipped":0,"interrupted":0}',
    );
    expect(Object.keys(summarise([job()]).summary)).toEqual(['total', ...JOB_STATUSES]);
  });

  test('PIPE-2: every status is counted in its own bucket', () => {
    const jobs = JOB_STATUSES.flatMap((status, at) => Array.from({ length: at + 1 }, () => ({ status })));
    const { summary } = summarise(jobs);
    expect(JOB_STATUSES.map((status) => summary[status])).toEqual(JOB_STATUSES.map((_, at) => at + 1));
  });

  test('PIPE-3: a status outside the vocabulary counts in total alone, shows in the node counts, and is reported once', () => {
    const jobs = [
      job({ status: 'mystery' }),
      job({ id: 'j2', status: 'mystery', created: 1_700_000_200_000 }),
      job({ id: 'j3', node: 'other', status: 'completed' }),
    ];
    const { reports, report } = heard();
    const document = fullDocument(run(), jobs, report);
    expect(document.job_status_summary).toEqual({ ...summarise([]).summary, total: 3, completed: 1 });
    expect(document.node_statuses).toMatchObject({
      'fetch.1': { status: 'mystery', status_counts: { mystery: 2 } },
    });
    expect(reports).toEqual([
      {
        message: expect.any(String),
        details: { run: 'run-7', statuses: ['mystery'] },
      },
    ]);
  });

  test.each(['__proto__', 'constructor', 'toString'])(
    'PIPE-3: a status named %s is one more unknown value',
    (status) => {
      expect(summarise([{ status }])).toEqual({
        summary: { ...summarise([]).summary, total: 1 },
        unrecognised: [status],
      });
      const counts = nodeStatuses([job({ status })])['fetch.1'];
      expect(JSON.stringify(counts)).toContain(`"status_counts":{${JSON.stringify(status)}:1}`);
    },
  );

  test('PIPE-4: a later job that never started gives the status, the started one gives times and error', () => {
    const statuses = nodeStatuses([
      job({ durationUs: 1_234_567 }),
      job({
        id: 'j2',
        status: 'failed',
        created: 1_700_000_159_000,
        started: null,
        ended: null,
        error: 'Swept',
      }),
    ]);
    expect(statuses).toEqual({
      'fetch.1': {
        status: 'failed',
        last_executed: 1_700_000_100,
        execution_time: 1.234567,
        execution_time_us: 1_234_567,
        error: null,
        executions: 1,
        status_counts: { completed: 1, failed: 1 },
      },
    });
  });

  test('PIPE-4: rounds of a loop are one entry; of equally new jobs the later one decides', () => {
    const statuses = nodeStatuses([job({ status: 'completed' }), job({ id: 'j2', status: 'failed' })]);
    expect(Object.keys(statuses)).toEqual(['fetch.1']);
    expect(statuses['fetch.1']).toMatchObject({ status: 'failed', executions: 2 });
  });

  test('PIPE-4: where none started, times are null and the newest job gives the error', () => {
    const waiting = { started: null, ended: null };
    expect(
      nodeStatuses([
        job({ ...waiting, status: 'failed', error: 'first' }),
        job({ ...waiting, id: 'j2', status: 'failed', error: 'second', created: 1_700_000_200_000 }),
      ])['fetch.1'],
    ).toMatchObject({
      last_executed: null,
      execution_time: null,
      execution_time_us: null,
      error: 'second',
      executions: 0,
    });
  });

  test('PIPE-4: the entry of a node that did nothing is not there', () => {
    expect(nodeStatuses([])).toEqual({});
  });

  test('PIPE-5: list, summary and node statuses of a document are of the same jobs', () => {
    const document = fullDocument(run(), [job(), job({ id: 'j2', node: 'b' })], silent);
    expect(document.jobs).toMatchObject([{ id: 'j1' }, { id: 'j2' }]);
    expect(document.job_status_summary).toMatchObject({ total: 2 });
    expect(document.node_statuses).toMatchObject({ 'fetch.1': {}, b: {} });
  });

  test('PIPE-5: a job read alone reports the most recent run that names it and that may be seen', async () => {
    const candidates = [
      { id: 'old', created: 1 },
      { id: 'b', created: 3 },
      { id: 'a', created: 3 },
    ];
    const { reports, report } = heard();
    expect(await pipelineOf('j1', candidates, () => true, report)).toBe('a');
    expect(await pipelineOf('j1', [...candidates].reverse(), (id) => id !== 'a', report)).toBe('b');
    expect(await pipelineOf('j1', candidates, (id) => id === 'old', report)).toBe('old');
    expect(await pipelineOf('j1', candidates, () => false, report)).toBe(null);
    expect(reports[0]?.details).toEqual({ job: 'j1', runs: ['a', 'b', 'old'] });
  });

  test('PIPE-5: one run that names the job is nothing to report; none is null; the walk is bounded', async () => {
    const { reports, report } = heard();
    expect(await pipelineOf('j1', [{ id: 'only', created: 1 }], () => true, report)).toBe('only');
    expect(await pipelineOf('j1', [], () => true, report)).toBe(null);
    expect(reports).toEqual([]);
    const many = Array.from({ length: 1000 }, (_, at) => ({ id: `r${at}`, created: at }));
    let asked = 0;
    const mayView = () => {
      asked += 1;
      return false;
    };
    expect(await pipelineOf('j1', many, mayView, silent)).toBe(null);
    expect(asked).toBe(50);
  });

  test('PIPE-7: a job entry has exactly its 17 keys in order', () => {
    const entry = jobEntry(job(), 'run-7', silent);
    expect(Object.keys(entry)).toEqual([...JOB_ENTRY_KEYS]);
    expect(JOB_ENTRY_KEYS).toHaveLength(17);
    expect(entry).toMatchObject({
      created_at: 1_700_000_099,
      started: 1_700_000_100,
      completed: 1_700_000_110,
      timestamp: 1_700_000_110,
    });
  });

  test.each([
    ['the precise duration', { durationUs: 42 }, 42],
    ['second granularity without one', {}, 10_000_000],
    [
      'second granularity of uneven stamps',
      { started: 1_700_000_100_900, ended: 1_700_000_101_100 },
      1_000_000,
    ],
    ['null where it never completed', { ended: null, durationUs: 5 }, null],
    ['null where it never started', { started: null }, null],
  ])('PIPE-7: execution_time_us is %s, the same in entry and node status', (_, changes, micros) => {
    const one = job(changes);
    expect(executionTimeUs(one)).toBe(micros);
    expect(jobEntry(one, null, silent).execution_time_us).toBe(micros);
    if (one.started !== null)
      expect(nodeStatuses([one])['fetch.1']).toMatchObject({ execution_time_us: micros });
  });

  test('PIPE-7: a stored run id that is neither text nor whole number is not published, and reported', () => {
    const { reports, report } = heard();
    expect(jobEntry(job({ pipeline: ['a', 'list'] }), 'run-7', report).pipeline_id).toBe('run-7');
    expect(jobEntry(job({ pipeline: { a: 1 } }), null, report).pipeline_id).toBe(null);
    expect(reports).toHaveLength(2);
    jobEntry(job({ pipeline: 7 }), 'run-7', report);
    jobEntry(job({ pipeline: 'run-7' }), 'run-7', report);
    expect(reports).toHaveLength(2);
  });

  test('PIPE-8: the engine’s own analysis never leaves, whole or in part', () => {
    const context = { loops: { h: ['h', 'x'] }, graph: {}, plan: {}, thread_id: 't1', rerun_of: 'run-6' };
    expect(publishedContext(context)).toEqual({ thread_id: 't1', rerun_of: 'run-6' });
    const parent = { pipeline_id: 'r', job_id: 'j', node_id: 'n', detached: false };
    expect(publishedContext({ parent, start_state: {} })).toEqual({ parent });
    const document = fullDocument(run({ context }), [], silent);
    expect(document.execution_data).toMatchObject({ context: { thread_id: 't1', rerun_of: 'run-6' } });
    expect(JSON.stringify(document)).not.toContain('loops');
  });

  test('PIPE-9: times that are not there are null on both documents, and no other stands in', () => {
    const going = run({ created: null });
    expect(lightDocument(going)).toMatchObject({ createdAt: null, lastExecuted: null });
    expect(fullDocument(going, [job()], silent)).toMatchObject({ createdAt: null, lastExecuted: null });
    const over = run({ ended: 1_741_064_767_000 });
    expect(lightDocument(over).lastExecuted).toBe('2025-03-04T05:06:07+00:00');
    expect(fullDocument(over, [], silent).lastExecuted).toBe('2025-03-04T05:06:07+00:00');
  });
});
