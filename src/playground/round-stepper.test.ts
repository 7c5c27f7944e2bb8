import { expect, test } from 'vitest';
import { roundAfter } from './round-stepper';

test.each<[string, number, number, number | undefined]>([
  ['ArrowRight', 2, 12, 3],
  ['ArrowUp', 11, 12, 11],
  ['ArrowLeft', 2, 12, 1],
  ['ArrowDown', 0, 12, 0],
  ['PageUp', 2, 12, 11],
  ['PageDown', 11, 12, 1],
  ['Home', 5, 12, 0],
  ['End', 5, 5_000, 4_999],
  ['x', 5, 12, undefined],
  ['constructor', 5, 12, undefined],
])('%s on round %i of %i leads to %s', (key, at, count, to) => {
  expect(roundAfter(key, at, count)).toBe(to);
});
