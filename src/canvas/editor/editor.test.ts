import { describe, expect, test } from 'vitest';
import type { Finding } from '../../model/finding';
import { installLinearEngine } from '../../model/linear-engine';
import { re2Engine } from '../../model/re2-engine';
import { setConfigValue } from '../commands/config';
import { addNode, moveNodes, setNodeLabel } from '../commands/nodes';
import { removeItems } from '../commands/remove';
import { aDocument, aNode, aWire, catalog, testEditor } from '../testing/fixtures';

const a = aNode('text_input.1', 'text_input', { value: '' });
const b = aNode('text_output.1', 'text_output', {}, 300);
const document = aDocument({ nodes: [a, b], edges: [aWire('text_input.1.text', 'text_output.1.text')] });

describe('the editor', () => {
  test('consecutive commands of one merge key are one step, and undo goes back before the first', async () => {
    const { editor, written } = testEditor(document);
    for (const text of ['a', 'ab', 'abc'])
      editor.dispatch(setConfigValue(a.key, 'value', text, { merge: true }));
    expect(editor.store.getState().undo?.patches).toHaveLength(1);
    editor.undo();
    expect(editor.store.getState().document).toEqual(document);
    editor.redo();
    expect(editor.store.getState().document.nodes[0]?.data.config).toEqual({ value: 'abc' });
    await Promise.resolve();
    await Promise.resolve();
    expect(written.map((write) => write.kind)).toEqual(['append', 'merge', 'merge', 'undo', 'redo']);
  });

  test.each([
    [
      'another command between',
      (e: ReturnType<typeof testEditor>['editor']) => e.dispatch(setNodeLabel(b.key, 'x')),
    ],
    [
      'undo and redo between',
      (e: ReturnType<typeof testEditor>['editor']) => {
        e.undo();
        e.redo();
      },
    ],
    [
      'another selection between',
      (e: ReturnType<typeof testEditor>['editor']) => e.select({ nodes: [b.key] }),
    ],
  ])('steps stay apart with %s', (_name, between) => {
    const { editor } = testEditor(document);
    editor.dispatch(setConfigValue(a.key, 'value', 'a', { merge: true }));
    between(editor);
    editor.dispatch(setConfigValue(a.key, 'value', 'b', { merge: true }));
    editor.undo();
    expect(Object(editor.store.getState().document.nodes[0]?.data.config).value).toBe('a');
  });

  test('a command that changes nothing leaves no step and writes nothing', async () => {
    const { editor, written } = testEditor(document);
    editor.dispatch(moveNodes([{ key: a.key, position: a.position }]));
    await Promise.resolve();
    expect([editor.store.getState().undo, written, editor.store.getState().document === document]).toEqual([
      null,
      [],
      true,
    ]);
  });

  test('a read-only editor refuses every edit', () => {
    const { editor } = testEditor(document, { readOnly: true });
    editor.dispatch(removeItems({ nodes: [a.key] }));
    expect(editor.store.getState().document).toBe(document);
  });

  test('an edit keeps the identity of all that it does not touch, through undo too', () => {
    const { editor } = testEditor(document);
    editor.dispatch(setNodeLabel(a.key, 'New'));
    expect(editor.store.getState().document.nodes[1]).toBe(b);
    expect(editor.store.getState().document.edges).toBe(document.edges);
    editor.undo();
    expect(editor.store.getState().document.nodes[1]).toBe(b);
  });

  test('the number of a node that was added and undone is not given out again', () => {
    const { editor } = testEditor(document);
    editor.dispatch(addNode(catalog, 'text_input', { x: 0, y: 0 }));
    editor.undo();
    editor.dispatch(addNode(catalog, 'text_input', { x: 0, y: 0 }));
    expect(editor.store.getState().document.nodes[2]?.id).toBe('text_input.3');
  });

  test('what is removed leaves the selection', () => {
    const { editor } = testEditor(document);
    editor.select({ nodes: [a.key, b.key] });
    editor.dispatch(removeItems({ nodes: [a.key] }));
    expect([...editor.store.getState().selection.nodes]).toEqual([b.key]);
  });

  test('findings of a node that an edit did not touch keep their list', () => {
    const lost = aNode('lost.1', 'no_such_type');
    const { editor } = testEditor(aDocument({ nodes: [lost, a] }));
    const before = editor.store.getState().findingsByKey.get(lost.key);
    expect(before?.[0]?.code).toBe('R9_NODE_TYPE_UNKNOWN');
    editor.dispatch(setNodeLabel(a.key, 'New'));
    expect(editor.store.getState().findingsByKey.get(lost.key)).toBe(before);
  });

  test('late findings go when the data that they judged changes, and stay when the node only moves', () => {
    const finding: Finding = {
      code: 'R11_EXPRESSION_INVALID',
      rule: 'R11',
      severity: 'error',
      target: { kind: 'node', key: a.key, part: 'config.value' },
      params: {},
    };
    const { editor } = testEditor(document);
    editor.setExpressionFindings([finding]);
    const has = () => editor.store.getState().findings.includes(finding);
    expect(has()).toBe(true);
    editor.dispatch(moveNodes([{ key: a.key, position: { x: 9, y: 9 } }]));
    expect(has()).toBe(true);
    editor.dispatch(setConfigValue(a.key, 'value', 'other'));
    expect(has()).toBe(false);
  });

  test('a write that fails is shown as failed, with its reason', async () => {
    const { editor } = testEditor(document, {
      persistence: {
        append: () => Promise.reject(new Error('The disk is full.')),
        undo: () => Promise.resolve({ state: 'saved', at: 0 }),
        redo: () => Promise.resolve({ state: 'saved', at: 0 }),
      },
    });
    editor.dispatch(setNodeLabel(a.key, 'New'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(editor.store.getState().save).toEqual({
      state: 'failed',
      reason: 'write',
      message: 'The disk is full.',
    });
  });

  test('the log of another page is taken over with keys of this one', () => {
    const first = testEditor(document).editor;
    first.dispatch(removeItems({ nodes: [a.key] }));
    const { undo, document: left } = first.store.getState();
    const second = testEditor(left, { log: { undo: undo === null ? [] : [undo], redo: [] } }).editor;
    second.undo();
    const back = second.store.getState().document.nodes[0];
    expect(back?.id).toBe(a.id);
    expect(back?.key).not.toBe(a.key);
  });

  test('two editors know nothing of each other', () => {
    const one = testEditor(document).editor;
    const two = testEditor(document).editor;
    one.dispatch(setNodeLabel(a.key, 'New'));
    expect(two.store.getState().document).toBe(document);
  });
});

test('R6.h: what was judged while the engine for patterns was on its way is judged again when it arrives', () => {
  const finding: Finding = {
    code: 'R6_CONFIG_INVALID',
    rule: 'R6.h',
    severity: 'error',
    target: { kind: 'node', key: a.key, part: 'config.value' },
    params: {},
  };
  let loaded = false;
  const validator = () => ({ judge: () => (loaded ? [finding] : []) });
  const { editor } = testEditor(aDocument({}), { validator });
  expect(editor.store.getState().findings).toEqual([]);
  loaded = true;
  installLinearEngine(re2Engine);
  expect(editor.store.getState().findings).toHaveLength(1);
  editor.dispose();
  loaded = false;
  installLinearEngine(re2Engine);
  expect(editor.store.getState().findings).toHaveLength(1);
});
