import { describe, expect, test } from 'vitest';
import type { JobRow, RunRow, StepCommit, ValueRow } from '../engine/ports';
import type { JsonObject } from '../model/json';
import type { SluiceDatabase } from './database';
import { deleteRuns } from './retention';
import { createRunStore, jobsById, runHead, runHeads, valueText } from './runs';
import { failNextWrite, memoryDatabase } from './testing/memory-database';
import { forgetThreads } from './threads';

const DOCUMENT: JsonObject = {
  id: 'wf',
  name: 'W',
  nodes: [{ id: 'b' }, { id: 'a' }],
  edges: [],
  zebra: 1,
  apple: 2,
};

function run(overrides: Partial<RunRow> = {}): RunRow {
  return {
    v: 1,
    id: 'r1',
    workflow: 'wf',
    workflowName: 'W',
    strategy: 'flowdrop_runtime:synchronous_pipeline',
    status: 'running',
    pauseReason: null,
    error: null,
    document: DOCUMENT,
    initialData: { a: { text: 'given' } },
    inputs: { text: 'given' },
    outputs: null,
    warnings: [],
    skipped: [],
    passes: 0,
    created: 1,
    started: null,
    ended: null,
    fence: 0,
    signal: null,
    seq: 0,
    ...overrides,
  };
}

function job(overrides: Partial<JobRow> = {}): JobRow {
  return {
    v: 1,
    id: 'j1',
    run: 'r1',
    node: 'a',
    nodeType: 'text_input',
    processor: 'm:p',
    label: 'A',
    status: 'pending',
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
    created: 1,
    started: null,
    ended: null,
    ...overrides,
  };
}

const value = (hash: string): ValueRow => ({ v: 1, hash, size: 7, json: `"${hash}"` });
const refTo = (hash: string) => ({ ref: hash, size: 7, preview: hash });

function commit(overrides: Partial<StepCommit> = {}): StepCommit {
  return { run: run(), jobs: [], values: [], logs: [], ...overrides };
}

describe('runs in the browser', () => {
  test('the frozen workflow is read back key by key, and written once for runs of one version', async () => {
    const db = await memoryDatabase();
    const store = createRunStore(db);
    await store.create(commit());
    await store.create(commit({ run: run({ id: 'r2', created: 2, inputs: {} }) }));
    expect(JSON.stringify((await store.run('r1'))?.document)).toBe(JSON.stringify(DOCUMENT));
    expect(await store.run('r1')).toEqual(run());
    expect(await db.values.count()).toBe(3);
    expect(JSON.stringify(await db.runs.get('r1'))).not.toContain('zebra');
  });

  test('a commit that fails half-way leaves nothing of itself, and the next one works', async () => {
    const db = await memoryDatabase();
    const store = createRunStore(db);
    await store.create(commit({ jobs: [job()] }));
    await failNextWrite(db, 'logs');
    const step = commit({
      run: run({ seq: 1, passes: 1 }),
      jobs: [job({ status: 'completed', order: 1, outputs: { out: refTo('h1') } })],
      values: [value('h1')],
      logs: [{ v: 1, run: 'r1', seq: 1, at: 2, level: 'info', message: 'm' }],
      checkpoint: { at: 1 },
    });
    await expect(store.commit(step)).rejects.toThrow();
    expect(await store.run('r1')).toEqual(run());
    expect(await store.jobs('r1')).toEqual([job()]);
    expect(await store.value('h1')).toBeUndefined();
    expect(await store.commit(step)).toEqual({ ok: true, signal: null });
    expect(await store.value('h1')).toBe('h1');
    expect((await store.jobs('r1'))[0]?.status).toBe('completed');
    expect(await db.checkpoints.count()).toBe(1);
  });

  test('a row of a newer version is refused, never half-read', async () => {
    const db = await memoryDatabase();
    const store = createRunStore(db);
    await store.create(commit({ jobs: [job()] }));
    await db.jobs.update('j1', { v: 2 });
    await expect(store.jobs('r1')).rejects.toMatchObject({
      fault: { reason: 'unreadable', problems: [{ path: 'v' }] },
    });
  });

  test('views read heads, jobs by id and values as text', async () => {
    const db = await memoryDatabase();
    const store = createRunStore(db);
    await store.create(commit({ jobs: [job(), job({ id: 'j2', order: 1 })], values: [value('h')] }));
    await store.create(commit({ run: run({ id: 'r2', created: 5, status: 'failed', workflow: 'other' }) }));
    expect((await runHeads(db, { limit: 9 })).map(({ id }) => id)).toEqual(['r2', 'r1']);
    expect((await runHeads(db, { workflow: 'wf', limit: 9 })).map(({ id }) => id)).toEqual(['r1']);
    expect((await runHeads(db, { status: 'failed', limit: 9 })).map(({ id }) => id)).toEqual(['r2']);
    expect((await runHeads(db, { before: 5, limit: 9 })).map(({ id }) => id)).toEqual(['r1']);
    expect((await runHeads(db, { workflow: 'wf', status: 'failed', limit: 9 })).map(({ id }) => id)).toEqual(
      [],
    );
    expect(await runHead(db, 'r2')).toMatchObject({ status: 'failed' });
    expect((await jobsById(db, ['j2', 'gone'])).map(({ id }) => id)).toEqual(['j2']);
    expect(await valueText(db, 'h')).toMatchObject({ json: '"h"' });
  });
});

