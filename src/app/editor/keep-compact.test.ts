import { expect, test } from 'vitest';
import { createEditor } from '../../canvas';
import { createCatalog } from '../../catalog/catalog';
import { emptyDocument } from '../../model/document';
import { keepCompact } from './keep-compact';

function open(settled: () => boolean = () => true) {
  const saved = async () => ({ state: 'saved' as const, at: 1 });
  const editor = createEditor({
    document: emptyDocument('w', 'W'),
    catalog: createCatalog(),
    persistence: { append: saved, undo: saved, redo: saved },
    now: () => 1,
    uuid: () => 'u',
  });
  let compacted = 0;
  const end = keepCompact({
    editor,
    settled,
    compact: async () => {
      compacted += 1;
    },
    rest: 10,
    idle: (work) => {
      const timer = setTimeout(work, 0);
      return () => clearTimeout(timer);
    },
  });
  const edit = (name: string) =>
    editor.dispatch({
      name: 'rename',
      perform: (draft) => {
        draft.name = name;
      },
    });
  return {
    editor,
    edit,
    end,
    compacted: () => compacted,
    turn: () => new Promise((done) => setTimeout(done, 60)),
  };
}

test('edits are compacted once they have rested, and only once', async () => {
  const { edit, end, compacted, turn } = open();
  await turn();
  expect(compacted()).toBe(0);
  for (const name of ['a', 'b', 'c']) edit(name);
  expect(compacted()).toBe(0);
  await turn();
  expect(compacted()).toBe(1);
  await turn();
  expect(compacted()).toBe(1);
  expect(end()).toBe(false);
});

test('what is selected or run is no edit; what is not stored is not compacted; leaving tells what is left to do', async () => {
  const { editor, edit, end, compacted, turn } = open(() => false);
  editor.setRun({ runId: 'r', nodes: new Map() });
  await turn();
  expect(compacted()).toBe(0);
  edit('a');
  await turn();
  expect(compacted()).toBe(0);
  expect(end()).toBe(true);
  await turn();
  expect(compacted()).toBe(0);
});
