// The tables of transitions, from both sides: `testWorld` lets no run leave them, and here is that each of them is made.
import { expect, test } from 'vitest';
import { JOB_TRANSITIONS, RUN_TRANSITIONS } from '../model/transitions';
import type { Engine } from './engine';
import { createEngine } from './engine';
import { done, snapshot } from './testing/handover-place';
import { countdown } from './testing/loop-shapes';
import { memoryStore } from './testing/memory-store';
import { CONFORMANCE_TYPES, launcher } from './testing/run-scenario';
import { type Seen, watchedStore } from './testing/watched-store';
import { type TestType, testCatalog, testWorkflow, testWorld } from './testing/world';
import { waitUntil } from './timers/timer';

const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';
const seen = new Map<string, Seen>();
const store = () => watchedStore(memoryStore(), (change) => seen.set(JSON.stringify(change), change));
const launch = launcher(PIPELINE, store);

/** A gateway that takes these branches, one list an execution. */
const taking = (turns: readonly (readonly string[])[]): TestType => {
  let turn = 0;
  const branches = ['Both', 'Draft'].map((name) => ({ name }));
  return {
    ...countdown(0),
    id: 'plan',
    parameters: { in: {}, branches: { schema: { type: 'array' }, connectable: false, default: branches } },
    execute: () => {
      turn += 1;
      return { outputs: { active_branches: [...(turns[turn - 1] ?? [])] } };
    },
  };
};

/** Runs a workflow whose nodes of the type `signals` do something to their run while they execute. */
async function withSignals(
  nodes: { readonly [id: string]: string },
  wires: readonly string[],
  act: (engine: Engine, runId: string) => Promise<unknown>,
  then: (
    engine: Engine,
    runId: string,
    catalog: ReturnType<typeof testCatalog>['catalog'],
  ) => Promise<unknown>,
) {
  const signals: TestType = {
    id: 'signals',
    execute: async (_, { run }) => {
      await act(engine, run.id);
      return { outputs: {} };
    },
  };
  const asksLate: TestType = {
    id: 'asks_late',
    execute: async (parameters, context) => {
      await act(engine, context.run.id);
      const asks = CONFORMANCE_TYPES.find(({ id }) => id === 'asks');
      return asks?.execute?.(parameters, context) ?? { outputs: {} };
    },
  };
  const { catalog, executors } = testCatalog([...CONFORMANCE_TYPES, signals, asksLate]);
  const engine: Engine = createEngine(testWorld(store()), { executors });
  const launched = await engine.launch(catalog, {
    document: testWorkflow(nodes, wires),
    caller: 'system',
    strategy: PIPELINE,
  });
  if (!launched.ok) throw new Error(launched.error.message);
  await launched.value.done;
  await then(engine, launched.value.runId, catalog);
  await engine.settled(launched.value.runId);
}

