import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { RunRow, RunStore, StepCommit } from '../../engine/ports';
import { runStoreConformance } from '../../engine/testing/store-conformance';
import { encodeLine } from '../journal/lines';
import { temporary } from '../testing/processes';
import { type HostRunStore, memoryRuns, openRuns } from './run-store';

const directories = temporary();
const open: HostRunStore[] = [];
afterAll(async () => {
  await Promise.all(open.map((runs) => runs.close()));
  directories.remove();
});

runStoreConformance('a host in memory', () => memoryRuns().store);

runStoreConformance('a host with a directory', async () => (await opened(directories.make())).store);

/** Rows of runs as the engine makes them, without an engine. */
const sample = (id: string, changes: Partial<RunRow> = {}): StepCommit => ({
  run: {
    ...BLANK,
    id,
    document: { id: 'wf', nodes: [], edges: [], description: 'd'.repeat(2_000) },
    inputs: { of: id },
    ...changes,
  },
  jobs: [],
  values: [{ v: 1, hash: 'shared', size: 8, json: '"shared"' }],
  logs: [{ v: 1, run: id, seq: 1, at: 10, level: 'info', message: id }],
});
const BLANK: RunRow = {
  v: 1,
  id: '',
  workflow: 'wf',
  workflowName: 'Test',
  strategy: 'flowdrop_runtime:synchronous_pipeline',
  status: 'pending',
  pauseReason: null,
  error: null,
  document: {},
  initialData: {},
  inputs: {},
  outputs: null,
  warnings: [],
  skipped: [],
  passes: 0,
  created: 10,
  started: null,
  ended: null,
  fence: 1,
  signal: null,
  seq: 1,
};

async function opened(directory: string, options: Parameters<typeof openRuns>[1] = {}) {
  const runs = await openRuns(directory, options);
  if (!runs.ok) throw new Error(runs.error);
  open.push(runs.value);
  return runs.value;
}

test('all of a run is there after a start: rows, owner, values, logs, checkpoints', async () => {
  const directory = directories.make();
  const before = await opened(directory);
  const commit = sample('r1', { rerunOf: 'r0', initialData: { n: { p: [1, null] } } });
  await before.as('ada', () =>
    before.store.create({ ...commit, checkpoints: [{ seq: 1, state: { a: 1 } }] }),
  );
  await before.store.signal('r1', { id: 's', type: 'pause', reason: 'x' });
  const row = await before.store.run('r1');
  await before.close();
  const after = await opened(directory);
  expect(await after.store.run('r1')).toEqual(row);
  expect(after.ownerOf('r1')).toBe('ada');
  expect(await after.store.value('shared')).toBe('shared');
  expect(await after.store.logs('r1')).toEqual(commit.logs);
  expect(await after.store.checkpoint?.('r1')).toEqual({ seq: 1, state: { a: 1 } });
  expect(after.unfinished()).toEqual(['r1']);
  await after.close();
});

test('a long run does not grow the file without bound: it is rewritten, and everything is still there', async () => {
  const directory = directories.make();
  const before = await opened(directory, { rewriteFrom: 20_000 });
  await before.store.create(sample('r1'));
  for (let seq = 2; seq <= 400; seq += 1)
    await before.store.commit({ ...sample('r1', { status: 'running', seq }), logs: [] });
  const row = await before.store.run('r1');
  await before.close();
  expect(statSync(join(directory, 'journal')).size).toBeLessThan(40_000);
  const after = await opened(directory);
  expect(await after.store.run('r1')).toEqual(row);
  expect((await after.store.run('r1'))?.seq).toBe(400);
  await after.close();
});

test('ended runs beyond those that are kept go, the oldest first, with what is theirs alone; live ones stay', async () => {
  const directory = directories.make();
  const runs = await opened(directory, { keep: 2 });
  await runs.store.create(sample('live'));
  for (const id of ['a', 'b', 'c', 'd']) {
    await runs.store.create({
      ...sample(id),
      values: [...sample(id).values, { v: 1, hash: `only-${id}`, size: 1, json: '1' }],
    });
    await runs.store.commit({ ...sample(id, { status: 'completed', seq: 2 }), logs: [] });
  }
  const left = async (store: RunStore) => (await store.runs({ limit: 10 })).map(({ id }) => id).sort();
  expect(await left(runs.store)).toEqual(['c', 'd', 'live']);
  const values = ['only-a', 'only-d', 'shared'].map((hash) => runs.store.value(hash));
  expect(await Promise.all(values)).toEqual([undefined, 1, 'shared']);
  expect(await runs.store.logs('a')).toEqual([]);
  await runs.close();
  const after = await opened(directory);
  expect(await left(after.store)).toEqual(['c', 'd', 'live']);
  await after.close();
});

test('SG-12: a thread stands where it stood when its run is gone, after a start and a rewrite too; so many are kept as runs', async () => {
  const directory = directories.make();
  const options = { keep: 2, rewriteFrom: 4_000 };
  const runs = await opened(directory, options);
  const turn = async ({ store }: HostRunStore, id: string, thread: string) => {
    const config = { maxLoopRounds: 1, maxIterations: 1, thread, checkpoints: 'durable' } as const;
    await store.create(sample(id, { config }));
    const checkpoints = [{ seq: 2, state: { of: id } }];
    await store.commit({ ...sample(id, { config, status: 'completed', seq: 2 }), logs: [], checkpoints });
  };
  const stands = async ({ store }: HostRunStore) =>
    Promise.all(
      ['a', 'b', 'c', 'd'].map(async (thread) => (await store.latestOfThread?.('wf', thread))?.state.of),
    );
  for (const id of ['a1', 'b1', 'a2', 'c1']) await turn(runs, id, id.slice(0, 1));
  expect((await runs.store.runs({ limit: 9 })).map(({ id }) => id)).toEqual(['c1', 'a2']);
  expect(await stands(runs)).toEqual(['a2', 'b1', 'c1', undefined]);
  await runs.close();
  const again = await opened(directory, options);
  expect(await stands(again)).toEqual(['a2', 'b1', 'c1', undefined]);
  // Two more runs push a2 and c1 out: of the threads without a run, that which was written first goes.
  for (const id of ['d1', 'd2']) await turn(again, id, 'd');
  expect(await stands(again)).toEqual(['a2', undefined, 'c1', 'd2']);
  await again.close();
  const last = await opened(directory, options);
  expect(await stands(last)).toEqual(['a2', undefined, 'c1', 'd2']);
  await last.close();
});

test('a journal that speaks of what is not there is refused, and left as it is', async () => {
  const directory = directories.make();
  await (await opened(directory)).close();
  const line = encodeLine([['hold', 'r1', 'nowhere']]);
  appendFileSync(join(directory, 'journal'), line);
  const refused = await openRuns(directory);
  expect(refused.ok ? '' : refused.error).toMatch(/cannot be read.*nowhere/);
});
