import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { composePortConfig } from './lane-composition';
import {
  CONTROL_LANES,
  compatibilityOf,
  isDeclarable,
  laneById,
  laneOf,
  pickableLanes,
  RETIRED_LANES,
  SHIPPED_LANES,
  SHIPPED_SHAPES,
  takesAnyValue,
} from './lanes';
import { SCHEMA_TYPES } from './schema-words';
import { SHIPPED_NODE_TYPES } from './shipped/node-types';
import { SHIPPED_PROCESSORS } from './shipped/processors';
import { build, IN, processorOf } from './testing/make';

const shipped = composePortConfig();
const compatible = compatibilityOf(shipped);

test.each<[Json, string]>([
  [['null', 'integer', 'string'], 'number'],
  [['object', 'null'], 'json'],
  [['string'], 'string'],
  [[], 'mixed'],
  [['null'], 'mixed'],
  [['null', 'null'], 'mixed'],
])('SCH-9: a union type takes its first non-null member: %j is %s', (type, lane) => {
  expect(laneOf({ type }, shipped)).toBe(lane);
});

test.each<[Json, string]>([
  ['string', 'string'],
  ['number', 'number'],
  ['integer', 'number'],
  ['boolean', 'boolean'],
  ['array', 'array'],
  ['object', 'json'],
  ['null', 'mixed'],
  ['nonesuch', 'mixed'],
  ['trigger', 'mixed'],
  ['tool', 'mixed'],
  [7, 'mixed'],
])('SCH-10: the type %j has the lane %s', (type, lane) => {
  expect(laneOf({ type }, shipped)).toBe(lane);
});

test('SCH-10: x-data-type overrides where it names a served lane, and only there', () => {
  expect(laneOf({ type: 'array', 'x-data-type': 'messages' }, shipped)).toBe('messages');
  expect(laneOf({ 'x-data-type': 'trigger' }, shipped)).toBe('trigger');
  expect(laneOf({ type: 'object', 'x-data-type': 'no_such_lane' }, shipped)).toBe('json');
  expect(laneOf({ type: 'object', 'x-data-type': 5 }, shipped)).toBe('json');
  expect(laneOf({ type: 'string', 'x-data-type': 'constructor' }, shipped)).toBe('string');
});

test('SCH-35: the derivation is total, its range is served, and an undeclared port is the sink', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (type, lane) => {
      const derived = laneOf({ type: type as Json, 'x-data-type': lane as Json }, shipped);
      return laneById(derived, shipped) !== undefined;
    }),
  );
  expect(laneOf({}, shipped)).toBe('mixed');
  expect(shipped.defaultDataType).toBe('mixed');
  for (const type of SCHEMA_TYPES) expect(isDeclarable(laneOf({ type }, shipped), shipped)).toBe(true);
  expect(build({ parameters: { p: IN } }, processorOf({ p: {} })).inputs[0]?.dataType).toBe('mixed');
});

