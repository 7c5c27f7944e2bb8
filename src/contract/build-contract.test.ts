import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, own } from '../model/json';
import { buildContract } from './build-contract';
import { reduceSchema } from './fragments';
import { catalogOf, processorWith, workflowOf } from './testing/fixtures';
import type { ContractWarning } from './types';
import { workflowTypeId } from './workflow-ids';

const probe = processorWith(
  'probe',
  {
    key: { type: 'string' },
    box: {
      type: 'object',
      title: 'Box',
      'x-exposed-by-default': false,
      properties: { lid: { type: 'string', title: 'Lid', 'x-config-order': 1, maxLength: 4 } },
      items: { type: 'string', description: 'One.', 'x-port-order': 5, pattern: '^z' },
    },
    deep: { type: 'array', minimum: 1, default: { outer: { inner: 'v' } } },
    flat: { default: { p: 2, q: null } },
    text: { type: 'string', default: 'xyz' },
    shelf: { type: 'array', items: { type: 'object', properties: { a: { title: 'A', enum: [1] } } } },
  },
  {
    log: { type: 'array', title: 'Log', 'x-data-type': 'messages' },
    plain: { type: 'object', description: 'Any.' },
    retired: { type: 'string', 'x-data-type': 'any' },
  },
);
const catalog = catalogOf([probe]);
const build = (inputs: readonly JsonObject[], outputs: readonly JsonObject[] = []) =>
  buildContract(workflowOf('w', { n2: 'probe', n4: 'probe' }, { inputs, outputs }), catalog);
const fragment = (port: string) => {
  const schema = build([{ name: 'x', node_id: 'n2', port }]).parameter_schema;
  return own(own(schema, 'properties'), 'x');
};
const told = (warnings: readonly ContractWarning[]) =>
  warnings.map(({ code, side, entry }) => [code, side, entry]);

describe('what an entry contributes', () => {
  test('MAN-2: an entry names a property; its required flag becomes a name in the list and no key of the fragment', () => {
    const { parameter_schema, warnings } = build([
      { name: 'order_ref', node_id: 'n2', port: 'key', title: 'Order', examples: ['A-1'], required: true },
      { name: 'other', node_id: 'n4', port: 'key', required: false },
    ]);
    expect(parameter_schema).toEqual({
      type: 'object',
      properties: {
        order_ref: { type: 'string', 'x-data-type': 'string' },
        other: { type: 'string', 'x-data-type': 'string' },
      },
      required: ['order_ref'],
    });
    expect(warnings).toEqual([]);
  });
  test('MAN-2: an entry of an output brings none of its optional keys', () => {
    const words = { title: 'T', description: 'D', examples: [1], required: true };
    expect(build([], [{ name: 'out', node_id: 'n2', port: 'plain', ...words }]).output_schema).toEqual({
      type: 'object',
      properties: { out: { type: 'object', 'x-data-type': 'json' } },
    });
  });
  test('MAN-5: structure alone, at every depth', () => {
    expect(fragment('box')).toEqual({
      type: 'object',
      properties: { lid: { type: 'string', maxLength: 4 } },
      items: { type: 'string', pattern: '^z' },
      'x-data-type': 'json',
    });
    expect(fragment('shelf')).toMatchObject({ items: { properties: { a: { enum: [1] } } } });
    expect(fragment('shelf')).not.toHaveProperty('items.properties.a.title');
  });
  test('MAN-5: every allowed key is kept and every other one dropped', () => {
    const kept = {
      type: 'string',
      enum: ['a'],
      format: 'date',
      default: 'a',
      required: ['q'],
      properties: {},
      items: [{ type: 'string' }],
      minimum: 1,
      maximum: 2,
      minLength: 3,
      maxLength: 4,
      pattern: 'p',
    };
    const dropped = { title: 't', description: 'd', examples: [1], $ref: '#', 'x-port-order': 1, const: 1 };
    expect(reduceSchema({ ...dropped, ...kept, items: [{ type: 'string', title: 't' }] }).schema).toEqual(
      kept,
    );
    expect(reduceSchema({ properties: { title: { type: 'string' } } }).schema).toEqual({
      properties: { title: { type: 'string' } },
    });
  });
  test.each<[string, Json]>([
    ['text', { type: 'string', default: 'xyz', 'x-data-type': 'string' }],
    ['flat', { default: { p: 2, q: null }, 'x-data-type': 'mixed' }],
    ['deep', { type: 'array', minimum: 1, 'x-data-type': 'array' }],
  ])('MAN-7: the default of %s', (port, published) => {
    expect(fragment(port)).toEqual(published);
  });
  test('MAN-7: a dropped default is told, and cuts nothing else', () => {
    expect(told(build([{ name: 'd', node_id: 'n2', port: 'deep' }]).warnings)).toEqual([
      ['DEFAULT_DROPPED', 'input', 'd'],
    ]);
  });
  test('MAN-21: the lane is pinned beside the type: declared where it is served, else derived', () => {
    const outputs = ['log', 'plain', 'retired'].map((port) => ({ name: port, node_id: 'n2', port }));
    expect(build([], outputs).output_schema?.properties).toEqual({
      log: { type: 'array', 'x-data-type': 'messages' },
      plain: { type: 'object', 'x-data-type': 'json' },
      retired: { type: 'string', 'x-data-type': 'string' },
    });
  });
  test('MAN-5: an injected port has the schema of its lane', () => {
    expect(build([], [{ name: 'e', node_id: 'n2', port: 'error' }]).output_schema).toMatchObject({
      properties: { e: { type: 'object', 'x-data-type': 'error', properties: { code: { type: 'string' } } } },
    });
  });
});

