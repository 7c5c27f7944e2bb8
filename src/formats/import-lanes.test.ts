import { describe, expect, test } from 'vitest';
import { createCatalog } from '../catalog/catalog';
import { composePortConfig } from '../catalog/lane-composition';
import type { JsonObject } from '../model/json';
import { importFiles } from './import';

const catalog = createCatalog();
const bring = (files: { readonly [name: string]: unknown }) =>
  importFiles(
    Object.entries(files).map(([name, value]) => ({
      name,
      bytes: new TextEncoder().encode(JSON.stringify(value)),
    })),
    catalog,
  );
const lines = (plan: ReturnType<typeof bring>, outcome: string) =>
  plan.files.flatMap(({ entries }) =>
    entries.filter((entry) => entry.outcome === outcome).map(({ path, message }) => `${path}: ${message}`),
  );

const ORDER = { id: 'order', name: 'Order', color: 'teal' };
const PERSON: JsonObject = { id: 'person', label: 'Person', schema: { type: 'object', wobble: true } };
const RULE = { from: 'order', to: 'string', description: 'printed' };

describe('lanes among imported files', () => {
  test('SCH-10.a, SCH-42: an overlay with its shapes comes as it was written', () => {
    const plan = bring({
      'flowdrop-lanes.json': { dataTypes: [ORDER], compatibilityRules: [RULE], shapes: [PERSON] },
    });
    expect(plan.lanes).toEqual({
      overlay: { dataTypes: [ORDER], compatibilityRules: [RULE] },
      shapes: [PERSON],
    });
    expect(lines(plan, 'came')).toEqual([': Lanes: 1 lane, 1 rule, 1 shape']);
    expect(plan.catalog.compatible('order', 'string')).toBe(true);
    expect(plan.catalog.compatible('person', 'json')).toBe(true);
  });

  test('overlay and shapes in files of their own are one import', () => {
    const plan = bring({ 'a.json': { dataTypes: [ORDER] }, 'b.json': { shapes: [PERSON] } });
    expect(plan.lanes).toEqual({ overlay: { dataTypes: [ORDER] }, shapes: [PERSON] });
  });

  test('SCH-41: of a whole served configuration, or the answer of its door, only what differs comes', () => {
    const served = composePortConfig({ overlay: { dataTypes: [ORDER], compatibilityRules: [RULE] } });
    for (const file of [served, { success: true, data: served }]) {
      const { overlay } = bring({ 'port-config.json': file }).lanes;
      expect(overlay?.dataTypes).toEqual([expect.objectContaining({ id: 'order', color: 'teal' })]);
      expect(overlay?.compatibilityRules).toEqual([{ from: 'order', to: 'string' }]);
    }
    expect(bring({ 'port-config.json': composePortConfig() }).lanes).toEqual({
      overlay: undefined,
      shapes: [],
    });
  });

  test('a bundle may bring lanes beside its flow', () => {
    const flow = { id: 'f', label: 'F', nodes: [], edges: [] };
    const plan = bring({
      'f.bundle.json': {
        format: 'flowdrop.bundle/v1',
        payload: { flow, port_config: { dataTypes: [ORDER], shapes: [PERSON] } },
      },
    });
    expect(plan.workflows).toHaveLength(1);
    expect(plan.lanes).toEqual({ overlay: { dataTypes: [ORDER] }, shapes: [PERSON] });
  });

  test.each<[string, unknown, readonly string[]]>([
    ['dataTypes no list', { dataTypes: {} }, ['dataTypes']],
    ['half a rule', { compatibilityRules: [{ from: 'a' }] }, ['compatibilityRules[0].to']],
    ['an entry without an id', { dataTypes: [ORDER, { name: 'x' }] }, ['dataTypes[1].id']],
  ])('SCH-45: refused with the place: %s', (_name, file, paths) => {
    const plan = bring({ 'bad.json': file, 'good.json': { dataTypes: [ORDER] } });
    expect(lines(plan, 'refused').map((line) => line.split(':')[0])).toEqual(paths);
    expect(plan.lanes.overlay).toEqual({ dataTypes: [ORDER] });
  });

  test('SCH-42: a malformed shape is refused and the others come', () => {
    const plan = bring({ 'shapes.json': { shapes: [{ id: '' }, PERSON] } });
    expect(lines(plan, 'refused').map((line) => line.split(':')[0])).toEqual([
      'shapes[0].id',
      'shapes[0].schema',
    ]);
    expect(plan.lanes.shapes).toEqual([PERSON]);
  });

  test('of two files that say different things of one lane the first holds', () => {
    const plan = bring({
      'a.json': { dataTypes: [ORDER] },
      'b.json': { dataTypes: [{ ...ORDER, color: 'red' }] },
      'c.json': { dataTypes: [ORDER, { id: 'parcel' }] },
    });
    expect(lines(plan, 'refused')).toEqual([
      ': Another file says something else of the lane "order"; import one of the two.',
    ]);
    expect(plan.lanes.overlay).toEqual({ dataTypes: [ORDER, { id: 'parcel' }] });
  });
});
