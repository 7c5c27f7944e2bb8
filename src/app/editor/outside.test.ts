import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { documentOf } from '../../api/stored-workflow';
import { recordOf } from '../../api/testing/repository-conformance';
import type { WorkflowRecord } from '../../api/types';
import { createEditor } from '../../canvas';
import { createCatalog } from '../../catalog/catalog';
import { type Announcement, createRepositories, type Tabs } from '../../store';
import { createDoorWorkflows } from '../../store/door-workflows';
import { countingClock, memoryDatabase } from '../../store/testing/memory-database';
import { createDraftPersistence } from './draft-persistence';
import { watchOutside } from './outside';

const settle = () => new Promise((resolve) => setTimeout(resolve, 40));
const note = (id: string) => ({
  id,
  type: 'universalNode',
  position: { x: 0, y: 0 },
  data: { label: id, config: {}, metadata: { node_type_id: 'note' } },
});

/** An open editor of workflow `w`, and the doors of another program. What either announces, only the other hears. */
async function page() {
  const db = await memoryDatabase(new IDBFactory());
  const now = countingClock();
  const listeners = new Set<(announcement: Announcement) => void>();
  const fromOutside = (announcement: Announcement) => {
    for (const listener of [...listeners]) listener(announcement);
  };
  const tabs: Tabs = {
    announce: () => undefined,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => undefined,
  };
  const doors = createDoorWorkflows(db, { now, announce: fromOutside });
  /** Writes that the page has not heard of yet. */
  const silently = createDoorWorkflows(db, { now, announce: () => undefined });
  const services = { ...createRepositories(db, { now, announce: () => undefined }), tabs };
  const create = (record: WorkflowRecord) => doors.create(record, documentOf(record));
  async function update(change: Partial<WorkflowRecord>) {
    const held = await doors.get('w');
    if (held === undefined) throw new Error('There is no workflow.');
    const record = { ...held.record, ...change };
    return doors.replace(held.stamp, record, documentOf(record));
  }
  async function open() {
    const draft = await services.drafts.open('w');
    if (!draft.ok) throw new Error(draft.error.reason);
    const { document, revision, undo, redo } = draft.value;
    let hold: Promise<void> | undefined;
    const persistence = createDraftPersistence({
      id: 'w',
      revision,
      now,
      counts: () => ({ errors: 0, warnings: 0 }),
      notes: { note: () => undefined, forget: () => undefined },
      drafts: {
        async append(request) {
          await hold;
          return services.drafts.append(request);
        },
      },
    });
    const editor = createEditor({
      document,
      catalog: createCatalog(),
      persistence,
      log: { undo, redo },
      now,
      uuid: () => 'u',
    });
    const watch = watchOutside({ services, id: 'w', editor, persistence });
    await settle();
    return {
      editor,
      watch,
      persistence,
      state: () => editor.store.getState(),
      outside: () => watch.store.getState().outside,
      rename(name: string) {
        editor.dispatch({
          name: 'rename',
          perform(draft) {
            draft.name = name;
          },
        });
      },
      holdWrites: (until: Promise<void>) => {
        hold = until;
      },
    };
  }
  return { services, doors, silently, create, update, open };
}

