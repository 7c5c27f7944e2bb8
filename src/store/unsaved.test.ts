import fc from 'fast-check';
import { applyPatches, type Patch } from 'immer';
import { describe, expect, test } from 'vitest';
import { emptyDocument, type WorkflowDocument } from '../model/document';
import { EDITOR_KEY } from '../model/ids';
import type { SaveStep } from './draft-log';
import { createDrafts } from './drafts';
import type { HistoryStep } from './history';
import { toStored } from './stored-document';
import { arbitraryEdit, type Edit, perform } from './testing/arbitrary-edits';
import { countingClock, memoryDatabase } from './testing/memory-database';
import { decodeUnsaved, encodeUnsaved, type Unsaved } from './unsaved';
import { createWorkflows } from './workflows';

const NONE = { errors: 0, warnings: 0 };

async function start() {
  const db = await memoryDatabase();
  const world = { now: countingClock(), announce: () => undefined };
  const drafts = createDrafts(db, world);
  await drafts.create(emptyDocument('wf', 'First'));
  const open = async () => {
    const result = await drafts.open('wf');
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return result.value;
  };
  return { db, drafts, open, workflows: createWorkflows(db, world) };
}

/** As the text goes through the browser's storage. */
function throughText(unsaved: Unsaved): Unsaved {
  const read = decodeUnsaved(encodeUnsaved(unsaved));
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

const rename = (name: string, from: string, at = 1): SaveStep => ({
  kind: 'command',
  command: {
    name: 'rename',
    params: {},
    at,
    patches: [{ op: 'replace', path: ['name'], value: name }],
    inverse: [{ op: 'replace', path: ['name'], value: from }],
  },
});

const applied = (document: WorkflowDocument, patches: readonly Patch[]): WorkflowDocument =>
  applyPatches(document, [...patches]);

describe('work that a page could not store', () => {
  type Act =
    | { readonly kind: 'edit' | 'amend'; readonly edit: Edit }
    | { readonly kind: 'undo' | 'redo' | 'save' | 'leave' };
  const act: fc.Arbitrary<Act> = fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('edit' as const), edit: arbitraryEdit }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('amend' as const), edit: arbitraryEdit }) },
    {
      weight: 5,
      arbitrary: fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const, 'save', 'leave') }),
    },
  );

  test('whatever was done before a page went, the next one has the same document and the same history', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), fc.boolean(), async (acts, arrived) => {
        const { drafts, open } = await start();
        let { document, revision, undo, redo } = await open();
        let [past, future] = [[...undo], [...redo]];
        let waiting: SaveStep[] = [];
        const append = async (steps: readonly SaveStep[]) => {
          if (steps.length === 0) return;
          const result = await drafts.append({
            id: 'wf',
            baseRevision: revision,
            steps,
            document,
            problems: NONE,
          });
          expect(result.ok).toBe(true);
          revision += 1;
        };
        for (const [time, next] of acts.entries()) {
          if (next.kind === 'edit' || next.kind === 'amend') {
            const done = perform(document, next.edit, time);
            const last = past.at(-1);
            if (done === undefined || (next.kind === 'amend' && last === undefined)) continue;
            document = done.document;
            future = [];
            if (next.kind === 'amend' && last !== undefined) {
              const command: HistoryStep = {
                ...last,
                at: time,
                patches: [...last.patches, ...done.step.patches],
                inverse: [...done.step.inverse, ...last.inverse],
              };
              past = [...past.slice(0, -1), command];
              waiting.push({ kind: 'command', command, amend: true });
            } else {
              past.push(done.step);
              waiting.push({ kind: 'command', command: done.step });
            }
          }
          if (next.kind === 'undo' || next.kind === 'redo') {
            const [from, to] = next.kind === 'undo' ? [past, future] : [future, past];
            const step = from.pop();
            if (step === undefined) continue;
            to.push(step);
            document = applied(document, next.kind === 'undo' ? step.inverse : step.patches);
            waiting.push({ kind: next.kind });
          }
          if (next.kind === 'save') {
            await append(waiting);
            waiting = [];
          }
          if (next.kind === 'leave') {
            // A write that was under way has arrived, or it has not; what came after it has not.
            const flying = waiting.slice(0, 1);
            const sure = flying[0]?.kind === 'command';
            const unsaved = throughText({ id: 'wf', base: revision, flying, waiting: waiting.slice(1) });
            const whole = document;
            if (arrived && sure && flying.length === waiting.length) await append(flying);
            const taken = await drafts.takeUp(unsaved);
            expect(taken).toEqual({
              ok: true,
              value: waiting.length > 0 && !(arrived && sure && waiting.length === 1),
            });
            const again = await open();
            expect(toStored(again.document)).toEqual(toStored(whole));
            expect(again.undo.length).toBe(past.length);
            expect(again.redo.length).toBe(future.length);
            ({ document, revision } = again);
            [past, future, waiting] = [[...again.undo], [...again.redo], []];
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  test('a write that has arrived is not written a second time; what came after it is', async () => {
    const { drafts, open } = await start();
    const [one, two] = [rename('One', 'First', 5), rename('Two', 'One', 6)];
    const document = { ...(await open()).document, name: 'One' };
    await drafts.append({ id: 'wf', baseRevision: 1, steps: [one], document, problems: NONE });
    expect(await drafts.takeUp({ id: 'wf', base: 1, flying: [one], waiting: [two] })).toEqual({
      ok: true,
      value: true,
    });
    const after = await open();
    expect([after.document.name, after.revision, after.undo.length]).toEqual(['Two', 3, 2]);
  });

  test('what another tab wrote since is not overwritten', async () => {
    const { drafts, open } = await start();
    await drafts.rename('wf', 'Theirs');
    const mine: Unsaved = { id: 'wf', base: 1, flying: [rename('Mine', 'First', 7)], waiting: [] };
    expect(await drafts.takeUp(mine)).toEqual({ ok: false, error: { reason: 'conflict', revision: 2 } });
    expect((await open()).document.name).toBe('Theirs');
  });

  test.each([
    '',
    '{',
    'null',
    '{"v":2}',
    '{"v":1,"id":"wf","base":1,"flying":[{"kind":"command"}],"waiting":[]}',
  ])('text that is no unsaved work is refused: %s', (text) => {
    expect(decodeUnsaved(text).ok).toBe(false);
  });

  test('steps that do not fit the document change nothing', async () => {
    const { drafts, open } = await start();
    const bent: SaveStep = {
      kind: 'command',
      command: {
        name: 'x',
        params: {},
        at: 1,
        patches: [{ op: 'replace', path: ['nodes', 9, 'id'], value: 'x' }],
        inverse: [],
      },
    };
    expect((await drafts.takeUp({ id: 'wf', base: 1, flying: [], waiting: [bent] })).ok).toBe(false);
    expect((await drafts.takeUp({ id: 'wf', base: 1, flying: [], waiting: [{ kind: 'undo' }] })).ok).toBe(
      false,
    );
    expect((await open()).revision).toBe(1);
  });
});

describe('numbers of nodes that are gone', () => {
  test('stay used after a reload, whatever was undone and overwritten', async () => {
    const { drafts, open } = await start();
    const { document } = await open();
    const memory = { counters: { text_input: 3 } };
    const kept: WorkflowDocument = {
      ...document,
      name: 'One',
      extra: { ...document.extra, [EDITOR_KEY]: memory },
    };
    await drafts.append({
      id: 'wf',
      baseRevision: 1,
      steps: [rename('One', 'First')],
      document: kept,
      problems: NONE,
    });
    expect((await open()).document.extra[EDITOR_KEY]).toEqual(memory);
    const undone = { ...kept, name: 'First' };
    await drafts.append({
      id: 'wf',
      baseRevision: 2,
      steps: [{ kind: 'undo' }],
      document: undone,
      problems: NONE,
    });
    await drafts.compact('wf');
    expect((await open()).document.extra[EDITOR_KEY]).toEqual(memory);
    await drafts.rename('wf', 'Elsewhere');
    await drafts.duplicate('wf', { id: 'copy', name: 'Copy' });
    expect((await open()).document.extra[EDITOR_KEY]).toEqual(memory);
    const copy = await drafts.open('copy');
    expect(copy.ok && copy.value.document.extra[EDITOR_KEY]).toEqual(memory);
    await drafts.replace('wf', emptyDocument('wf', 'Imported'));
    await drafts.takeUp({
      id: 'wf',
      base: 5,
      flying: [],
      waiting: [rename('Last', 'Imported')],
      memory: { counters: { text_input: 4 } },
    });
    expect((await open()).document.extra[EDITOR_KEY]).toEqual({ counters: { text_input: 4 } });
  });
});

test('a deleted draft brings no stored workflow back, however late an editor elsewhere promotes it', async () => {
  const { drafts, workflows } = await start();
  await workflows.promote('wf', { id: 'wf', name: 'First' }, 1);
  await drafts.remove('wf');
  expect(await workflows.promote('wf', { id: 'wf', name: 'First' }, 2)).toEqual({
    ok: false,
    error: { reason: 'missing' },
  });
  expect(await workflows.list()).toEqual({ ok: true, value: [] });
  await drafts.restore('wf');
  expect((await workflows.promote('wf', { id: 'wf', name: 'First' }, 3)).ok).toBe(true);
});
