import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { decodeWorkflow } from '../model/api-form';
import type { JsonObject } from '../model/json';
import { answered, hasUnasked, modeKey, type RunField, readInputs, refusedFields, runForm } from './run-form';

const catalog = createCatalog();

function formOf(parts: JsonObject) {
  const read = decodeWorkflow({ id: 'w', name: 'W', ...parts });
  if (!read.ok) throw new Error('no workflow');
  return runForm(read.value.document, catalog);
}

const node = (type: string, n: number, config: JsonObject = {}): JsonObject => ({
  id: `${type}.${n}`,
  position: { x: 0, y: 0 },
  data: { label: `${type} ${n}`, config, metadata: { node_type_id: type } },
});
const wire = (source: string, out: string, target: string, into: string): JsonObject => ({
  id: `${source}${out}${target}${into}`,
  source,
  target,
  sourceHandle: `${source}-output-${out}`,
  targetHandle: `${target}-input-${into}`,
});
const input = (id: string, nodeId: string, portId: string, extra: JsonObject = {}): JsonObject => ({
  id,
  bindings: [{ nodeId, portId }],
  ...extra,
});

const CHAT = {
  nodes: [node('chat_input', 1), node('chat_output', 1)],
  edges: [wire('chat_input.1', 'message', 'chat_output.1', 'message')],
};

describe('runForm', () => {
  test('MAN-12: entry nodes offer their unwired inputs, the used one first; injected ports and fed nodes none', () => {
    const form = formOf(CHAT);
    expect(form.declared).toEqual([]);
    expect(form.nodes.map(({ node }) => node)).toEqual(['chat_input.1']);
    expect(form.nodes[0]?.fields.map(({ target }) => target)).toEqual([
      { kind: 'node', node: 'chat_input.1', port: 'message' },
    ]);
    const more = form.nodes[0]?.more.map(({ target }) => (target.kind === 'node' ? target.port : ''));
    expect(more).toEqual(['history', 'sessionId', 'messageId']);
  });

  test('a port that a declared input binds is asked for once, by its declared name and type', () => {
    const form = formOf({
      ...CHAT,
      interface: { inputs: [input('ask', 'chat_input.1', 'message', { required: true, examples: ['hi'] })] },
    });
    expect(form.declared).toMatchObject([
      {
        label: 'ask',
        kind: 'text',
        required: true,
        examples: ['hi'],
        target: { kind: 'declared', name: 'ask' },
      },
    ]);
    expect(form.nodes[0]?.fields).toEqual([]);
  });

  test('a configured input is no question, and a note takes none', () => {
    const form = formOf({ nodes: [node('calculator', 1, { operation: 'max' }), node('note', 1)] });
    const ports = form.nodes.flatMap(({ fields, more }) => [...fields, ...more].map(({ key }) => key));
    expect(ports).toEqual(['node:calculator.1:values', 'node:calculator.1:precision']);
  });
});

describe('what a run from elsewhere asks for', () => {
  const declared = { interface: { inputs: [input('name', 'text_input.1', 'data')] } };

  test('an input that nothing stands in for is asked for once, even when it is left empty', () => {
    const form = formOf({ nodes: [node('text_input', 1)], ...declared });
    expect(hasUnasked(form, {})).toBe(true);
    expect(hasUnasked(form, { 'declared:other': 'x' })).toBe(true);
    const entered = answered(form, {});
    expect(hasUnasked(form, entered)).toBe(false);
    expect(readInputs(form, entered)).toEqual({ ok: true, inputs: {}, initialData: {} });
    expect(answered(form, { 'declared:name': 'Ada' })).toMatchObject({ 'declared:name': 'Ada' });
  });

  test('a configured node needs no asking', () => {
    const form = formOf({ nodes: [node('text_input', 1, { defaultValue: 'Ada' })], ...declared });
    expect(hasUnasked(form, {})).toBe(false);
  });

  test('an entry node that passes on what it is given is asked for', () => {
    expect(hasUnasked(formOf(CHAT), {})).toBe(true);
  });
});

describe('readInputs', () => {
  const field = (kind: RunField['kind'], over: Partial<RunField> = {}): RunField => ({
    key: 'f',
    label: 'f',
    help: '',
    required: false,
    asked: false,
    kind,
    choices: [],
    examples: [],
    target: { kind: 'declared', name: 'f' },
    ...over,
  });
  const read = (one: RunField, entered: { [key: string]: string }) =>
    readInputs({ declared: [one], nodes: [] }, entered);

  test.each([
    ['text', '42', '42'],
    ['number', '4.5', 4.5],
    ['integer', '-3', -3],
    ['boolean', 'false', false],
    ['choice', '"on"', 'on'],
    ['json', '{"a":[1]}', { a: [1] }],
    ['any', '[1]', '[1]'],
  ] as const)('MAN-16: %s is sent with its own type, nothing is coerced', (kind, text, value) => {
    expect(read(field(kind), { f: text })).toEqual({ ok: true, inputs: { f: value }, initialData: {} });
  });

  test('an untyped input is text, and JSON where that was chosen', () => {
    const any = field('any');
    expect(read(any, { f: '[1]', [modeKey(any)]: 'json' })).toMatchObject({ inputs: { f: [1] } });
  });

  test.each([
    ['number', 'four', 'number'],
    ['number', ' ', 'number'],
    ['integer', '1.5', 'integer'],
    ['json', '{a}', 'json'],
  ] as const)('%s does not take %j', (kind, text, code) => {
    expect(read(field(kind), { f: text })).toMatchObject({ ok: false, faults: { f: { code } } });
  });

  test('MAN-15: an empty field is not sent, and is a fault where it is required', () => {
    expect(read(field('text'), { f: '' })).toEqual({ ok: true, inputs: {}, initialData: {} });
    expect(read(field('text', { required: true }), {})).toMatchObject({
      ok: false,
      faults: { f: { code: 'required' } },
    });
  });

  test('DATA-6: values of single nodes are keyed by node and port, whatever the names', () => {
    const one = field('text', { target: { kind: 'node', node: '__proto__', port: 'constructor' } });
    const result = read(one, { f: 'x' });
    expect(JSON.stringify(result)).toBe(
      '{"ok":true,"inputs":{},"initialData":{"__proto__":{"constructor":"x"}}}',
    );
  });
});

describe('what the launch check refused', () => {
  const form = formOf({
    nodes: [node('text_output', 1)],
    interface: { inputs: [input('who', 'text_output.1', 'text', { name: ' ', description: '' })] },
  });
  const refusal = (code: string) => ({
    code,
    details: [{ name: 'who', message: 'must be of type string' }, 3],
  });

  test('MAN-15, MAN-16: it is said at the field that it is about', () => {
    expect(refusedFields(form, refusal('INPUT_INVALID'))).toEqual({
      'declared:who': { code: 'refused', message: 'must be of type string' },
    });
    expect(refusedFields(form, refusal('INPUT_REQUIRED'))).toEqual({
      'declared:who': { code: 'required', message: '' },
    });
    expect(refusedFields(form, refusal('WORKFLOW_INVALID'))).toEqual({});
    expect(refusedFields(form, { code: 'INPUT_INVALID', details: [{ name: 'gone', message: '' }] })).toEqual(
      {},
    );
  });

  test('MAN-6: a blank word of the author leaves the port its own', () => {
    expect(form.declared[0]).toMatchObject({ label: 'who' });
    expect(form.declared[0]?.help).not.toBe('');
  });
});
