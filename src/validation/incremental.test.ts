import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ManifestEntry, WorkflowDocument, WorkflowEdge, WorkflowNode } from '../model/document';
import type { Json, JsonObject } from '../model/json';
import { createValidator } from './incremental';
import { inDocumentOrder } from './locate';
import { catalogOf, edgeOf, nodeOf, workflowOf } from './testing/sample';
import { validate } from './validate';

const catalog = catalogOf({
  n: {
    parameters: { in: {}, k: { type: 'integer' } },
    gates: { k: { configurable: true, connectable: true } },
    outputs: { out: {} },
  },
  box: { parameters: { tool: {} }, flags: { toolForwarder: true }, record: { tool_exposed: true } },
  fin: { flags: { terminal: true }, outputs: { out: {} } },
  dyn: {
    parameters: { dynamicInputs: { type: 'array' } },
    gates: { dynamicInputs: { configurable: true, connectable: false } },
  },
  gone: { executor: 'elsewhere:x' },
});

const ids = ['a', 'b', 'c', 'd', ''];
const id = fc.constantFrom(...ids);
const type = fc.constantFrom('n', 'n', 'box', 'fin', 'dyn', 'gone', 'if_else', 'nope', undefined);
const config = fc.constantFrom<Json[]>(
  {},
  { k: 1 },
  { k: 'x' },
  { stray: 1 },
  'text',
  { instanceTitle: 'T' },
  { ports: { inputs: [{ id: 'in', exposed: false }], outputs: [{ id: 'error', exposed: true }] } },
  { ports: { inputs: [{ id: 'loop_back', exposed: true }], outputs: [{ id: 'tool', exposed: true }] } },
  { dynamicInputs: [{ name: 'in' }, { name: '1' }] },
  { k: '{{ secrets.x }}' },
);
const edgeText = fc
  .tuple(
    id,
    fc.constantFrom('out', 'error', 'tool', 'trigger', 'zz'),
    id,
    fc.constantFrom('in', 'in', 'tool', 'trigger', 'loop_back', 'zz'),
  )
  .map(([from, out, to, into]) => `${from}.${out}>${to}.${into}`);
const edgeData = fc.constantFrom<JsonObject[]>(
  {},
  {},
  { data: { edgeType: 'tool_availability' } },
  { data: { edgeType: 'odd' } },
  { data: { condition: 'c' } },
);
const entry = fc.record({
  name: fc.constantFrom('x', 'y', 'X', ''),
  node_id: id,
  port: fc.constantFrom('in', 'k', 'out', 'error'),
});

type Edit = (document: WorkflowDocument) => WorkflowDocument;
const at = fc.nat(20);

function freshNode(wire: JsonObject): WorkflowNode {
  const [node] = workflowOf({ nodes: [wire] }).nodes;
  if (node === undefined) throw new Error('A node was given.');
  return node;
}
function freshEdge(wire: JsonObject): WorkflowEdge {
  const [edge] = workflowOf({ edges: [wire] }).edges;
  if (edge === undefined) throw new Error('An edge was given.');
  return edge;
}
function freshEntry(wire: JsonObject): ManifestEntry {
  const [made] = workflowOf({ inputs: [wire] }).inputs;
  if (made === undefined) throw new Error('An entry was given.');
  return made;
}
const replaced = <T>(list: readonly T[], index: number, change: (item: T) => T): readonly T[] =>
  list.map((item, i) => (list.length > 0 && i === index % list.length ? change(item) : item));
const without = <T>(list: readonly T[], index: number): readonly T[] =>
  list.filter((_, i) => list.length === 0 || i !== index % list.length);
