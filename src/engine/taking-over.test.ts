import { describe, expect, test } from 'vitest';
import { createEngine } from './engine';
import { memoryStore } from './testing/memory-store';
import { finished } from './testing/run-scenario';
import { echo, testCatalog, testWorkflow, testWorld } from './testing/world';

const never = () => new Promise<never>(() => undefined);

describe('entering a run', () => {
  test('DATA-2: a job that is executed again after a crash takes its place in the order again', async () => {
    const store = memoryStore();
    const document = testWorkflow({ a: 'echo', b: 'slow', c: 'echo' }, ['a.in>b.in', 'b.in>c.in']);
    const types = (execute: typeof echo) =>
      testCatalog([
        { id: 'echo', parameters: { in: {} }, outputs: { in: {} }, execute: echo },
        { id: 'slow', parameters: { in: {} }, outputs: { in: {} }, execute },
      ]);
    const dying = types(never);
    const world = testWorld(store);
    const launched = await createEngine(world, { executors: dying.executors }).launch(dying.catalog, {
      document,
      caller: 'system',
    });
    if (!launched.ok) throw new Error(launched.error.message);
    const { runId } = launched.value;
    await expect.poll(async () => (await store.jobs(runId))[1]?.status).toBe('running');

    const next = types(echo);
    const engine = createEngine(testWorld(store), { executors: next.executors });
    await engine.recover(next.catalog, runId);
    await engine.settled(runId);
    const { run, jobs } = await finished(world, runId, { kind: 'stale' });
    expect(run.status).toBe('completed');
    expect(['a', 'b', 'c'].map((node) => jobs.get(node)?.order)).toEqual([1, 2, 3]);
  });

  test('a run that is driven, or is just being entered, is not entered a second time', async () => {
    const store = memoryStore();
    let times = 0;
    const { catalog, executors } = testCatalog([
      {
        id: 'slow',
        execute: async () => {
          times += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          return { outputs: {} };
        },
      },
    ]);
    const world = testWorld(store);
    const engine = createEngine(world, { executors });
    const launched = await engine.launch(catalog, {
      document: testWorkflow({ a: 'slow', b: 'slow' }, ['a>b']),
      caller: 'system',
      strategy: 'flowdrop_runtime:synchronous_pipeline',
    });
    if (!launched.ok) throw new Error(launched.error.message);
    const { runId, done } = launched.value;
    const entered = await Promise.all([engine.recover(catalog, runId), engine.recover(catalog, runId)]);
    expect(entered).toMatchObject([{ ok: true }, { ok: true }]);
    expect((await done).kind).toBe('ended');
    expect(times).toBe(2);
    expect((await store.run(runId))?.fence).toBe(1);
  });
});

test('a clock that is set back makes no duration negative and stops nothing', async () => {
  const store = memoryStore();
  const world = testWorld(store);
  const { catalog, executors } = testCatalog([
    {
      id: 'jump',
      execute: () => {
        world.clock.advance(-3_600_000);
        return { outputs: {} };
      },
    },
    { id: 'echo', parameters: { in: {} }, outputs: { in: {} }, execute: echo },
  ]);
  const engine = createEngine(world, { executors });
  const launched = await engine.launch(catalog, {
    document: testWorkflow({ a: 'jump', b: 'echo' }, ['a>b']),
    caller: 'system',
  });
  if (!launched.ok) throw new Error(launched.error.message);
  expect((await launched.value.done).kind).toBe('ended');
  expect(world.events.at(-1)?.finished).toEqual({ status: 'completed', durationMs: 0 });
});
