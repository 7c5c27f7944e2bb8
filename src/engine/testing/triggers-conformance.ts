// What every TriggerStore promises.
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { defaultConfig } from '../triggers/config';
import type { TriggerRow, TriggerStore } from '../triggers/types';

/** A store of triggers, and the workflows that it keeps them for. */
export type TriggerPlace = {
  readonly store: TriggerStore;
  storeWorkflow(id: string, nodes: JsonObject[]): Promise<void>;
  removeWorkflow(id: string): Promise<void>;
};

/** A node of a stored workflow, a trigger where nothing else is said. */
export function triggerNode(id: string, type = 'trigger', label = id): JsonObject {
  return { id, type: 'universalNode', data: { label, metadata: { id: type, node_type_id: type } } };
}

/** Runs the promise against fresh places. */
export function describeTriggerStore(open: () => Promise<TriggerPlace>): void {
  /** Two workflows, with two triggers and one. */
  async function filled(): Promise<TriggerPlace> {
    const place = await open();
    await place.storeWorkflow('b', [triggerNode('t.2'), triggerNode('t.1'), triggerNode('x', 'text_input')]);
    await place.storeWorkflow('a', [triggerNode('t.1', 'trigger', 'First')]);
    return place;
  }
  const ids = async (store: TriggerStore, workflow?: string) =>
    (await store.list(workflow)).map(({ id }) => id);
  const deleted = (row: TriggerRow): TriggerRow => ({ ...row, gone: 'person' });
  const noted = (state: Json) => (row: TriggerRow) => ({ ...row, state });

  test('OCX-1: has one trigger for each trigger node of a stored workflow, and lists them by id', async () => {
    const { store } = await filled();
    expect(await ids(store)).toEqual(['a__t_1', 'b__t_1', 'b__t_2']);
    expect(await ids(store, 'b')).toEqual(['b__t_1', 'b__t_2']);
    expect(await ids(store, 'c')).toEqual([]);
    expect(await store.get('a__t_1')).toMatchObject({
      ...{ v: 1, id: 'a__t_1', workflow: 'a', node: 't.1', label: 'First', gone: null, state: {} },
      config: defaultConfig('trigger'),
    });
  });
  test.each(['', 'a', 'a__t_2', '__proto__', 'constructor'])('has none that nobody made: %j', async (id) => {
    const { store } = await filled();
    let asked = false;
    const change = (row: TriggerRow) => {
      asked = true;
      return row;
    };
    expect(await store.get(id)).toBeUndefined();
    expect(await store.update(id, change)).toBeUndefined();
    expect(await store.restore(id, change)).toBeUndefined();
    expect(asked).toBe(false);
  });
  test('hands the stored row to the change, and keeps what that gives', async () => {
    const { store } = await filled();
    const before = await store.get('b__t_1');
    const seen: unknown[] = [];
    const changed = await store.update('b__t_1', (row) => {
      seen.push(row);
      return { ...row, changed: 7, config: { ...row.config, event_type: 'cron' }, state: { run_count: 2 } };
    });
    expect(seen).toEqual([before]);
    expect(changed).toMatchObject({ changed: 7, state: { run_count: 2 } });
    expect(await store.get('b__t_1')).toEqual(changed);
    expect((await store.get('b__t_2'))?.state).toEqual({});
  });
  test.each(['update', 'restore'] as const)(
    '%s writes nothing where the change gives none or throws',
    async (by) => {
      const { store } = await filled();
      const before = await store.list();
      expect(await store[by]('b__t_1', () => undefined)).toBeUndefined();
      const thrown = store[by]('b__t_1', () => {
        throw new Error('refused');
      });
      await expect(thrown).rejects.toThrow('refused');
      expect(await store.list()).toEqual(before);
      // What was refused is in nobody's way.
      expect(await store[by]('b__t_1', noted('after'))).toMatchObject({ state: 'after' });
    },
  );
  test('one that a person deleted is there for nobody but who makes it again', async () => {
    const { store, storeWorkflow } = await filled();
    await store.update('b__t_1', deleted);
    expect(await store.get('b__t_1')).toBeUndefined();
    expect(await ids(store)).toEqual(['a__t_1', 'b__t_2']);
    expect(await store.update('b__t_1', noted(1))).toBeUndefined();
    await storeWorkflow('b', [triggerNode('t.1'), triggerNode('t.2')]);
    expect(await ids(store, 'b')).toEqual(['b__t_2']);
    expect(await store.restore('b__t_1', (row) => ({ ...row, gone: null }))).toMatchObject({ state: {} });
    expect(await ids(store, 'b')).toEqual(['b__t_1', 'b__t_2']);
  });
  test('goes with its node, and is what it was when that comes back', async () => {
    const { store, storeWorkflow } = await filled();
    await store.update('b__t_1', noted({ run_count: 3 }));
    await storeWorkflow('b', [triggerNode('t.2')]);
    expect(await ids(store)).toEqual(['a__t_1', 'b__t_2']);
    expect(await store.get('b__t_1')).toBeUndefined();
    await storeWorkflow('b', [triggerNode('t.1', 'trigger', 'Renamed'), triggerNode('t.2')]);
    expect(await store.get('b__t_1')).toMatchObject({ label: 'Renamed', state: { run_count: 3 } });
  });
  test('those of a workflow that is not stored any more are left out, deleted or not', async () => {
    const { store, removeWorkflow } = await filled();
    await store.update('b__t_2', deleted);
    await removeWorkflow('b');
    expect(await ids(store)).toEqual(['a__t_1']);
    expect(await ids(store, 'b')).toEqual([]);
    for (const id of ['b__t_1', 'b__t_2']) {
      expect(await store.get(id)).toBeUndefined();
      expect(await store.update(id, noted(1))).toBeUndefined();
      expect(await store.restore(id, (row) => ({ ...row, gone: null }))).toBeUndefined();
    }
    expect(await ids(store)).toEqual(['a__t_1']);
  });
  test('changes that meet lose nothing', async () => {
    const { store } = await filled();
    const count = ({ state }: TriggerRow) => (typeof state === 'number' ? state : 0);
    await Promise.all(
      Array.from({ length: 20 }, () => store.update('a__t_1', (row) => ({ ...row, state: count(row) + 1 }))),
    );
    expect((await store.get('a__t_1'))?.state).toBe(20);
  });
}
