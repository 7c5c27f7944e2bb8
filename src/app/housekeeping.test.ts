import { expect, test } from 'vitest';
import { emptyDocument } from '../model/document';
import { ok } from '../model/problem';
import { createMemoryStore, createRepositories, createRunStore, createSnapshots } from '../store';
import { memoryDatabase } from '../store/testing/memory-database';
import {
  endDeleted,
  endOutdated,
  KEPT_DELETED_MS,
  KEPT_RUNS,
  KEPT_SNAPSHOTS_MS,
  keepHouse,
} from './housekeeping';

async function site() {
  const db = await memoryDatabase();
  let now = 1_000;
  const { drafts, publishing } = createRepositories(db, { now: () => now, announce: () => undefined });
  const runs = createRunStore(db);
  const run = (id: string, workflow: string, status: 'completed' | 'running', created = 1) =>
    runs.create({
      run: {
        v: 1,
        id,
        workflow,
        workflowName: workflow,
        strategy: 'flowdrop_runtime:synchronous_pipeline',
        status,
        pauseReason: null,
        error: null,
        document: { id: workflow },
        initialData: {},
        inputs: {},
        outputs: null,
        warnings: [],
        skipped: [],
        passes: 0,
        created,
        started: 1,
        ended: null,
        fence: 1,
        signal: null,
        seq: 1,
      },
      jobs: [],
      values: [],
      logs: [],
    });
  for (const id of ['kept', 'recent', 'old']) {
    await drafts.create(emptyDocument(id, id));
    await run(`run of ${id}`, id, 'completed');
    await publishing.remember(id, { server: 's', id, version: null, digest: '', changed: '', at: 1 });
  }
  await run('still running', 'old', 'running');
  await drafts.remove('old');
  now += 10_000;
  await drafts.remove('recent');
  const left = async () => (await db.runs.toCollection().primaryKeys()).sort();
  const live = async () => [...(await publishing.live()).keys()];
  return { db, drafts, run, left, live, deletedAt: 1_000 };
}

test('what was deleted more than seven days ago ends with its runs; nothing else does', async () => {
  const { db, drafts, left, live, deletedAt } = await site();
  expect(await endDeleted({ db, drafts }, deletedAt + KEPT_DELETED_MS)).toEqual([]);
  expect(await endDeleted({ db, drafts }, deletedAt + KEPT_DELETED_MS + 1)).toEqual(['old']);
  expect(await left()).toEqual(['run of kept', 'run of recent', 'still running']);
  expect(await live()).toEqual(['kept', 'recent']);
  expect((await drafts.restore('recent')).ok).toBe(true);
  expect(await drafts.restore('old')).toEqual({ ok: false, error: { reason: 'missing' } });
});

test('it is done when the page rests, and a database that refuses is left for the next start', async () => {
  const { db, drafts, left, deletedAt } = await site();
  const waiting: (() => void)[] = [];
  const idle = (work: () => void) => {
    waiting.push(work);
    return () => undefined;
  };
  keepHouse({ db, drafts }, () => deletedAt + 2 * KEPT_DELETED_MS, idle);
  expect(await left()).toHaveLength(4);
  waiting[0]?.();
  await expect.poll(async () => (await left()).length).toBe(2);
  db.close();
  expect(await endDeleted({ db, drafts }, Number.MAX_SAFE_INTEGER)).toEqual([]);
});

test('INT-9: snapshots go when they are old, whoever owns them, and runs when there are newer ones enough', async () => {
  const { db, run, left } = await site();
  for (let i = 1; i <= KEPT_RUNS + 2; i += 1)
    await run(`run ${String(i).padStart(3, '0')}`, 'busy', 'completed', i);
  await run('a long one', 'busy', 'running', 0);
  const snapshots = createSnapshots(db);
  for (const [execution, created] of [
    ['old', 9],
    ['new', 10],
  ] as const) {
    const record = { execution, entity: 'e', owner: execution, status: 'paused', payload: {} };
    await snapshots.save(execution, () => ok({ ...record, created, changed: 99 }));
  }
  await endOutdated(db, KEPT_SNAPSHOTS_MS + 10);
  expect((await snapshots.all()).map(({ execution }) => execution)).toEqual(['new']);
  const busy = (await left()).filter((id) => !/ of |still/.test(String(id)));
  expect([busy.length, busy[0], busy[1]]).toEqual([KEPT_RUNS + 1, 'a long one', 'run 003']);
  expect((await left()).length - busy.length).toBe(4);
});

test('memory that has expired goes; what is still remembered stays', async () => {
  const { db } = await site();
  const memory = createMemoryStore(db);
  for (const [key, expires] of [
    ['gone', 5],
    ['soon', 50],
    ['never', null],
  ] as const)
    await memory.update('s', key, () => ({
      v: 1,
      scope: 's',
      key,
      value: 1,
      created: 0,
      changed: 0,
      expires,
    }));
  await endOutdated(db, 10);
  expect((await memory.list()).map(({ key }) => key).sort()).toEqual(['never', 'soon']);
});