const inserted = <T>(list: readonly T[], index: number, item: T): readonly T[] => [
  ...list.slice(0, index % (list.length + 1)),
  item,
  ...list.slice(index % (list.length + 1)),
];

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(at, config).map(
    ([i, value]): Edit =>
      (document) => ({
        ...document,
        nodes: replaced(document.nodes, i, (node) => ({ ...node, data: { ...node.data, config: value } })),
      }),
  ),
  at.map(
    (i): Edit =>
      (document) => ({
        ...document,
        nodes: replaced(document.nodes, i, (node) => ({ ...node, position: { x: i, y: i } })),
      }),
  ),
  fc.tuple(at, fc.constantFrom('L', 'M', undefined)).map(
    ([i, label]): Edit =>
      (document) => ({
        ...document,
        nodes: replaced(document.nodes, i, (node) => ({ ...node, data: { ...node.data, label } })),
      }),
  ),
  fc.tuple(at, type).map(
    ([i, anchor]): Edit =>
      (document) => ({
        ...document,
        nodes: replaced(document.nodes, i, (node) => ({
          ...node,
          data: { ...node.data, metadata: anchor === undefined ? undefined : { node_type_id: anchor } },
        })),
      }),
  ),
  fc.tuple(at, id).map(
    ([i, name]): Edit =>
      (document) => ({
        ...document,
        nodes: replaced(document.nodes, i, (node) => ({ ...node, id: name })),
      }),
  ),
  fc.tuple(at, id, type, config).map(
    ([i, name, anchor, value]): Edit =>
      (document) => ({
        ...document,
        nodes: inserted(document.nodes, i, freshNode(nodeOf(name, anchor, value))),
      }),
  ),
  at.map(
    (i): Edit =>
      (document) => ({ ...document, nodes: without(document.nodes, i) }),
  ),
  at.map((): Edit => (document) => ({ ...document, nodes: [...document.nodes].reverse() })),
  fc.tuple(at, edgeText, edgeData).map(
    ([i, text, more]): Edit =>
      (document) => ({
        ...document,
        edges: inserted(document.edges, i, freshEdge(edgeOf(text, more))),
      }),
  ),
  at.map(
    (i): Edit =>
      (document) => ({ ...document, edges: without(document.edges, i) }),
  ),
  fc.tuple(at, id).map(
    ([i, target]): Edit =>
      (document) => ({
        ...document,
        edges: replaced(document.edges, i, (edge) => ({ ...edge, target })),
      }),
  ),
  at.map(
    (i): Edit =>
      (document) => ({
        ...document,
        edges: replaced(document.edges, i, (edge) => ({ ...edge, extra: { selected: true } })),
      }),
  ),
  fc.tuple(at, entry, fc.constantFrom('inputs', 'outputs')).map(
    ([i, wire, side]): Edit =>
      (document) => ({
        ...document,
        [side]: inserted(side === 'inputs' ? document.inputs : document.outputs, i, freshEntry(wire)),
      }),
  ),
  at.map(
    (i): Edit =>
      (document) => ({ ...document, inputs: without(document.inputs, i) }),
  ),
  at.map((): Edit => (document) => ({ ...document, name: 'renamed' })),
);

const start = fc
  .tuple(
    fc.array(
      fc.tuple(id, type, config).map(([name, anchor, value]) => nodeOf(name, anchor, value)),
      { maxLength: 6 },
    ),
    fc.array(
      fc.tuple(edgeText, edgeData).map(([text, more]) => edgeOf(text, more)),
      { maxLength: 10 },
    ),
    fc.array(entry, { maxLength: 3 }),
  )
  .map(([nodes, edges, inputs]) => workflowOf({ nodes, edges, inputs }));

describe('createValidator', () => {
  test('after any edits, what was kept and what was judged anew are together what a fresh validation finds', () => {
    fc.assert(
      fc.property(start, fc.array(edit, { minLength: 1, maxLength: 12 }), (document, edits) => {
        const validator = createValidator(catalog);
        let current = document;
        expect(validator.judge(current)).toEqual(validate(current, catalog));
        for (const apply of edits) {
          current = apply(current);
          expect(validator.judge(current)).toEqual(validate(current, catalog));
        }
      }),
      { numRuns: 400 },
    );
  });

  test('findings are in document order, whatever the document', () => {
    fc.assert(
      fc.property(start, (document) => {
        const findings = validate(document, catalog);
        expect(findings).toEqual(inDocumentOrder(findings, document));
        expect(
          inDocumentOrder(
            [...findings].reverse().sort(() => 0),
            document,
          ).map((finding) => finding.target),
        ).toEqual(findings.map((finding) => finding.target));
      }),
    );
  });

  test('the identical list comes back where no finding changed', () => {
    const validator = createValidator(catalog);
    const document = workflowOf({
      nodes: [nodeOf('a', 'n', { stray: 1 }), nodeOf('b', 'n')],
      edges: [edgeOf('a.out>b.in')],
    });
    const before = validator.judge(document);
    expect(before).toHaveLength(1);
    const moved = {
      ...document,
      nodes: replaced(document.nodes, 1, (node) => ({ ...node, data: { ...node.data, config: { k: 2 } } })),
    };
    expect(validator.judge(moved)).toBe(before);
    const broken = {
      ...moved,
      nodes: replaced(moved.nodes, 1, (node) => ({ ...node, data: { ...node.data, config: { k: 'x' } } })),
    };
    expect(validator.judge(broken).map(({ code }) => code)).toEqual([
      'W_CONFIG_UNKNOWN_KEY',
      'R6_CONFIG_INVALID',
    ]);
  });
});
