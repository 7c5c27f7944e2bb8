import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { createJsonPathEngine, queryJsonPath } from './jsonpath';
import { isJsonPath } from './path-kind';
import { createPropertyPathEngine } from './property-path';

const shop: Json = {
  shop: {
    title: 'Corner Shop',
    items: [
      { label: 'Pin', cost: 2, tags: ['a', 'b'] },
      { label: 'Cup', cost: 5, tags: [] },
    ],
  },
  rows: [1, 2, 3],
  none: null,
};
const engine = createJsonPathEngine();

test('LANG-14: a leading $ decides, after a trim', () => {
  expect(isJsonPath(' $.rows')).toBe(true);
  expect(isJsonPath('[rows][2][id]')).toBe(false);
  expect(isJsonPath("['rows']")).toBe(false);
  expect(isJsonPath('rows.$')).toBe(false);
  expect(engine.evaluate(' $.rows ', shop)).toMatchObject({ value: [1, 2, 3] });
  expect(engine.evaluate('rows[1]', shop)).toMatchObject({ value: 2 });
});

describe('LANG-9: a query never raises', () => {
  test.each(['$.[broken', '$.shop.absent', '$[?@.a ==', '$.rows[9]', '$..nothing', '$.none.x'])(
    'LANG-9: %s gives the default of the caller, else null',
    (query) => {
      expect(queryJsonPath(query, shop, 'none')).toBe('none');
      expect(queryJsonPath(query, shop)).toBeNull();
      expect(engine.evaluate(query, shop)).toEqual({ ok: true, value: null, matches: 0 });
    },
  );
});

describe('LANG-15: one match is unwrapped unless the query selects many', () => {
  const cases: [string, Json, number][] = [
    ['$.shop.title', 'Corner Shop', 1],
    ["$['shop']['title']", 'Corner Shop', 1],
    ['$.shop.items[?(@.cost < 3)].label', ['Pin'], 1],
    ['$.shop.items[*].label', ['Pin', 'Cup'], 2],
    ['$.rows[0:1]', [1], 1],
    ['$.rows[-1]', 3, 1],
    ['$..title', ['Corner Shop'], 1],
    ['$.rows[0,1]', [1, 2], 2],
    ['$.rows', [1, 2, 3], 1],
    ['$.shop.items[0].tags', ['a', 'b'], 1],
    ['$.shop.items[1].tags', [], 1],
    ['$', shop, 1],
    ['$.none', null, 1],
    ['$.shop.items[?@.label == "Cup"].cost', [5], 1],
    ['$.shop.items[?length(@.tags) > 1].label', ['Pin'], 1],
    ['$.shop.items[?match(@.label, "C.*")].cost', [5], 1],
  ];
  test.each(cases)('LANG-15: %s', (query, value, matches) => {
    expect(engine.evaluate(query, shop)).toMatchObject({ ok: true, value, matches });
  });

  test('LANG-15: the arity is told apart from a matched list', () => {
    expect(engine.evaluate('$.rows', shop)).not.toHaveProperty('many');
    expect(engine.evaluate('$.rows[*]', shop)).toHaveProperty('many', true);
  });
});

describe('LANG-12: only a $-rooted path is checked', () => {
  test.each(['', 'a..b', '[open', 'no path at all [', ' x'])('LANG-12: %j passes', (path) => {
    expect(engine.validate(path)).toEqual({ ok: true });
  });
  test.each(['$.a', ' $.a ', '$', "$['a b']", '$..x[?@.y > 1]'])('LANG-12: %j is a valid query', (path) => {
    expect(engine.validate(path)).toEqual({ ok: true });
  });
  test.each(['$.[broken', ' $[', '$.a[?]', '$a', '$.a..'])('LANG-12: %j is rejected', (path) => {
    expect(engine.validate(path).ok).toBe(false);
  });
});

test('LANG-16: a string context is parsed as JSON, whatever the path', () => {
  expect(engine.evaluate('$', 'null')).toEqual({ ok: true, value: null, matches: 1 });
  expect(engine.evaluate('$.id', '{"id":"T","n":9}')).toMatchObject({ value: 'T' });
  expect(engine.evaluate('id', '{"id":"T","n":9}')).toMatchObject({ value: 'T' });
  expect(engine.evaluate('$', 'plain text')).toMatchObject({ value: 'plain text' });
  expect(engine.evaluate('$.length', 'plain text')).toMatchObject({ value: null });
});

test('LANG-1: extraction engines query the context', () => {
  for (const extraction of [engine, createPropertyPathEngine()]) {
    expect(extraction.family).toBe('extraction');
    expect(extraction.evaluate('rows.1', shop)).toMatchObject({ value: 2 });
  }
});

test('prototypes are not reachable by a query', () => {
  for (const query of [
    '$.constructor',
    '$.__proto__',
    "$['shop']['constructor']",
    '$.rows.length',
    '$..constructor',
  ])
    expect(engine.evaluate(query, shop), query).toMatchObject({ ok: true, value: null });
});
