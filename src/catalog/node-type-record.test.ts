import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { decodeCategory, decodeNodeType, encodeCategory, encodeNodeType } from './node-type-record';
import { SHIPPED_CATEGORIES } from './shipped/categories';
import { SHIPPED_NODE_TYPES } from './shipped/node-types';

/** As a site exports it: bookkeeping keys, empty collections written `{}`. */
const EXPORTED: JsonObject = {
  uuid: '72f9bcba-cdf0-4c56-9232-0dfae2876d13',
  langcode: 'en',
  status: true,
  dependencies: { module: ['site_flows'] },
  id: 'ask',
  label: 'Ask',
  description: 'Asks.',
  category: 'ai',
  icon: 'mdi:robot',
  plugin_version: '1.0.0',
  enabled: true,
  parameters: {
    history: { configurable: false, connectable: true, required: false, default: {} },
    message: { configurable: false, connectable: true, required: true, weight: 3 },
  },
  outputs: { response: { exposed: true } },
  tags: {},
  executor_plugin: 'site_flows:ask',
  visual_type: 'default',
  supported_visual_types: ['default'],
  unified_input_exposed: false,
  unified_output_exposed: false,
  tool_exposed: false,
  confirmation: { author_controls: {}, dynamic_controls: {} },
  reserved_port_exposure: {},
};

const decode = (value: unknown) => {
  const result = decodeNodeType(value);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
};
const paths = (value: unknown) => {
  const result = decodeNodeType(value);
  return result.ok ? [] : result.error.map(({ path }) => path);
};

describe('a node type record', () => {
  test('is read whole: fields, unknown keys, keys inside the gates', () => {
    const nodeType = decode(EXPORTED);
    expect(nodeType).toMatchObject({
      id: 'ask',
      tags: [],
      confirmation: { author_controls: [], dynamic_controls: [] },
    });
    expect(nodeType.extra).toEqual({
      uuid: EXPORTED.uuid,
      langcode: 'en',
      status: true,
      dependencies: { module: ['site_flows'] },
    });
    expect(nodeType.parameters.message).toEqual({
      configurable: false,
      connectable: true,
      required: true,
      weight: 3,
    });
  });
  test('is written back as it came, but for the empty lists', () => {
    expect(encodeNodeType(decode(EXPORTED))).toEqual({
      ...EXPORTED,
      tags: [],
      confirmation: { author_controls: [], dynamic_controls: [] },
    });
    expect(encodeNodeType(decode({ ...EXPORTED, color: null, config_edit: null }))).toMatchObject({
      color: null,
      config_edit: null,
    });
    expect(encodeNodeType({ ...decode({ ...EXPORTED, color: null }), color: 'teal' }).color).toBe('teal');
  });
  test('has the same text however its source was ordered', () => {
    const fields = Object.fromEntries(
      Object.entries(EXPORTED).filter(
        ([key]) => !['uuid', 'langcode', 'status', 'dependencies'].includes(key),
      ),
    );
    const turned = Object.fromEntries(Object.entries(fields).reverse());
    expect(JSON.stringify(encodeNodeType(decode(turned)))).toBe(
      JSON.stringify(encodeNodeType(decode(fields))),
    );
  });
  test.each(SHIPPED_NODE_TYPES.map((nodeType) => [nodeType.id, nodeType] as const))(
    'of %s survives the round trip',
    (_id, nodeType) => {
      expect(decode(JSON.parse(JSON.stringify(encodeNodeType(nodeType))))).toEqual(nodeType);
    },
  );
  test('with the least that is needed takes plain answers', () => {
    expect(decode({ id: 'x', executor_plugin: 'a:b', parameters: [], outputs: [] })).toMatchObject({
      label: 'x',
      enabled: true,
      parameters: {},
      outputs: {},
      supported_visual_types: ['default'],
      confirmation: {},
    });
  });
  test.each<[unknown, readonly string[]]>([
    [null, ['']],
    [[], ['']],
    [{}, ['id', 'executor_plugin']],
    [{ id: '', executor_plugin: 5 }, ['id', 'executor_plugin']],
    [{ ...EXPORTED, label: 5, enabled: 'yes', tags: ['a', 1] }, ['label', 'enabled', 'tags']],
    [
      { ...EXPORTED, parameters: { p: 5, q: { connectable: 1 } } },
      ['parameters.p', 'parameters.q.connectable'],
    ],
    [{ ...EXPORTED, outputs: { o: { exposed: 'no' } } }, ['outputs.o.exposed']],
    [{ ...EXPORTED, reserved_port_exposure: { error: 1 } }, ['reserved_port_exposure.error']],
    [{ ...EXPORTED, confirmation: 'ask' }, ['confirmation']],
  ])('with faults names them: %j', (value, expected) => {
    expect(paths(value)).toEqual(expected);
  });
  test('never throws, and keeps names that every object inherits', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => typeof decodeNodeType(value).ok === 'boolean'));
    const text =
      '{"id":"x","executor_plugin":"a:b","__proto__":{"polluted":true},"parameters":{"__proto__":{"connectable":true}}}';
    const nodeType = decode(JSON.parse(text));
    expect(Object.keys(nodeType.parameters)).toEqual(['__proto__']);
    expect(Object.keys(nodeType.extra)).toEqual(['__proto__']);
    expect('polluted' in nodeType).toBe(false);
  });
});

describe('a category record', () => {
  const stored: { [key: string]: Json } = {
    uuid: 'u',
    status: false,
    id: 'ai',
    label: 'AI',
    description: 'd',
    icon: 'mdi:shimmer',
    color: '#a855f7',
  };
  test('keeps its status and its other keys', () => {
    const result = decodeCategory(stored);
    expect(result).toMatchObject({ ok: true, value: { id: 'ai', enabled: false, extra: { uuid: 'u' } } });
    expect(result.ok && encodeCategory(result.value)).toEqual(stored);
  });
  test('with faults names them', () => {
    const result = decodeCategory({ label: 5, status: 1 });
    expect(result.ok ? [] : result.error.map(({ path }) => path)).toEqual(['id', 'label', 'status']);
  });
  test.each(SHIPPED_CATEGORIES.map((category) => [category.id, category] as const))(
    'of %s survives the round trip',
    (_id, category) => {
      expect(decodeCategory(encodeCategory(category))).toEqual({ ok: true, value: category });
    },
  );
});
