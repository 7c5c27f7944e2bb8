import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { pathExists } from './jsonpath';
import { createPropertyPathEngine, parsePropertyPath, readAllPath, readPath } from './property-path';

const shop: Json = {
  shop: {
    title: 'Corner Shop',
    items: [
      { label: 'Pin', cost: 2 },
      { label: 'Cup', cost: 5 },
    ],
  },
  rows: [{ id: 1 }, { id: 2 }, { id: 3 }],
  none: null,
};

describe('LANG-17: dot and bracket segments are interchangeable', () => {
  const spellings: [string, string, Json][] = [
    ['shop.title', '[shop][title]', 'Corner Shop'],
    ['rows.0.id', '[rows][0][id]', 1],
    ['rows[2].id', '[rows].2.id', 3],
    ['shop.items[1].label', 'shop[items].1[label]', 'Cup'],
  ];
  test.each(spellings)('LANG-17: %s and %s read the same', (dots, brackets, value) => {
    expect(parsePropertyPath(dots)).toEqual(parsePropertyPath(brackets));
    expect(readPath(dots, shop)).toEqual(value);
    expect(readPath(brackets, shop)).toEqual(value);
  });

  test('LANG-17: any mixture of spellings has the same segments', () => {
    const segment = fc
      .stringMatching(/^[A-Za-z0-9_ -]{1,8}$/)
      .filter((text) => text.trim() === text && text !== '');
    fc.assert(
      fc.property(fc.array(fc.tuple(segment, fc.boolean()), { minLength: 1, maxLength: 6 }), (parts) => {
        const path = parts
          .map(([name, dot], i) => (dot ? (i === 0 ? name : `.${name}`) : `[${name}]`))
          .join('');
        expect(parsePropertyPath(path)).toEqual({ ok: true, value: parts.map(([name]) => name) });
      }),
    );
  });
});

test('LANG-8: a path that cannot be read is null, as a stored null is, and nothing is raised', () => {
  const unreadable = [
    'absent',
    'shop.absent.deeper',
    'shop.title.length',
    'rows.9',
    'rows.-1',
    'rows.x',
    '[open',
    'a..b',
    'none',
    'none.x',
  ];
  for (const path of unreadable) expect(readPath(path, shop), path).toBeNull();
  const engine = createPropertyPathEngine();
  for (const path of unreadable)
    expect(engine.evaluate(path, shop), path).toMatchObject({ ok: true, value: null });
});

test('LANG-8: prototypes are not readable', () => {
  for (const path of [
    'constructor',
    '__proto__',
    'shop.constructor.name',
    'rows.length',
    'shop.title.length',
    'rows.map',
  ])
    expect(readPath(path, shop), path).toBeNull();
});

describe('LANG-11: validation accepts what evaluation can resolve', () => {
  const engine = createPropertyPathEngine();
  test.each(['', 'a', 'a.b', '[a]', '[a].b', 'a[0][1].c', ' a.b ', '$.a', 'größe', 'a]', 'a b.c'])(
    'LANG-11: %j is valid',
    (path) => {
      expect(engine.validate(path)).toEqual({ ok: true });
    },
  );
  test.each(['[open', 'a[', '[]', 'a[]', 'a..b', '.a', 'a.', '[a]b', 'a.[b]'])(
    'LANG-11: %j is rejected',
    (path) => {
      expect(engine.validate(path).ok).toBe(false);
      expect(readPath(path, { a: { b: 1 } })).toBeNull();
    },
  );
  test('LANG-11: whatever reads a value validates', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (path) => {
        if (readPath(path, { a: { b: [1, { c: 2 }] } }) !== null) expect(engine.validate(path).ok).toBe(true);
      }),
    );
  });
});

test('LANG-19: all matches of a property path are always a list', () => {
  expect(readAllPath('shop.title', shop)).toEqual(['Corner Shop']);
  expect(readAllPath('k', { k: null })).toEqual([]);
  expect(readAllPath('absent', shop)).toEqual([]);
  expect(readAllPath('rows', shop)).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(readAllPath('k', { k: 0 })).toEqual([0]);
});

describe('LANG-20: whether a path can be read', () => {
  const cases: [string, Json, boolean][] = [
    ['shop.title', shop, true],
    ['none', shop, true],
    ['none.deeper', shop, false],
    ['absent', shop, false],
    ['shop.title.length', shop, false],
    ['a', 'scalar', false],
    ['a', 5, false],
    ['', 'scalar', true],
    ['', null, true],
    ['', {}, true],
    ['[open', shop, false],
    ['$.shop.title', shop, true],
    ['$.none', shop, true],
    ['$.absent', shop, false],
    ['$.[broken', shop, false],
    [' $.rows', shop, true],
    ['a', '{"a":1}', true],
  ];
  test.each(cases)('LANG-20: %j in %j: %s', (path, context, exists) => {
    expect(pathExists(path, context)).toBe(exists);
  });
});

test('LANG-16: a string context is parsed where it parses', () => {
  expect(readPath('id', '{"id":"T","n":9}')).toBe('T');
  expect(readPath('', 'null')).toBeNull();
  expect(readPath('', '[1]')).toEqual([1]);
  expect(readPath('', 'no json')).toBe('no json');
  expect(readPath('id', '{"id":')).toBeNull();
});
