import { describe, expect, test } from 'vitest';
import { PLAIN_FLAGS } from '../../../catalog/build';
import { createCatalog } from '../../../catalog/catalog';
import { copyOf, shippedNodeType } from '../../../catalog/edit-node-type';
import type { NodeType, Processor } from '../../../catalog/types';
import type { Json } from '../../../model/json';
import { createRepositories } from '../../../store';
import { memoryDatabase } from '../../../store/testing/memory-database';
import type { Memory } from '../../person';
import { openType } from './open-type';
import { openDraft, type TypeDraft } from './type-draft';

const calculator = shippedNodeType('calculator');
if (calculator === undefined) throw new Error('It ships.');
const mine = copyOf(calculator, 'mine', 'Mine');

/** A site whose tabs share what is stored and what is remembered. */
async function world(stored: readonly NodeType[] = [], processors: readonly Processor[] = []) {
  const { site } = createRepositories(await memoryDatabase(), { now: () => 1000, announce: () => undefined });
  await site.put({ nodeTypes: stored });
  const kept = new Map<string, Json>();
  const memory: Memory = {
    recall: async (key) => kept.get(key),
    remember: async (key, value) => void kept.set(key, value),
  };
  const catalog = async () => createCatalog((await site.read()).records, processors);
  const tab = async (id: string, own: Memory = memory): Promise<TypeDraft> => {
    const opened = await openType(site, id);
    if (opened.state !== 'found') throw new Error(opened.state);
    return openDraft(opened, { site, memory: own });
  };
  const forgetful: Memory = { recall: async () => undefined, remember: async () => undefined };
  const label = async (id: string) => (await catalog()).nodeType(id)?.label;
  return { site, catalog, tab, label, forgetful };
}
const named = (label: string) => (nodeType: NodeType) => ({ ...nodeType, label });

describe('a node type being edited', () => {
  test('a save over a shipped one can be taken back, and one that says what ships leaves no record', async () => {
    const { site, tab, label, catalog } = await world();
    const draft = await tab('calculator');
    draft.edit(named('Sums'));
    expect(draft.store.getState().dirty).toBe(true);
    const saved = await draft.save(await catalog());
    expect([await label('calculator'), draft.store.getState().dirty]).toEqual(['Sums', false]);
    draft.edit(named('Calculator'));
    expect((await draft.save(await catalog())).ok).toBe(true);
    expect(await site.one('nodeTypes', 'calculator')).toBeNull();
    draft.edit(named('Again'));
    const again = await draft.save(await catalog());
    expect(again.ok && (await site.revert(again.value)).ok).toBe(true);
    expect(await label('calculator')).toBe('Calculator');
    // The first change lies under others by now, so it is not what is taken back.
    expect(saved.ok && (await site.revert(saved.value)).ok).toBe(false);
  });

  test('of two tabs the later one is told, and nothing is overwritten before it decides', async () => {
    const { tab, label, catalog, forgetful } = await world([mine]);
    const [one, two] = [await tab('mine', forgetful), await tab('mine', forgetful)];
    one.edit(named('One'));
    two.edit(named('Two'));
    expect((await one.save(await catalog())).ok).toBe(true);
    expect(await two.save(await catalog())).toMatchObject({
      ok: false,
      error: { reason: 'store', fault: { reason: 'conflict' } },
    });
    expect([await label('mine'), two.store.getState().conflict]).toEqual(['One', 'changed']);
    expect(two.store.getState().edited.label).toBe('Two');
    expect((await two.saveOver(await catalog())).ok).toBe(true);
    expect([await label('mine'), two.store.getState().conflict]).toEqual(['Two', null]);
    // Without edits of its own the first tab takes it up as it hears of it.
    await one.look();
    expect(one.store.getState()).toMatchObject({ edited: { label: 'Two' }, dirty: false, conflict: null });
  });

  test('one that was deleted meanwhile is brought back by saving over, or seen to be gone', async () => {
    const { site, tab, label, catalog, forgetful } = await world([mine]);
    const draft = await tab('mine', forgetful);
    draft.edit(named('Kept'));
    await site.remove('nodeTypes', ['mine']);
    await draft.look();
    expect(draft.store.getState().conflict).toBe('gone');
    expect(await draft.load()).toBe(false);
    const catalogNow = await catalog();
    expect(await draft.save(catalogNow)).toMatchObject({ ok: false });
    expect(await label('mine')).toBeUndefined();
    expect((await draft.saveOver(catalogNow)).ok).toBe(true);
    expect(await label('mine')).toBe('Kept');
  });

  test('edits that were left come back; on another record than they stand on they are a conflict', async () => {
    const { site, tab } = await world([mine]);
    (await tab('mine')).edit(named('Left'));
    const again = await tab('mine');
    expect(again.store.getState()).toMatchObject({
      edited: { label: 'Left' },
      base: { label: 'Mine' },
      restored: true,
      conflict: null,
    });
    await site.put({ nodeTypes: [{ ...mine, description: 'Other' }] });
    expect((await tab('mine')).store.getState()).toMatchObject({ conflict: 'changed', dirty: true });
    again.discard();
    expect((await tab('mine')).store.getState()).toMatchObject({
      dirty: false,
      edited: { description: 'Other' },
    });
  });

  test('what another tab clears of its own is noted again by the tab that leaves', async () => {
    const { tab } = await world([mine]);
    const [one, two] = [await tab('mine'), await tab('mine')];
    one.edit(named('One'));
    two.edit(named('Two'));
    two.discard();
    one.leave();
    two.leave();
    expect((await tab('mine')).store.getState().edited.label).toBe('One');
  });

  test('what a field says is wrong is not stored', async () => {
    const { tab, label, catalog } = await world([mine]);
    const draft = await tab('mine');
    draft.edit(named(' '));
    expect(await draft.save(await catalog())).toEqual({ ok: false, error: { reason: 'problems' } });
    expect(await label('mine')).toBe('Mine');
  });

  test('SCH-33: with a schema that cannot be read a new label is stored, and not one stored parameter is lost', async () => {
    const parameters = {
      loop_back: { configurable: false, connectable: true, required: false, exposed_by_default: true },
      term: {
        configurable: true,
        connectable: true,
        required: true,
        exposed_by_default: true,
        default: 'dogs',
      },
    };
    const broken: Processor = {
      id: 'test:broken',
      parameters: { type: 'object' },
      outputs: { type: 'object', properties: {} },
      flags: PLAIN_FLAGS,
    };
    const { site, tab, catalog } = await world(
      [{ ...mine, executor_plugin: 'test:broken', parameters }],
      [broken],
    );
    const draft = await tab('mine');
    draft.edit(named('Renamed'));
    expect((await draft.save(await catalog())).ok).toBe(true);
    const row = await site.one('nodeTypes', 'mine');
    expect(row?.record).toMatchObject({ label: 'Renamed', parameters });
    draft.edit((nodeType) => ({ ...nodeType, parameters: {} }));
    expect(await draft.save(await catalog())).toMatchObject({
      ok: false,
      error: { reason: 'refused', refusal: { code: 'NODE_TYPE_SCHEMA_UNAVAILABLE' } },
    });
    expect((await site.one('nodeTypes', 'mine'))?.record).toEqual(row?.record);
  });
});
