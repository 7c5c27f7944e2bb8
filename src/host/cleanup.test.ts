import { expect, test } from 'vitest';
import type { LogEntry } from '../api/types';
import { ok } from '../model/problem';
import { DAY_MS, keepMemory, keepSnapshots } from './cleanup';
import { memoryStore } from './journal/host-store';
import { memoryMemory } from './memory/memory-store';

async function stored(...created: readonly number[]) {
  const { snapshots } = memoryStore();
  for (const at of created) {
    const execution = `at ${at / DAY_MS}`;
    // Of several owners, and of every kind of status: neither is asked for.
    const owner = `owner ${at}`;
    const record = { execution, entity: 'e', owner, status: at === 0 ? 'paused' : 'failed', payload: {} };
    await snapshots.save(execution, () => ok({ ...record, created: at, changed: 99 * DAY_MS }));
  }
  const left = async () => {
    const all = await Promise.all(created.map((at) => snapshots.get(`at ${at / DAY_MS}`)));
    return all.flatMap((one) => (one === undefined ? [] : [one.created / DAY_MS]));
  };
  return { snapshots, left };
}

test('INT-9: the scheduled cleanup deletes what was created too long ago, at once and again and again, and counts it', async () => {
  const { snapshots, left } = await stored(0, DAY_MS, 5 * DAY_MS);
  const logged: LogEntry[] = [];
  let now = 31 * DAY_MS;
  let again = () => {};
  let over = false;
  const cleaning = keepSnapshots(snapshots, {
    days: 30,
    log: (entry) => logged.push(entry),
    now: () => now,
    every(work) {
      again = work;
      return () => {
        over = true;
      };
    },
  });
  await cleaning.done();
  // Not what was created that very moment.
  expect(await left()).toEqual([1, 5]);
  now += 3 * DAY_MS;
  again();
  await cleaning.done();
  expect(await left()).toEqual([5]);
  again();
  await cleaning.done();
  expect(logged.map(({ level, message }) => [level, /\d+/.exec(message)?.[0]])).toEqual([
    ['info', '1'],
    ['info', '1'],
  ]);
  cleaning.stop();
  expect(over).toBe(true);
});

test('0 days keep all; a store that refuses is told of, and asked again', async () => {
  const { snapshots, left } = await stored(0);
  await keepSnapshots(snapshots, { days: 0, log: () => undefined, now: () => 99 * DAY_MS }).done();
  expect(await left()).toEqual([0]);
  const logged: LogEntry[] = [];
  let refuses = true;
  let again = () => {};
  const cleaning = keepSnapshots(
    { cleanup: async () => (refuses ? Promise.reject(new Error('full')) : 0) },
    {
      days: 1,
      log: (entry) => logged.push(entry),
      every(work) {
        again = work;
        return () => undefined;
      },
    },
  );
  await cleaning.done();
  refuses = false;
  again();
  await cleaning.done();
  expect(logged.map(({ level }) => level)).toEqual(['warning']);
});

test('expired memory goes at once and again and again, and what is still remembered stays', async () => {
  const { store } = memoryMemory();
  for (const [key, expires] of [
    ['gone', 5],
    ['soon', 50],
    ['never', null],
  ] as const)
    await store.update('s', key, () => ({
      v: 1,
      scope: 's',
      key,
      value: 1,
      created: 0,
      changed: 0,
      expires,
    }));
  const left = async () => (await store.list()).map(({ key }) => key).sort();
  const logged: LogEntry[] = [];
  let now = 10;
  let again = () => {};
  let over = false;
  const cleaning = keepMemory(store, {
    log: (entry) => logged.push(entry),
    now: () => now,
    every(work) {
      again = work;
      return () => {
        over = true;
      };
    },
  });
  await cleaning.done();
  expect(await left()).toEqual(['never', 'soon']);
  now = 60;
  again();
  await cleaning.done();
  expect(await left()).toEqual(['never']);
  again();
  await cleaning.done();
  expect(logged.map(({ level, message }) => [level, /\d+/.exec(message)?.[0]])).toEqual([
    ['info', '1'],
    ['info', '1'],
  ]);
  cleaning.stop();
  expect(over).toBe(true);
});