test('SCH-36: every reader answers from the one declaration, which is no ceiling', () => {
  const declared = [...SHIPPED_LANES.map(({ id }) => id), ...SHIPPED_SHAPES.map(({ id }) => id)];
  expect(new Set(declared).size).toBe(declared.length);
  expect(shipped.dataTypes.map(({ id }) => id).sort()).toEqual([...declared].sort());
  for (const { id } of pickableLanes(shipped)) expect(declared).toContain(id);
  for (const lane of shipped.dataTypes) {
    expect(lane.name).not.toBe('');
    expect(lane.description).not.toBe('');
    expect(lane.color).toMatch(/^#[\da-f]{6}$/);
  }
  const site = composePortConfig({ overlay: { dataTypes: [{ id: 'ours' }] } });
  expect(laneOf({ 'x-data-type': 'ours' }, site)).toBe('ours');
});

test('SCH-37: a lane in type derives the sink; control lanes carry no value and are offered to nobody', () => {
  expect(laneOf({ type: 'trigger' }, shipped)).toBe('mixed');
  expect(laneOf({ type: 'tool' }, shipped)).toBe('mixed');
  const offered = pickableLanes(shipped).map(({ id }) => id);
  expect(offered).toEqual(['string', 'number', 'boolean', 'array', 'json', 'mixed', 'messages', 'error']);
  for (const lane of CONTROL_LANES) expect(shipped.dataTypes.map(({ id }) => id)).toContain(lane);
});

describe('SCH-38: any is retired', () => {
  test('SCH-38: loop_back wears trigger, and every data lane may run into a trigger', () => {
    const loopBack = build({}, processorOf({})).inputs.find(({ id }) => id === 'loop_back');
    expect(loopBack?.dataType).toBe('trigger');
    expect(compatible('string', 'trigger')).toBe(true);
    expect(compatible('trigger', 'string')).toBe(false);
  });
  test('SCH-38: a port that declares any takes the lane of its type', () => {
    expect(laneOf({ type: 'string', 'x-data-type': 'any' }, shipped)).toBe('string');
    expect(laneOf({ 'x-data-type': 'any' }, shipped)).toBe('mixed');
  });
  test('SCH-38: no shipped node type has a port on a lane that is not offered', () => {
    for (const nodeType of SHIPPED_NODE_TYPES) {
      const built = build(
        nodeType,
        SHIPPED_PROCESSORS.find(({ id }) => id === nodeType.executor_plugin),
      );
      for (const port of [...built.inputs, ...built.outputs])
        expect(isDeclarable(port.dataType, shipped)).toBe(true);
    }
  });
});

test('SCH-38.a: a retired lane is served, disabled, called deprecated, with its rules in both directions', () => {
  expect(RETIRED_LANES).toEqual(['any']);
  const any = laneById('any', shipped);
  expect(any?.enabled).toBe(false);
  expect(any?.description).toMatch(/deprecated/i);
  for (const { id } of shipped.dataTypes) {
    expect(compatible(id, 'any')).toBe(id !== 'tool');
    expect(compatible('any', id)).toBe(id !== 'tool');
  }
});

describe('SCH-39: compatibility is seeded by identity and widened by rules', () => {
  test.each<[string, string, boolean]>([
    ['string', 'string', true],
    ['string', 'number', false],
    ['number', 'mixed', true],
    ['mixed', 'number', true],
    ['mixed', 'trigger', true],
    ['trigger', 'mixed', true],
    ['tool', 'tool', true],
    ['tool', 'mixed', false],
    ['mixed', 'tool', false],
    ['tool', 'trigger', false],
    ['trigger', 'tool', false],
    ['tool', 'any', false],
    ['array', 'json', false],
    ['unserved', 'unserved', false],
    ['string', 'unserved', false],
  ])('SCH-39: %s into %s: %s', (from, to, expected) => {
    expect(compatible(from, to)).toBe(expected);
  });
  test('SCH-39: a rule into a lane that is not served allows nothing', () => {
    const rules = { compatibilityRules: [{ from: 'string', to: 'unserved' }] };
    expect(compatibilityOf(composePortConfig({ overlay: rules }))('string', 'unserved')).toBe(false);
  });
  test('SCH-39: each hand-written widening says why', () => {
    for (const { reason } of SHIPPED_SHAPES.flatMap(({ compatibility }) => compatibility)) {
      expect(reason.length).toBeGreaterThan(10);
    }
  });
  test('SCH-39: no rule is served twice, and none names a lane that is not served', () => {
    const pairs = shipped.compatibilityRules.map(({ from, to }) => `${from} ${to}`);
    expect(new Set(pairs).size).toBe(pairs.length);
    for (const { from, to } of shipped.compatibilityRules) {
      expect(laneById(from, shipped)).toBeDefined();
      expect(laneById(to, shipped)).toBeDefined();
    }
  });
});

test('SCH-40: sinks and control lanes take any value at a public boundary, other lanes do not', () => {
  expect(['mixed', 'any', 'trigger', 'tool'].map(takesAnyValue)).toEqual([true, true, true, true]);
  expect(['string', 'json', 'array', 'messages', 'error', 'site_lane'].some(takesAnyValue)).toBe(false);
});
