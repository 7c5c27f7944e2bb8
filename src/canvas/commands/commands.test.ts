import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { configOf, type EdgeKey, type NodeKey, type WorkflowDocument } from '../../model/document';
import { withoutEditorKey } from '../../model/ids';
import { fragmentOf } from '../clipboard/fragment';
import type { Command } from '../editor/types';
import { aDocument, aNode, anEntry, aWire, catalog, madeBy, testEditor, wiresOf } from '../testing/fixtures';
import { setConfigValue, setPortExposure } from './config';
import { connect, reconnect } from './connect';
import { duplicate, paste } from './copies';
import { addNode, allowRerun, moveNodes, renameNode, resizeNode, setNodeLabel } from './nodes';
import { renameBranch, renameDynamicPort, setBranches, setDynamicPorts } from './ports';
import { removeItems } from './remove';
import { addManifestEntry, removeManifestEntry, setManifestEntry, setWorkflowField } from './workflow';

const a = aNode('text_input.1', 'text_input', { value: 'x' });
const b = aNode('text_output.1', 'text_output', {}, 300);
const gate = aNode('switch_gateway.1', 'switch_gateway', {
  branches: [
    { name: 'one', value: 1 },
    { name: 'two', value: 2 },
  ],
  default_branch: 'one',
});
const wire = aWire('text_input.1.text', 'text_output.1.text');
const branchWire = aWire('switch_gateway.1.one', 'text_output.1.trigger');
const input = anEntry('question', 'text_input.1', 'value');
const document = aDocument({ nodes: [a, b, gate], edges: [wire, branchWire], inputs: [input], outputs: [] });

const uuids = () => {
  let n = 0;
  return () => {
    n += 1;
    return `fresh-${n}`;
  };
};

