import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { describeMemoryStore, memoryRow } from '../engine/testing/memory-conformance';
import type { Announcement } from './announcements';
import { SluiceDatabase } from './database';
import { createMemoryStore } from './memory';
import { DATABASE_VERSIONS } from './migrations';

const open: SluiceDatabase[] = [];

async function database(
  name = `memory-${crypto.randomUUID()}`,
  versions = DATABASE_VERSIONS,
): Promise<SluiceDatabase> {
  const db = new SluiceDatabase(name, {}, versions);
  open.push(db);
  await db.open();
  return db;
}

afterEach(async () => {
  for (const db of open.splice(0)) await db.delete();
});

describe('memory in the database', () => {
  describeMemoryStore(async () => createMemoryStore(await database()));

  test('is still there for the next one who opens it, and every change is announced', async () => {
    const db = await database();
    const told: Announcement[] = [];
    const store = createMemoryStore(db, (announcement) => told.push(announcement));
    await store.update('global:', 'k', () => memoryRow('global:', 'k', { expires: 5 }));
    expect(await createMemoryStore(db).get('global:', 'k')).toEqual(
      memoryRow('global:', 'k', { expires: 5 }),
    );
    await store.update('global:', 'k', () => undefined);
    await store.update('global:', 'none', () => null);
    expect(told).toEqual([{ kind: 'memory' }]);
    await store.forget(6);
    await store.forget(6);
    expect(told).toHaveLength(2);
  });

  test('a row of a newer version is neither given nor replaced', async () => {
    const db = await database();
    const newer: unknown = { ...memoryRow('global:', 'k'), v: 2 };
    await db.table('memory').put(newer);
    const store = createMemoryStore(db);
    expect(await store.get('global:', 'k')).toBeUndefined();
    expect(await store.list()).toEqual([]);
    await expect(store.update('global:', 'k', () => memoryRow('global:', 'k'))).rejects.toThrow(
      'newer version',
    );
    expect(await db.table('memory').get(['global:', 'k'])).toEqual(newer);
  });

  test('rows from before there was an index of what expires are forgotten by it too', async () => {
    const name = `memory-${crypto.randomUUID()}`;
    const before = DATABASE_VERSIONS.filter(({ tables }) => tables.memory !== '[scope+key], expires');
    expect(before.length).toBe(DATABASE_VERSIONS.length - 1);
    const older = await database(name, before);
    await older
      .table('memory')
      .bulkPut([memoryRow('global:', 'old', { expires: 5 }), memoryRow('global:', 'kept')]);
    older.close();
    const store = createMemoryStore(await database(name));
    expect(await store.forget(6)).toBe(1);
    expect((await store.list()).map(({ key }) => key)).toEqual(['kept']);
  });
});
