import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { openDatabase } from './database';
import { DATABASE_VERSIONS, type DatabaseVersion } from './migrations';
import { createRunStore } from './runs';

/** A version as a later Sluice may have it: settings get a unit, and those without a value go. */
const NEXT: DatabaseVersion = {
  version: DATABASE_VERSIONS.length + 1,
  tables: { settings: 'key, group' },
  rows: {
    settings: (row) => {
      const { value, ...rest } = Object(row);
      return value === null ? undefined : { ...rest, v: 2, group: 'general', value };
    },
  },
};

const OLDER_ROWS = [
  { v: 1, key: 'theme', value: 'dark' },
  { v: 1, key: 'gone', value: null },
] as const;

/** Ids, times of creation and threads. The newest of the thread has no checkpoint. */
const RUNS_OF_VERSION_1 = [
  ['none', 30, 't'],
  ['late', 20, 't'],
  ['early', 10, 't'],
  ['plain', 40, undefined],
] as const;

/** A row of the table `runs` as version 1 writes it. */
function runOfVersion1(id: string, created: number, thread: string | undefined) {
  return {
    v: 1,
    id,
    workflow: 'wf',
    workflowName: 'Flow',
    strategy: 'flowdrop_stategraph:stategraph',
    status: 'completed',
    pauseReason: null,
    error: null,
    outputs: null,
    warnings: [],
    skipped: [],
    passes: 1,
    created,
    started: created,
    ended: created,
    fence: 1,
    signal: null,
    seq: 4,
    config: {
      maxLoopRounds: 100,
      maxIterations: 100,
      checkpoints: 'durable',
      ...(thread === undefined ? {} : { thread }),
    },
    frozen: { document: 'd', given: 'g' },
    refs: ['d', 'g'],
  };
}

async function withOlderRows(): Promise<IDBFactory> {
  const indexedDB = new IDBFactory();
  const opened = await openDatabase({ indexedDB, IDBKeyRange });
  if (!opened.ok) throw new Error(opened.error.message);
  await opened.value.settings.bulkPut(OLDER_ROWS);
  opened.value.close();
  return indexedDB;
}

