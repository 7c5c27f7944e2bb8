import { IDBFactory } from 'fake-indexeddb';
import fc from 'fast-check';
import { applyPatches } from 'immer';
import { describe, expect, test } from 'vitest';
import { emptyDocument, type WorkflowDocument } from '../model/document';
import type { Announcement } from './announcements';
import type { SluiceDatabase } from './database';
import { KEPT_STEPS, type SaveStep, SNAPSHOT_EVERY } from './draft-log';
import type { OpenDraft } from './draft-types';
import { createDrafts } from './drafts';
import { toStored } from './stored-document';
import { arbitraryEdit, type Edit, keysOf, perform } from './testing/arbitrary-edits';
import { countingClock, failNextWrite, memoryDatabase } from './testing/memory-database';
import { createWorkflows } from './workflows';

const NONE = { errors: 0, warnings: 0 };

function draftsOn(db: SluiceDatabase, heard: Announcement[] = []) {
  return createDrafts(db, { now: countingClock(), announce: (announcement) => heard.push(announcement) });
}

async function opened(drafts: ReturnType<typeof draftsOn>, id = 'wf'): Promise<OpenDraft> {
  const result = await drafts.open(id);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** A writer as the editor's persistence is one: it knows its document and the revision it is based on. */
function writer(drafts: ReturnType<typeof draftsOn>, start: OpenDraft) {
  let { document, revision } = start;
  const undo = [...start.undo];
  const redo = [...start.redo];
  const save = async (steps: readonly SaveStep[]) => {
    const result = await drafts.append({
      id: document.id,
      baseRevision: revision,
      steps,
      document,
      problems: NONE,
    });
    if (result.ok) revision = result.value;
    return result;
  };
  return {
    get document() {
      return document;
    },
    get revision() {
      return revision;
    },
    save,
    canUndo: () => undo.length > 0,
    canRedo: () => redo.length > 0,
    async edit(edit: Edit) {
      const done = perform(document, edit, 1);
      if (done === undefined) return undefined;
      document = done.document;
      undo.push(done.step);
      redo.length = 0;
      return save([{ kind: 'command', command: done.step }]);
    },
    async amend(edit: Edit) {
      const done = perform(document, edit, 1);
      const last = undo.at(-1);
      if (done === undefined || last === undefined) return undefined;
      undo.pop();
      redo.length = 0;
      document = done.document;
      const command = {
        ...last,
        patches: [...last.patches, ...done.step.patches],
        inverse: [...done.step.inverse, ...last.inverse],
      };
      undo.push(command);
      return save([{ kind: 'command', command, amend: true }]);
    },
    async undo() {
      const step = undo.pop();
      if (step === undefined) return undefined;
      redo.push(step);
      document = applyPatches(document, [...step.inverse]);
      return save([{ kind: 'undo' }]);
    },
    async redo() {
      const step = redo.pop();
      if (step === undefined) return undefined;
      undo.push(step);
      document = applyPatches(document, [...step.patches]);
      return save([{ kind: 'redo' }]);
    },
  };
}

const rename = (name: string): Edit => ({ kind: 'rename', name });

async function draftWith(name = 'First') {
  const db = await memoryDatabase();
  const heard: Announcement[] = [];
  const drafts = draftsOn(db, heard);
  await drafts.create(emptyDocument('wf', name));
  return { db, drafts, heard };
}

/** Equal but for internal keys. */
function same(a: WorkflowDocument, b: WorkflowDocument): void {
  expect(toStored(a)).toEqual(toStored(b));
}

describe('history across reloads', () => {
  type Act =
    | { readonly kind: 'edit' | 'amend'; readonly edit: Edit }
    | { readonly kind: 'undo' | 'redo' | 'reload' | 'compact' };
  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('edit' as const), edit: arbitraryEdit }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('amend' as const), edit: arbitraryEdit }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('reload' as const, 'compact' as const) }) },
  );

  test('any edits, reloaded at any point: the document is the same but for its keys, and keys stay unique', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
        const { drafts } = await draftWith();
        let editor = writer(drafts, await opened(drafts));
        for (const next of acts) {
          if (next.kind === 'edit') expect((await editor.edit(next.edit))?.ok).not.toBe(false);
          if (next.kind === 'amend') expect((await editor.amend(next.edit))?.ok).not.toBe(false);
          if (next.kind === 'undo') expect((await editor.undo())?.ok).not.toBe(false);
          if (next.kind === 'redo') expect((await editor.redo())?.ok).not.toBe(false);
          if (next.kind === 'compact') expect((await drafts.compact('wf')).ok).toBe(true);
          if (next.kind === 'reload') {
            const again = await opened(drafts);
            same(again.document, editor.document);
            editor = writer(drafts, again);
          }
          const keys = keysOf(editor.document);
          expect(new Set(keys).size).toBe(keys.length);
        }
        same((await opened(drafts)).document, editor.document);
      }),
      { numRuns: 60 },
    );
  });

  test('an amended step after an undo takes the place of the last one that is done', async () => {
    const { drafts } = await draftWith();
    const editor = writer(drafts, await opened(drafts));
    await editor.edit({ kind: 'add-edge', id: 'e' });
    await editor.edit(rename('b'));
    await drafts.compact('wf');
    await editor.undo();
    await editor.amend(rename('c'));
    const again = await opened(drafts);
    same(again.document, editor.document);
    expect([again.undo.length, again.redo.length]).toEqual([1, 0]);
  });

  test('undone all the way back after a reload, the document is what it was at the start; redone, what it was at the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryEdit, { maxLength: 25 }),
        fc.nat({ max: 25 }),
        async (edits, reloadAt) => {
          const { drafts } = await draftWith();
          let editor = writer(drafts, await opened(drafts));
          const start = editor.document;
          for (const [index, edit] of edits.entries()) {
            if (index === reloadAt) editor = writer(drafts, await opened(drafts));
            await editor.edit(edit);
          }
          const end = editor.document;
          editor = writer(drafts, await opened(drafts));
          while (editor.canUndo()) {
            await editor.undo();
            const keys = keysOf(editor.document);
            expect(new Set(keys).size).toBe(keys.length);
          }
          same(editor.document, start);
          editor = writer(drafts, await opened(drafts));
          while (editor.canRedo()) await editor.redo();
          same(editor.document, end);
          same((await opened(drafts)).document, end);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('the log keeps the newest steps and opens from a snapshot', async () => {
    const { db, drafts } = await draftWith();
    const editor = writer(drafts, await opened(drafts));
    const made = KEPT_STEPS + 2 * SNAPSHOT_EVERY + 7;
    for (let i = 1; i <= made; i += 1) await editor.edit(rename(`n${i}`));
    const again = await opened(drafts);
    expect(again.document.name).toBe(`n${made}`);
    expect(again.undo.length).toBeGreaterThanOrEqual(KEPT_STEPS);
    expect(again.undo.length).toBeLessThanOrEqual(KEPT_STEPS + SNAPSHOT_EVERY);
    expect(await db.commands.count()).toBe(again.undo.length);
  });

  test('undo further back than the log reaches keeps the document right', async () => {
    const { db, drafts } = await draftWith('a');
    const editor = writer(drafts, await opened(drafts));
    await editor.edit(rename('b'));
    await db.commands.clear();
    expect(await drafts.compact('wf')).toMatchObject({ ok: false, error: { reason: 'unreadable' } });
    await editor.undo();
    const again = await opened(drafts);
    expect(again.document.name).toBe('a');
    expect(again.undo).toEqual([]);
    expect(again.redo).toEqual([]);
  });

  test('stored patches and snapshots hold no internal keys', async () => {
    const { db, drafts } = await draftWith();
    const editor = writer(drafts, await opened(drafts));
    await editor.edit({ kind: 'add-node', id: 'a', at: 0 });
    await editor.edit({ kind: 'add-edge', id: 'e' });
    await editor.edit({ kind: 'remove-node', at: 0 });
    await drafts.compact('wf');
    const written = JSON.stringify([await db.commands.toArray(), await db.draftSnapshots.toArray()]);
    expect(written).toContain('"id":"a"');
    expect(written).not.toContain('"key"');
  });
});

