import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { findInJson, isLong, MATCH_LIMIT, openFor } from './json-find';
import { jsonRows, TEXT_START } from './json-rows';

const value: Json = {
  name: 'Ada',
  list: Array.from({ length: 250 }, (_, i) => ({ n: i })),
  'a/b': { deep: [true, null, 'ADAM'] },
};

describe('findInJson', () => {
  test('finds names and values in any case, in the order of the rows', () => {
    expect(findInJson(value, 'ada').map(({ path }) => path)).toEqual(['/name', '/a~1b/deep/2']);
    expect(findInJson(value, 'DEEP').map(({ path }) => path)).toEqual(['/a~1b/deep']);
    expect(findInJson(value, 'null').map(({ path }) => path)).toEqual(['/a~1b/deep/1']);
    expect(findInJson(value, '249').map(({ path }) => path)).toEqual(['/list/249/n']);
  });

  test('an empty text finds nothing, and a frequent one is bounded', () => {
    expect(findInJson(value, '')).toEqual([]);
    expect(
      findInJson(
        Array.from({ length: 5000 }, () => 'x'),
        'x',
      ),
    ).toHaveLength(MATCH_LIMIT);
  });

  test('opening for a match brings its row into the tree, and the match into its text', () => {
    const [match] = findInJson(value, '249');
    if (match === undefined) throw new Error('no match');
    expect(jsonRows(value, new Map()).some((row) => row.path === match.path)).toBe(false);
    expect(jsonRows(value, openFor(new Map(), match)).some((row) => row.path === match.path)).toBe(true);

    const long = `${'x'.repeat(TEXT_START * 20)}needle${'y'.repeat(TEXT_START * 20)}`;
    const [inText] = findInJson(long, 'needle');
    if (inText === undefined) throw new Error('no match');
    expect(jsonRows(long, openFor(new Map(), inText))).toMatchObject([
      { shown: expect.stringContaining('needle') },
    ]);
  });
});

test('only what is worth searching is long', () => {
  expect(isLong({ a: 1, b: 'short' })).toBe(false);
  expect(isLong('x'.repeat(700))).toBe(true);
  expect(isLong(Array.from({ length: 40 }, () => 0))).toBe(true);
});
