import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine';
import { Interrupt } from '../interrupt';
import type { RunStore, StrategyId } from '../ports';
import { memoryStore } from '../testing/memory-store';
import { finished } from '../testing/run-scenario';
import { echo, type TestType, testCatalog, testWorkflow, testWorld, type Wiring } from '../testing/world';
import { MOST_WAIT_MS, waitUntil } from './timer';

const HOUR = 3_600_000;

/** Waits as many milliseconds as it is told, and says how the wait ended. */
const sleeper: TestType = {
  id: 'sleeper',
  parameters: { ms: {}, in: {} },
  outputs: { out: {} },
  execute: ({ ms }, context) => {
    const until = (context.timer?.since ?? context.now()) + Number(ms);
    const waited = waitUntil(context, until);
    return {
      outputs: { out: waited?.ended === undefined || waited.ended === null ? 'passed' : waited.ended.by },
    };
  },
};
const failing: TestType = {
  id: 'fails',
  parameters: { in: {} },
  execute: () => {
    throw new Error('no');
  },
};
const types: readonly TestType[] = [
  { id: 'echo', parameters: { in: {}, a: {}, b: {} }, outputs: { in: {} }, execute: echo },
  sleeper,
  failing,
];
const { catalog, executors } = testCatalog(types);

async function bench(
  nodes: Parameters<typeof testWorkflow>[0],
  wires: readonly Wiring[],
  { strategy, store }: { readonly strategy?: StrategyId; readonly store?: RunStore } = {},
) {
  const world = testWorld(store ?? memoryStore());
  const engine = createEngine(world, { executors });
  const launched = await engine.launch(catalog, {
    document: testWorkflow(nodes, wires),
    caller: 'system',
    strategy: strategy ?? 'flowdrop_runtime:synchronous_pipeline',
  });
  if (!launched.ok) throw new Error(JSON.stringify(launched.error));
  const { runId } = launched.value;
  const end = await launched.value.done;
  return {
    world,
    engine,
    runId,
    end,
    /** What another owner, or the same, finds when it wakes the run. */
    async wake(by = createEngine(world, { executors })) {
      const woken = await by.wake(catalog, runId);
      if (!woken.ok) throw new Error(woken.error.message);
      return woken.value === undefined ? undefined : finished(world, runId, await woken.value.done);
    },
    read: () => finished(world, runId, end),
  };
}

const chain = {
  nodes: { a: 'echo', wait: { type: 'sleeper', config: { ms: HOUR } }, z: 'echo' },
  wires: ['a.in>wait.in', 'wait.out>z.in'],
} as const;

describe.each<StrategyId>([
  'flowdrop_runtime:synchronous_pipeline',
  'flowdrop_runtime:asynchronous',
  'flowdrop_stategraph:stategraph',
])('waits under %s', (strategy) => {
  test('a run that waits holds nothing, says until when, and is gone on with by whoever wakes it', async () => {
    const run = await bench(chain.nodes, chain.wires, { strategy });
    const paused = await run.read();
    expect(paused.run).toMatchObject({ status: 'paused', pauseReason: null });
    expect(paused.run.wakeAt).toBe(run.world.clock.now() + HOUR);
    expect([...paused.jobs].map(([node, { status }]) => [node, status])).toEqual([
      ['a', 'completed'],
      ['wait', 'interrupted'],
      ['z', 'idle'],
    ]);
    // Too early: nothing is entered, nothing changes.
    run.world.clock.advance(HOUR - 1);
    expect(await run.wake()).toBeUndefined();
    run.world.clock.advance(1);
    const done = await run.wake();
    expect(done?.run.status).toBe('completed');
    expect(done?.run.wakeAt).toBeUndefined();
    expect(await done?.outputs('wait')).toEqual({ out: 'timer' });
    // The wait was one attempt.
    expect(done?.jobs.get('wait')?.attempts).toBe(1);
    expect(done?.executed).toEqual(['a', 'wait', 'z']);
  });

  test('a person who resumes a run that only waits for a time does not want to wait', async () => {
    const run = await bench(chain.nodes, chain.wires, { strategy });
    expect(await run.engine.resume(catalog, run.runId)).toMatchObject({ ok: true });
    await run.engine.settled(run.runId);
    const done = await run.read();
    expect(done.run.status).toBe('completed');
    expect(await done.outputs('wait')).toEqual({ out: 'person' });
  });

  test('INT-12: a run that a person has paused while it waits is not woken, and their resume does not skip the wait', async () => {
    const run = await bench(chain.nodes, chain.wires, { strategy });
    await run.engine.pause(run.runId, 'lunch');
    run.world.clock.advance(HOUR / 2);
    await run.engine.resume(catalog, run.runId);
    await run.engine.settled(run.runId);
    expect((await run.read()).run).toMatchObject({ status: 'paused', signal: null });
    await run.engine.pause(run.runId, 'dinner');
    run.world.clock.advance(HOUR);
    expect(await run.wake()).toBeUndefined();
    await run.engine.resume(catalog, run.runId);
    await run.engine.settled(run.runId);
    const done = await run.read();
    expect(done.run.status).toBe('completed');
    expect(await done.outputs('wait')).toEqual({ out: 'timer' });
  });

  test('INT-5: a run that waits is cancelled at once', async () => {
    const run = await bench(chain.nodes, chain.wires, { strategy });
    await run.engine.cancel(catalog, run.runId, 'enough');
    await expect.poll(async () => (await run.read()).run.status).toBe('cancelled');
    const done = await run.read();
    expect(done.run.status).toBe('cancelled');
    expect(done.run.wakeAt).toBeUndefined();
    expect(done.jobs.get('wait')?.status).toBe('cancelled');
    run.world.clock.advance(2 * HOUR);
    expect(await run.engine.wake(catalog, run.runId)).toMatchObject({
      ok: false,
      error: { code: 'PIPELINE_TERMINAL' },
    });
  });
});

