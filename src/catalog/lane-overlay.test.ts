import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import { checkLaneOverlay, composePortConfig, explainRules, type LaneSources } from './lane-composition';
import {
  checkShape,
  type LaneRecords,
  mergeOverlay,
  mergeShapes,
  overlayOfServed,
  tidyOverlay,
} from './lane-overlay';
import { compatibilityOf, laneById, laneOf } from './lanes';
import type { PortConfig } from './types';

const text = fc.constantFrom('', 'A', 'Ours');
const laneId = fc.constantFrom('string', 'json', 'error', 'mixed', 'tool', 'any', 'order', 'parcel', 'a:b');
const schema = fc.constantFrom<JsonObject>({}, { type: 'object' }, { type: 'array', wobble: true });
const entry: fc.Arbitrary<JsonObject> = fc.record(
  {
    id: laneId,
    name: text,
    color: fc.constantFrom('teal', '#209463'),
    enabled: fc.boolean(),
    schema,
    note: text,
  },
  { requiredKeys: ['id'] },
);
const rule: fc.Arbitrary<JsonObject> = fc.record(
  { from: laneId, to: laneId, description: text },
  { requiredKeys: ['from', 'to'] },
);
const overlay: fc.Arbitrary<JsonObject> = fc.record(
  {
    version: fc.constantFrom('0.9.0', '1.0.0'),
    dataTypes: fc.array(entry, { maxLength: 5 }),
    compatibilityRules: fc.array(rule, { maxLength: 5 }),
    extra: text,
  },
  { requiredKeys: [] },
);
const shapes: fc.Arbitrary<readonly JsonObject[]> = fc.array(
  fc.record({ id: laneId, label: text, schema, compatibility: fc.array(laneId, { maxLength: 2 }) }),
  { maxLength: 3 },
);

/** What is composed, whatever its order. */
function composed({ overlay: over, shapes: site }: LaneRecords) {
  const config = composePortConfig({ siteShapes: site, ...(over === undefined ? {} : { overlay: over }) });
  return {
    ...config,
    dataTypes: [...config.dataTypes].sort((a, b) => (a.id < b.id ? -1 : 1)),
    compatibilityRules: config.compatibilityRules.map(({ from, to }) => `${from}>${to}`).sort(),
  };
}

describe('an overlay holds what differs', () => {
  test('SCH-10.a: what tidying leaves out changes nothing that is composed', () => {
    fc.assert(
      fc.property(overlay, shapes, (over, site) => {
        const tidy = tidyOverlay(over, site);
        expect(composed({ overlay: tidy, shapes: site })).toEqual(composed({ overlay: over, shapes: site }));
        expect(tidyOverlay(tidy, site)).toEqual(tidy);
      }),
    );
  });

  test('SCH-10.a: an overlay of what is served already is nothing', () => {
    fc.assert(
      fc.property(shapes, (site) => {
        const { dataTypes, compatibilityRules, ...scalars } = composePortConfig({ siteShapes: site });
        const served: JsonObject = {
          ...scalars,
          dataTypes: dataTypes.map((lane): JsonObject => ({ ...lane, aliases: [...(lane.aliases ?? [])] })),
          compatibilityRules: compatibilityRules.map((one): JsonObject => ({ ...one })),
        };
        const plain = {
          ...served,
          dataTypes: dataTypes.map(({ aliases: _, ...lane }): JsonObject => ({ ...lane })),
        };
        expect(tidyOverlay(plain, site)).toBeUndefined();
        expect(overlayOfServed(plain, site)).toBeUndefined();
      }),
    );
  });

  test('SCH-41: composing again what was composed gives the same', () => {
    fc.assert(
      fc.property(overlay, shapes, (over, site) => {
        const config = composePortConfig({ siteShapes: site, overlay: over });
        const again = composePortConfig({ siteShapes: site, overlay: asOverlay(config) });
        expect(again).toEqual(config);
      }),
    );
  });

  test('keys that nobody knows keep an entry, and stay with it', () => {
    const base = laneById('string', composePortConfig());
    const over = { note: 'ours', dataTypes: [{ ...base, owner: 'us' }] };
    expect(tidyOverlay(over, [])).toEqual(over);
  });

  test('a whole served configuration brings only what differs; a part is taken as it is', () => {
    const served = composePortConfig({ overlay: { dataTypes: [{ id: 'order', name: 'Order' }] } });
    const taken = overlayOfServed(asOverlay(served), []);
    expect(taken).toMatchObject({ dataTypes: [{ id: 'order', name: 'Order' }] });
    expect(taken).not.toHaveProperty('compatibilityRules');
    const part = { dataTypes: [{ id: 'json', name: 'Object' }] };
    expect(overlayOfServed(part, [])).toBe(part);
  });
});

function asOverlay(config: PortConfig): JsonObject {
  return {
    version: config.version,
    defaultDataType: config.defaultDataType,
    dataTypes: config.dataTypes.map(({ aliases, ...lane }) => ({
      ...lane,
      ...(aliases === undefined ? {} : { aliases: [...aliases] }),
    })),
    compatibilityRules: config.compatibilityRules.map((one) => ({ ...one })),
  };
}

