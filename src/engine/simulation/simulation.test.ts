import { describe, expect, test } from 'vitest';
import { seededIds } from './seeded-ids';
import { simulatedClock } from './simulated-clock';

describe('simulated clock', () => {
  test('stands still until it is moved', () => {
    const clock = simulatedClock(1000);
    expect(clock.now()).toBe(1000);
    clock.advance(250);
    expect(clock.now()).toBe(1250);
  });

  test('wakes who slept long enough, the earliest first, and nobody else', async () => {
    const clock = simulatedClock(0);
    const woken: number[] = [];
    for (const ms of [30, 10, 20, 31]) void clock.sleep(ms).then(() => woken.push(ms));
    clock.advance(9);
    await clock.sleep(0);
    expect(woken).toEqual([]);
    clock.advance(21);
    await clock.sleep(0);
    expect(woken).toEqual([10, 20, 30]);
    clock.advance(1);
    await clock.sleep(0);
    expect(woken).toEqual([10, 20, 30, 31]);
  });

  test('a sleep of nothing takes no time', async () => {
    const clock = simulatedClock(5);
    await clock.sleep(0);
    expect(clock.now()).toBe(5);
  });

  test('a sleep ends with the reason of its signal, before it or in it', async () => {
    const clock = simulatedClock();
    await expect(clock.sleep(10, AbortSignal.abort('late'))).rejects.toBe('late');
    const stop = new AbortController();
    const asleep = clock.sleep(10, stop.signal);
    stop.abort('stopped');
    await expect(asleep).rejects.toBe('stopped');
  });
});

describe('seeded ids', () => {
  const some = (seed: number) => {
    const ids = seededIds(seed);
    return Array.from({ length: 300 }, () => ids.uuid());
  };

  test('are the same for the same seed, and no two of one or of two seeds are equal', () => {
    expect(some(7)).toEqual(some(7));
    expect(new Set([...some(7), ...some(8), ...some(0xffffffff)]).size).toBe(900);
  });

  test('have the form of a version 4 UUID', () => {
    for (const id of some(255))
      expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });
});
