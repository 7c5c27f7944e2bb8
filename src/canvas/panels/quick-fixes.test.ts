import { describe, expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog';
import { decodeWorkflow, encodeWorkflow } from '../../model/api-form';
import type { WorkflowDocument } from '../../model/document';
import { isObject, type Json } from '../../model/json';
import { validate } from '../../validation/validate';
import { createEditor } from '../editor/create-editor';
import { quickFix, withDollar } from './quick-fixes';

const catalog = createCatalog();
const node = (id: string, type: string, config: Json = {}) => ({
  id,
  position: { x: 0, y: 0 },
  data: { label: id, config, metadata: { node_type_id: type } },
});
const wire = (id: string, from: string, out: string, to: string, into: string) => ({
  id,
  source: from,
  target: to,
  sourceHandle: `${from}-output-${out}`,
  targetHandle: `${to}-input-${into}`,
});

function documentOf(parts: {
  readonly nodes: readonly Json[];
  readonly edges?: readonly Json[];
  readonly inputs?: readonly Json[];
}): WorkflowDocument {
  const decoded = decodeWorkflow({
    id: 'wf',
    name: 'W',
    nodes: parts.nodes,
    edges: parts.edges ?? [],
    ...(parts.inputs === undefined ? {} : { interface: { inputs: parts.inputs } }),
  });
  if (!decoded.ok) throw new Error(JSON.stringify(decoded.error));
  return decoded.value.document;
}

/** Codes before and after the first fix that is offered is taken; undo must give the document back. */
function fixed(document: WorkflowDocument): {
  readonly before: readonly string[];
  readonly label: string;
  readonly after: readonly string[];
} {
  let count = 0;
  const uuid = () => `fresh-${count++}`;
  const before = validate(document, catalog);
  const fix = before
    .map((finding) => quickFix(finding, { document, catalog, uuid }))
    .find((found) => found !== undefined);
  if (fix === undefined) throw new Error(`No fix for ${before.map((finding) => finding.code).join(', ')}`);
  const saved = async () => ({ state: 'saved', at: 0 }) as const;
  const editor = createEditor({
    document,
    catalog,
    persistence: { append: saved, undo: saved, redo: saved },
    now: () => 0,
    uuid,
  });
  editor.dispatch(fix.command);
  const after = validate(editor.store.getState().document, catalog);
  editor.undo();
  expect(encodeWorkflow(editor.store.getState().document)).toEqual(encodeWorkflow(document));
  return {
    before: before.map((finding) => finding.code),
    label: fix.label,
    after: after.map((finding) => finding.code),
  };
}

const a = node('text_input.1', 'text_input');
const b = node('text_output.1', 'text_output');
const good = wire('e1', 'text_input.1', 'text', 'text_output.1', 'text');

describe('one click puts right what needs no decision', () => {
  test.each([
    [
      'R7_EDGE_SOURCE_NOT_EXPOSED',
      'fixExpose',
      { nodes: [a, b], edges: [wire('e1', 'text_input.1', 'error', 'text_output.1', 'text')] },
    ],
    [
      'R7_EDGE_TARGET_NOT_EXPOSED',
      'fixExpose',
      {
        nodes: [
          a,
          node('text_output.1', 'text_output', {
            ports: { inputs: [{ id: 'text', exposed: false }], outputs: [] },
          }),
        ],
        edges: [good],
      },
    ],
    ['R8_EDGE_TARGET_MISSING', 'fixRemoveWire', { nodes: [a], edges: [good] }],
    ['R13_EDGE_PARALLEL_DUPLICATE', 'fixRemoveWire', { nodes: [a, b], edges: [good, { ...good, id: 'e2' }] }],
    [
      'R3_EDGE_DUPLICATE_ID',
      'fixFreshId',
      {
        nodes: [a, b, node('text_output.2', 'text_output')],
        edges: [good, wire('e1', 'text_input.1', 'text', 'text_output.2', 'text')],
      },
    ],
    [
      'W_PORT_UNDECLARED',
      'fixRemoveWire',
      { nodes: [a, b], edges: [good, wire('e2', 'text_input.1', 'nope', 'text_output.1', 'trigger')] },
    ],
    [
      'W_CONFIG_UNKNOWN_KEY',
      'fixRemoveSetting',
      { nodes: [node('text_input.1', 'text_input', { nope: 1 })] },
    ],
    [
      'R6_CONFIG_INVALID',
      'fixDefault',
      { nodes: [node('http_request.1', 'http_request', { method: 'FETCH' })] },
    ],
    [
      'W_SECRET_REFERENCE',
      'fixSecret',
      { nodes: [node('http_request.1', 'http_request', { body: 'x {{ secrets.KEY }}' })] },
    ],
    [
      'R4_NODE_MISSING',
      'fixRemoveEntry',
      { nodes: [a], inputs: [{ id: 'gone', bindings: [{ nodeId: 'nobody', portId: 'x' }] }] },
    ],
    [
      'R4_NAME_FORMAT',
      'fixRename',
      { nodes: [a], inputs: [{ id: 'My Text', bindings: [{ nodeId: 'text_input.1', portId: 'data' }] }] },
    ],
    [
      'W_EDGE_CONDITION',
      'fixCondition',
      { nodes: [a, b], edges: [{ ...good, data: { condition: 'x > 1', keep: true } }] },
    ],
  ] as const)('%s: %s', (code, label, parts) => {
    const result = fixed(documentOf(parts));
    expect(result.before).toContain(code);
    expect(result.label).toBe(label);
    expect(result.after).not.toContain(code);
  });

  test('CMP-6, DATA-5: a loop head that only loop backs enter gets its entry wire', () => {
    const head = node('merge.1', 'merge', {
      ports: { inputs: [{ id: 'loop_back', exposed: true }], outputs: [] },
    });
    const body = node('text_output.1', 'text_output');
    const result = fixed(
      documentOf({
        nodes: [a, head, body],
        edges: [
          wire('e1', 'merge.1', 'trigger', 'text_output.1', 'trigger'),
          wire('e2', 'text_output.1', 'trigger', 'merge.1', 'loop_back'),
        ],
      }),
    );
    expect([result.label, result.before.includes('W_LOOP_HEAD_NO_ENTRY'), result.after]).toEqual([
      'fixEntryWire',
      true,
      [],
    ]);
  });
});

test('R6.l: the dollar is added once, at every depth, and nothing else changes', () => {
  const value = { a: ['{{ secrets.A }} and ${{ secrets.B }}', 1, null], b: { c: '{{secrets.C}}' } };
  const done = { a: ['${{ secrets.A }} and ${{ secrets.B }}', 1, null], b: { c: '${{secrets.C}}' } };
  expect(withDollar(value)).toEqual(done);
  expect(withDollar(done)).toEqual(done);
  expect(isObject(withDollar({}))).toBe(true);
});