describe('entries that cannot be built', () => {
  const good = { name: 'good', node_id: 'n4', port: 'key' };
  test.each<[string, JsonObject, ContractWarning['code']]>([
    ['an unknown node', { name: 'a', node_id: 'not_there', port: 'key' }, 'ENTRY_UNRESOLVED'],
    ['an unknown port', { name: 'a', node_id: 'n4', port: 'undeclared' }, 'ENTRY_UNRESOLVED'],
    ['a port called constructor', { name: 'a', node_id: 'n4', port: 'constructor' }, 'ENTRY_UNRESOLVED'],
    ['no name', { node_id: 'n4', port: 'key' }, 'ENTRY_MALFORMED'],
    ['an empty name', { name: '', node_id: 'n4', port: 'key' }, 'ENTRY_MALFORMED'],
    ['no node', { name: 'a', port: 'key' }, 'ENTRY_MALFORMED'],
    ['an empty port', { name: 'a', node_id: 'n4', port: '' }, 'ENTRY_MALFORMED'],
  ])('MAN-8: %s is skipped with a warning, its neighbours are built', (_, bad, code) => {
    for (const side of ['input', 'output'] as const) {
      const sound = side === 'input' ? good : { ...good, port: 'plain' };
      const list = [{ ...bad, required: true }, sound];
      const built = side === 'input' ? build(list) : build([], list);
      const schema = side === 'input' ? built.parameter_schema : built.output_schema;
      expect(Object.keys(schema?.properties ?? {})).toEqual(['good']);
      expect(schema).not.toHaveProperty('required');
      expect(told(built.warnings)).toEqual([[code, side, bad.name ?? '']]);
    }
  });
  test('MAN-8: a side of which nothing can be built is empty, not null', () => {
    expect(build([{ name: 'a', node_id: 'gone', port: 'key' }]).parameter_schema).toEqual({
      type: 'object',
      properties: {},
    });
  });
  test('an entry that is bound to nothing is a draft: no side, no warning', () => {
    expect(build([{ name: 'later' }])).toEqual({
      parameter_schema: null,
      output_schema: null,
      warnings: [],
    });
  });
  test('names that every object has are ordinary names', () => {
    const schema = build([
      { name: '__proto__', node_id: 'n2', port: 'key' },
      { name: 'constructor', node_id: 'n2', port: 'key' },
    ]).parameter_schema;
    expect(Object.keys(schema?.properties ?? {})).toEqual(['__proto__', 'constructor']);
  });
});

