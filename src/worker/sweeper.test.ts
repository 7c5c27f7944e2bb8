import { expect, test } from 'vitest';
import { interruptStoreOf } from './testing/open-question';

test('INT-18: a sweep comes when a question is due, also one that is asked later, and none comes after the stop', async () => {
  const place = await interruptStoreOf();
  place.sweeper.start();
  await place.turn();
  expect(place.sweeps()).toBe(1);
  await place.ask(500);
  await place.turn();
  place.clock.advance(499);
  await place.turn();
  expect(place.sweeps()).toBe(1);
  place.clock.advance(1);
  await place.turn();
  expect(place.sweeps()).toBe(2);
  expect(place.expired()).toBe(1);
  place.sweeper.stop();
  place.clock.advance(100_000);
  await place.turn();
  expect(place.sweeps()).toBe(2);
});

test('INT-18: a question that was there before is swept at the start; a clock that jumps is noticed within half a minute', async () => {
  const place = await interruptStoreOf();
  await place.ask(100);
  place.clock.advance(100);
  place.sweeper.start();
  await place.turn();
  expect([place.sweeps(), place.expired()]).toEqual([1, 1]);
  place.clock.advance(30_000);
  await place.turn();
  expect(place.sweeps()).toBe(2);
});