/** name, command, what is looked at, what it should be */
const CASES: readonly [string, Command, (document: WorkflowDocument) => unknown, unknown][] = [
  [
    'adds with the next number of its type',
    addNode(catalog, 'text_input', { x: 8, y: 4 }),
    (d) => [d.nodes[3]?.id, d.nodes[3]?.position, d.nodes[3]?.data.metadata],
    ['text_input.2', { x: 8, y: 4 }, { node_type_id: 'text_input' }],
  ],
  [
    'adds with a label that no other node has',
    addNode(catalog, 'text_input', { x: 0, y: 0 }),
    (d) => d.nodes[3]?.data.label,
    'Text Input',
  ],
  [
    'adds and wires in one step',
    addNode(
      catalog,
      'text_output',
      { x: 0, y: 0 },
      { connectFrom: { node: a.key, port: 'text', direction: 'output', toPort: 'text', edgeId: 'e' } },
    ),
    (d) => wiresOf(d).at(-1),
    'text_input.1-output-text > text_output.2-input-text',
  ],
  [
    'adds before the port that it was pulled from',
    addNode(
      catalog,
      'text_input',
      { x: 0, y: 0 },
      { connectFrom: { node: b.key, port: 'text', direction: 'input', toPort: 'text', edgeId: 'e' } },
    ),
    (d) => wiresOf(d).at(-1),
    'text_input.2-output-text > text_output.1-input-text',
  ],
  [
    'moves',
    moveNodes([{ key: b.key, position: { x: 1, y: 2 } }]),
    (d) => d.nodes[1]?.position,
    { x: 1, y: 2 },
  ],
  [
    'does not move to nowhere',
    moveNodes([{ key: b.key, position: { x: Number.NaN, y: 2 } }]),
    (d) => d,
    document,
  ],
  ['relabels', setNodeLabel(a.key, 'Ask'), (d) => d.nodes[0]?.data.label, 'Ask'],
  [
    'lets a node run again after a crash',
    allowRerun(a.key, true),
    (d) => d.nodes[0]?.data.extra,
    { extensions: { sluice: { rerun: true } } },
  ],
  ['does not allow what is not allowed yet to be taken back', allowRerun(a.key, false), (d) => d, document],
  ['resizes', resizeNode(a.key, 300, 200), (d) => d.nodes[0]?.extra, { width: 300, height: 200 }],
  [
    'removes a node with its wires and its inputs',
    removeItems({ nodes: [a.key] }),
    (d) => [d.nodes.length, wiresOf(d), d.inputs],
    [2, ['switch_gateway.1-output-one > text_output.1-input-trigger'], []],
  ],
  [
    'removes a wire alone',
    removeItems({ edges: [wire.key] }),
    (d) => [d.nodes.length, d.edges.length],
    [3, 1],
  ],
  [
    'wires',
    connect({ source: gate.key, sourcePort: 'two', target: b.key, targetPort: 'trigger', id: 'e' }),
    (d) => d.edges.at(-1)?.sourceHandle,
    'switch_gateway.1-output-two',
  ],
  [
    'does not wire a node to itself (R12)',
    connect({ source: a.key, sourcePort: 'text', target: a.key, targetPort: 'value', id: 'e' }),
    (d) => d,
    document,
  ],
  [
    'does not wire twice (R13)',
    connect({ source: a.key, sourcePort: 'text', target: b.key, targetPort: 'text', id: 'e' }),
    (d) => d,
    document,
  ],
  [
    'moves the end of a wire',
    reconnect(wire.key, { source: gate.key, sourcePort: 'two', target: b.key, targetPort: 'trigger' }),
    (d) => [d.edges[0]?.id, d.edges[0]?.sourceHandle],
    [wire.id, 'switch_gateway.1-output-two'],
  ],
  [
    'sets a configuration key and keeps the others',
    setConfigValue(a.key, 'other', 5),
    (d) => d.nodes[0]?.data.config,
    { value: 'x', other: 5 },
  ],
  [
    'removes a configuration key',
    setConfigValue(a.key, 'value', undefined),
    (d) => d.nodes[0]?.data.config,
    {},
  ],
  [
    'sets a key that is called like a prototype member',
    setConfigValue(a.key, '__proto__', 1),
    (d) => Object.keys(Object(d.nodes[0]?.data.config)),
    ['value', '__proto__'],
  ],
  [
    'EXPO-2: hides a port by an entry',
    setPortExposure(a.key, 'input', 'value', false, true),
    (d) => d.nodes[0]?.data.config,
    { value: 'x', ports: { inputs: [{ id: 'value', exposed: false }] } },
  ],
  [
    'EXPO-4: stores nothing that only repeats the default',
    setPortExposure(a.key, 'input', 'value', true, true),
    (d) => d,
    document,
  ],
  [
    'replaces branches',
    setBranches(gate.key, [{ name: 'x', value: 0 }]),
    (d) => Object(d.nodes[2]?.data.config).branches,
    [{ name: 'x', value: 0 }],
  ],
  [
    'renames a branch with its wire and default',
    renameBranch(gate.key, 'one', 'first'),
    (d) => [wiresOf(d)[1], Object(d.nodes[2]?.data.config).default_branch],
    ['switch_gateway.1-output-first > text_output.1-input-trigger', 'first'],
  ],
  ['does not rename a branch to one that exists', renameBranch(gate.key, 'one', 'two'), (d) => d, document],
  ['names the workflow', setWorkflowField('name', 'New'), (d) => d.name, 'New'],
  [
    'declares an output',
    addManifestEntry('output', { name: 'answer', node_id: 'text_output.1', port: 'text' }),
    (d) => d.outputs.map((entry) => entry.name),
    ['answer'],
  ],
  [
    'changes an input',
    setManifestEntry('input', input.key, { name: 'q', examples: [1] }),
    (d) => [d.inputs[0]?.name, d.inputs[0]?.examples, d.inputs[0]?.port],
    ['q', [1], 'value'],
  ],
  ['withdraws an input', removeManifestEntry('input', input.key), (d) => d.inputs, []],
];