describe('two tabs', () => {
  test('the second writer on an old revision is told and changes nothing', async () => {
    const factory = new IDBFactory();
    const one = draftsOn(await memoryDatabase(factory));
    const two = draftsOn(await memoryDatabase(factory));
    await one.create(emptyDocument('wf', 'First'));
    const left = writer(one, await opened(one));
    const right = writer(two, await opened(two));
    await left.edit(rename('Left'));
    expect(await right.edit(rename('Right'))).toEqual({
      ok: false,
      error: { reason: 'conflict', revision: 2 },
    });
    expect((await opened(two)).document.name).toBe('Left');
    expect((await opened(two)).undo).toHaveLength(1);
  });

  test('every write announces the new revision', async () => {
    const { drafts, heard } = await draftWith();
    await writer(drafts, await opened(drafts)).edit(rename('x'));
    await drafts.rename('wf', 'y');
    expect(heard).toEqual([
      { kind: 'drafts' },
      { kind: 'draft', id: 'wf', revision: 2 },
      { kind: 'draft', id: 'wf', revision: 3 },
    ]);
  });
});

describe('a failed write', () => {
  for (const [name, reason, table] of [
    ['QuotaExceededError', 'quota', 'commands'],
    ['QuotaExceededError', 'quota', 'drafts'],
    ['UnknownError', 'write', 'drafts'],
  ] as const) {
    test(`${name} on ${table} is ${reason}, leaves nothing behind, and the next save writes everything`, async () => {
      const { db, drafts } = await draftWith();
      const start = await opened(drafts);
      await failNextWrite(db, table, name);
      const first = perform(start.document, rename('lost?'), 1);
      const second =
        first === undefined ? undefined : perform(first.document, { kind: 'add-node', id: 'a', at: 0 }, 2);
      if (first === undefined || second === undefined) throw new Error('the edits change something');
      const one: SaveStep = { kind: 'command', command: first.step };
      const two: SaveStep = { kind: 'command', command: second.step };
      const failed = await drafts.append({
        id: 'wf',
        baseRevision: 1,
        steps: [one],
        document: first.document,
        problems: NONE,
      });
      expect(failed).toMatchObject({ ok: false, error: { reason } });
      expect(await db.commands.count()).toBe(0);
      expect((await opened(drafts)).document.name).toBe('First');
      const saved = await drafts.append({
        id: 'wf',
        baseRevision: 1,
        steps: [one, two],
        document: second.document,
        problems: NONE,
      });
      expect(saved).toEqual({ ok: true, value: 2 });
      same((await opened(drafts)).document, second.document);
      expect((await opened(drafts)).undo).toHaveLength(2);
    });
  }
});

