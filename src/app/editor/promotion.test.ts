import { describe, expect, test } from 'vitest';
import { createEditor } from '../../canvas';
import { createCatalog } from '../../catalog/catalog';
import { emptyDocument, type NodeKey, type WorkflowDocument } from '../../model/document';
import type { Finding } from '../../model/finding';
import { keepPromoted } from './promotion';

const late: Finding = {
  code: 'R11_EXPRESSION_INVALID',
  rule: 'R11',
  severity: 'error',
  target: { kind: 'workflow', part: 'nodes' },
  params: {},
};

function open(
  options: { readonly judge?: () => Promise<readonly Finding[]>; readonly settled?: () => boolean } = {},
) {
  const promoted: WorkflowDocument[] = [];
  const editor = createEditor({
    document: emptyDocument('w', 'First'),
    catalog: createCatalog(),
    persistence: {
      append: async () => ({ state: 'saved', at: 1 }),
      undo: async () => ({ state: 'saved', at: 1 }),
      redo: async () => ({ state: 'saved', at: 1 }),
    },
    now: () => 1,
    uuid: () => 'u',
  });
  const stop = keepPromoted({
    editor,
    judge: options.judge ?? (async () => []),
    settled: options.settled ?? (() => true),
    promote: async (document) => {
      promoted.push(document);
    },
    rest: 5,
  });
  const rest = () => new Promise((resolve) => setTimeout(resolve, 40));
  const edit = (perform: (draft: { name: string; nodes: unknown[] }) => void) =>
    editor.dispatch({ name: 'edit', perform });
  return { editor, promoted, stop, rest, edit };
}

describe('keepPromoted', () => {
  test('what is saved and without errors is promoted once, and again after the next edit', async () => {
    const { promoted, rest, edit, stop } = open();
    await rest();
    await rest();
    edit((draft) => {
      draft.name = 'Second';
    });
    await rest();
    expect(promoted.map(({ name }) => name)).toEqual(['First', 'Second']);
    stop();
  });

  test('R11: a workflow whose expressions are faulty is not promoted', async () => {
    const { promoted, rest, stop } = open({ judge: async () => [late] });
    await rest();
    expect(promoted).toEqual([]);
    stop();
  });

  test('neither is one with an error, nor one that is not stored yet', async () => {
    const unsaved = open({ settled: () => false });
    const faulty = open();
    faulty.edit((draft) => {
      const key: string & Partial<NodeKey> = 'x';
      draft.nodes.push({
        key,
        id: '',
        type: undefined,
        position: { x: 0, y: 0 },
        data: { label: undefined, config: undefined, metadata: undefined, extra: {} },
        extra: {},
      });
    });
    await faulty.rest();
    await unsaved.rest();
    expect(faulty.promoted).toEqual([]);
    expect(unsaved.promoted).toEqual([]);
    faulty.stop();
    unsaved.stop();
  });

  test('a verdict that comes after the next edit promotes nothing of before', async () => {
    let answer: (findings: readonly Finding[]) => void = () => undefined;
    const { promoted, rest, edit, stop } = open({
      judge: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await rest();
    edit((draft) => {
      draft.name = 'Second';
    });
    answer([]);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(promoted).toEqual([]);
    await rest();
    answer([]);
    await rest();
    expect(promoted.map(({ name }) => name)).toEqual(['Second']);
    stop();
  });
});