test('waits run side by side: what else is ready goes on, and the nearest one wakes the run', async () => {
  const run = await bench(
    {
      a: 'echo',
      short: { type: 'sleeper', config: { ms: HOUR } },
      long: { type: 'sleeper', config: { ms: 3 * HOUR } },
      beside: 'echo',
      behind: 'echo',
      both: 'echo',
    },
    [
      'a.in>short.in',
      'a.in>long.in',
      'a.in>beside.in',
      'short.out>behind.in',
      'short.out>both.a',
      'long.out>both.b',
    ],
  );
  const first = await run.read();
  expect(first.executed).toEqual(['a', 'short', 'long', 'beside']);
  run.world.clock.advance(HOUR);
  const second = await run.wake();
  expect(second?.run).toMatchObject({ status: 'paused', wakeAt: run.world.clock.now() + 2 * HOUR });
  expect(second?.jobs.get('behind')?.status).toBe('completed');
  expect(second?.jobs.get('both')?.status).toBe('idle');
  run.world.clock.advance(2 * HOUR);
  const third = await run.wake();
  expect(third?.run.status).toBe('completed');
  expect(await third?.inputs('both')).toMatchObject({ a: 'timer', b: 'timer' });
});

test('a wait that is over when nothing else is left does not pause the run', async () => {
  const slow: TestType = {
    id: 'slow',
    parameters: { in: {} },
    execute: () => {
      clock.advance(2_000);
      return { outputs: {} };
    },
  };
  const made = testCatalog([...types, slow]);
  const world = testWorld();
  const { clock } = world;
  const engine = createEngine(world, { executors: made.executors });
  const launched = await engine.launch(made.catalog, {
    document: testWorkflow({ a: 'echo', wait: { type: 'sleeper', config: { ms: 1_000 } }, slow: 'slow' }, [
      'a.in>wait.in',
      'a.in>slow.in',
    ]),
    caller: 'system',
    strategy: 'flowdrop_runtime:synchronous_pipeline',
  });
  if (!launched.ok) throw new Error('refused');
  const done = await finished(world, launched.value.runId, await launched.value.done);
  expect(done.run.status).toBe('completed');
  expect(world.events.filter(({ kind }) => kind === 'paused')).toEqual([]);
});

test('ORC-11: a failure elsewhere ends the run, and the wait with it', async () => {
  const run = await bench({ a: 'echo', wait: { type: 'sleeper', config: { ms: HOUR } }, f: 'fails' }, [
    'a.in>wait.in',
    'a.in>f.in',
  ]);
  const done = await run.read();
  expect(done.run).toMatchObject({ status: 'failed' });
  expect(done.run.wakeAt).toBeUndefined();
  expect(done.jobs.get('wait')?.status).toBe('skipped');
});

test('of two that wake a run at once, one enters it', async () => {
  const run = await bench(chain.nodes, chain.wires);
  run.world.clock.advance(HOUR);
  const [one, other] = [1, 2].map(() => createEngine(run.world, { executors }));
  const woken = await Promise.all([one, other].map((each) => each?.wake(catalog, run.runId)));
  const driven = woken.flatMap((each) => (each?.ok === true && each.value !== undefined ? [each.value] : []));
  const ends = await Promise.all(driven.map(({ done }) => done));
  expect(ends.filter(({ kind }) => kind === 'ended')).toHaveLength(1);
  expect((await run.read()).jobs.get('wait')?.attempts).toBe(1);
});

test('ORC-7: direct execution keeps no record between its steps, so a node that has to wait fails and says what to do', async () => {
  const run = await bench(chain.nodes, chain.wires, { strategy: 'flowdrop_runtime:synchronous' });
  const done = await run.read();
  expect(done.run).toMatchObject({
    status: 'failed',
    error: { code: 'wait_not_supported', node_id: 'wait' },
  });
});

test.each([
  ['nothing', 0, 'completed', undefined],
  ['less than nothing', -5, 'completed', undefined],
  ['a year', MOST_WAIT_MS, 'paused', undefined],
  ['more than a year', MOST_WAIT_MS + 1, 'failed', 'wait_too_long'],
])('a wait of %s', async (_, ms, status, code) => {
  const run = await bench({ wait: { type: 'sleeper', config: { ms } } }, []);
  const done = await run.read();
  expect([done.run.status, done.run.error?.code]).toEqual([status, code]);
});

test('INT-12: while a question is open the run is the person’s, whatever time comes', async () => {
  const asks: TestType = {
    id: 'asks',
    execute: () => {
      throw new Interrupt({ question: 'Really?' });
    },
  };
  const made = testCatalog([...types, asks]);
  const world = testWorld();
  const engine = createEngine(world, { executors: made.executors });
  const launched = await engine.launch(made.catalog, {
    document: testWorkflow({ wait: { type: 'sleeper', config: { ms: HOUR } }, ask: 'asks' }),
    caller: 'system',
    strategy: 'flowdrop_runtime:synchronous_pipeline',
  });
  if (!launched.ok) throw new Error('refused');
  const { run, jobs } = await finished(world, launched.value.runId, await launched.value.done);
  expect([run.status, run.wakeAt]).toEqual(['paused', undefined]);
  expect([...jobs.values()].map(({ status }) => status)).toEqual(['interrupted', 'interrupted']);
  world.clock.advance(HOUR);
  expect(await engine.wake(made.catalog, run.id)).toEqual({ ok: true, value: undefined });
});
