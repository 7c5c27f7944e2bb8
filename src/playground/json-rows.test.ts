import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { CHILD_PAGE, jsonRows, openedAtFirst, TEXT_START } from './json-rows';

const root = new Map([['', CHILD_PAGE]]);

describe('jsonRows', () => {
  test('a closed container is one row, an open one shows a page of its children and what is left', () => {
    const list = Array.from({ length: 250 }, (_, i) => i);
    expect(jsonRows(list, new Map())).toMatchObject([{ kind: 'list', count: 250, open: false }]);
    const rows = jsonRows(list, root);
    expect(rows).toHaveLength(1 + CHILD_PAGE + 1);
    expect(rows.at(-1)).toMatchObject({ kind: 'more', of: '', next: 100, left: 150 });
    expect(jsonRows(list, new Map([['', 300]])).at(-1)).toMatchObject({ kind: 'scalar', value: 249 });
  });

  test('a long text shows its beginning and never half a character', () => {
    const text = `${'x'.repeat(TEXT_START - 1)}😀${'tail'.repeat(20)}`;
    expect(jsonRows(text, new Map())).toMatchObject([
      { kind: 'text', shown: 'x'.repeat(TEXT_START - 1), left: 82 },
    ]);
    expect(jsonRows(text, new Map([['', 10_000]]))).toMatchObject([{ shown: text, left: 0 }]);
  });

  test('a few last characters are shown rather than offered, and a text alone begins with a whole page', () => {
    expect(jsonRows('x'.repeat(TEXT_START + 40), new Map())).toMatchObject([{ left: 0 }]);
    const alone = 'x'.repeat(TEXT_START * 4);
    expect(jsonRows(alone, openedAtFirst(alone))).toMatchObject([{ shown: alone, left: 0 }]);
  });

  test('keys that look like paths or prototype members have rows of their own', () => {
    const value: Json = JSON.parse('{"a/b": 1, "a": {"b": 2}, "~": 3, "__proto__": 4, "constructor": 5}');
    const rows = jsonRows(value, new Map([...root, ['/a', 5]]));
    expect(rows.map((row) => row.path)).toEqual([
      '',
      '/a~1b',
      '/a',
      '/a/b',
      '/~0',
      '/__proto__',
      '/constructor',
    ]);
  });

  test('whatever the value, the first view has unique paths and stays small', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const json: Json = JSON.parse(JSON.stringify(value));
        const rows = jsonRows(json, openedAtFirst(json));
        expect(new Set(rows.map((row) => row.path)).size).toBe(rows.length);
        expect(rows.length).toBeLessThanOrEqual(2 + CHILD_PAGE * 6);
      }),
    );
  });
});