describe('a draft that followed its workflow', () => {
  test('is taken up in place: keys of what stays, selection and history', async () => {
    const { create, update, open, services } = await page();
    await create(recordOf('w', { name: 'One', nodes: [note('a'), note('b')] }));
    const { editor, state, persistence, outside } = await open();
    const [a] = state().document.nodes;
    editor.select({ nodes: a === undefined ? [] : [a.key] });
    await update({ name: 'Two', nodes: [note('a'), note('c')] });
    await update({ description: 'Twice' });
    await settle();
    expect([state().document.name, state().document.description]).toEqual(['Two', 'Twice']);
    expect(state().document.nodes.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(state().document.nodes[0]?.key).toBe(a?.key);
    expect([...state().selection.nodes]).toEqual([a?.key]);
    expect([state().undo?.name, state().save.state, outside()]).toEqual(['changedOutside', 'saved', null]);
    editor.undo();
    editor.undo();
    await settle();
    expect([state().document.name, state().document.nodes.map(({ id }) => id)]).toEqual(['One', ['a', 'b']]);
    // What the editor wrote fits what the store has.
    const stored = await services.drafts.open('w');
    expect(stored.ok && [stored.value.document.name, stored.value.revision]).toEqual([
      'One',
      persistence.revision(),
    ]);
  });

  test('while a step was on its way: the author is told, and either keeps both', async () => {
    const { create, update, open, services } = await page();
    await create(recordOf('w', { name: 'One' }));
    const { rename, holdWrites, state, outside, watch } = await open();
    let go: () => void = () => undefined;
    holdWrites(
      new Promise((resolve) => {
        go = resolve;
      }),
    );
    rename('Mine');
    await settle();
    await update({ name: 'Theirs' });
    await settle();
    go();
    await settle();
    expect([state().document.name, state().save.state, outside()]).toEqual([
      'Mine',
      'conflict',
      { kind: 'overtaken' },
    ]);
    expect(await watch.keep()).toEqual({ ok: true, value: 'reload' });
    const draft = await services.drafts.open('w');
    expect(draft.ok && [draft.value.document.name, draft.value.undo.map(({ name }) => name)]).toEqual([
      'Mine',
      ['changedOutside', 'replaceDocument'],
    ]);
  });

  test('a write of another tab is no such thing', async () => {
    const { create, open, services } = await page();
    await create(recordOf('w', { name: 'One' }));
    const { state, outside, rename } = await open();
    await services.drafts.rename('w', 'Elsewhere');
    rename('Mine');
    await settle();
    expect([state().save.state, outside()]).toEqual(['conflict', null]);
  });
});

describe('a draft with edits that are not stored', () => {
  async function asked() {
    const given = await page();
    await given.create(recordOf('w', { name: 'One' }));
    const opened = await given.open();
    opened.rename('Mine');
    await settle();
    await given.update({ name: 'Theirs' });
    await settle();
    return { ...given, ...opened };
  }

  test('is asked for: taken in place', async () => {
    const { outside, watch, state, editor } = await asked();
    expect(outside()).toMatchObject({ kind: 'changed' });
    expect(state().document.name).toBe('Mine');
    expect(await watch.take()).toEqual({ ok: true, value: 'stay' });
    expect([state().document.name, outside()]).toEqual(['Theirs', null]);
    editor.undo();
    expect(state().document.name).toBe('Mine');
  });

  test('is asked for: kept, and the editor looks again whether it can be stored', async () => {
    const { outside, watch, state } = await asked();
    const { save } = state();
    expect(await watch.keep()).toEqual({ ok: true, value: 'stay' });
    expect([outside(), state().document.name, state().save === save]).toEqual([null, 'Mine', false]);
  });

  test('is asked for: kept as a copy', async () => {
    const { watch, services, state } = await asked();
    expect(await watch.copy('copy', 'Mine (copy)')).toEqual({ ok: true, value: null });
    const copy = await services.drafts.open('copy');
    expect(copy.ok && copy.value.document.name).toBe('Mine (copy)');
    expect(state().document.name).toBe('Theirs');
  });

  test('an answer that a further change overtakes is told, and asked anew', async () => {
    const { silently, watch, outside, state } = await asked();
    expect(await silently.remove('w')).toBe(true);
    expect(await watch.keep()).toMatchObject({ ok: false, error: { reason: 'conflict' } });
    expect(outside()).toMatchObject({ kind: 'deleted' });
    expect(state().document.name).toBe('Mine');
  });
});

test('a deleted workflow is told of, brought back, and goes on', async () => {
  const { create, open, doors, services } = await page();
  await create(recordOf('w', { name: 'One' }));
  const { outside, watch, rename, state, persistence } = await open();
  await doors.remove('w');
  await settle();
  expect(outside()).toEqual({ kind: 'removed' });
  rename('Typed meanwhile');
  await settle();
  expect(state().save.state).toBe('conflict');
  expect(await watch.keep()).toEqual({ ok: true, value: 'stay' });
  await settle();
  expect([state().save.state, persistence.pending(), outside()]).toEqual(['saved', false, null]);
  const draft = await services.drafts.open('w');
  expect(draft.ok && draft.value.document.name).toBe('Typed meanwhile');
});
