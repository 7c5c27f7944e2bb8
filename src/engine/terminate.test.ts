import { expect, test } from 'vitest';
import { createEngine } from './engine';
import { testCatalog, testWorkflow, testWorld } from './testing/world';

/** An engine with room for one queued run, whose node ends only when it is told to stop. */
function bench() {
  const world = testWorld();
  const begun: string[] = [];
  const { catalog, executors } = testCatalog([
    {
      id: 'hold',
      execute: (_, { run, signal }) => {
        begun.push(run.id);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ outputs: {} })));
      },
    },
  ]);
  const engine = createEngine(world, { executors, queue: { lanes: 1 } });
  async function launch() {
    const document = testWorkflow({ a: 'hold' });
    const launched = await engine.launch(catalog, {
      document,
      caller: 'system',
      strategy: 'flowdrop_runtime:asynchronous',
    });
    if (!launched.ok) throw new Error(launched.error.message);
    return launched.value;
  }
  return { world, engine, begun, launch };
}

test('TRIG-1: a queued run is terminated in flight or before its turn, and is over for whoever waits for it', async () => {
  const { world, engine, begun, launch } = bench();
  const [inFlight, waiting] = [await launch(), await launch()];
  await expect.poll(() => begun).toEqual([inFlight.run.id]);
  for (const { run, done } of [waiting, inFlight]) {
    expect(await engine.terminate(run.id, 'No longer needed.')).toBe(true);
    expect((await done).kind).toBe('stale');
    expect(await engine.settled(run.id)).toBeUndefined();
    expect(await world.store.run(run.id)).toMatchObject({ status: 'cancelled', pauseReason: null });
    expect((await world.store.jobs(run.id)).map(({ status }) => status)).toEqual(['cancelled']);
    expect(await world.store.queue.entry(run.id)).toBeUndefined();
    const ended = world.events.filter((event) => event.runId === run.id && event.finished !== undefined);
    expect(ended).toMatchObject([{ kind: 'cancelled', queued: true, finished: { status: 'cancelled' } }]);
    expect(await engine.terminate(run.id, 'Again.')).toBe(false);
  }
  expect(begun).toEqual([inFlight.run.id]);
});
