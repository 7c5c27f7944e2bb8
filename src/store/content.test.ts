import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { contentRow, describeContentStore } from '../engine/testing/content-conformance';
import { createContentStore } from './content';
import { SluiceDatabase } from './database';

const open: SluiceDatabase[] = [];

async function database(): Promise<SluiceDatabase> {
  const db = new SluiceDatabase(`content-${crypto.randomUUID()}`);
  open.push(db);
  await db.open();
  return db;
}

afterEach(async () => {
  for (const db of open.splice(0)) await db.delete();
});

describe('content in the database', () => {
  describeContentStore(async () => createContentStore(await database()));

  test('is still there for the next one who opens it', async () => {
    const db = await database();
    await createContentStore(db).update('node', '1', () => contentRow('1'));
    expect(await createContentStore(db).get('node', '1')).toEqual(contentRow('1'));
  });

  test('a row of a newer version is neither given nor replaced', async () => {
    const db = await database();
    const newer: unknown = { ...contentRow('1'), v: 2 };
    await db.table('content').put(newer);
    const store = createContentStore(db);
    expect(await store.get('node', '1')).toBeUndefined();
    expect(await store.list('node')).toEqual([]);
    await expect(store.update('node', '1', () => contentRow('1'))).rejects.toThrow('newer version');
    expect(await db.table('content').get(['node', '1'])).toEqual(newer);
  });
});
