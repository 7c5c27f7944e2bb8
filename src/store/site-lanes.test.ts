import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LaneRecords } from '../catalog/lane-overlay';
import type { JsonObject } from '../model/json';
import type { Announcement } from './announcements';
import { createSite } from './site';
import { createLaneStore } from './site-lanes';
import { countingClock, failNextWrite, memoryDatabase } from './testing/memory-database';

const NONE: LaneRecords = { overlay: undefined, shapes: [] };
const OURS: LaneRecords = {
  overlay: { dataTypes: [{ id: 'order' }] },
  shapes: [{ id: 'person', schema: {} }],
};

async function lanes() {
  const db = await memoryDatabase();
  const heard: Announcement[] = [];
  const world = { now: countingClock(), announce: (one: Announcement) => heard.push(one) };
  return { db, heard, store: createLaneStore(db, world), site: createSite(db, world) };
}

describe('lanes and shapes of the site', () => {
  test('SCH-45: what was stored is read again, by whoever reads the site', async () => {
    const { store, site, heard } = await lanes();
    expect(await store.read()).toEqual(NONE);
    expect(await store.replace(NONE, OURS)).toEqual({ ok: true, value: null });
    expect(await store.read()).toEqual(OURS);
    expect((await site.read()).records).toMatchObject({ laneOverlay: OURS.overlay, shapes: OURS.shapes });
    expect(heard).toEqual([{ kind: 'site' }]);
    await store.replace(OURS, NONE);
    expect(await store.read()).toEqual(NONE);
  });

  test('SCH-45: a malformed overlay or shape is refused whole, with the place', async () => {
    const { store, heard } = await lanes();
    const bad: LaneRecords = {
      overlay: { dataTypes: [{ id: 'ok' }, { id: '' }], compatibilityRules: [{ from: 'a' }] },
      shapes: [{ id: 'x', schema: {} }, { id: 'y' }, { id: 'x', schema: {} }],
    };
    const result = await store.replace(NONE, bad);
    expect(
      !result.ok && result.error.reason === 'malformed' && result.error.problems.map(({ path }) => path),
    ).toEqual(['dataTypes[1].id', 'compatibilityRules[0].to', 'shapes[1].schema', 'shapes[2].id']);
    expect(await store.read()).toEqual(NONE);
    expect(heard).toEqual([]);
  });

  test('whoever saw less than what is stored changes nothing', async () => {
    const { store } = await lanes();
    await store.replace(NONE, OURS);
    for (const seen of [NONE, { ...OURS, shapes: [] }, { ...OURS, overlay: { dataTypes: [] } }]) {
      const result = await store.replace(seen, NONE);
      expect(result.ok ? 'stored' : result.error.reason).toBe('conflict');
    }
    expect(await store.read()).toEqual(OURS);
  });

  test('a write that fails leaves all as it was', async () => {
    const { db, store } = await lanes();
    await store.replace(NONE, OURS);
    await failNextWrite(db, 'lanes');
    expect((await store.replace(OURS, { overlay: { dataTypes: [{ id: 'b' }] }, shapes: [] })).ok).toBe(false);
    expect(await store.read()).toEqual(OURS);
  });

  test('a row that cannot be read is neither counted nor touched', async () => {
    const { db, store } = await lanes();
    await db.table('lanes').put({ v: 9, id: 'shape:future', record: {}, changed: 1 });
    expect((await store.replace(NONE, OURS)).ok).toBe(true);
    expect((await store.replace(OURS, NONE)).ok).toBe(true);
    expect(await db.table('lanes').toArray()).toHaveLength(1);
  });

  test('SCH-45: whatever may be stored is read as it was written', async () => {
    const id = fc.stringMatching(/^[a-z:]{1,6}$/);
    const object: fc.Arbitrary<JsonObject> = fc.dictionary(fc.string(), fc.constantFrom(1, 'x', true), {
      maxKeys: 3,
      noNullPrototype: true,
    });
    const records: fc.Arbitrary<LaneRecords> = fc.record({
      overlay: fc.option(
        fc.record({ dataTypes: fc.array(fc.record({ id }), { maxLength: 3 }), extra: object }),
        { nil: undefined },
      ),
      shapes: fc.uniqueArray(fc.record({ id, schema: object }), {
        selector: (shape) => shape.id,
        maxLength: 3,
      }),
    });
    const { store } = await lanes();
    await fc.assert(
      fc.asyncProperty(records, async (next) => {
        const before = await store.read();
        expect((await store.replace(before, next)).ok).toBe(true);
        const read = await store.read();
        expect(read.overlay).toEqual(next.overlay);
        expect(new Set(read.shapes)).toEqual(new Set(next.shapes));
        expect((await store.replace(read, read)).ok).toBe(true);
      }),
      { numRuns: 40 },
    );
  });
});
