import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeWorkflow, encodeWorkflow } from './api-form';
import type { WorkflowDocument } from './document';
import type { Json, JsonObject } from './json';
import type { Repair } from './record';

function read(value: Json): { document: WorkflowDocument; repairs: readonly Repair[] } {
  const result = decodeWorkflow(value);
  if (!result.ok) throw new Error(result.error[0]?.message);
  return result.value;
}

/** Every key of `source` has the same value in `written`, at every depth of objects. */
function expectKept(written: Json | undefined, source: Json): void {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) expect(written).toEqual(source);
  else {
    expect(written).toBeTypeOf('object');
    for (const [key, value] of Object.entries(source)) expectKept((written as JsonObject)[key], value);
  }
}

const WHOLE: JsonObject = {
  id: 'wf_1',
  name: 'One',
  description: 'A workflow',
  nodes: [
    {
      id: 'note.1',
      type: 'universalNode',
      position: { x: 1, y: 2 },
      data: {
        label: 'N',
        config: { content: 'x' },
        metadata: { node_type_id: 'note' },
        extensions: { ui: {} },
      },
      measured: { width: 1, height: 2 },
    },
  ],
  edges: [
    {
      id: 'e',
      source: 'note.1',
      target: 'b',
      sourceHandle: null,
      targetHandle: '',
      style: 's',
      data: { edgeType: 'data' },
    },
  ],
  metadata: { version: '1' },
  interface: { outputs: [{ id: 'out', bindings: [{ nodeId: 'note.1', portId: 'message' }] }] },
  created: '2026-01-01T00:00:00Z',
  uid: '1',
};

