import { describe, expect, test } from 'vitest';
import type { Rounds } from '../delivery/record';
import { isBehind } from '../delivery/rounds';
import { advanced, areBehind, replayRounds, stampOf } from './rounds';

type Stamp = { readonly [loop: string]: number };
const stamp = (rounds: Stamp): Rounds => Object.entries(rounds).map(([loop, round]) => ({ loop, round }));
const ONE = [{ head: 'h', nested: [] }];
const TWO = [
  { head: 'o', nested: [1] },
  { head: 'i', nested: [] },
];

test('SG-7: the counters of a paused run are restored; a job without a stamp adds nothing and resets nothing', () => {
  const jobs: { readonly id: number; readonly rounds?: Rounds }[] = [
    { id: 11, rounds: stamp({ h: 2 }) },
    { id: 1, rounds: stamp({ h: 0 }) },
    { id: 12, rounds: stamp({ h: 3 }) },
    { id: 2, rounds: stamp({ h: 0 }) },
    { id: 3 },
  ];
  const made = [...jobs].sort((a, b) => a.id - b.id).map((job) => job.rounds);
  expect(replayRounds(ONE, made)).toEqual([3]);
});

describe('SG-17: stamps are replayed in the order in which they were made', () => {
  test('SG-17: the newest wins, never the highest', () => {
    const stamps: readonly Stamp[] = [
      { o: 0, i: 0 },
      { o: 0, i: 4 },
      { o: 0, i: 5 },
      { o: 1 },
      { o: 1, i: 0 },
      { o: 1, i: 1 },
    ];
    expect(replayRounds(TWO, stamps.map(stamp))).toEqual([1, 1]);
  });
  test('SG-18: where an outer loop moves on, what is nested in it begins again', () => {
    const left: readonly Stamp[] = [{ o: 0, i: 5 }, { o: 1 }];
    expect(replayRounds(TWO, left.map(stamp))).toEqual([1, 0]);
    expect(replayRounds(TWO, [...left, {}].map(stamp))).toEqual([1, 0]);
  });
  test('SG-17: round 0 is written out, and a node in no loop has an empty stamp', () => {
    expect(stampOf(TWO, [0, 1], [0, 0])).toEqual(stamp({ o: 0, i: 0 }));
    expect(stampOf(TWO, [], [3, 4])).toEqual([]);
  });
});

test('SG-18: a loop that moves on resets those inside it, and no other', () => {
  expect(advanced(TWO, [2, 7], 0)).toEqual([3, 0]);
  expect(advanced(TWO, [2, 7], 1)).toEqual([2, 8]);
});

test.each([
  [{ l: 0 }, { l: 1 }, true],
  [{}, { l: 3 }, false],
  [{ o: 2, i: 0 }, { o: 1, i: 5 }, false],
  [{ o: 1, i: 0 }, { o: 1, i: 2 }, true],
] as const)('SG-19: a source of %j for a consumer of %j is stale: %s', (source, consumer, stale) => {
  expect(isBehind(stamp(source), stamp(consumer))).toBe(stale);
});

test('SG-19: the first loop on which they differ decides', () => {
  expect(areBehind([1, 9], [2, 0], [0, 1])).toBe(true);
  expect(areBehind([2, 0], [1, 9], [0, 1])).toBe(false);
  expect(areBehind([1, 9], [2, 0], [])).toBe(false);
});
