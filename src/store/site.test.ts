import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { decodeCategory, decodeNodeType } from '../catalog/node-type-record';
import type { Category, NodeType } from '../catalog/types';
import type { Announcement } from './announcements';
import { createSite } from './site';
import { countingClock, failNextWrite, memoryDatabase } from './testing/memory-database';

const shipped = createCatalog();
const [first] = shipped.nodeTypes;
if (first === undefined) throw new Error('There are shipped node types.');
const over: NodeType = { ...first, label: 'Ours' };
const [shippedCategory] = shipped.categories;
if (shippedCategory === undefined) throw new Error('There are shipped categories.');
const category: Category = { ...shippedCategory, label: 'Our category' };

async function site() {
  const db = await memoryDatabase();
  const heard: Announcement[] = [];
  return {
    db,
    heard,
    store: createSite(db, { now: countingClock(), announce: (announcement) => heard.push(announcement) }),
  };
}

describe('records of the site', () => {
  test('a record lies over the shipped one, and the change can be taken back', async () => {
    const { store, heard } = await site();
    expect((await store.read()).records).toEqual({ nodeTypes: [], categories: [], shapes: [] });
    const change = await store.put({ nodeTypes: [over], categories: [category] });
    const { records, problems } = await store.read();
    expect(problems).toEqual([]);
    const catalog = createCatalog(records);
    expect(catalog.nodeType(over.id)?.label).toBe('Ours');
    expect(catalog.categories.find(({ id }) => id === category.id)?.label).toBe('Our category');
    expect(change.ok && (await store.revert(change.value)).ok).toBe(true);
    expect(createCatalog((await store.read()).records).nodeType(over.id)?.label).toBe(first.label);
    expect(heard).toEqual([{ kind: 'site' }, { kind: 'site' }]);
  });

  test('taking back the second of two changes brings the first one back', async () => {
    const { store } = await site();
    await store.put({ nodeTypes: [over] });
    const second = await store.put({ nodeTypes: [{ ...over, label: 'Later' }] });
    const gone = await store.remove('nodeTypes', [over.id]);
    expect((await store.read()).records.nodeTypes).toEqual([]);
    if (gone.ok) await store.revert(gone.value);
    expect((await store.read()).records.nodeTypes?.map(({ label }) => label)).toEqual(['Later']);
    // What was put back is a newer change, so taking back the one before it says so and changes nothing.
    expect(second.ok && (await store.revert(second.value))).toMatchObject({
      ok: false,
      error: { reason: 'conflict' },
    });
    expect((await store.read()).records.nodeTypes?.map(({ label }) => label)).toEqual(['Later']);
  });

  test('lanes: one overlay, and shapes by id', async () => {
    const { store } = await site();
    await store.put({
      laneOverlay: { dataTypes: [] },
      shapes: [{ id: 'person', schema: {} }, { id: 'place' }],
    });
    await store.put({ laneOverlay: { dataTypes: [{ id: 'x' }] }, shapes: [{ id: 'place', name: 'Place' }] });
    const { records } = await store.read();
    expect(records.laneOverlay).toEqual({ dataTypes: [{ id: 'x' }] });
    expect(records.shapes).toEqual([
      { id: 'person', schema: {} },
      { id: 'place', name: 'Place' },
    ]);
  });

  test('a record that cannot be read is told, and the others are read', async () => {
    const { db, store } = await site();
    await store.put({ nodeTypes: [over], categories: [category] });
    await db.nodeTypes.put({ v: 1, id: 'bad', record: { id: 7 }, changed: 1 });
    await db.categories.update(category.id, Object({ v: 2 }));
    const { records, problems } = await store.read();
    expect(records.nodeTypes?.map(({ id }) => id)).toEqual([over.id]);
    expect(records.categories).toEqual([]);
    expect(problems.some(({ path }) => path.startsWith('nodeTypes[bad].'))).toBe(true);
    expect(problems.some(({ path }) => path === 'categories.v')).toBe(true);
  });

  test('all or none: a write that fails leaves nothing', async () => {
    const { db, store } = await site();
    await failNextWrite(db, 'categories');
    expect(await store.put({ nodeTypes: [over], categories: [category] })).toMatchObject({
      ok: false,
      error: { reason: 'quota' },
    });
    expect((await store.read()).records.nodeTypes).toEqual([]);
    expect((await store.put({ nodeTypes: [over], categories: [category] })).ok).toBe(true);
  });

  test('puts and removals are one step, refused where a record is no longer the one that was read', async () => {
    const { store, heard } = await site();
    await store.put({ categories: [category] });
    const read = await store.one('categories', category.id);
    expect(read?.record).toMatchObject({ label: 'Our category' });
    const expect1 = [{ kind: 'categories' as const, id: category.id, changed: read?.changed ?? null }];
    const edit = { put: { nodeTypes: [over] }, remove: [{ kind: 'categories' as const, id: category.id }] };
    const done = await store.change({ ...edit, expect: expect1 });
    expect((await store.read()).records).toMatchObject({ nodeTypes: [{ label: 'Ours' }], categories: [] });
    expect(await store.change({ ...edit, expect: expect1 })).toMatchObject({
      ok: false,
      error: { reason: 'conflict' },
    });
    expect(done.ok && (await store.revert(done.value)).ok).toBe(true);
    expect((await store.read()).records).toMatchObject({
      nodeTypes: [],
      categories: [{ label: 'Our category' }],
    });
    expect(heard).toHaveLength(3);
  });

  test('two writes of one millisecond have two stamps', async () => {
    const db = await memoryDatabase();
    const store = createSite(db, { now: () => 5, announce: () => undefined });
    await store.put({ nodeTypes: [over] });
    const first = await store.one('nodeTypes', over.id);
    await store.put({ nodeTypes: [over] });
    const expected = [{ kind: 'nodeTypes' as const, id: over.id, changed: first?.changed ?? null }];
    expect(await store.change({ put: { nodeTypes: [over] }, expect: expected })).toMatchObject({ ok: false });
    expect(await store.one('nodeTypes', 'nothing')).toBeNull();
  });

  test('what is stored is the form that the catalog reads', async () => {
    const { db, store } = await site();
    await store.put({ nodeTypes: [over], categories: [category] });
    expect(decodeNodeType(Object(await db.nodeTypes.get(over.id)).record)).toEqual({ ok: true, value: over });
    expect(decodeCategory(Object(await db.categories.get(category.id)).record)).toEqual({
      ok: true,
      value: category,
    });
  });
});
