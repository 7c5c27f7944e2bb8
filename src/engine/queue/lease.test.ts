import { expect, test } from 'vitest';
import type { RunQueue } from '../ports';
import { simulatedClock } from '../simulation/simulated-clock';
import { keepLease } from './lease';

const LENGTH = 30_000;
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A lease on a run, over a queue that answers as it is told to. */
function leased() {
  const clock = simulatedClock(0);
  const renewed: number[] = [];
  let answers: 'yes' | 'no' | 'fails' = 'yes';
  const renew: RunQueue['renew'] = async (_, { until }) => {
    if (answers === 'fails') throw new Error('The disk is full.');
    if (answers === 'yes') renewed.push(until);
    return answers === 'yes';
  };
  const unused = () => Promise.reject(new Error('A lease only renews itself.'));
  const queue: RunQueue = {
    renew,
    claim: unused,
    release: unused,
    enqueue: unused,
    entry: unused,
    outlook: unused,
  };
  const lease = keepLease({ queue, clock }, 'r1', { worker: 'w', fence: 2, until: LENGTH }, LENGTH);
  return {
    lease,
    renewed,
    answer(how: typeof answers) {
      answers = how;
    },
    async pass(times: number) {
      for (let i = 0; i < times; i += 1) {
        clock.advance(LENGTH / 3);
        await turn();
      }
    },
  };
}

test('ORC-14: a lease renews itself three times in its length, until it is let go', async () => {
  const { lease, renewed, pass } = leased();
  await pass(3);
  expect(renewed).toEqual([40_000, 50_000, 60_000]);
  lease.end();
  await pass(3);
  expect(renewed).toHaveLength(3);
  expect(lease.lost.aborted).toBe(false);
});

test('ORC-14: a lease goes on where its store failed for longer than it', async () => {
  const { lease, renewed, answer, pass } = leased();
  answer('fails');
  await pass(4);
  expect(await lease.holds()).toBe(false);
  expect(lease.lost.aborted).toBe(false);
  answer('yes');
  await pass(2);
  expect(renewed).toEqual([80_000, 90_000]);
  expect(lease.holds()).toBe(true);
});

test('ORC-14: a lease that somebody else has is lost for good', async () => {
  const { lease, renewed, answer, pass } = leased();
  answer('no');
  await pass(1);
  expect(lease.lost.aborted).toBe(true);
  answer('yes');
  await pass(3);
  expect(renewed).toEqual([]);
  expect(lease.holds()).toBe(false);
});
