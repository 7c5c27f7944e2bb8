import { expect, test } from 'vitest';
import { setNodeLabel } from '../commands/nodes';
import { aDocument, aNode, catalog, testEditor } from '../testing/fixtures';
import { createCanvasUi } from './canvas-ui';

test('two editors on one page share neither document, history, selection nor what their canvases show', () => {
  const a = aNode('text_input.1', 'text_input');
  const document = aDocument({ nodes: [a] });
  const [one, two] = [testEditor(document).editor, testEditor(document).editor];
  const [here, there] = [createCanvasUi(), createCanvasUi()];
  const before = { editor: two.store.getState(), ui: there.store.getState() };

  one.dispatch(setNodeLabel(a.key, 'New'));
  one.select({ nodes: [a.key] });
  one.setRun({ runId: 'r1', nodes: new Map() });
  here.set({ lead: a.key, renaming: a.key });
  here.say('undone');
  here.openList({ kind: 'choosePort', node: a.key, at: { x: 0, y: 0 } });

  expect(two.store.getState()).toEqual(before.editor);
  expect(two.store.getState().undo).toBeNull();
  expect(there.store.getState()).toEqual(before.ui);
  // Ids of elements begin with the canvas's own.
  expect(here.id).not.toBe(there.id);
  // The memory of one canvas's ports is its own.
  expect(here.graph({ document, catalog })).not.toBe(there.graph({ document, catalog }));
  one.dispose();
  two.dispatch(setNodeLabel(a.key, 'Other'));
  expect(one.store.getState().document.nodes[0]?.data.label).toBe('New');
  expect(two.store.getState().document.nodes[0]?.data.label).toBe('Other');
});
