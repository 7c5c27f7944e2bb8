import { describe, expect, test } from 'vitest';
import { createEditor } from '../../canvas';
import { createCatalog } from '../../catalog/catalog';
import { decodeWorkflow } from '../../model/api-form';
import { emptyDocument, type NodeKey, type WorkflowDocument } from '../../model/document';
import type { Finding } from '../../model/finding';
import { own } from '../../model/json';
import { keepPromoted, storedForm } from './promotion';

const late: Finding = {
  code: 'R11_EXPRESSION_INVALID',
  rule: 'R11',
  severity: 'error',
  target: { kind: 'workflow', part: 'nodes' },
  params: {},
};

function open(
  options: {
    readonly judge?: () => Promise<readonly Finding[]>;
    readonly settled?: () => boolean;
    readonly promotes?: boolean[];
  } = {},
) {
  const promoted: WorkflowDocument[] = [];
  const promotes = options.promotes ?? [];
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
      return promotes.shift() ?? true;
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

  test('one that the disk refused is tried again after the next save, edited or not', async () => {
    const { editor, promoted, rest, stop } = open({ promotes: [false] });
    await rest();
    editor.setSave({ state: 'saved', at: 2 });
    await rest();
    editor.setSave({ state: 'saved', at: 3 });
    await rest();
    expect(promoted).toHaveLength(2);
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

describe('the stored form', () => {
  const read = decodeWorkflow({
    id: 'w',
    name: 'W',
    sluice: { counters: { text_input: 4 } },
    kept: 1,
    interface: { inputs: [{ id: 'later', bindings: [] }], outputs: [] },
    nodes: [
      {
        id: 'text_input.1',
        type: 'text',
        position: { x: 0, y: 0 },
        selected: true,
        data: {
          label: 'A',
          config: {},
          nodeId: 'text_input.1',
          metadata: { id: 'text_input', name: 'Text', inputs: [] },
        },
      },
      {
        id: 'gone.1',
        type: 'fancy',
        position: { x: 0, y: 0 },
        data: { label: 'B', config: {}, metadata: { id: 'gone', name: 'Gone' } },
      },
    ],
    edges: [],
  });
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const stored = storedForm(read.value.document, createCatalog());

  test('STORE-6, STORE-7: a node that resolves keeps its anchor alone, one that does not keeps all it has', () => {
    expect(own(stored, 'nodes')).toMatchObject([
      { id: 'text_input.1', type: 'universalNode', data: { metadata: { node_type_id: 'text_input' } } },
      { id: 'gone.1', type: 'fancy', data: { metadata: { id: 'gone', name: 'Gone' } } },
    ]);
    expect(JSON.stringify(stored)).not.toMatch(/selected|nodeId"/);
    expect(JSON.stringify(own(stored, 'nodes'))).not.toContain('"name":"Text"');
  });

  test('MAN-20: entries that are bound to nothing stay in the draft', () => {
    expect(JSON.stringify(stored)).not.toContain('later');
  });

  test('what only this editor remembers stays in the draft', () => {
    expect(stored).toMatchObject({ kept: 1 });
    expect(stored).not.toHaveProperty('sluice');
  });
});
