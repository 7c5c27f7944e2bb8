import { describe, expect, test } from 'vitest';
import type { Turns } from '../engine/memory/store';
import { realmTurns } from '../engine/memory/turns';
import type { Clock } from '../engine/ports';
import { simulatedClock } from '../engine/simulation/simulated-clock';
import { lockTurns, type TurnManager } from './lock-turns';

/** Locks as a browser has them: one holder a name, in the order of asking, and who withdraws is rejected. */
function manager(): TurnManager {
  const queues = new Map<string, { readonly begin: () => void }[]>();
  const next = (name: string) => queues.get(name)?.[0]?.begin();
  return {
    request(name, { signal }, work) {
      return new Promise((resolve, reject) => {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        let begun = false;
        const mine = {
          begin() {
            if (begun) return;
            begun = true;
            work().then((value) => {
              queue.splice(queue.indexOf(mine), 1);
              resolve(value);
              next(name);
            }, reject);
          },
        };
        signal?.addEventListener('abort', () => {
          if (begun) return;
          queue.splice(queue.indexOf(mine), 1);
          reject(signal.reason);
          next(name);
        });
        queue.push(mine);
        queueMicrotask(() => next(name));
      });
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
const never = new AbortController().signal;

describe.each<readonly [string, (clock: Clock) => Turns]>([
  ['within a realm', realmTurns],
  ['across tabs', (clock) => lockTurns(manager(), clock)],
])('MEM-12: turns %s', (_, make) => {
  test('MEM-12: one after the other, in the order of asking, each name for itself', async () => {
    const turns = make(simulatedClock());
    const order: string[] = [];
    const first = await turns.take('a', 5_000, never);
    const noted = (name: string) => (release: (() => void) | undefined) => {
      order.push(name);
      return release;
    };
    const second = turns.take('a', 5_000, never).then(noted('second'));
    const third = turns.take('a', 5_000, never).then(noted('third'));
    expect(await turns.take('b', 5_000, never)).toBeTypeOf('function');
    await settle();
    expect(order).toEqual([]);
    first?.();
    first?.();
    (await second)?.();
    (await third)?.();
    expect(order).toEqual(['second', 'third']);
    expect(await turns.take('a', 5_000, never)).toBeTypeOf('function');
  });

  test('MEM-12: the wait is bounded, and who gave up is not waited for', async () => {
    const clock = simulatedClock();
    const turns = make(clock);
    const release = await turns.take('a', 5_000, never);
    const late = turns.take('a', 5_000, never);
    const patient = turns.take('a', 60_000, never);
    await settle();
    clock.advance(5_000);
    expect(await late).toBeUndefined();
    release?.();
    expect(await patient).toBeTypeOf('function');
  });

  test('a cancelled run waits no more', async () => {
    const turns = make(simulatedClock());
    const release = await turns.take('a', 5_000, never);
    const abort = new AbortController();
    const waiting = turns.take('a', 5_000, abort.signal);
    await settle();
    abort.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    await expect(turns.take('a', 5_000, abort.signal)).rejects.toThrow('cancelled');
    release?.();
    expect(await turns.take('a', 5_000, never)).toBeTypeOf('function');
  });
});
