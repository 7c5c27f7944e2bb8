import { expect, test } from 'vitest';
import { simulatedClock } from '../simulation/simulated-clock';
import { memoryStore } from '../testing/memory-store';
import { queuedRun } from '../testing/queue-conformance';
import { createCrew, LEASE_MS } from './crew';

test('ORC-14: a claim that came later than its lease lasts is renewed before anything is done with it', async () => {
  const clock = simulatedClock(1_000_000);
  const { queue, ...store } = memoryStore();
  await store.create(queuedRun('r1'));
  const slow: typeof queue = {
    ...queue,
    claim: async (request) => {
      const claimed = await queue.claim(request);
      clock.advance(2 * LEASE_MS);
      return claimed;
    },
  };
  const begun: unknown[] = [];
  const crew = createCrew(
    { queue: slow, clock },
    'w',
    {},
    {
      drive: async ({ run }) => {
        begun.push((await queue.entry('r1'))?.claim);
        return { kind: 'paused', run };
      },
      giveUp: async () => undefined,
      ended: () => crew.stop(),
      idle: async () => undefined,
    },
  );
  await crew.look();
  expect(begun).toMatchObject([{ worker: 'w', until: 1_000_000 + 3 * LEASE_MS }]);
});