describe('the list', () => {
  test('STORE-15: search is a literal part of the name in any case', async () => {
    const { drafts } = await draftWith('100% Sum_up');
    await drafts.create(emptyDocument('other', 'Mean'));
    const found = async (search: string) => {
      const list = await drafts.list({ search });
      return list.ok ? list.value.drafts.map((draft) => draft.id) : [];
    };
    expect(await found('%')).toEqual(['wf']);
    expect(await found('M_')).toEqual(['wf']);
    expect(await found('.*')).toEqual([]);
    expect(await found('m')).toEqual(['other', 'wf']);
    expect(await found('0')).toEqual(['wf']);
  });

  test('shows name, counts, drawing, problems and the newest change first', async () => {
    const { drafts } = await draftWith('One');
    await drafts.create(emptyDocument('two', 'Two'));
    const editor = writer(drafts, await opened(drafts));
    await editor.edit({ kind: 'add-node', id: 'a', at: 0 });
    await editor.edit({ kind: 'add-node', id: 'b', at: 0 });
    await editor.edit({ kind: 'add-edge', id: 'e' });
    await drafts.append({
      id: 'wf',
      baseRevision: editor.revision,
      steps: [],
      document: editor.document,
      problems: { errors: 2, warnings: 1 },
    });
    const list = await drafts.list();
    expect(list).toMatchObject({
      ok: true,
      value: {
        drafts: [
          {
            id: 'wf',
            revision: 5,
            lastRun: null,
            head: {
              name: 'One',
              nodes: 2,
              edges: 1,
              problems: { errors: 2, warnings: 1 },
              thumbnail: { rects: [0, 0, 200, 80, 0, 0, 200, 80], wires: [1, 0] },
            },
          },
          { id: 'two', revision: 1, head: { nodes: 0 } },
        ],
        unreadable: [],
      },
    });
  });

  test('a draft of a newer version is shown as unreadable, and neither opened nor overwritten', async () => {
    const { db, drafts } = await draftWith();
    const row = await db.drafts.get('wf');
    await db.drafts.put({ ...Object(row), v: 2 });
    const list = await drafts.list();
    expect(list).toMatchObject({
      ok: true,
      value: { drafts: [], unreadable: [{ id: 'wf', problems: [{ path: 'v' }] }] },
    });
    expect(await drafts.open('wf')).toMatchObject({ ok: false, error: { reason: 'unreadable' } });
    expect(await drafts.rename('wf', 'x')).toMatchObject({ ok: false, error: { reason: 'unreadable' } });
    expect(await db.drafts.get('wf')).toMatchObject({ v: 2, head: { name: 'First' } });
  });

  test('a malformed row is listed whatever it lacks', async () => {
    const { db, drafts } = await draftWith();
    await db.table('drafts').put({ v: 1, id: 'bent', head: 'garbage' });
    const list = await drafts.list();
    expect(list.ok && list.value.unreadable.map(({ id }) => id)).toEqual(['bent']);
    expect(list.ok && list.value.drafts.map(({ id }) => id)).toEqual(['wf']);
  });

  test('a malformed row says where', async () => {
    const { db, drafts } = await draftWith();
    await db.draftSnapshots.update('wf', { 'document.nodes': [{ id: 7 }] });
    const result = await drafts.open('wf');
    expect(
      !result.ok && result.error.reason === 'unreadable' && result.error.problems.map(({ path }) => path),
    ).toContain('document.nodes[0].id');
  });
});

