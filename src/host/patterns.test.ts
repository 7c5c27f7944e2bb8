import { expect, test, vi } from 'vitest';

test('R6.h: with the engine installed a costly pattern is judged at once, the first time too', async () => {
  vi.resetModules();
  const { compilePattern } = await import('../model/pattern');
  const { installPatterns } = await import('./patterns');
  installPatterns();
  const costly = compilePattern('^(a+)+$');
  expect(costly?.test('aa')).toBe(true);
  expect(costly?.test(`${'a'.repeat(50_000)}b`)).toBe(false);
});
