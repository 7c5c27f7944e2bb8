import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { contentRow } from '../engine/testing/content-conformance';
import type { Announcement } from './announcements';
import { createContentStore } from './content';
import { createContentDesk } from './content-desk';
import { SluiceDatabase } from './database';

const open: SluiceDatabase[] = [];
afterEach(async () => {
  for (const db of open.splice(0)) await db.delete();
});

async function desk() {
  const db = new SluiceDatabase(`desk-${crypto.randomUUID()}`);
  open.push(db);
  await db.open();
  const heard: Announcement[] = [];
  const announce = (announcement: Announcement) => void heard.push(announcement);
  return { db, heard, desk: createContentDesk(db, { announce }), nodes: createContentStore(db, announce) };
}

const put = (collection: string, id: string, more = {}) => ({
  collection,
  id,
  next: { ...contentRow(id), collection, ...more },
});

test('lists collections with their counts, those without documents too', async () => {
  const { desk: at, nodes } = await desk();
  await nodes.update('node', '1', () => contentRow('1'));
  await at.change({
    puts: [put('user', 'a'), put('user', 'b'), put('us', 'c'), put('user ', 'd')],
    keep: ['empty', 'user'],
  });
  expect(await at.collections()).toEqual([
    { name: 'empty', count: 0 },
    { name: 'node', count: 1 },
    { name: 'us', count: 1 },
    { name: 'user', count: 2 },
    { name: 'user ', count: 1 },
  ]);
  expect((await at.documents('user')).rows.map(({ id }) => id)).toEqual(['a', 'b']);
});

test('a step is done wholly or not at all, and never over what it did not expect', async () => {
  const { desk: at, heard } = await desk();
  await at.change({ puts: [put('node', '1')] });
  const stored = await at.one('node', '1');
  const theirs = put('node', '1', { label: 'theirs' });
  await at.change({ puts: [theirs] });
  heard.length = 0;
  const mine = { ...put('node', '1', { label: 'mine' }), expect: stored ?? null };
  expect(await at.change({ puts: [put('node', '2'), mine], keep: ['x'] })).toMatchObject({
    ok: false,
    error: { reason: 'conflict' },
  });
  expect(await at.change({ puts: [{ ...put('node', '1'), expect: null }] })).toMatchObject({ ok: false });
  expect((await at.documents('node')).rows).toEqual([theirs.next]);
  expect(await at.collections()).toEqual([{ name: 'node', count: 1 }]);
  expect(heard).toEqual([]);
});

test('every step can be taken back, and that as well', async () => {
  const { desk: at } = await desk();
  await at.change({ puts: [put('node', '1'), put('node', '2')], keep: ['node'] });
  const before = await at.documents('node');
  const done = await at.change({
    puts: [
      { collection: 'node', id: '1', next: null },
      { collection: 'node', id: '2', next: null },
      put('other', '1'),
    ],
    drop: ['node'],
    keep: ['other'],
  });
  if (!done.ok) throw new Error('not done');
  expect(await at.collections()).toEqual([{ name: 'other', count: 1 }]);
  const undone = await at.change(done.value);
  if (!undone.ok) throw new Error('not undone');
  expect(await at.documents('node')).toEqual(before);
  expect(await at.collections()).toEqual([{ name: 'node', count: 2 }]);
  expect((await at.change(undone.value)).ok).toBe(true);
  expect(await at.collections()).toEqual([{ name: 'other', count: 1 }]);
});

test('what a node has changed since is not taken back', async () => {
  const { desk: at, nodes } = await desk();
  const done = await at.change({ puts: [put('node', '1')] });
  if (!done.ok) throw new Error('not done');
  await nodes.update('node', '1', (row) => row && { ...row, label: 'of the node' });
  expect(await at.change(done.value)).toMatchObject({ ok: false, error: { reason: 'conflict' } });
  expect(await at.one('node', '1')).toMatchObject({ label: 'of the node' });
});

test('a document of a newer version is counted, kept and never replaced', async () => {
  const { desk: at, db } = await desk();
  const newer: unknown = { ...contentRow('1'), v: 2 };
  await db.table('content').put(newer);
  expect(await at.documents('node')).toEqual({ rows: [], unreadable: 1 });
  expect(await at.change({ puts: [put('node', '1')] })).toMatchObject({
    ok: false,
    error: { reason: 'unreadable' },
  });
  expect(await at.everything()).toEqual([newer]);
});

test('changes are announced, of the author and of nodes', async () => {
  const { desk: at, nodes, heard } = await desk();
  await nodes.update('node', '1', () => contentRow('1'));
  await nodes.update('node', '1', () => undefined);
  await at.change({ puts: [put('node', '2')] });
  expect(heard).toEqual([{ kind: 'content' }, { kind: 'content' }]);
});
