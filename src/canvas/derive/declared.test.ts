import { describe, expect, test } from 'vitest';
import { instancePorts } from '../../catalog/instance-ports';
import { pinOf } from '../../model/pin';
import { validate } from '../../validation/validate';
import { acceptContract, restoreVersion } from '../commands/contract';
import { moveManifestEntry } from '../commands/workflow';
import { aDocument, aNode, anEntry, catalog, testEditor } from '../testing/fixtures';
import { declaredNames, declaredPorts, entriesAt, freeName, isDeclarable, toggleDeclared } from './declared';

const node = aNode('text_output.1', 'text_output');
const text = { direction: 'input', id: 'text' } as const;
const document = aDocument({ nodes: [node], edges: [], inputs: [], outputs: [] });

describe('declared ports', () => {
  test('MAN-1: a port is declared by its author alone, and withdrawn with every entry that binds it', () => {
    const { editor } = testEditor(document);
    const now = () => editor.store.getState().document;
    const toggle = () => toggleDeclared(now(), node.id, text);
    expect(declaredPorts(now(), node.id)).toBeUndefined();
    expect(toggle()).toMatchObject({ name: 'text', declares: true });
    editor.dispatch(toggle().command);
    expect(now().inputs).toMatchObject([{ name: 'text', node_id: 'text_output.1', port: 'text' }]);
    expect(declaredNames(declaredPorts(now(), node.id), text)).toBe('text');
    expect(entriesAt(declaredPorts(now(), node.id), { direction: 'output', id: 'text' })).toEqual([]);
    expect(validate(now(), catalog)).toEqual([]);
    expect(toggle()).toMatchObject({ name: 'text', declares: false });
    editor.dispatch(toggle().command);
    expect(now().inputs).toEqual([]);
    editor.undo();
    editor.undo();
    expect(now().inputs).toEqual([]);
  });

  test('the index is made once for the same lists', () => {
    const bound = { ...document, inputs: [anEntry('a', 'text_output.1', 'text')] };
    expect(declaredPorts(bound, node.id)).toBe(
      declaredPorts({ inputs: bound.inputs, outputs: bound.outputs }, node.id),
    );
    expect(declaredPorts({ ...bound, outputs: [] }, node.id)).not.toBe(declaredPorts(bound, node.id));
  });

  test('R4.a, R4.e: the name that a new entry gets is one that validation takes', () => {
    for (const port of ['Text', 'two words', '__x', '', 'ä', 'current_state']) {
      const name = freeName(port, new Set(['text']));
      const entry = anEntry(name, 'text_output.1', 'text');
      const found = validate(
        { ...document, inputs: [anEntry('text', 'text_output.1', 'text'), entry] },
        catalog,
      );
      expect(found, `${port} as ${name}`).toEqual([]);
    }
  });

  test('R4.d, DYN-6: what can be declared is what validation lets an entry name; a trigger carries nothing', () => {
    const types = catalog.nodeTypes.flatMap((type) =>
      type.id === 'note' || type.id === 'idea' ? [] : [type.id],
    );
    for (const type of types) {
      const of = aNode(`${type}.1`, type);
      const { inputs, outputs } = instancePorts(catalog, of, { inputs: [], outputs: [] });
      for (const port of [...inputs, ...outputs].filter(isDeclarable)) {
        expect(port.id).not.toBe('trigger');
        const { command } = toggleDeclared(document, of.id, port);
        const { editor } = testEditor({ ...document, nodes: [of] });
        editor.dispatch(command);
        const codes = editor.store.getState().findings.map(({ code }) => code);
        expect(
          codes.filter((code) => code.startsWith('R4') || code.startsWith('R10')),
          `${type} ${port.id}`,
        ).toEqual([]);
      }
    }
  });
});

describe('steps about contracts', () => {
  test('MAN-2: entries change places among their own, as far as there are any', () => {
    const entries = ['a', 'b', 'c'].map((name) => anEntry(name, 'text_output.1', 'text'));
    const [first] = entries;
    if (first === undefined) throw new Error('There are three.');
    const names = (by: number) => {
      const { editor } = testEditor({ ...document, inputs: entries });
      editor.dispatch(moveManifestEntry('input', first.key, by));
      return editor.store
        .getState()
        .document.inputs.map(({ name }) => name)
        .join('');
    };
    expect([names(1), names(2), names(9), names(-1), names(0)]).toEqual(['bac', 'bca', 'bca', 'abc', 'abc']);
  });

  test('a version that was accepted is noted at the node, as one step', () => {
    const { editor } = testEditor(document);
    editor.dispatch(acceptContract(node.key, '2.0.0'));
    editor.dispatch(acceptContract(node.key, '2.0.0'));
    expect(editor.store.getState().document.nodes.map(pinOf)).toEqual(['2.0.0']);
    editor.undo();
    expect(editor.store.getState().document.nodes.map(pinOf)).toEqual([undefined]);
    expect(editor.store.getState().undo).toBeNull();
  });

  test('an old version comes back as one step; what the workflow is and publishes stays', () => {
    const contract = { parameter_schema: {}, output_schema: null, schema_version: '4.0.0' };
    const present = { ...document, contract, id: 'here', name: 'Now' };
    const { editor } = testEditor(present);
    const old = aDocument({
      nodes: [aNode('text_input.1', 'text_input')],
      edges: [],
      inputs: [],
      outputs: [],
    });
    editor.dispatch(restoreVersion({ ...old, id: 'there', name: 'Then' }, '1.0.0'));
    expect(editor.store.getState().document).toMatchObject({
      id: 'here',
      name: 'Then',
      contract,
      nodes: [{ id: 'text_input.1' }],
    });
    editor.undo();
    expect(editor.store.getState().document).toMatchObject({ name: 'Now', nodes: [{ id: 'text_output.1' }] });
  });
});