describe('create, duplicate, replace, delete', () => {
  test('an id in use is refused', async () => {
    const { drafts } = await draftWith();
    expect(await drafts.create(emptyDocument('wf', 'Second'))).toEqual({
      ok: false,
      error: { reason: 'taken' },
    });
    expect((await opened(drafts)).document.name).toBe('First');
  });

  test('a duplicate has its own id and name, and no history', async () => {
    const { drafts } = await draftWith();
    await writer(drafts, await opened(drafts)).edit({ kind: 'add-node', id: 'a', at: 0 });
    expect(await drafts.duplicate('wf', { id: 'copy', name: 'First (copy)' })).toEqual({
      ok: true,
      value: 1,
    });
    const copy = await opened(drafts, 'copy');
    expect(copy.document).toMatchObject({ id: 'copy', name: 'First (copy)', nodes: [{ id: 'a' }] });
    expect(copy.undo).toEqual([]);
  });

  test('an import over an id is one step, and undo brings the old document back', async () => {
    const { drafts } = await draftWith();
    const before = writer(drafts, await opened(drafts));
    await before.edit({ kind: 'add-node', id: 'a', at: 0 });
    await drafts.replace('wf', emptyDocument('wf', 'Imported'));
    const after = writer(drafts, await opened(drafts));
    expect(after.document).toMatchObject({ name: 'Imported', nodes: [] });
    await after.undo();
    same(after.document, before.document);
    same((await opened(drafts)).document, before.document);
  });

  test('a deleted draft leaves the list and comes back whole', async () => {
    const { db, drafts } = await draftWith();
    const workflows = createWorkflows(db, { now: countingClock(), announce: () => {} });
    await workflows.promote('wf', { id: 'wf', name: 'First' }, 1);
    await writer(drafts, await opened(drafts)).edit(rename('Edited'));
    await drafts.remove('wf');
    expect(await drafts.list()).toMatchObject({ value: { drafts: [] } });
    expect(await drafts.list({ removed: true })).toMatchObject({ value: { drafts: [{ id: 'wf' }] } });
    expect(await drafts.open('wf')).toEqual({ ok: false, error: { reason: 'missing' } });
    expect(await workflows.get('wf')).toEqual({ ok: false, error: { reason: 'missing' } });
    await drafts.restore('wf');
    expect((await opened(drafts)).document.name).toBe('Edited');
    expect((await opened(drafts)).undo).toHaveLength(1);
    expect(await workflows.get('wf')).toMatchObject({ ok: true, value: { name: 'First' } });
  });

  test('a new draft under a deleted id keeps the deleted one as its past', async () => {
    const { drafts } = await draftWith();
    await drafts.remove('wf');
    expect((await drafts.create(emptyDocument('wf', 'New'))).ok).toBe(true);
    const editor = writer(drafts, await opened(drafts));
    expect(editor.document.name).toBe('New');
    await editor.undo();
    expect(editor.document.name).toBe('First');
  });

  test('purge ends what was deleted before a time, and only that', async () => {
    const { db, drafts } = await draftWith();
    await drafts.create(emptyDocument('kept', 'Kept'));
    await drafts.remove('wf');
    expect(await drafts.purge(0)).toEqual({ ok: true, value: [] });
    expect(await drafts.purge(Number.MAX_SAFE_INTEGER)).toEqual({ ok: true, value: ['wf'] });
    expect(await drafts.restore('wf')).toEqual({ ok: false, error: { reason: 'missing' } });
    expect(await db.draftSnapshots.toCollection().primaryKeys()).toEqual(['kept']);
  });

  test('a rename is a step of history and takes the stored workflow along where that is the same version', async () => {
    const { db, drafts } = await draftWith();
    const workflows = createWorkflows(db, { now: countingClock(), announce: () => {} });
    await workflows.promote('wf', { id: 'wf', name: 'First' }, 1);
    await drafts.rename('wf', 'Second');
    expect(await workflows.get('wf')).toMatchObject({
      value: { name: 'Second', revision: 2, document: { name: 'Second' } },
    });
    const editor = writer(drafts, await opened(drafts));
    await editor.undo();
    expect((await opened(drafts)).document.name).toBe('First');
  });
});