describe('commands', () => {
  test.each(CASES)('%s', (_name, command, look, expected) => {
    expect(look(madeBy(document, command))).toEqual(expected);
  });

  test.each(CASES)('undo of: %s', (_name, command) => {
    const { editor } = testEditor(document);
    editor.dispatch(command);
    editor.undo();
    expect(withoutEditorKey(editor.store.getState().document)).toEqual(document);
  });

  test('EXPO-4: showing a port again leaves no ports map', () => {
    const hidden = madeBy(document, setPortExposure(a.key, 'input', 'value', false, true));
    expect(madeBy(hidden, setPortExposure(a.key, 'input', 'value', true, true))).toEqual(document);
  });

  test('EXPO-3: an input and an output of one name are overridden apart', () => {
    const both = madeBy(
      document,
      setPortExposure(a.key, 'input', 'x', false),
      setPortExposure(a.key, 'output', 'x', true),
    );
    expect(both.nodes[0]?.data.config).toEqual({
      value: 'x',
      ports: { inputs: [{ id: 'x', exposed: false }], outputs: [{ id: 'x', exposed: true }] },
    });
  });

  test('EDGE-5: a wire that is moved loses the type that was declared for its old ends', () => {
    const declared = aWire('text_input.1.text', 'text_output.1.text', {
      data: { edgeType: 'tool_availability', note: 1 },
    });
    const next = madeBy(
      aDocument({ nodes: [a, b, gate], edges: [declared] }),
      reconnect(declared.key, { source: gate.key, sourcePort: 'one', target: b.key, targetPort: 'trigger' }),
    );
    expect(next.edges[0]?.data).toEqual({ note: 1 });
  });

  test('a dynamic port is renamed with its wires, by the whole name', () => {
    const shaped = aNode('s.1', 'data_shaper', { dynamicInputs: [{ name: 'a' }, { name: 'aa' }] });
    const start = aDocument({
      nodes: [a, shaped],
      edges: [aWire('text_input.1.text', 's.1.a'), aWire('text_input.1.text', 's.1.aa')],
    });
    const next = madeBy(start, renameDynamicPort(shaped.key, 'input', 'a', 'b'));
    expect(wiresOf(next)).toEqual([
      'text_input.1-output-text > s.1-input-b',
      'text_input.1-output-text > s.1-input-aa',
    ]);
  });

  test('a label that repeated the name follows it, one of its own stays', () => {
    const ports = [
      { name: 'in_1', label: 'in_1', dataType: 'mixed' },
      { name: 'in_2', label: 'Second', dataType: 'mixed' },
    ];
    const merge = aNode('merge.1', 'merge', { dynamicInputs: ports });
    const start = aDocument({ nodes: [merge] });
    const inputsOf = (name: string, to: string) =>
      configOf(madeBy(start, renameDynamicPort(merge.key, 'input', name, to)).nodes[0] ?? merge)
        .dynamicInputs;
    expect(inputsOf('in_1', 'count')).toEqual([{ ...ports[0], name: 'count', label: 'count' }, ports[1]]);
    expect(inputsOf('in_2', 'count')).toEqual([ports[0], { ...ports[1], name: 'count' }]);
  });

  test('a node that shares its id with another leaves the wires to it', () => {
    const twin = aNode('text_input.1', 'text_input');
    const start = aDocument({ nodes: [a, twin, b], edges: [wire] });
    expect(madeBy(start, removeItems({ nodes: [twin.key] })).edges).toEqual([wire]);
  });

  test('copies get fresh ids and keep the wires between them', () => {
    const next = madeBy(document, duplicate([a.key, b.key], { uuid: uuids() }));
    expect(next.nodes.slice(3).map((node) => node.id)).toEqual(['text_input.2', 'text_output.2']);
    expect(next.edges.slice(2).map((edge) => edge.id)).toEqual(['fresh-1']);
    expect(wiresOf(next).at(-1)).toBe('text_input.2-output-text > text_output.2-input-text');
  });

  test('a paste puts the corner of the fragment at the place, and never reuses the number of a removed node', () => {
    const fragment = fragmentOf(document, new Set([a.key, b.key]));
    const gone = madeBy(document, removeItems({ nodes: [a.key, b.key] }));
    const next = madeBy(gone, paste(fragment, { x: 100, y: 50 }, { uuid: uuids() }));
    expect(next.nodes.slice(1).map((node) => [node.id, node.position])).toEqual([
      ['text_input.2', { x: 100, y: 50 }],
      ['text_output.2', { x: 400, y: 50 }],
    ]);
  });

  test('renaming writes where the shown title comes from', () => {
    const titled = aNode('n.1', 'text_input', { instanceTitle: 'Shown' });
    const next = madeBy(aDocument({ nodes: [titled] }), renameNode(titled.key, 'New'));
    expect([next.nodes[0]?.data.label, next.nodes[0]?.data.config]).toEqual([
      'n.1',
      { instanceTitle: 'New' },
    ]);
  });

  test('a configuration that is no object is replaced when a key is set', () => {
    const odd = aNode('n.1', 'text_input', [1, 2]);
    expect(
      madeBy(aDocument({ nodes: [odd] }), setConfigValue(odd.key, 'k', 1)).nodes[0]?.data.config,
    ).toEqual({ k: 1 });
  });
});

