import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { describeTriggerStore, triggerNode } from '../engine/testing/triggers-conformance';
import type { JsonObject } from '../model/json';
import type { Announcement } from './announcements';
import { SluiceDatabase } from './database';
import { createTriggerStore, syncTriggers, triggerTables } from './triggers';

const open: SluiceDatabase[] = [];
afterEach(async () => {
  for (const db of open.splice(0)) await db.delete();
});

async function database(): Promise<SluiceDatabase> {
  const db = new SluiceDatabase(`triggers-${crypto.randomUUID()}`);
  open.push(db);
  await db.open();
  return db;
}

async function storeWorkflow(
  db: SluiceDatabase,
  id: string,
  nodes: JsonObject[],
  removed: number | null = null,
) {
  const document = { id, nodes, edges: [] };
  await db.transaction('rw', [db.workflows, ...triggerTables(db)], async () => {
    await db.workflows.put({ v: 1, id, name: id, created: 1, changed: 1, revision: 1, document, removed });
    if (removed === null) await syncTriggers(db, id, document, 1);
  });
}

describe('triggers in the database', () => {
  describeTriggerStore(async () => {
    const db = await database();
    return {
      store: createTriggerStore(db),
      storeWorkflow: (id, nodes) => storeWorkflow(db, id, nodes),
      removeWorkflow: (id) => storeWorkflow(db, id, [], 2),
    };
  });

  test('every change is announced, and nothing else', async () => {
    const db = await database();
    const told: Announcement[] = [];
    const store = createTriggerStore(db, (announcement) => told.push(announcement));
    await storeWorkflow(db, 'w', [triggerNode('t')]);
    await store.update('w__t', () => undefined);
    await store.update('none', (row) => row);
    expect(told).toEqual([]);
    await store.update('w__t', (row) => ({ ...row, gone: 'person' }));
    await store.restore('w__t', (row) => ({ ...row, gone: null }));
    expect(told).toEqual([{ kind: 'triggers' }, { kind: 'triggers' }]);
  });

  test('a row of a newer version is no trigger, and is not replaced', async () => {
    const db = await database();
    await storeWorkflow(db, 'w', [triggerNode('t')]);
    const newer: unknown = { ...(await db.table('triggers').get('w__t')), v: 2 };
    await db.table('triggers').put(newer);
    const store = createTriggerStore(db);
    expect(await store.get('w__t')).toBeUndefined();
    expect(await store.list()).toEqual([]);
    expect(await store.restore('w__t', (row) => row)).toBeUndefined();
    await storeWorkflow(db, 'w', [triggerNode('t')]);
    expect(await db.table('triggers').get('w__t')).toEqual(newer);
  });
});
