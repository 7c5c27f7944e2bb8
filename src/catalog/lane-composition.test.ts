import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import { checkLaneOverlay, composePortConfig } from './lane-composition';
import { compatibilityOf, laneById, laneOf, type PortShape, SHIPPED_SHAPES } from './lanes';
import type { PortConfig } from './types';

const OVERLAY: JsonObject = {
  version: '0.9.0',
  dataTypes: [
    {
      id: 'string',
      name: 'Words',
      description: 'Site colour.',
      color: 'teal',
      category: 'basic',
      enabled: true,
    },
    {
      id: 'site_lane',
      name: 'Site lane',
      description: 'Ours.',
      color: 'var(--fd-node-slate)',
      category: 'basic',
      enabled: true,
    },
  ],
  compatibilityRules: [{ from: 'site_lane', to: 'string' }],
};
const ids = (config: PortConfig) => config.dataTypes.map(({ id }) => id);
const properties = (config: PortConfig, lane: string) =>
  Object.keys((laneById(lane, config)?.schema?.properties ?? {}) as object);
const ORDER: JsonObject = {
  id: 'order',
  label: 'Order',
  enabled: true,
  schema: { type: 'object', properties: { id: { type: 'string' }, total: { type: 'number' } } },
};

describe('SCH-10.a: the stored configuration overlays the shipped one', () => {
  const served = composePortConfig({ overlay: OVERLAY });
  test('SCH-10.a: stored entries win and stand first; unmentioned shipped ones follow', () => {
    expect(laneById('string', served)).toMatchObject({ name: 'Words', color: 'teal' });
    expect(ids(served).slice(0, 2)).toEqual(['string', 'site_lane']);
    expect(new Set(ids(served))).toEqual(new Set([...ids(composePortConfig()), 'site_lane']));
  });
  test('SCH-10.a: rules are the union; scalars are the stored ones', () => {
    const compatible = compatibilityOf(served);
    expect(served.compatibilityRules[0]).toEqual({ from: 'site_lane', to: 'string' });
    expect(compatible('messages', 'array')).toBe(true);
    expect(compatible('messages', 'json')).toBe(true);
    expect(compatible('array', 'messages')).toBe(false);
    expect(served.version).toBe('0.9.0');
    expect(served.defaultDataType).toBe('mixed');
  });
  test('SCH-10.a: a site lane gets the sink rules, so its ports can be wired', () => {
    const compatible = compatibilityOf(served);
    expect(['site_lane', 'mixed', 'trigger', 'json'].map((to) => compatible('site_lane', to))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
  test('SCH-10.a: leaving out suppresses nothing', () => {
    const bare = composePortConfig({ overlay: { dataTypes: [], compatibilityRules: [] } });
    expect(bare).toEqual(composePortConfig());
  });
});

test('SCH-41: whether a lane may be declared is asked of the served payload', () => {
  const site = composePortConfig({ overlay: { dataTypes: [{ id: 'order' }] } });
  expect(laneOf({ type: 'object', 'x-data-type': 'order' }, site)).toBe('order');
  expect(laneOf({ type: 'object', 'x-data-type': 'order' }, composePortConfig())).toBe('json');
});

describe('SCH-42: a shape is a named schema whose id is a lane id', () => {
  const served = composePortConfig();
  test('SCH-42: both structured lanes ship a shape; the bare ones and the sinks have none', () => {
    expect(properties(served, 'error')).toEqual(['message', 'code', 'node_id', 'retryable']);
    expect(laneById('messages', served)?.schema).toMatchObject({ items: { required: ['role'] } });
    for (const id of ['string', 'number', 'boolean', 'array', 'json', 'trigger', 'tool', 'mixed', 'any']) {
      expect(laneById(id, served)).not.toHaveProperty('schema');
    }
  });
  test('SCH-42: one code declaration may compute a family, named base:derivative', () => {
    const [first] = SHIPPED_SHAPES;
    if (first === undefined) throw new Error('no shape');
    const rows: PortShape = {
      ...first,
      id: 'row',
      derivatives: () =>
        ['a', 'b'].map((name) => ({ ...first, derivative: name, label: name, schema: { title: name } })),
    };
    const family = composePortConfig({ shapes: [rows] });
    expect(ids(family)).toEqual(expect.arrayContaining(['row', 'row:a', 'row:b']));
    expect(laneById('row:b', family)?.schema).toEqual({ title: 'b' });
    expect(laneOf({ 'x-data-type': 'row:a' }, family)).toBe('row:a');
  });
});

test('SCH-43: a shape matches itself, widens into json and the sink; json never narrows into a shape', () => {
  const compatible = compatibilityOf(composePortConfig({ siteShapes: [ORDER, { ...ORDER, id: 'twin' }] }));
  const pairs: [string, string, boolean][] = [
    ['order', 'order', true],
    ['order', 'json', true],
    ['order', 'mixed', true],
    ['order', 'trigger', true],
    ['mixed', 'order', true],
    ['json', 'order', false],
    ['order', 'twin', false],
    ['order', 'tool', false],
  ];
  for (const [from, to, expected] of pairs)
    expect([from, to, compatible(from, to)]).toEqual([from, to, expected]);
});

describe('SCH-44: the later declaration replaces the earlier one whole', () => {
  const parcel: PortShape = {
    id: 'parcel',
    label: 'Parcel of the code',
    description: '',
    color: 'red',
    category: 'complex',
    enabled: true,
    schema: { type: 'object', properties: { from: {}, to: {} }, required: ['from', 'to'] },
    compatibility: [{ to: 'string', reason: 'for the test' }],
  };
  const stored: JsonObject = {
    id: 'parcel',
    label: 'Parcel',
    description: 'Ours.',
    color: 'teal',
    category: 'complex',
    enabled: true,
    schema: { type: 'object', properties: { code: { type: 'string' } } },
    compatibility: [],
  };
  test('SCH-44: the site shape wins over the code shape', () => {
    const code = composePortConfig({ shapes: [parcel] });
    expect(compatibilityOf(code)('parcel', 'string')).toBe(true);
    const site = composePortConfig({ shapes: [parcel], siteShapes: [stored] });
    expect(properties(site, 'parcel')).toEqual(['code']);
    expect(laneById('parcel', site)?.schema).not.toHaveProperty('required');
    expect(compatibilityOf(site)('parcel', 'string')).toBe(false);
    expect(compatibilityOf(site)('parcel', 'json')).toBe(true);
  });
  test('SCH-44: a collision with a shipped id leaves the lane in place with its rules', () => {
    const site = composePortConfig({ siteShapes: [{ ...stored, id: 'string' }] });
    expect(laneById('string', site)?.name).toBe('Parcel');
    expect(compatibilityOf(site)('string', 'mixed')).toBe(true);
    expect(compatibilityOf(site)('string', 'string')).toBe(true);
  });
  test.each(['trigger', 'tool', 'mixed', 'any'])(
    'SCH-44: a shape named %s is ignored, nothing else suffers',
    (id) => {
      expect(composePortConfig({ siteShapes: [{ ...stored, id }] })).toEqual(composePortConfig());
      expect(composePortConfig({ shapes: [...SHIPPED_SHAPES, { ...parcel, id }] })).toEqual(
        composePortConfig(),
      );
    },
  );
  test('SCH-44: hand-written widenings of a site shape are served', () => {
    const site = composePortConfig({
      siteShapes: [{ ...stored, compatibility: ['string', { to: 'array', reason: 'x' }] }],
    });
    expect(compatibilityOf(site)('parcel', 'string')).toBe(true);
    expect(compatibilityOf(site)('parcel', 'array')).toBe(true);
  });
});

describe('SCH-46: a shape is served on its lane, once', () => {
  test('SCH-46: site and code shapes arrive by the same route', () => {
    const served = composePortConfig({ siteShapes: [ORDER] });
    expect(properties(served, 'order')).toEqual(['id', 'total']);
    expect(properties(served, 'error')).toEqual(['message', 'code', 'node_id', 'retryable']);
  });
  test('SCH-46: an overlay entry replaces the composed entry, schema included', () => {
    const overlay = { dataTypes: [{ id: 'order', name: 'Ours' }] };
    const served = composePortConfig({ siteShapes: [ORDER], overlay });
    expect(laneById('order', served)).not.toHaveProperty('schema');
    const stated = composePortConfig({
      overlay: { dataTypes: [{ id: 'error', schema: { type: 'object' } }] },
    });
    expect(laneById('error', stated)?.schema).toEqual({ type: 'object' });
  });
});

describe('SCH-45: an overlay is checked when it is stored', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['no object', [], ['']],
    ['a text', 'lanes', ['']],
    ['dataTypes no list', { dataTypes: {} }, ['dataTypes']],
    ['rules no list', { compatibilityRules: null }, ['compatibilityRules']],
    ['an entry no object', { dataTypes: ['string'] }, ['dataTypes[0]']],
    ['an entry without id', { dataTypes: [{ id: 'a' }, { name: 'b' }] }, ['dataTypes[1].id']],
    ['an id that is no text', { dataTypes: [{ id: 5 }] }, ['dataTypes[0].id']],
    [
      'half a rule',
      { compatibilityRules: [{ from: 'a' }, { to: 'b' }] },
      ['compatibilityRules[0].to', 'compatibilityRules[1].from'],
    ],
  ])('SCH-45: refused: %s', (_name, overlay, paths) => {
    const result = checkLaneOverlay(overlay);
    expect(result.ok ? 'stored' : result.error.map(({ path }) => path)).toEqual(paths);
  });
  test.each<[string, JsonObject]>([
    ['the printed one', OVERLAY],
    ['an empty one', {}],
    ['a reserved id, which the vocabulary merely declines', { dataTypes: [{ id: 'trigger' }] }],
    ['a schema with unknown keywords', { dataTypes: [{ id: 'x', schema: { wobble: true } }] }],
  ])('SCH-45: stored: %s', (_name, overlay) => {
    expect(checkLaneOverlay(overlay)).toEqual({ ok: true, value: overlay });
  });
});
