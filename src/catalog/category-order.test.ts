import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareCategories, moveCategory, weightOf, withWeight } from './category-order';
import { decodeCategory, encodeCategory } from './node-type-record';
import { SHIPPED_CATEGORIES } from './shipped/categories';
import type { Category } from './types';

function category(id: string, weight: number): Category {
  const plain: Category = { id, label: id, description: '', icon: '', color: '', enabled: true, extra: {} };
  return withWeight(plain, weight);
}
const idsOf = (categories: readonly Category[]) => categories.toSorted(compareCategories).map(({ id }) => id);
function after(categories: readonly Category[], changed: readonly Category[]): readonly string[] {
  return idsOf(categories.map((one) => changed.find(({ id }) => id === one.id) ?? one));
}
const some = fc.uniqueArray(fc.tuple(fc.string({ minLength: 1 }), fc.integer({ min: -3, max: 3 })), {
  selector: ([id]) => id,
  minLength: 1,
  maxLength: 9,
});

describe('the order of categories', () => {
  test('without weights they stand by id', () => {
    expect(idsOf(SHIPPED_CATEGORIES.toReversed())).toEqual(SHIPPED_CATEGORIES.map(({ id }) => id));
  });

  test('a moved category stands where it was put, and the others keep their order', () => {
    fc.assert(
      fc.property(some, fc.nat(), fc.integer({ min: -1, max: 10 }), (rows, pick, to) => {
        const categories = rows.map(([id, weight]) => category(id, weight));
        const before = idsOf(categories);
        const id = before[pick % before.length] ?? '';
        const others = before.filter((one) => one !== id);
        const at = Math.min(Math.max(to, 0), others.length);
        expect(after(categories, moveCategory(categories, id, to))).toEqual([
          ...others.slice(0, at),
          id,
          ...others.slice(at),
        ]);
      }),
    );
  });

  test('what stands rightly is not touched, and to the top or the end one change does', () => {
    const ids = SHIPPED_CATEGORIES.map(({ id }) => id);
    expect(moveCategory(SHIPPED_CATEGORIES, 'logic', ids.indexOf('logic'))).toEqual([]);
    expect(moveCategory(SHIPPED_CATEGORIES, 'tools', 0).map((one) => [one.id, weightOf(one)])).toEqual([
      ['tools', -1],
    ]);
    expect(moveCategory(SHIPPED_CATEGORIES, 'ai', 99).map((one) => [one.id, weightOf(one)])).toEqual([
      ['ai', 1],
    ]);
    expect(moveCategory(SHIPPED_CATEGORIES, 'nothing', 0)).toEqual([]);
  });

  test('a weight survives its stored form; what is no whole number weighs nothing', () => {
    const stored = encodeCategory(category('a', -4));
    expect(stored.weight).toBe(-4);
    const read = decodeCategory(stored);
    expect(read.ok && weightOf(read.value)).toBe(-4);
    for (const weight of ['3', 1.5, null, []]) {
      const odd = decodeCategory({ id: 'a', weight });
      expect(odd.ok && weightOf(odd.value)).toBe(0);
    }
  });
});
