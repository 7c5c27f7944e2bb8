import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { spaced } from './frames';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Frames that are drawn at once; `done` notes when work was done. */
function frames(gapMs: number) {
  const done: number[] = [];
  const start = Date.now();
  const schedule = spaced(
    (work) => {
      work();
      return () => undefined;
    },
    gapMs,
    Date.now,
  );
  return { done, ask: () => schedule(() => done.push(Date.now() - start)) };
}

test('the first work and one after a rest do not wait; others leave a gap', () => {
  const { done, ask } = frames(100);
  ask();
  vi.advanceTimersByTime(10);
  ask();
  vi.advanceTimersByTime(500);
  ask();
  vi.advanceTimersByTime(200);
  expect(done).toEqual([0, 100, 510]);
});

test('work that waits can be taken back', () => {
  const { done, ask } = frames(100);
  ask();
  ask()();
  vi.advanceTimersByTime(500);
  expect(done).toEqual([0]);
});

test('without a gap nothing waits', () => {
  const { done, ask } = frames(0);
  ask();
  ask();
  expect(done).toEqual([0, 0]);
});