describe('two overlays in one', () => {
  test('what the second says counts, what it does not say stays', () => {
    const merged = mergeOverlay(
      {
        kept: 1,
        dataTypes: [{ id: 'a', name: 'A' }, { id: 'b' }],
        compatibilityRules: [{ from: 'a', to: 'b' }],
      },
      {
        dataTypes: [{ id: 'c' }, { id: 'a', name: 'Other' }],
        compatibilityRules: [
          { from: 'a', to: 'b', description: 'why' },
          { from: 'c', to: 'a' },
        ],
      },
    );
    expect(merged).toEqual({
      kept: 1,
      dataTypes: [{ id: 'a', name: 'Other' }, { id: 'b' }, { id: 'c' }],
      compatibilityRules: [
        { from: 'a', to: 'b', description: 'why' },
        { from: 'c', to: 'a' },
      ],
    });
    expect(mergeShapes([{ id: 'a', label: 'A' }, { id: 'b' }], [{ id: 'a' }])).toEqual([
      { id: 'a' },
      { id: 'b' },
    ]);
  });
  test('joining twice is joining once, and the outcome may be stored', () => {
    fc.assert(
      fc.property(overlay, overlay, (under, over) => {
        const once = mergeOverlay(under, over);
        expect(mergeOverlay(once, over)).toEqual(once);
        expect(checkLaneOverlay(once).ok).toBe(true);
      }),
    );
  });
});

test('SCH-39, SCH-43: every rule says what makes it so, and only the pair is served', () => {
  const sources: LaneSources = {
    siteShapes: [{ id: 'order', schema: {}, compatibility: [{ to: 'string', reason: 'printed' }] }],
    overlay: {
      compatibilityRules: [
        { from: 'number', to: 'string', description: 'digits' },
        { from: 'order', to: 'json' },
      ],
    },
  };
  const why = (from: string, to: string) =>
    explainRules(sources).find((one) => one.from === from && one.to === to);
  expect(why('number', 'string')).toMatchObject({ by: 'site', reason: 'digits' });
  expect(why('order', 'string')).toMatchObject({ by: 'shape', reason: 'printed' });
  expect(why('order', 'json')).toMatchObject({ by: 'site' });
  expect(why('error', 'json')).toMatchObject({ by: 'object' });
  expect(why('order', 'trigger')).toMatchObject({ by: 'control' });
  expect(why('mixed', 'order')).toMatchObject({ by: 'sink' });
  expect(why('any', 'order')).toMatchObject({ by: 'retired' });
  expect(why('tool', 'mixed')).toBeUndefined();
  expect(composePortConfig(sources).compatibilityRules.every((one) => Object.keys(one).length === 2)).toBe(
    true,
  );
});

describe('SCH-41: another name of a lane stands for the lane that has it', () => {
  const site = composePortConfig({
    overlay: {
      dataTypes: [
        { id: 'order', aliases: ['purchase', 'string', 'any', 7, ''] },
        { id: 'gone', enabled: false, aliases: ['lost'] },
        { id: 'late', aliases: ['purchase'] },
      ],
    },
  });
  test.each([
    ['purchase', 'order'],
    ['string', 'string'],
    ['any', 'json'],
    ['lost', 'json'],
    ['nothing', 'json'],
  ])('a port that declares %s is on %s', (word, lane) => {
    expect(laneOf({ type: 'object', 'x-data-type': word }, site)).toBe(lane);
  });
  test('it is served with its lane, and a lane without one has no such key', () => {
    expect(laneById('order', site)?.aliases).toEqual(['purchase', 'string', 'any']);
    expect(laneById('json', site)).not.toHaveProperty('aliases');
    expect(compatibilityOf(site)('order', 'order')).toBe(true);
  });
});

describe('SCH-42, SCH-45: a shape is checked when it is stored', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['no object', [], ['']],
    ['no id', { schema: {} }, ['id']],
    ['an empty id', { id: '', schema: {} }, ['id']],
    ['a schema that is none', { id: 'a', schema: 'object' }, ['schema']],
    ['widenings no list', { id: 'a', schema: {}, compatibility: 'json' }, ['compatibility']],
    [
      'half a widening',
      { id: 'a', schema: {}, compatibility: ['json', { reason: 'x' }] },
      ['compatibility[1]'],
    ],
  ])('refused: %s', (_name, shape, paths) => {
    const result = checkShape(shape);
    expect(result.ok ? [] : result.error.map(({ path }) => path)).toEqual(paths);
  });
  test.each<[string, JsonObject]>([
    ['keywords that nobody knows', { id: 'a', schema: { wobble: { deep: true } } }],
    ['a reserved id, which the vocabulary merely ignores (SCH-44)', { id: 'trigger', schema: {} }],
  ])('stored: %s', (_name, shape) => {
    expect(checkShape(shape)).toEqual({ ok: true, value: shape });
  });
});
