import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import { declarationProblems } from './schema-words';
import { SHIPPED_PROCESSORS } from './shipped/processors';
import { build, IN, processorOf } from './testing/make';

const paths = (parameters: JsonObject, outputs: JsonObject = {}) =>
  declarationProblems(processorOf(parameters, outputs)).map(({ path }) => path);

test('SCH-1: a declaration with port or visual data is a defect; two schemas and flags are all there is', () => {
  const clean = processorOf({ a: { type: 'string' } }, { b: {} });
  expect(declarationProblems(clean)).toEqual([]);
  const marked = { ...clean, icon: 'mdi:cog', category: 'data', ports: [] };
  expect(declarationProblems(marked).map(({ path }) => path)).toEqual(['icon', 'category', 'ports']);
});

test('SCH-1: ports come from the two schemas; a stored gate without a property makes none', () => {
  const built = build(
    { parameters: { a: IN, ghost: IN }, outputs: { spook: { exposed: true } } },
    processorOf({ a: {} }, { b: {} }),
  );
  expect(built.inputs.map(({ id }) => id)).toEqual(['a', 'loop_back', 'trigger']);
  expect(built.outputs.map(({ id }) => id)).toEqual(['b', 'trigger', 'error']);
  expect(built.gate('ghost')).toEqual({
    connectable: false,
    configurable: false,
    required: false,
    exposed_by_default: true,
  });
});

describe('SCH-34: a type is made of JSON Schema words', () => {
  test.each(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])(
    'SCH-34: %s is one',
    (type) => {
      expect(paths({ p: { type } }, { q: { type: [type, 'null'] } })).toEqual([]);
    },
  );
  test.each(['trigger', 'tool', 'json', 'mixed', 'any', 'messages', 'error', 'nonesuch', 5, null])(
    'SCH-34: %s is none, on either side',
    (type) => {
      expect(paths({ p: { type } }, { q: { type } })).toEqual([
        'parameters.properties.p.type',
        'outputs.properties.q.type',
      ]);
    },
  );
  test('SCH-34: every member of a list counts, and nested schemas too', () => {
    expect(paths({ p: { type: ['string', 'json'] } })).toEqual(['parameters.properties.p.type']);
    expect(
      paths({ p: { type: 'array', items: { type: 'object', properties: { x: { type: 'json' } } } } }),
    ).toEqual(['parameters.properties.p.items.properties.x.type']);
  });
  test('SCH-34: keywords that nobody reads are no fault', () => {
    expect(paths({ p: { type: 'string', 'x-sparkle': 1, unheardOf: {} } })).toEqual([]);
  });
  test('SCH-34: every shipped schema is well formed', () => {
    expect(SHIPPED_PROCESSORS.length).toBeGreaterThan(20);
    expect(
      SHIPPED_PROCESSORS.flatMap((shipped) =>
        declarationProblems(shipped).map(({ path }) => `${shipped.id} ${path}`),
      ),
    ).toEqual([]);
  });
});

test('SCH-37: a control port declares its lane and no type', () => {
  expect(paths({ tool: { 'x-data-type': 'tool' }, loop_back: { 'x-data-type': 'trigger' } })).toEqual([]);
  expect(paths({ tool: { 'x-data-type': 'tool', type: 'object' } })).toEqual([
    'parameters.properties.tool.type',
  ]);
});

test('SCH-33: a schema without a properties map is a fault of the declaration', () => {
  expect(
    declarationProblems({ ...processorOf({}), parameters: { type: 'object' } }).map(({ path }) => path),
  ).toEqual(['parameters']);
});
