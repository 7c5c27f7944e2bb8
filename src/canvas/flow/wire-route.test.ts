import { describe, expect, test } from 'vitest';
import { backRoute, forwardRoute, goesBack, heightOfWayBack } from './wire-route';

/** Every pair of numbers of a path, in order. */
const numbers = (path: string) => [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map(([text]) => Number(text));

describe('the way of a wire', () => {
  test('a forward wire begins and ends at its ports, level at both', () => {
    const { path, middleX, middleY } = forwardRoute({ sourceX: 0, sourceY: 10, targetX: 200, targetY: 110 });
    const all = numbers(path);
    expect(all.slice(0, 4)).toEqual([0, 10, 94, 10]);
    expect(all.slice(4)).toEqual([94, 110, 188, 110, 200]);
    expect([middleX, middleY]).toEqual([94, 60]);
  });

  test.each([
    [500, false],
    [24, false],
    [23, true],
    [-300, true],
  ])('a target %i to the right of its source goes back: %s', (targetX, back) => {
    expect(goesBack({ sourceX: 0, targetX })).toBe(back);
  });

  test('a way back goes between the nodes where there is room, else below both; a loop always below', () => {
    const above = { top: 0, bottom: 100 };
    const below = { top: 160, bottom: 260 };
    const beside = { top: 60, bottom: 140 };
    expect(heightOfWayBack(above, below, false)).toBe(130);
    expect(heightOfWayBack(below, above, false)).toBe(130);
    expect(heightOfWayBack(above, beside, false)).toBe(168);
    expect(heightOfWayBack(above, below, true)).toBe(288);
  });

  test.each([
    ['far back', { sourceX: 400, sourceY: 50, targetX: 0, targetY: 60 }, 200],
    ['straight below', { sourceX: 100, sourceY: 0, targetX: 100, targetY: 300 }, 150],
    ['up', { sourceX: 100, sourceY: 300, targetX: 90, targetY: 0 }, 150],
    ['with no room to turn', { sourceX: 0, sourceY: 0, targetX: 0, targetY: 2 }, 1],
  ])('a wire %s leaves to the right and comes in from the left', (_name, ends, height) => {
    const { path, middleY } = backRoute(ends, height);
    const all = numbers(path);
    expect(all.every(Number.isFinite)).toBe(true);
    expect(all.slice(0, 2)).toEqual([ends.sourceX, ends.sourceY]);
    expect(all.slice(-2)).toEqual([ends.targetX, ends.targetY]);
    const xs = all.filter((_value, index) => index % 2 === 0);
    expect(Math.max(...xs)).toBeGreaterThan(Math.max(ends.sourceX, ends.targetX));
    expect(Math.min(...xs)).toBeLessThan(Math.min(ends.sourceX, ends.targetX));
    expect(xs.at(-2)).toBeLessThan(ends.targetX);
    expect(middleY).toBe(height);
  });
});
