import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { stateChanges } from './state-diff';

describe('the changes of a state', () => {
  test.each<[string, Json, Json, Json]>([
    ['a member that is new', { a: 1 }, { a: 1, b: 2 }, [{ kind: 'added', path: 'b', after: 2 }]],
    ['a member that is gone', { a: { b: 1 } }, { a: {} }, [{ kind: 'removed', path: 'a.b', before: 1 }]],
    ['a message more', { m: ['x'] }, { m: ['x', 'y'] }, [{ kind: 'added', path: 'm[1]', after: 'y' }]],
    [
      'another kind of value',
      { a: [1] },
      { a: { b: 1 } },
      [{ kind: 'changed', path: 'a', before: [1], after: { b: 1 } }],
    ],
    ['null', { a: null }, { a: 0 }, [{ kind: 'changed', path: 'a', before: null, after: 0 }]],
    [
      'a name that every object has',
      {},
      { constructor: 1 },
      [{ kind: 'added', path: 'constructor', after: 1 }],
    ],
  ])('tell %s', (_, before, after, changes) => {
    expect(stateChanges(before, after)).toEqual({ changes, left: 0 });
  });

  test('are so many at most, and the others are counted', () => {
    const list = Array.from({ length: 30 }, (_, at) => at);
    const { changes, left } = stateChanges({ list: [] }, { list }, 10);
    expect([changes.length, left]).toEqual([10, 20]);
  });

  test('are none between equal states, and some between others', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const [a, b]: Json[] = [JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other))];
        expect(stateChanges(a ?? null, structuredClone(a ?? null)).changes).toEqual([]);
        const text = (value: Json) => JSON.stringify(sorted(value));
        const same = text(a ?? null) === text(b ?? null);
        expect(stateChanges(a ?? null, b ?? null).changes.length === 0).toBe(same);
      }),
    );
  });
});

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, sorted(child)]),
  );
}
