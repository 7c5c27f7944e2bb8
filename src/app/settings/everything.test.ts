import { expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog';
import { contentRow } from '../../engine/testing/content-conformance';
import { emptyDocument } from '../../model/document';
import { EDITOR_KEY } from '../../model/ids';
import { createRepositories } from '../../store';
import { memoryDatabase } from '../../store/testing/memory-database';
import { decodeCollection } from '../site/content/documents';
import { collectEverything, laneFiles } from './everything';

async function site() {
  const db = await memoryDatabase();
  const repositories = createRepositories(db, { now: () => 1, announce: () => undefined });
  const collect = async () => {
    const found = await collectEverything({ db, ...repositories, catalog: async () => createCatalog() });
    if (!found.ok) throw new Error(found.error);
    const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
    return new Map(found.value.files.map(({ name, bytes }) => [name, text(bytes)]));
  };
  return { db, repositories, collect };
}

test('every workflow is a file of the API form, without what only this editor remembers', async () => {
  const { repositories, collect } = await site();
  await repositories.drafts.create({
    ...emptyDocument('one', 'One'),
    extra: { kept: true, [EDITOR_KEY]: { counters: { text_input: 3 } } },
  });
  await repositories.drafts.create(emptyDocument('two', 'Two'));
  const files = await collect();
  expect([...files.keys()].sort()).toEqual(['one.json', 'two.json']);
  expect(JSON.parse(files.get('one.json') ?? '')).toMatchObject({ id: 'one', name: 'One', kept: true });
  expect(files.get('one.json')).not.toContain('counters');
});

test('a draft that cannot be read comes along as it is stored, and holds up no other', async () => {
  const { db, repositories, collect } = await site();
  for (const id of ['good', 'bent', 'torn']) await repositories.drafts.create(emptyDocument(id, id));
  await db.table('drafts').put({ v: 1, id: 'bent', head: 'garbage' });
  await db.draftSnapshots.delete('torn');
  const files = await collect();
  expect([...files.keys()].sort()).toEqual(['good.json', 'unreadable-bent.json', 'unreadable-torn.json']);
  expect(JSON.parse(files.get('unreadable-bent.json') ?? '')).toMatchObject({
    draft: { head: 'garbage' },
    snapshot: { document: { name: 'bent' } },
    commands: [],
  });
});

test('lanes and shapes of the site are written whole, and nothing where there are none', () => {
  const text = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes));
  expect(laneFiles({})).toEqual([]);
  expect(laneFiles({ shapes: [] })).toEqual([]);
  const overlay = { dataTypes: [{ id: 'person' }] };
  const files = laneFiles({ laneOverlay: overlay, shapes: [{ id: 'person' }] });
  expect(files.map(({ name }) => name)).toEqual(['flowdrop-lanes.json', 'flowdrop-shapes.json']);
  expect(files.map(({ bytes }) => text(bytes))).toEqual([overlay, { shapes: [{ id: 'person' }] }]);
});

test('servers and what is live where come along without tokens', async () => {
  const { repositories, collect } = await site();
  const server = { id: 's', name: 'Staging', address: 'https://s.example', publisher: 'acme' };
  await repositories.publishing.saveServer(server, 'canary-token');
  const copy = { server: 's', id: 'there', version: '1.0.0', digest: 'd', changed: 'c', at: 1 };
  await repositories.publishing.remember('w', copy);
  const files = await collect();
  expect(JSON.parse(files.get('sluice-servers.json') ?? '')).toEqual({
    servers: [server],
    live: { w: [copy] },
  });
  expect([...files.values()].join()).not.toContain('canary');
});

test('the local content is a file a collection, and what a newer version wrote is in it', async () => {
  const { db, repositories, collect } = await site();
  const rows = [contentRow('1'), { ...contentRow('2'), v: 2 }, { ...contentRow('3'), collection: 'A b' }];
  for (const row of [...rows, { ...contentRow('4'), collection: 'a-B' }]) await db.table('content').put(row);
  const files = await collect();
  expect([...files.keys()].sort()).toEqual(['content-a-b-2.json', 'content-a-b.json', 'content-node.json']);
  expect(JSON.parse(files.get('content-node.json') ?? '')).toEqual({
    collection: 'node',
    documents: rows.slice(0, 2),
  });
  const back = decodeCollection(files.get('content-a-b.json') ?? '', { now: 0, uuid: () => 'fresh' });
  expect(back).toMatchObject({ ok: true, value: { collection: 'A b', rows: [{ id: '3' }] } });
  expect((await repositories.content.documents('node')).unreadable).toBe(1);
});
