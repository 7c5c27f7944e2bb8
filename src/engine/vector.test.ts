import fc from 'fast-check';
import { expect, test } from 'vitest';
import { itemAt, itemsOf, vectorOf, withItem } from './vector';

test('a vector is the list it was made of, at every length', () => {
  for (const length of [0, 1, 31, 32, 33, 1023, 1024, 1025, 1056, 33_000]) {
    const list = Array.from({ length }, (_, i) => i);
    const vector = vectorOf(list);
    expect(itemsOf(vector)).toEqual(list);
    for (const at of [0, 1, length >> 1, length - 1, length]) expect(itemAt(vector, at)).toBe(list[at]);
    expect(itemAt(vector, -1)).toBeUndefined();
  }
});

test('a change is seen in the copy alone, and survives JSON', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer(), { maxLength: 1100 }),
      fc.array(fc.tuple(fc.nat(1200), fc.integer())),
      (list, changes) => {
        const before = vectorOf(list);
        const expected = [...list];
        let vector = before;
        for (const [at, value] of changes) {
          vector = withItem(vector, at, value);
          if (at < expected.length) expected[at] = value;
        }
        expect(itemsOf(vector)).toEqual(expected);
        expect(itemsOf(before)).toEqual(list);
        expect(JSON.parse(JSON.stringify(vector))).toEqual(vector);
      },
    ),
  );
});

test('a change copies no block but those on its path', () => {
  const before = vectorOf(Array.from({ length: 2048 }, (_, i) => ({ i })));
  const after = withItem(before, 5, { i: -1 });
  if (!('blocks' in before.root) || !('blocks' in after.root))
    throw new Error('A vector of 2048 has inner blocks.');
  const shared = after.root.blocks.filter(
    (block, i) => 'blocks' in before.root && block === before.root.blocks[i],
  );
  expect(shared.length).toBe(after.root.blocks.length - 1);
});