/** A random edit of whatever the document has at that moment. */
type Pick = { readonly kind: number; readonly at: number; readonly to: number; readonly text: string };
const picks: fc.Arbitrary<Pick> = fc.record({
  kind: fc.nat({ max: 11 }),
  at: fc.nat({ max: 50 }),
  to: fc.nat({ max: 50 }),
  text: fc.constantFrom('a', 'b', 'one', 'two', '__proto__', 'value'),
});

function commandFor(document: WorkflowDocument, pick: Pick, uuid: () => string): Command | null {
  const key = (n: number): NodeKey | undefined => document.nodes[n % Math.max(document.nodes.length, 1)]?.key;
  const edge: EdgeKey | undefined = document.edges[pick.at % Math.max(document.edges.length, 1)]?.key;
  const [node, other] = [key(pick.at), key(pick.to)];
  if (pick.kind === 0 || node === undefined || other === undefined) {
    return addNode(catalog, pick.at % 2 === 0 ? 'text_input' : 'switch_gateway', { x: pick.at, y: pick.to });
  }
  const ends = { source: node, sourcePort: pick.text, target: other, targetPort: 'trigger' };
  switch (pick.kind) {
    case 1:
      return moveNodes([{ key: node, position: { x: pick.at, y: pick.to } }], { nudge: pick.to % 2 === 0 });
    case 2:
      return removeItems({
        nodes: pick.to % 3 === 0 ? [node, other] : [node],
        edges: edge === undefined ? [] : [edge],
      });
    case 3:
    case 4:
      return connect({ ...ends, id: uuid() });
    case 5:
      return edge === undefined ? null : reconnect(edge, ends);
    case 6:
      return setConfigValue(node, pick.text, pick.to % 4 === 0 ? undefined : pick.to, {
        merge: pick.at % 2 === 0,
      });
    case 7:
      return duplicate([node, other], { uuid });
    case 8:
      return setPortExposure(node, 'input', pick.text, pick.to % 2 === 0, true);
    case 9:
      return pick.to % 2 === 0
        ? setBranches(node, [{ name: pick.text }])
        : renameBranch(node, pick.text, 'x');
    case 10:
      return addManifestEntry(pick.to % 2 === 0 ? 'input' : 'output', {
        name: pick.text,
        node_id: `text_input.${pick.at}`,
        port: 'value',
      });
    default:
      return pick.to % 2 === 0
        ? setDynamicPorts(node, 'input', [{ name: pick.text }])
        : setWorkflowField('name', pick.text);
  }
}

describe('laws of the log', () => {
  test('undoing everything gives the start, redoing everything the end, whatever was done', () => {
    fc.assert(
      fc.property(fc.array(picks, { maxLength: 40 }), (sequence) => {
        const { editor } = testEditor(document);
        const uuid = uuids();
        for (const pick of sequence) {
          const command = commandFor(editor.store.getState().document, pick, uuid);
          if (command !== null) editor.dispatch(command);
        }
        const end = withoutEditorKey(editor.store.getState().document);
        while (editor.store.getState().undo !== null) editor.undo();
        expect(withoutEditorKey(editor.store.getState().document)).toEqual(document);
        while (editor.store.getState().redo !== null) editor.redo();
        expect(withoutEditorKey(editor.store.getState().document)).toEqual(end);
      }),
      { numRuns: 150 },
    );
  });

  test('the log of an edit says no more than what changed', () => {
    fc.assert(
      fc.property(fc.array(picks, { minLength: 1, maxLength: 15 }), (sequence) => {
        const { editor } = testEditor(document);
        const uuid = uuids();
        for (const pick of sequence) {
          const before = editor.store.getState().document;
          const command = commandFor(before, pick, uuid);
          if (command === null) continue;
          editor.dispatch(command);
          const { document: now, undo } = editor.store.getState();
          if (now === before || undo === null) continue;
          // No patch replaces a whole list of nodes or edges.
          expect(
            undo.patches.filter((patch) => patch.path.length === 1 && Array.isArray(patch.value)),
          ).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