describe('versions of the database', () => {
  test('there are exactly the tables of the data model, the snapshots of drafts, and threads', async () => {
    const opened = await openDatabase({ indexedDB: new IDBFactory(), IDBKeyRange });
    const names = opened.ok ? opened.value.tables.map((table) => table.name).sort() : [];
    expect(names).toEqual(
      [
        'drafts',
        'commands',
        'draftSnapshots',
        'workflows',
        'versions',
        'nodeTypes',
        'categories',
        'lanes',
        'runs',
        'jobs',
        'values',
      ]
        .concat([
          'checkpoints',
          'snapshots',
          'logs',
          'interrupts',
          'sessions',
          'messages',
          'memory',
          'triggers',
          'content',
          'secrets',
          'settings',
          'threads',
          'queue',
        ])
        .sort(),
    );
  });

  test('rows of the version before are migrated by a function from row to row', async () => {
    const indexedDB = await withOlderRows();
    const opened = await openDatabase({ indexedDB, IDBKeyRange, versions: [...DATABASE_VERSIONS, NEXT] });
    expect(opened.ok && (await opened.value.settings.toArray())).toEqual([
      { v: 2, key: 'theme', group: 'general', value: 'dark' },
    ]);
    expect(opened.ok && (await opened.value.table('settings').where('group').equals('general').count())).toBe(
      1,
    );
  });

  test('SG-12: version 2 knows where the threads of older runs stand', async () => {
    const indexedDB = new IDBFactory();
    const [first] = DATABASE_VERSIONS;
    const before = await openDatabase({
      indexedDB,
      IDBKeyRange,
      versions: first === undefined ? [] : [first],
    });
    if (!before.ok) throw new Error(before.error.message);
    const older = before.value;
    for (const [id, created, thread] of RUNS_OF_VERSION_1)
      await older.table('runs').add(runOfVersion1(id, created, thread));
    for (const [run, seq] of [
      ['late', 3],
      ['early', 4],
      ['early', 9],
      ['plain', 1],
    ])
      await older.table('checkpoints').add({ v: 1, run, seq, state: { of: run, seq } });
    older.close();
    const opened = await openDatabase({ indexedDB, IDBKeyRange });
    if (!opened.ok) throw new Error(opened.error.message);
    const store = createRunStore(opened.value);
    expect(await store.latestOfThread?.('wf', 't')).toEqual({ seq: 3, state: { of: 'late', seq: 3 } });
    expect(await opened.value.threads.toArray()).toEqual([
      { v: 1, workflow: 'wf', thread: 't', run: 'late' },
    ]);
  });

  test('ORC-14: version 4 puts older queued runs that were to go on into the queue, in their order, and no others', async () => {
    const indexedDB = new IDBFactory();
    const before = await openDatabase({
      indexedDB,
      IDBKeyRange,
      versions: DATABASE_VERSIONS.filter(({ version }) => version < 4),
    });
    if (!before.ok) throw new Error(before.error.message);
    const queued = 'flowdrop_runtime:asynchronous';
    for (const [id, created, strategy, status, pauseReason] of [
      ['second', 20, queued, 'running', null],
      ['first', 10, queued, 'pending', null],
      ['third', 30, queued, 'paused', 'time_budget'],
      ['persons', 5, queued, 'paused', null],
      ['ended', 6, queued, 'completed', null],
      ['other', 7, 'flowdrop_runtime:synchronous_pipeline', 'running', null],
    ] as const)
      await before.value
        .table('runs')
        .add({ ...runOfVersion1(id, created, undefined), strategy, status, pauseReason });
    before.value.close();
    const opened = await openDatabase({ indexedDB, IDBKeyRange });
    if (!opened.ok) throw new Error(opened.error.message);
    expect(await opened.value.queue.orderBy('turn').toArray()).toEqual(
      [
        ['first', 10],
        ['second', 20],
        ['third', 30],
      ].map(([run, due], at) => ({ v: 1, run, due, turn: at + 1, reason: 'left', claim: null })),
    );
  });

  test('a migration that fails leaves everything as it was', async () => {
    const indexedDB = await withOlderRows();
    const broken: DatabaseVersion = {
      ...NEXT,
      rows: {
        settings: (row) => {
          if (Object(row).key === 'theme') throw new Error('This row does not migrate.');
          return undefined;
        },
      },
    };
    const failed = await openDatabase({ indexedDB, IDBKeyRange, versions: [...DATABASE_VERSIONS, broken] });
    expect(failed).toMatchObject({ ok: false, error: { code: 'failed' } });
    const opened = await openDatabase({ indexedDB, IDBKeyRange });
    expect(opened.ok && (await opened.value.settings.toArray())).toEqual(
      [...OLDER_ROWS].sort((a, b) => (a.key < b.key ? -1 : 1)),
    );
  });

  test('a database of a newer version is refused by name and left alone', async () => {
    const indexedDB = await withOlderRows();
    const newer = await openDatabase({ indexedDB, IDBKeyRange, versions: [...DATABASE_VERSIONS, NEXT] });
    if (newer.ok) newer.value.close();
    const older = await openDatabase({ indexedDB, IDBKeyRange });
    expect(older).toMatchObject({ ok: false, error: { code: 'newer' } });
    expect(!older.ok && older.error.message).toContain(
      `database version ${NEXT.version}, this one knows ${DATABASE_VERSIONS.length}`,
    );
    const again = await openDatabase({ indexedDB, IDBKeyRange, versions: [...DATABASE_VERSIONS, NEXT] });
    expect(again.ok && (await again.value.settings.count())).toBe(1);
  });

  test('an upgrade elsewhere closes this one and says so', async () => {
    const indexedDB = await withOlderRows();
    const told: string[] = [];
    const older = await openDatabase({
      indexedDB,
      IDBKeyRange,
      onSuperseded: (fault) => told.push(fault.code),
    });
    const newer = await openDatabase({ indexedDB, IDBKeyRange, versions: [...DATABASE_VERSIONS, NEXT] });
    expect(newer.ok).toBe(true);
    expect(told).toEqual(['newer']);
    expect(older.ok && older.value.isOpen()).toBe(false);
  });

  test('a deletion elsewhere closes this one and says so', async () => {
    const indexedDB = await withOlderRows();
    const told: string[] = [];
    const held = await openDatabase({
      indexedDB,
      IDBKeyRange,
      onSuperseded: (fault) => told.push(fault.code),
    });
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase('sluice');
      request.onsuccess = () => resolve();
      request.onerror = () => reject(request.error);
    });
    expect(told).toEqual(['deleted']);
    expect(held.ok && held.value.isOpen()).toBe(false);
  });

  test('a tab that does not let go is told of, and the database opens when it does', async () => {
    const indexedDB = await withOlderRows();
    const holder = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('sluice', 10 * DATABASE_VERSIONS.length);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const told: string[] = [];
    const opened = await openDatabase({
      indexedDB,
      IDBKeyRange,
      versions: [...DATABASE_VERSIONS, NEXT],
      onBlocked: (fault) => {
        told.push(fault.code);
        holder.close();
      },
    });
    expect(told).toEqual(['blocked']);
    expect(opened.ok).toBe(true);
  });

  test('a browser without a database says what that means', async () => {
    const opened = await openDatabase({});
    expect(opened).toMatchObject({ ok: false, error: { code: 'unavailable' } });
  });
});