describe('the API form', () => {
  test('STORE-14: a document is written with the keys in their order, interface after metadata', () => {
    const { document, repairs } = read(WHOLE);
    expect(repairs).toEqual([]);
    const written = encodeWorkflow(document);
    expect(Object.keys(written)).toEqual([
      ...['id', 'name', 'description', 'nodes', 'edges', 'metadata', 'interface', 'created', 'uid'],
    ]);
    expect(written).toEqual(WHOLE);
  });

  test('STORE-14: interface has the sides that declare a port, and is left out where none does', () => {
    expect(encodeWorkflow(read(WHOLE).document).interface).not.toHaveProperty('inputs');
    const empties: readonly Json[] = [[], {}, { inputs: [], outputs: {} }, { note: 1 }];
    for (const source of [
      { name: 'a' },
      ...empties.map((declared) => ({ name: 'a', interface: declared })),
    ]) {
      expect(encodeWorkflow(read(source).document)).not.toHaveProperty('interface');
    }
  });

  test('STORE-4: absent collections are empty', () => {
    expect(read({ id: 'wf_bare', name: 'Bare' }).document).toMatchObject({
      nodes: [],
      edges: [],
      inputs: [],
      metadata: {},
    });
  });

  test.each([[null], [[]], ['text'], [7], [undefined]])('%j is refused with what would be right', (value) => {
    const result = decodeWorkflow(value);
    expect(!result.ok && result.error[0]?.message).toMatch(/object with "name", "nodes" and "edges"/);
  });

  test('ids may repeat, be empty, hold quotes and markup; each node has a key of its own', () => {
    const ids = ['a', 'a', '', '"><img src=x>', "'", '__proto__'];
    const { document } = read({ name: 'W', nodes: ids.map((id) => ({ id, position: { x: 0, y: 0 } })) });
    expect(document.nodes.map((node) => node.id)).toEqual(ids);
    expect(new Set(document.nodes.map((node) => node.key)).size).toBe(ids.length);
  });

  test('entries that are no object keep their place and their value', () => {
    const source = { name: 'W', nodes: [null, 5, { id: 'a', position: { x: 0, y: 0 } }], edges: ['x', []] };
    const { document, repairs } = read(source);
    expect(document.nodes.map((node) => node.id)).toEqual(['', '', 'a']);
    expect(repairs.map((repair) => repair.path)).toEqual(['nodes[0]', 'nodes[1]', 'edges[0]', 'edges[1]']);
    expectKept(encodeWorkflow(document).edges, source.edges);
    expect(encodeWorkflow(document)).toHaveProperty('nodes.0', null);
    expect(encodeWorkflow(document)).toHaveProperty('nodes.1', 5);
  });

  test.each<[string, Json]>([
    ['no number', { x: Number.NaN, y: 3 }],
    ['infinite', { x: Number.POSITIVE_INFINITY, y: 0 }],
    ['null', null],
    ['null coordinates', { x: null, y: null }],
    ['absurdly far', { x: 1e9, y: -1e9 }],
    ['text', { x: '10', y: '20' }],
    ['a list', [1, 2]],
    ['empty', {}],
  ])('a position that is %s is drawable, reported, and given back unless the node moved', (_, position) => {
    const { document, repairs } = read({ name: 'W', nodes: [{ id: 'a.1', position }] });
    const node = document.nodes[0];
    if (node === undefined) throw new Error('one node');
    expect(Number.isFinite(node.position.x) && Math.abs(node.position.x) <= 1e6).toBe(true);
    expect(Number.isFinite(node.position.y) && Math.abs(node.position.y) <= 1e6).toBe(true);
    expect(repairs).toMatchObject([{ code: 'position', path: 'nodes[0].position' }]);
    expect(encodeWorkflow(document)).toHaveProperty('nodes.0.position', position);
    const moved = { ...document, nodes: [{ ...node, position: { x: 5, y: 7 } }] };
    expect(encodeWorkflow(moved)).toHaveProperty('nodes.0.position', { x: 5, y: 7 });
  });

  test('a position with further keys keeps them, moved or not', () => {
    const { document, repairs } = read({ name: 'W', nodes: [{ id: 'a', position: { x: 1, y: 2, z: 3 } }] });
    expect(repairs).toEqual([]);
    expect(encodeWorkflow(document)).toHaveProperty('nodes.0.position', { x: 1, y: 2, z: 3 });
    const nodes = document.nodes.map((node) => ({ ...node, position: { x: 9, y: 2 } }));
    expect(encodeWorkflow({ ...document, nodes })).toHaveProperty('nodes.0.position', { x: 9, y: 2, z: 3 });
  });

  test('a value that a field cannot hold is kept until the author gives the field another', () => {
    const { document, repairs } = read({ name: 5, nodes: {}, metadata: [], description: null });
    expect(document).toMatchObject({ name: '', nodes: [], metadata: {}, description: '' });
    expect(repairs.map((repair) => repair.path)).toEqual(['nodes', 'name', 'description']);
    expect(encodeWorkflow(document)).toMatchObject({ name: 5, nodes: {}, metadata: [], description: null });
    expect(encodeWorkflow({ ...document, name: 'Now' })).toMatchObject({ name: 'Now', metadata: [] });
  });

  test('__proto__ and constructor are keys like any other', () => {
    const text =
      '{"name":"W","__proto__":{"polluted":1},"nodes":[{"id":"a","position":{"x":0,"y":0},"__proto__":2,"data":{"constructor":3,"config":{"__proto__":4}}}]}';
    const { document } = read(JSON.parse(text));
    expect(JSON.stringify(encodeWorkflow(document))).toContain('"__proto__":{"polluted":1}');
    expect(JSON.stringify(encodeWorkflow(document))).toContain('"config":{"__proto__":4}');
    expect(({} as JsonObject).polluted).toBeUndefined();
    expect(document.nodes[0]?.data.metadata).toBeUndefined();
  });

  const key = fc.constantFrom(
    ...['id', 'name', 'nodes', 'edges', 'metadata', 'data', 'position', 'type', 'label', 'config', 'source'],
    ...['sourceHandle', 'inputs', 'bindings', 'zzz', '__proto__', 'toString', 'x', 'y'],
  );
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
    ),
  }));
  const list = fc.array(
    fc.array(fc.tuple(key, value), { maxLength: 7 }).map((e) => Object.fromEntries(e)),
    { maxLength: 3 },
  );

  test('whatever an object holds is written again, and reading that changes nothing more', () => {
    const shape = fc.record(
      { name: value, nodes: list, edges: list, metadata: value, zzz: value },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(shape, (source) => {
        const first = read(source as JsonObject).document;
        const written = encodeWorkflow(first);
        expectKept(
          { ...written, nodes: null, edges: null },
          { ...(source as JsonObject), nodes: null, edges: null },
        );
        (source.nodes ?? []).forEach((node, i) => {
          expectKept((written.nodes as readonly Json[])[i], node);
        });
        (source.edges ?? []).forEach((edge, i) => {
          expectKept((written.edges as readonly Json[])[i], edge);
        });
        expect(encodeWorkflow(read(written).document)).toEqual(written);
      }),
      { numRuns: 300 },
    );
  });

  test('any JSON object decodes, and nothing throws', () => {
    fc.assert(
      fc.property(fc.dictionary(key, value), (source) => {
        expect(decodeWorkflow(source).ok).toBe(true);
        encodeWorkflow(read(source).document);
      }),
    );
  });
});
