import { beforeEach, expect, test, vi } from 'vitest';

/** Needs a linear-time engine: a loop in a loop. */
const COSTLY = '^(a+)+$';

beforeEach(() => vi.resetModules());

test('R6.h: a pattern that needs the engine takes every text until it is there, and is judged by it then', async () => {
  const { onLinearEngine, settledPatterns } = await import('./linear-engine');
  const { compilePattern } = await import('./pattern');
  let told = 0;
  onLinearEngine(() => {
    told += 1;
  });
  await settledPatterns();
  expect(compilePattern('^a+$')?.test('b')).toBe(false);
  expect(told).toBe(0);
  expect(compilePattern(COSTLY)?.test('b')).toBe(true);
  await settledPatterns();
  expect(told).toBe(1);
  expect(compilePattern(COSTLY)?.test('b')).toBe(false);
  expect(compilePattern(COSTLY)?.test('aa')).toBe(true);
});
