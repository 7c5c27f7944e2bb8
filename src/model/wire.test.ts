import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeWorkflow, encodeWorkflow } from './api-form';
import type { WorkflowNode } from './document';
import { decodeNode, encodeNode } from './graph-form';
import type { Json, JsonObject } from './json';
import { reduceForStorage, reduceWorkflow, storageAnchorOf } from './wire';

const CALCULATOR: JsonObject = {
  id: 'sum.1',
  type: 'universalNode',
  position: { x: 10, y: 20 },
  data: {
    label: 'Sum',
    config: { operation: 'add' },
    metadata: { id: 'calculator', name: 'Shown Name' },
    nodeId: 'sum.1',
  },
  deletable: true,
  measured: { width: 200, height: 100 },
  selected: true,
  dragging: false,
};

function node(value: Json): WorkflowNode {
  return decodeNode(value, 'nodes[0]', []);
}

describe('what is stored of a node', () => {
  test('STORE-6: scratch state goes; position, size, config, label and extensions stay', () => {
    const stored = encodeNode(reduceForStorage(node(CALCULATOR), true));
    expect(stored).toEqual({
      id: 'sum.1',
      type: 'universalNode',
      position: { x: 10, y: 20 },
      data: { label: 'Sum', config: { operation: 'add' }, metadata: { node_type_id: 'calculator' } },
      measured: { width: 200, height: 100 },
    });
    const extended = node({ id: 'a', nodeId: 'a', data: { label: 'A', extensions: { ui: { style: 1 } } } });
    expect(encodeNode(reduceForStorage(extended, false))).toMatchObject({
      data: { extensions: { ui: { style: 1 } } },
    });
    expect(encodeNode(reduceForStorage(extended, false))).not.toHaveProperty('nodeId');
  });

  test('STORE-6: a node whose type does not resolve keeps metadata and type, and still loses scratch state', () => {
    const odd = { name: 'By hand', inputs: [] };
    const stored = encodeNode(
      reduceForStorage(
        node({ id: 'odd.1', type: 'custom', data: { metadata: odd, nodeId: 'odd.1' }, selected: true }),
        false,
      ),
    );
    expect(stored).toMatchObject({ id: 'odd.1', type: 'custom', data: { metadata: odd } });
    expect(stored).not.toHaveProperty('selected');
    expect(stored).not.toHaveProperty('data.nodeId');
  });

  test('STORE-7: the metadata of a node that resolves has exactly the key node_type_id', () => {
    const both = node({
      id: 'a',
      type: 'x',
      data: { metadata: { id: 'other', node_type_id: 'note', icon: 'i' } },
    });
    const reduced = reduceForStorage(both, true);
    expect(reduced.data.metadata).toEqual({ node_type_id: 'note' });
    expect(reduced.type).toBe('universalNode');
  });

  test('STORE-7: a config of any shape is stored as it is', () => {
    for (const config of [null, 5, [], { deep: { er: [1] } }] as const) {
      expect(
        reduceForStorage(node({ id: 'a', data: { config, metadata: { id: 'note' } } }), true).data.config,
      ).toEqual(config);
    }
  });

  test('STORE-6: storing what is stored drops nothing more', () => {
    const key = fc.constantFrom(
      'selected',
      'dragging',
      'deletable',
      'nodeId',
      'measured',
      'type',
      'id',
      'data',
      'other',
    );
    const part = fc.dictionary(fc.constantFrom('nodeId', 'metadata', 'config', 'label', 'z'), fc.jsonValue());
    const value = fc.oneof(fc.jsonValue(), part);
    fc.assert(
      fc.property(fc.dictionary(key, value), fc.boolean(), (source, resolves) => {
        const once = reduceForStorage(node(source as JsonObject), resolves);
        expect(reduceForStorage(once, resolves)).toBe(once);
        const again = reduceForStorage(node(encodeNode(once)), resolves);
        expect(encodeNode(again)).toEqual(encodeNode(once));
      }),
    );
  });

  test('the anchor is node_type_id, else id', () => {
    const anchor = (metadata: Json) => storageAnchorOf(node({ id: 'a', data: { metadata } }));
    expect(anchor({ node_type_id: 'a', id: 'b' })).toBe('a');
    expect(anchor({ node_type_id: '', id: 'b' })).toBe('b');
    expect(anchor({ node_type_id: 7 })).toBeUndefined();
    expect(anchor(JSON.parse('{"__proto__":{"id":"x"}}'))).toBeUndefined();
  });
});

test('STORE-10: storing drops no edge, mints no id, joins no duplicates and fills in no default', () => {
  const source = {
    name: 'W',
    nodes: [
      { id: 'n', position: { x: 0, y: 0 }, data: { label: 'one', config: { mode: 'slow' } } },
      { id: '', position: { x: 0, y: 0 }, data: {} },
      { id: 'n', position: { x: 0, y: 0 }, data: { label: 'two' } },
    ],
    edges: [{ id: '', source: 'n', target: 'nobody' }],
  };
  const read = decodeWorkflow(source);
  if (!read.ok) throw new Error('an object decodes');
  expect(encodeWorkflow(reduceWorkflow(read.value.document, () => true))).toMatchObject(source);
  expect(read.value.document.nodes.map((each) => each.data.config)).toEqual([
    { mode: 'slow' },
    undefined,
    undefined,
  ]);
});

test('MAN-20: an entry without a binding is not stored, its siblings are', () => {
  const read = decodeWorkflow({
    name: 'W',
    nodes: [CALCULATOR],
    interface: {
      inputs: [
        { id: 'later', bindings: [] },
        { id: 'sum', bindings: [{ nodeId: 'c1', portId: 'values' }] },
      ],
    },
  });
  if (!read.ok) throw new Error('an object decodes');
  const stored = encodeWorkflow(reduceWorkflow(read.value.document, (type) => type === 'calculator'));
  expect(stored.interface).toEqual({
    inputs: [{ id: 'sum', bindings: [{ nodeId: 'c1', portId: 'values' }] }],
  });
  expect(stored).toHaveProperty('nodes.0.data.metadata', { node_type_id: 'calculator' });
  expect(encodeWorkflow(read.value.document)).toHaveProperty('interface.inputs.length', 2);
});