describe('a workflow as a node', () => {
  const as = workflowTypeId;
  const bind = (name: string, node_id: string, port: string) => ({ name, node_id, port });
  const leaf = workflowOf(
    'leaf',
    { p: 'probe' },
    {
      inputs: [bind('in', 'p', 'key')],
      outputs: [bind('out', 'p', 'log')],
    },
  );
  const left = workflowOf('left', { l: as('leaf') }, { inputs: [bind('in', 'l', 'in')] });
  const right = workflowOf('right', { r: as('leaf') }, { inputs: [bind('in', 'r', 'in')] });
  const loop = workflowOf(
    'loop',
    { self: as('loop'), p: 'probe' },
    {
      inputs: [bind('again', 'self', 'again'), bind('plain', 'p', 'key')],
    },
  );
  const ping = workflowOf('ping', { n: as('pong') }, { inputs: [bind('x', 'n', 'y')] });
  const pong = workflowOf('pong', { n: as('ping') }, { inputs: [bind('y', 'n', 'x')] });
  const all = new Map([leaf, left, right, loop, ping, pong].map((workflow) => [workflow.id, workflow]));
  const resolve = (id: string) => all.get(id);

  test('MAN-9: the build descends to the port that an inner workflow binds, on both sides', () => {
    const top = workflowOf(
      'top',
      { a: as('left'), b: as('leaf') },
      {
        inputs: [bind('city', 'a', 'in')],
        outputs: [bind('log', 'b', 'out')],
      },
    );
    expect(buildContract(top, catalog, resolve)).toEqual({
      parameter_schema: {
        type: 'object',
        properties: { city: { type: 'string', 'x-data-type': 'string' } },
      },
      output_schema: { type: 'object', properties: { log: { type: 'array', 'x-data-type': 'messages' } } },
      warnings: [],
    });
  });
  test('MAN-9: the same workflow beside itself, and at the foot of two ways, builds each time', () => {
    const top = workflowOf(
      'top',
      { a: as('left'), b: as('right'), c: as('leaf'), d: as('leaf') },
      {
        inputs: ['a', 'b', 'c', 'd'].map((node) => bind(node, node, 'in')),
      },
    );
    const { parameter_schema, warnings } = buildContract(top, catalog, resolve);
    const text = { type: 'string', 'x-data-type': 'string' };
    expect(parameter_schema?.properties).toEqual({ a: text, b: text, c: text, d: text });
    expect(warnings).toEqual([]);
  });
  test.each([
    ['itself', loop, 'again', resolve],
    ['itself, though nothing can be looked up', loop, 'again', undefined],
    ['an ancestor', ping, 'x', resolve],
  ] as const)('MAN-9: a way back into %s is an empty object, with a warning', (_, top, name, lookUp) => {
    const { parameter_schema, warnings } = buildContract(top, catalog, lookUp);
    expect(parameter_schema).toMatchObject({
      properties: { [name]: { type: 'object', properties: {}, 'x-data-type': 'json' } },
    });
    expect(told(warnings)).toEqual([['WORKFLOW_REENTERED', 'input', name]]);
  });
  test('MAN-9: beside an entry that leads back, others are built', () => {
    expect(buildContract(loop, catalog, resolve).parameter_schema).toMatchObject({
      properties: { plain: { type: 'string' } },
    });
  });
  test('MAN-8: a workflow that is gone, or declares no such port, leaves the entry out', () => {
    const top = workflowOf(
      'top',
      { a: as('gone'), b: as('leaf') },
      {
        inputs: [bind('a', 'a', 'in'), bind('b', 'b', 'nope')],
      },
    );
    const { parameter_schema, warnings } = buildContract(top, catalog, resolve);
    expect(parameter_schema?.properties).toEqual({});
    expect(told(warnings)).toEqual([
      ['ENTRY_UNRESOLVED', 'input', 'a'],
      ['ENTRY_UNRESOLVED', 'input', 'b'],
    ]);
  });
});
