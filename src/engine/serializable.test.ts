import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toJson } from './serializable';

class Money {
  constructor(readonly cents: number) {}
}
const circle: { self?: unknown } = {};
circle.self = circle;

describe('ERR-6: every leaf of an output is a JSON value', () => {
  test.each([
    ['a function', { a: { b: [1, () => 1] } }, 'a.b.1', 'function'],
    ['undefined', { a: undefined }, 'a', 'undefined'],
    ['a symbol', { list: [Symbol('s')] }, 'list.0', 'symbol'],
    ['a big integer', { n: 1n }, 'n', 'bigint'],
    ['not a number', { n: Number.NaN }, 'n', 'NaN'],
    ['infinity', { n: [Number.POSITIVE_INFINITY] }, 'n.0', 'Infinity'],
    ['a map', { m: new Map() }, 'm', 'Map'],
    ['a class instance', { price: new Money(5) }, 'price', 'Money'],
    ['a cycle', { c: circle }, 'c.self', 'cycle'],
  ])('ERR-6: %s is named by its dotted path and its type', (_, value, path, type) => {
    expect(toJson(value)).toEqual({ ok: false, fault: { path, type } });
  });

  test('ERR-6: nesting without end is refused, not overflowed', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i += 1) deep = [deep];
    expect(toJson(deep).ok).toBe(false);
  });

  test.each<[string, object]>([
    [
      'a toJSON that throws',
      {
        toJSON() {
          throw new Error('no');
        },
      },
    ],
    [
      'a getter that throws',
      {
        get a() {
          throw new Error('no');
        },
      },
    ],
  ])('ERR-6: %s is a fault of that place, not of the engine', (_, broken) => {
    expect(toJson({ x: [broken] })).toEqual({
      ok: false,
      fault: { path: 'x.0', type: 'a value that cannot be read (no)' },
    });
  });

  test('ERR-6: an object with a defined JSON form is that form', () => {
    expect(toJson({ at: new Date(0) })).toEqual({ ok: true, value: { at: '1970-01-01T00:00:00.000Z' } });
    expect(toJson({ x: { toJSON: () => () => 1 } })).toEqual({
      ok: false,
      fault: { path: 'x', type: 'function' },
    });
  });

  test('ERR-6: JSON passes as it is, a key named __proto__ included, and is a copy', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json: unknown = JSON.parse(JSON.stringify(value));
        expect(toJson(json)).toEqual({ ok: true, value: json });
      }),
    );
    const hostile: unknown = JSON.parse('{"__proto__":{"x":1}}');
    const read = toJson(hostile);
    expect(read.ok && JSON.stringify(read.value)).toBe('{"__proto__":{"x":1}}');
    const list = [1];
    const copy = toJson({ list });
    list.push(2);
    expect(copy).toEqual({ ok: true, value: { list: [1] } });
  });

  test('the same object twice is no cycle', () => {
    const shared = { a: 1 };
    expect(toJson([shared, shared]).ok).toBe(true);
  });
});