test('every transition of the tables is one that runs make, and no run makes another', async () => {
  // A loop, with a consumer behind it that runs again, and one that waits in vain.
  await launch({
    types: [countdown(2)],
    nodes: { s: 'echo', h: 'echo', g: 'countdown', a: 'echo', b: 'echo' },
    wires: ['s.text>h.in', 'h.in>g.in', 'h.in>a.in', 'a.in>b.in', 'g.Yes>h.loop_back'],
  });
  const plan = ['s.text>plan.in', 'plan.Draft>draft.trigger', 'plan.Both>check.trigger'];
  const nodes = { s: 'echo', plan: 'plan', draft: 'echo', check: 'echo', merge: 'echo' };
  const back = { wire: 'merge.trigger>plan.loop_back' };
  await launch({
    types: [taking([['Both', 'Draft'], ['Draft']])],
    nodes,
    wires: [...plan, 'draft.in>merge.text', 'check.in>merge.in', back],
  });
  await launch({
    types: [taking([['Both', 'Draft'], ['Draft']])],
    nodes,
    wires: [...plan, 'draft.in>merge.text', 'check.in>merge.in', 'draft.error>merge.in'].concat(
      'draft.trigger>plan.loop_back',
      'merge.trigger>plan.loop_back',
    ),
    config: { maxLoopRounds: 2 },
  });
  // A failure, and a stop, before the turn of others.
  await launch({ nodes: { a: 'crash', b: 'echo', c: 'echo' }, wires: ['a.trigger>c.trigger'] });
  await launch({ nodes: { a: { type: 'stop', config: { value: 1 } }, b: 'echo' } });
  // Signals.
  const idle = async () => undefined;
  const pauseOnce = async (engine: Engine, runId: string) => engine.pause(runId, 'lunch');
  await withSignals({ a: 'signals', b: 'echo' }, ['a>b'], pauseOnce, (engine, run, catalog) =>
    engine.resume(catalog, run),
  );
  await withSignals(
    { a: 'signals', b: 'echo', c: 'echo', d: 'echo' },
    ['c>d'],
    pauseOnce,
    (engine, run, catalog) => engine.cancel(catalog, run, 'enough'),
  );
  await withSignals({ a: 'asks' }, [], idle, (engine, run, catalog) => engine.cancel(catalog, run, 'enough'));
  const { catalog } = testCatalog([]);
  await withSignals({ a: 'asks_late' }, [], (engine, run) => engine.cancel(catalog, run, 'enough'), idle);

  // Waits for a time: ended by a person, and by a failure elsewhere.
  const sleeps: TestType = {
    id: 'sleeps',
    execute: (_, context) => {
      waitUntil(context, (context.timer?.since ?? context.now()) + 1_000);
      return { outputs: {} };
    },
  };
  await launch({ types: [sleeps], nodes: { a: 'sleeps', b: 'crash' } });
  const sleepers = testCatalog([...CONFORMANCE_TYPES, sleeps]);
  const rested = createEngine(testWorld(store()), sleepers);
  const resting = await rested.launch(sleepers.catalog, {
    document: testWorkflow({ a: 'sleeps', b: 'sleeps' }),
    caller: 'system',
    strategy: PIPELINE,
  });
  if (!resting.ok) throw new Error(resting.error.message);
  await resting.value.done;
  await rested.resume(sleepers.catalog, resting.value.runId);
  await rested.settled(resting.value.runId);

  // Cancelled before anybody began with it, and made from a snapshot of which nothing is left to do.
  const world = testWorld(store());
  const types = testCatalog(CONFORMANCE_TYPES);
  const one = { document: testWorkflow({ a: 'echo' }), caller: 'system', strategy: PIPELINE } as const;
  const stuck = { ...world, store: { ...world.store, commit: () => new Promise<never>(() => undefined) } };
  const begun = await createEngine(stuck, types).launch(types.catalog, one);
  const runId = begun.ok ? begun.value.runId : '';
  const next = createEngine(world, types);
  await next.cancel(types.catalog, runId, 'enough');
  await next.recover(types.catalog, runId);
  await next.settled(runId);
  const seeded = await next.launch(types.catalog, {
    ...one,
    snapshot: snapshot({ a: done({ text: 'x' }, 1) }),
  });
  if (seeded.ok) await seeded.value.done;

  const made = (of: Seen['of']) =>
    [...seen.values()].filter((change) => change.of === of).map(({ from, to }) => `${from} > ${to}`);
  const listed = (table: readonly { readonly from: string | null; readonly to: string }[]) =>
    table.map(({ from, to }) => `${from} > ${to}`);
  expect(made('run').sort()).toEqual([...listed(RUN_TRANSITIONS)].sort());
  expect(made('job').sort()).toEqual([...listed(JOB_TRANSITIONS)].sort());
});

test('a step that the tables do not have is told of', async () => {
  const faults: unknown[] = [];
  const note = (fault: unknown) => faults.push(fault);
  const inner = memoryStore();
  const watched = watchedStore(inner, undefined, note);
  const types = testCatalog(CONFORMANCE_TYPES);
  const engine = createEngine(testWorld(watched), types);
  const launched = await engine.launch(types.catalog, {
    document: testWorkflow({ a: 'echo' }),
    caller: 'system',
    strategy: PIPELINE,
  });
  if (!launched.ok) throw new Error(launched.error.message);
  await launched.value.done;
  expect(faults).toEqual([]);
  const run = await inner.run(launched.value.runId);
  const [job] = await inner.jobs(launched.value.runId);
  if (run === undefined || job === undefined) throw new Error('The run is not stored.');
  const again = {
    run: { ...run, status: 'running' },
    jobs: [{ ...job, status: 'idle' }],
    values: [],
    logs: [],
  } as const;
  await watched.commit(again);
  expect(faults.map(String)).toEqual([
    `Error: The run ${run.id} went from completed to running, which src/model/transitions.ts does not have.`,
    'Error: A job of node a went from completed to idle, which src/model/transitions.ts does not have.',
  ]);
});
