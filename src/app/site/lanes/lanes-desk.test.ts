import { describe, expect, test } from 'vitest';
import type { LaneRecords } from '../../../catalog/lane-overlay';
import type { Json } from '../../../model/json';
import { createRepositories } from '../../../store';
import { memoryDatabase } from '../../../store/testing/memory-database';
import { allow, editLane } from './lane-draft';
import { createLanesDesk, type Desk } from './lanes-desk';

async function world() {
  const db = await memoryDatabase();
  const kept = new Map<string, Json>();
  const memory = {
    recall: async (key: string) => kept.get(key),
    remember: async (key: string, value: Json) => void kept.set(key, value),
  };
  const { lanes } = createRepositories(db, { now: () => 1, announce: () => undefined });
  const desk = async (): Promise<Desk> => {
    const made = createLanesDesk({ lanes, memory });
    await until(() => made.store.getState().open);
    return made;
  };
  return { lanes, desk };
}
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 1));
}
const NONE: LaneRecords = { overlay: undefined, shapes: [] };
const red = (records: LaneRecords) => editLane(records, 'string', { color: 'red' });
const rule = (records: LaneRecords) => allow(records, 'number', 'string');

describe('a desk of lanes', () => {
  test('stores nothing before it is told to, and takes a store back', async () => {
    const { lanes, desk } = await world();
    const one = await desk();
    one.edit(red);
    expect(await lanes.read()).toEqual(NONE);
    expect(await one.save()).toEqual(NONE);
    expect(await lanes.read()).toEqual(red(NONE));
    expect(await one.takeBack(NONE)).toBe(true);
    expect(await lanes.read()).toEqual(NONE);
    expect(one.store.getState().draft).toEqual(NONE);
  });

  test('goes back and forth; typing into one field is one step', async () => {
    const { desk } = await world();
    const { edit, undo, redo, store } = await desk();
    for (const name of ['A', 'AB', 'ABC'])
      edit((records) => editLane(records, 'string', { name }), 'string name');
    edit(rule);
    undo();
    expect(store.getState().draft.overlay).toMatchObject({ dataTypes: [{ name: 'ABC' }] });
    undo();
    expect(store.getState().draft).toEqual(NONE);
    redo();
    redo();
    expect(store.getState().draft.overlay).toHaveProperty('compatibilityRules');
    undo();
    edit(red);
    expect(store.getState().future).toEqual([]);
  });

  test('SCH-45: what is malformed is refused with the place, and stays to be mended', async () => {
    const { lanes, desk } = await world();
    const one = await desk();
    one.edit(() => ({ overlay: { dataTypes: [{ name: 'x' }] }, shapes: [] }));
    expect(await one.save()).toBeNull();
    expect(one.store.getState().refusal).toMatchObject({
      reason: 'malformed',
      problems: [{ path: 'dataTypes[0].id' }],
    });
    expect(await lanes.read()).toEqual(NONE);
    one.edit(red);
    expect(one.store.getState().refusal).toBeNull();
  });

  test('a draft is there again when the page is', async () => {
    const { desk } = await world();
    const one = await desk();
    one.edit(red);
    one.close();
    const again = await desk();
    expect(again.store.getState().draft).toEqual(red(NONE));
    again.undo();
    expect(again.store.getState().draft).toEqual(NONE);
    again.close();
    expect((await desk()).store.getState().past).toEqual([]);
  });

  test('what another tab stores shows at once where nothing was changed here', async () => {
    const { lanes, desk } = await world();
    const one = await desk();
    await lanes.replace(NONE, rule(NONE));
    one.heard();
    await until(() => one.store.getState().draft.overlay !== undefined);
    expect(one.store.getState()).toMatchObject({ stored: rule(NONE), draft: rule(NONE), theirs: null });
  });

  test.each([
    ['theirs', rule(NONE)],
    ['both', red(rule(NONE))],
  ] as const)(
    'of two tabs neither overwrites the other unseen; the person chooses %s',
    async (how, outcome) => {
      const { lanes, desk } = await world();
      const one = await desk();
      one.edit(red);
      await lanes.replace(NONE, rule(NONE));
      expect(await one.save()).toBeNull();
      expect(await lanes.read()).toEqual(rule(NONE));
      expect(one.store.getState().theirs).toEqual(rule(NONE));
      one.settle(how);
      if (how === 'both') await one.save();
      expect(one.store.getState()).toMatchObject({ draft: outcome, stored: outcome, theirs: null });
      expect(await lanes.read()).toEqual(outcome);
      one.undo();
      expect(one.store.getState().draft).toEqual(red(NONE));
    },
  );

  test('a store that somebody has gone over since is not taken back', async () => {
    const { lanes, desk } = await world();
    const one = await desk();
    one.edit(red);
    await one.save();
    await lanes.replace(red(NONE), rule(red(NONE)));
    expect(await one.takeBack(NONE)).toBe(false);
    expect(await lanes.read()).toEqual(rule(red(NONE)));
    expect(one.store.getState().theirs).toEqual(rule(red(NONE)));
  });

  test('a draft over which another tab stored while it was closed asks, too', async () => {
    const { lanes, desk } = await world();
    const one = await desk();
    one.edit(red);
    one.close();
    await lanes.replace(NONE, rule(NONE));
    const again = await desk();
    expect(again.store.getState()).toMatchObject({ stored: NONE, draft: red(NONE), theirs: rule(NONE) });
  });
});
