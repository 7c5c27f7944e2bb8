// Tabs that claim runs from one queue: each run is driven by one of them, whoever launched it, and whoever is closed.
import { expect, test } from 'vitest';
import type { Execute } from '../engine/processors/types';
import { LANES } from '../engine/queue/crew';
import { createRunStore } from '../store/runs';
import { browser, CHAIN, realm, TEXT_INPUT } from './testing/realm';

const strategy = 'flowdrop_runtime:asynchronous';

/** Holds every call back until it is opened, and counts by run. */
function held() {
  const times = new Map<string, number>();
  const waiting: (() => void)[] = [];
  let open = false;
  const execute: Execute = async (_, { run }) => {
    times.set(run.id, (times.get(run.id) ?? 0) + 1);
    if (!open) await new Promise<void>((resolve) => waiting.push(resolve));
    return { outputs: { text: 'a' } };
  };
  return {
    execute,
    times,
    open() {
      open = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

test('ORC-14: what one tab has no room for, another one claims; every job is executed once', async () => {
  const inside = browser();
  const node = held();
  const one = await realm(inside, { [TEXT_INPUT]: node.execute });
  const two = await realm(inside, { [TEXT_INPUT]: node.execute });
  await two.api.recover();
  const ids: string[] = [];
  for (let i = 0; i < 7; i += 1) {
    const launched = await one.api.launch({ document: CHAIN, strategy });
    if (!launched.success) throw new Error(launched.error);
    ids.push(launched.data.execution_id);
  }
  await expect.poll(() => node.times.size).toBe(7);
  const { claims } = await createRunStore(one.db).queue.outlook();
  expect(new Set(claims.map(({ worker }) => worker)).size).toBe(2);
  node.open();
  const store = createRunStore(two.db);
  await expect
    .poll(async () => (await Promise.all(ids.map((id) => store.run(id)))).map((run) => run?.status), {
      timeout: 10_000,
    })
    .toEqual(Array(7).fill('completed'));
  expect([...node.times.values()]).toEqual(Array(7).fill(1));
  expect(await store.queue.outlook()).toEqual({ due: undefined, claims: [] });
}, 20_000);

test('ORC-14: a tab that is closed gives its runs away at once, without a wait for its lease', async () => {
  const inside = browser();
  const node = held();
  const one = await realm(inside, { [TEXT_INPUT]: node.execute });
  const launched = await one.api.launch({ document: CHAIN, strategy });
  if (!launched.success) throw new Error(launched.error);
  const id = launched.data.execution_id;
  await expect.poll(() => node.times.get(id)).toBe(1);
  const two = await realm(inside, { [TEXT_INPUT]: node.execute });
  await two.api.recover();
  // While its owner lives it is left alone.
  expect(node.times.get(id)).toBe(1);
  one.kill();
  await expect.poll(() => node.times.get(id)).toBe(2);
  node.open();
  expect((await two.finished(id)).finished?.status).toBe('completed');
}, 20_000);

test('INT-12: a run that is told to go on in a tab without room is driven by another tab', async () => {
  const inside = browser();
  const node = held();
  let free = true;
  const one = await realm(inside, {
    [TEXT_INPUT]: async (parameters, context) =>
      free ? { outputs: { text: 'a' } } : node.execute(parameters, context),
  });
  const launch = async () => {
    const launched = await one.api.launch({ document: CHAIN, strategy });
    if (!launched.success) throw new Error(launched.error);
    return launched.data.execution_id;
  };
  const id = await launch();
  await one.api.pause(id, 'lunch');
  const store = createRunStore(one.db);
  await expect
    .poll(async () => [(await store.run(id))?.status, await store.queue.entry(id)])
    .toEqual(['paused', undefined]);
  free = false;
  for (let i = 0; i < LANES; i += 1) await launch();
  await expect.poll(() => node.times.size).toBe(LANES);
  const two = await realm(inside);
  await two.api.recover();
  expect(await one.api.resume(id)).toMatchObject({ success: true, data: { status: 'paused' } });
  expect((await two.finished(id)).finished?.status).toBe('completed');
  node.open();
}, 20_000);
