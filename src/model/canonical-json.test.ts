import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from './canonical-json';
import type { Json } from './json';
import { sameJson } from './json';

describe('canonical JSON', () => {
  test.each<[string, Json, string]>([
    ['scalars', [null, true, false, 1, 'a'], '[null,true,false,1,"a"]'],
    ['empty collections', { a: [], b: {} }, '{"a":[],"b":{}}'],
    [
      'numbers',
      [333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0],
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    ],
    ['escapes', '€$\u000f\nA\'B"\\"/', '"€$\\u000f\\nA\'B\\"\\\\\\"/"'],
    [
      'keys by UTF-16 code unit',
      { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: 7 },
      '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
    ],
    ['lone surrogates', '\ud800', '"\\ud800"'],
    ['numbers that are not finite', [Number.NaN, Number.POSITIVE_INFINITY], '[null,null]'],
  ])('%s', (_, value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  test('the order in which keys were written does not show', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = value as Json;
        const shuffled = reversed(json);
        expect(canonicalJson(shuffled)).toBe(canonicalJson(json));
        expect(sameJson(JSON.parse(canonicalJson(json)), json)).toBe(true);
      }),
    );
  });

  test('keys that name prototype members are plain keys', () => {
    expect(canonicalJson(JSON.parse('{"constructor":2,"__proto__":{"a":1}}'))).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    );
  });

  test('a hundred thousand levels do not exhaust the stack', () => {
    let deep: Json = 1;
    for (let i = 0; i < 100_000; i += 1) deep = [deep];
    expect(canonicalJson(deep)).toBe(`${'['.repeat(100_000)}1${']'.repeat(100_000)}`);
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}