describe('retention', () => {
  async function threeRuns(db: SluiceDatabase): Promise<void> {
    const store = createRunStore(db);
    for (const [index, status] of (['completed', 'failed', 'running'] as const).entries()) {
      const id = `r${index + 1}`;
      await store.create(
        commit({
          run: run({ id, status, created: index, inputs: { n: index } }),
          jobs: [
            job({
              id: `j${index + 1}`,
              run: id,
              inputs: { in: refTo('shared') },
              outputs: { out: refTo(`own${index + 1}`) },
            }),
          ],
          values: [value('shared'), value(`own${index + 1}`)],
          logs: [{ v: 1, run: id, seq: 1, at: 1, level: 'info', message: 'm' }],
          checkpoint: {},
        }),
      );
    }
  }

  test('SG-12: a thread stands where it stood when its run is gone, until its workflow is', async () => {
    const db = await memoryDatabase();
    const store = createRunStore(db);
    const config = { maxLoopRounds: 1, maxIterations: 1, thread: 't', checkpoints: 'durable' } as const;
    const ended = (id: string, created: number) =>
      commit({ run: run({ id, status: 'completed', created, config }) });
    for (const [id, at] of [
      ['r1', 1],
      ['r2', 2],
    ] as const) {
      await store.create(ended(id, at));
      await store.commit({ ...ended(id, at), checkpoints: [{ seq: at, state: { of: id } }] });
    }
    expect(await deleteRuns(db, { workflow: 'wf' })).toBe(2);
    expect(await db.checkpoints.count()).toBe(0);
    expect(await store.latestOfThread?.('wf', 't')).toEqual({ seq: 2, state: { of: 'r2' } });
    await store.create(ended('r3', 3));
    await store.commit({ ...ended('r3', 3), checkpoints: [{ seq: 7, state: { of: 'r3' } }] });
    expect(await store.latestOfThread?.('wf', 't')).toEqual({ seq: 7, state: { of: 'r3' } });
    await forgetThreads(db, 'wf');
    expect(await store.latestOfThread?.('wf', 't')).toBeUndefined();
  });

  test('ended runs go with all that is theirs alone; values that others need stay', async () => {
    const db = await memoryDatabase();
    await threeRuns(db);
    expect(await deleteRuns(db, { workflow: 'wf', keep: 2 })).toBe(1);
    expect(await db.runs.toCollection().primaryKeys()).toEqual(['r2', 'r3']);
    expect(await deleteRuns(db, { workflow: 'wf' })).toBe(1);
    expect(await db.runs.toCollection().primaryKeys()).toEqual(['r3']);
    expect(await db.jobs.toCollection().primaryKeys()).toEqual(['j3']);
    expect(await db.logs.count()).toBe(1);
    expect(await db.checkpoints.count()).toBe(1);
    expect(await valueText(db, 'own1')).toBeUndefined();
    expect(await valueText(db, 'own3')).toBeDefined();
    expect(await valueText(db, 'shared')).toBeDefined();
    expect(await createRunStore(db).run('r3')).toMatchObject({ document: DOCUMENT, inputs: { n: 2 } });
    expect(await db.values.count()).toBe(4);
  });
});
