import { describe, expect, test } from 'vitest';
import type { JobRow, RunEvent, RunRow, StepCommit } from '../../engine/ports';
import type { RunView } from '../../playground/ports';
import { createRunStore } from '../../store';
import { memoryDatabase } from '../../store/testing/memory-database';
import { createRunReader } from './run-reader';

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
    document: { id: 'wf', nodes: [] },
    initialData: {},
    inputs: {},
    outputs: null,
    warnings: [],
    skipped: [],
    passes: 0,
    created: 1,
    started: 1,
    ended: null,
    fence: 1,
    signal: null,
    seq: 1,
    ...overrides,
  };
}

function job(id: string, overrides: Partial<JobRow> = {}): JobRow {
  return {
    v: 1,
    id,
    run: 'r1',
    node: id,
    nodeType: 't',
    processor: 'm:p',
    label: id,
    status: 'idle',
    errorRouted: false,
    skipReason: null,
    priority: Number(id.slice(1)),
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

/** A reader whose frames are drawn by hand. */
async function reading() {
  const db = await memoryDatabase();
  const store = createRunStore(db);
  const listeners = new Set<(event: RunEvent) => void>();
  const frames: (() => void)[] = [];
  const faults: unknown[] = [];
  const reads = { jobs: 0 };
  db.jobs.hook('reading', (row) => {
    reads.jobs += 1;
    return row;
  });
  const reader = createRunReader({
    db,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    schedule(work) {
      frames.push(work);
      return () => {
        const at = frames.indexOf(work);
        if (at >= 0) frames.splice(at, 1);
      };
    },
    gapMs: 0,
    onFault: (cause) => faults.push(cause),
    pageLength: 10,
  });
  return {
    db,
    store,
    reader,
    reads,
    faults,
    listening: () => listeners.size,
    frames: () => frames.length,
    tell: (event: Partial<RunEvent>) => {
      for (const listener of listeners)
        listener({ runId: 'r1', workflow: 'wf', seq: 1, kind: 'job', ...event });
    },
    /** Draws a frame and waits until the database is idle. */
    async frame() {
      for (const work of frames.splice(0)) work();
      // A transaction that excludes reads waits for those that have begun; twice, for a read of two.
      for (let round = 0; round < 3; round += 1) {
        await db.transaction('rw', [db.runs, db.jobs, db.logs, db.values], () => db.runs.count());
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    },
    commit: (overrides: Partial<StepCommit> = {}) =>
      store.commit({ run: run(), jobs: [], values: [], logs: [], ...overrides }),
  };
}

describe('watching a run', () => {
  test('announcements of one frame are one read, of the announced jobs alone', async () => {
    const at = await reading();
    await at.store.create({ run: run(), jobs: [job('j1'), job('j2'), job('j3')], values: [], logs: [] });
    const views: (RunView | undefined)[] = [];
    at.reader.watchRun('r1', (view) => views.push(view));
    await at.frame();
    expect(views).toHaveLength(1);
    expect(views[0]?.jobs.map(({ id, status }) => [id, status])).toEqual([
      ['j1', 'idle'],
      ['j2', 'idle'],
      ['j3', 'idle'],
    ]);
    at.reads.jobs = 0;
    await at.commit({ run: run({ seq: 2 }), jobs: [job('j2', { status: 'running', order: 1 })] });
    at.tell({ seq: 2, jobIds: ['j2'] });
    const log = { v: 1, run: 'r1', seq: 1, at: 1, level: 'info', message: 'm' } as const;
    await at.commit({
      run: run({ seq: 4 }),
      jobs: [job('j2', { status: 'completed', order: 1 })],
      logs: [log],
    });
    at.tell({ seq: 3, jobIds: ['j2'] });
    at.tell({ seq: 4, kind: 'log' });
    at.tell({ seq: 4, kind: 'log', runId: 'another' });
    expect(at.frames()).toBe(1);
    await at.frame();
    expect(views).toHaveLength(2);
    expect(at.reads.jobs).toBe(1);
    expect(views[1]?.jobs.map(({ id, status }) => [id, status])).toEqual([
      ['j2', 'completed'],
      ['j1', 'idle'],
      ['j3', 'idle'],
    ]);
    expect(views[1]?.logs).toEqual([log]);
    expect(views[1]?.run).toEqual(run({ seq: 4 }));
  });

  test('a run that ended is never shown with jobs that lag behind it', async () => {
    const { store, reader, tell, frame } = await reading();
    await store.create({ run: run(), jobs: [job('j1'), job('j2')], values: [], logs: [] });
    const seen: (RunView | undefined)[] = [];
    const stop = reader.watchRun('r1', (view) => seen.push(view));
    await frame();
    const done = (id: string, order: number) => job(id, { status: 'completed', order });
    await store.commit({ run: run({ seq: 2 }), jobs: [done('j1', 1)], values: [], logs: [] });
    tell({ seq: 2, jobIds: ['j1'] });
    // The run ends before the frame in which the first announcement is read; the last one is still under way.
    await store.commit({
      run: run({ seq: 3, status: 'completed', ended: 2 }),
      jobs: [done('j2', 2)],
      values: [],
      logs: [],
    });
    await frame();
    const shown = (view: RunView | undefined) => [
      view?.run.status,
      ...(view?.jobs.map(({ status }) => status) ?? []),
    ];
    expect(shown(seen.at(-1))).toEqual(['completed', 'completed', 'completed']);
    stop();
  });

  test('an announcement that was missed makes the next read whole', async () => {
    const at = await reading();
    await at.store.create({ run: run(), jobs: [job('j1'), job('j2')], values: [], logs: [] });
    const views: (RunView | undefined)[] = [];
    at.reader.watchRun('r1', (view) => views.push(view));
    await at.frame();
    await at.commit({ run: run({ seq: 2 }), jobs: [job('j1', { status: 'completed', order: 1 })] });
    await at.commit({ run: run({ seq: 3 }), jobs: [job('j2', { status: 'running', order: 2 })] });
    at.tell({ seq: 3, jobIds: ['j2'] });
    await at.frame();
    expect(views.at(-1)?.jobs.map(({ status }) => status)).toEqual(['completed', 'running']);
  });

  test('an announcement that came twice, from the worker and over the channel, is read once', async () => {
    const at = await reading();
    await at.store.create({ run: run(), jobs: [job('j1')], values: [], logs: [] });
    at.reader.watchRun('r1', () => undefined);
    await at.frame();
    at.tell({ seq: 1, kind: 'created' });
    expect(at.frames()).toBe(0);
    at.tell({ seq: 2, jobIds: ['j1'] });
    await at.frame();
    at.tell({ seq: 2, jobIds: ['j1'] });
    expect(at.frames()).toBe(0);
  });

  test('a run that is not there, or is deleted, is told as such; who stopped hears nothing', async () => {
    const at = await reading();
    const views: (RunView | undefined)[] = [];
    at.reader.watchRun('gone', (view) => views.push(view))();
    expect(at.listening()).toBe(0);
    await at.frame();
    expect(views).toEqual([]);
    await at.store.create({ run: run({ status: 'completed', ended: 2 }), jobs: [], values: [], logs: [] });
    at.reader.watchRun('r1', (view) => views.push(view));
    await at.frame();
    await at.reader.remove('r1');
    await at.frame();
    expect(views.map((view) => view?.run.status)).toEqual(['completed', undefined]);
  });

  test('INT-12: a paused run that has a place in the queue goes on by itself, and is shown so until it waits again', async () => {
    const at = await reading();
    const paused = run({ strategy: 'flowdrop_runtime:asynchronous', status: 'paused' });
    await at.store.create({ run: paused, jobs: [], values: [], logs: [] });
    const seen: (true | undefined)[] = [];
    at.reader.watchRun('r1', (view) => seen.push(view?.queued));
    await at.frame();
    await at.store.queue.enqueue('r1', () => ({ due: 1, reason: 'resumed' }));
    at.tell({ seq: 1, kind: 'queued' });
    await at.frame();
    const request = { worker: 'w', now: 1, until: 9, patience: 0, gone: [], alive: [], silent: [], held: [] };
    expect((await at.store.queue.claim(request))?.run.id).toBe('r1');
    at.tell({ seq: 1, kind: 'queued' });
    await at.frame();
    await at.commit({ run: { ...paused, fence: 2, seq: 2 } });
    at.tell({ seq: 2, kind: 'paused' });
    await at.frame();
    expect(seen).toEqual([undefined, true, true, undefined]);
  });

  test('a read that fails is told, and the next one works', async () => {
    const at = await reading();
    await at.store.create({ run: run(), jobs: [job('j1')], values: [], logs: [] });
    await at.db.jobs.update('j1', Object({ v: 9 }));
    const views: (RunView | undefined)[] = [];
    at.reader.watchRun('r1', (view) => views.push(view));
    await at.frame();
    expect(at.faults).toHaveLength(1);
    expect(views).toEqual([]);
    await at.db.jobs.update('j1', Object({ v: 1 }));
    at.tell({ seq: 2, jobIds: [] });
    await at.frame();
    expect(views).toHaveLength(1);
  });
});

test('a read that fails at the last announcement is tried again, takes all, and is given up in the end', async () => {
  const at = await reading();
  await at.store.create({ run: run(), jobs: [job('j1'), job('j2')], values: [], logs: [] });
  const views: (RunView | undefined)[] = [];
  at.reader.watchRun('r1', (view) => views.push(view));
  await at.frame();
  await at.commit({
    run: run({ seq: 2, status: 'completed', ended: 2 }),
    jobs: [job('j1', { status: 'completed', order: 1 }), job('j2', { status: 'completed', order: 2 })],
  });
  await at.db.jobs.update('j2', Object({ v: 9 }));
  at.tell({ seq: 2, kind: 'completed', jobIds: ['j1', 'j2'] });
  await at.frame();
  expect(at.faults).toHaveLength(1);
  await at.db.jobs.update('j2', Object({ v: 1 }));
  await at.frame();
  expect(views.at(-1)?.run.status).toBe('completed');
  expect(views.at(-1)?.jobs.map(({ status }) => status)).toEqual(['completed', 'completed']);
  await at.db.jobs.update('j2', Object({ v: 9 }));
  at.tell({ seq: 3, kind: 'job', jobIds: ['j2'] });
  for (let round = 0; round < 6; round += 1) await at.frame();
  expect(at.faults).toHaveLength(4);
  expect(at.frames()).toBe(0);
});

describe('watching the runs of a workflow', () => {
  test('newest first; read again when one begins or ends, not at its steps', async () => {
    const at = await reading();
    await at.store.create({ run: run(), jobs: [], values: [], logs: [] });
    await at.store.create({ run: run({ id: 'r2', created: 2 }), jobs: [], values: [], logs: [] });
    await at.store.create({
      run: run({ id: 'r3', created: 3, workflow: 'other' }),
      jobs: [],
      values: [],
      logs: [],
    });
    const lists: string[][] = [];
    at.reader.watchRuns('wf', (runs) => lists.push(runs.map(({ id, status }) => `${id} ${status}`)));
    await at.frame();
    at.tell({ seq: 2, kind: 'job' });
    at.tell({ seq: 2, kind: 'completed', workflow: 'other' });
    expect(at.frames()).toBe(0);
    await at.commit({ run: run({ status: 'completed', ended: 3, seq: 3 }) });
    at.tell({ seq: 3, kind: 'completed' });
    await at.frame();
    await at.reader.remove('r1');
    await at.frame();
    expect(lists).toEqual([['r2 running', 'r1 running'], ['r2 running', 'r1 completed'], ['r2 running']]);
  });
});

describe('values', () => {
  test('a long value is read page by page, and whole', async () => {
    const at = await reading();
    const json = JSON.stringify('abcdefghijklmnopqrstuvwxyz');
    await at.store.create({
      run: run(),
      jobs: [],
      values: [{ v: 1, hash: 'h', size: json.length, json }],
      logs: [],
    });
    const pages = [await at.reader.page('h', 0), await at.reader.page('h', 1), await at.reader.page('h', 2)];
    expect(pages.map((page) => page?.text).join('')).toBe(json);
    expect(pages[0]).toMatchObject({ page: 0, pages: 3, size: 28 });
    expect(await at.reader.page('h', 99)).toEqual(pages[2]);
    expect(await at.reader.page('h', -1)).toEqual(pages[0]);
    expect(await at.reader.page('gone', 0)).toBeUndefined();
    expect(await at.reader.value('h')).toBe('abcdefghijklmnopqrstuvwxyz');
  });
});
