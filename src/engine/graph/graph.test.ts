import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../model/json';
import { createEngine } from '../engine';
import type { LaunchRequest } from '../launch';
import type { RunStore } from '../ports';
import { processors } from '../processors/index';
import { iterationVerdict, resultRows } from '../results';
import { seededIds } from '../simulation/seeded-ids';
import { memoryStore } from '../testing/memory-store';
import {
  type TestNode,
  type TestType,
  testCatalog,
  testWorkflow,
  testWorld,
  type Wiring,
} from '../testing/world';
import { WORKFLOW_END } from './checkpoints';
import { continuedState, freshState, mergedState } from './state';

const STATEGRAPH = 'flowdrop_stategraph:stategraph';

describe('SG-1: reducers', () => {
  test('SG-1: data merges by key, other fields are replaced, and the old state is not touched', () => {
    const state = { data: { a: 1 }, currentNodeId: '' };
    expect(mergedState(state, { data: { b: 2 }, currentNodeId: 'n2' })).toEqual({
      data: { a: 1, b: 2 },
      currentNodeId: 'n2',
    });
    expect(state).toEqual({ data: { a: 1 }, currentNodeId: '' });
  });
  test('SG-1: messages append, metadata merges one level deep, what is left out stays', () => {
    const state = { ...freshState(), messages: [1], metadata: { m: { x: 1 } }, other: 'kept' };
    const merged = mergedState(state, { messages: [2, 3], metadata: { m: { y: 2 }, n: 1 } });
    expect(merged).toMatchObject({ messages: [1, 2, 3], metadata: { m: { y: 2 }, n: 1 }, other: 'kept' });
    expect(merged.metadata).toEqual({ m: { y: 2 }, n: 1 });
  });
  test('SG-1: a field of any name is a field', () => {
    const update: JsonObject = JSON.parse('{"data":{"__proto__":1},"__proto__":2}');
    expect(JSON.stringify(mergedState({ data: {} }, update))).toBe('{"data":{"__proto__":1},"__proto__":2}');
  });
});

describe('SG-12: the state that a run takes up', () => {
  test('SG-12: after a run that ended a thread keeps the conversation, and neither outcome nor place', () => {
    const ended = {
      status: 'cancelled',
      isComplete: true,
      data: { k: 1 },
      metadata: { m: 2 },
      threadId: 't1',
      currentNodeId: 'n1',
      iterationCount: 3,
    };
    expect(continuedState(ended)).toMatchObject({
      status: null,
      isComplete: false,
      error: null,
      data: { k: 1 },
      metadata: { m: 2 },
      threadId: 't1',
      currentNodeId: '',
      iterationCount: 0,
      iterator: null,
    });
  });
  test('SG-12: after a paused run everything is as it was', () => {
    const paused = { ...freshState('t'), currentNodeId: 'n4', iterationCount: 3, iterator: { index: 2 } };
    expect(continuedState(paused)).toBe(paused);
  });
});

const remember: TestType = {
  id: 'remember',
  parameters: { key: {}, value: {}, __data__: {} },
  outputs: { seen: {}, state_update: { exposed: false, schema: { 'x-control': true } } },
  execute: ({ key, value, __data__ }) => ({
    outputs: {
      seen: __data__ ?? null,
      state_update: { data: { [String(key)]: value ?? null }, messages: [String(key)] },
    },
  }),
};
const sees = (stateAware: boolean): TestType => ({
  id: stateAware ? 'aware' : 'unaware',
  parameters: { in: {}, __state__: {}, __messages__: {}, __current_item__: {}, __iterator__: {} },
  outputs: { got: {} },
  flags: { stateAware },
  execute: ({ __state__, __messages__, __current_item__, __iterator__ }) => ({
    outputs: {
      got: {
        state: __state__ ?? null,
        messages: __messages__ ?? null,
        item: __current_item__ ?? null,
        iterator: __iterator__ ?? null,
      },
    },
  }),
});
const echoes: TestType = {
  id: 'pass',
  parameters: { in: {} },
  outputs: { in: {} },
  execute: (given) => ({ outputs: given }),
};

let places = 0;
/** An engine in a place of its own, with ids of its own. */
function place(store: RunStore = memoryStore()) {
  places += 1;
  const world = { ...testWorld(store), ids: seededIds(places) };
  const { catalog, executors } = testCatalog([remember, sees(true), sees(false), echoes, writes(999)]);
  const engine = createEngine(world, { executors: new Map([...processors, ...executors]) });
  const launch = async (
    nodes: { readonly [id: string]: string | TestNode },
    wires: readonly Wiring[],
    more: Partial<LaunchRequest> = {},
  ) => {
    const document = testWorkflow(nodes, wires);
    const launched = await engine.launch(catalog, {
      document,
      caller: 'system',
      strategy: STATEGRAPH,
      ...more,
    });
    if (!launched.ok) return { refused: launched.error };
    await launched.value.done;
    const run = await store.run(launched.value.runId);
    if (run === undefined) throw new Error('The run is gone.');
    const jobs = await store.jobs(run.id);
    const output = (node: string) => jobs.find((job) => job.node === node)?.outputs ?? {};
    return { run, jobs, output, refused: undefined };
  };
  return { world, store, engine, catalog, launch };
}

function writes(count: number): TestType {
  return {
    id: 'writes',
    outputs: { state_update: { schema: { 'x-control': true } } },
    execute: () => ({ outputs: { state_update: { iterationCount: count } } }),
  };
}

const CHAIN = {
  a: { type: 'remember', config: { key: 'a', value: 1 } },
  b: { type: 'remember', config: { key: 'b', value: 2 } },
};

test('SG-3: an update is in the state of every node that comes after, hidden as the output may be', async () => {
  const { launch } = place();
  const { output, jobs } = await launch(CHAIN, ['a.trigger>b.trigger']);
  expect(output?.('b').seen).toEqual({ inline: { a: 1 } });
  expect(jobs?.[0]?.outputs?.state_update).toEqual({ inline: { data: { a: 1 }, messages: ['a'] } });
});

test('SG-2: a node sees what it declares, the live state only where it is state-aware, and none is recorded', async () => {
  const { launch } = place();
  const { output, jobs } = await launch({ ...CHAIN, x: 'aware', y: 'unaware' }, [
    'a.trigger>x.trigger',
    'x.trigger>y.trigger',
    'a.trigger>b.trigger',
  ]);
  expect(output?.('x').got).toMatchObject({ inline: { state: { data: { a: 1 }, currentNodeId: 'x' } } });
  expect(output?.('y').got).toMatchObject({ inline: { state: null, item: null } });
  expect(output?.('y').got).toMatchObject({ inline: { messages: ['a', 'b'] } });
  for (const job of jobs ?? [])
    expect(Object.keys(job.inputs ?? {}).filter((name) => name.startsWith('__'))).toEqual([]);
});

test('SG-2: in the body of a list loop a node sees the item and where the iterator stands', async () => {
  const { launch } = place();
  const { jobs } = await launch(
    { s: { type: 'pass', config: { in: ['p', 'q'] } }, each: 'foreach', x: 'unaware' },
    ['s.in>each.items', 'each.current_item>x.in', 'x.in>each.loop_back'],
  );
  expect(jobs?.filter((job) => job.node === 'x').map((job) => job.outputs?.got)).toMatchObject([
    { inline: { item: 'p', iterator: { index: 0, total_count: 2, has_more: true } } },
    { inline: { item: 'q', iterator: { index: 1, total_count: 2, has_more: false } } },
  ]);
});

test('SG-14: a state update past the maximum ends the run, terminal, with no results; reaching it is allowed', async () => {
  const { launch } = place();
  const { run, jobs } = await launch({ n1: 'writes', after: 'pass' }, ['n1.trigger>after.trigger'], {
    config: { maxIterations: 5 },
  });
  expect(run?.status).toBe('failed');
  expect(iterationVerdict(run ?? { error: null })).toEqual({
    max_iterations: 5,
    current_iterations: 999,
    node_id: 'n1',
  });
  expect(resultRows(run ?? { error: null }, jobs ?? []).size).toBe(0);
  const reached = await launch({ n1: 'writes' }, [], { config: { maxIterations: 999 } });
  expect(reached.run?.status).toBe('completed');
});

describe('SG-11: checkpoints', () => {
  test('SG-11: one as each node completes, each chained to the one before, and a last one', async () => {
    const { launch, store } = place();
    const { run } = await launch(CHAIN, ['a.trigger>b.trigger']);
    const chain: JsonObject[] = [];
    let at = await store.checkpoint?.(run?.id ?? '');
    while (at !== undefined) {
      chain.unshift(at.state);
      const parent = at.state.parent;
      at =
        typeof parent === 'string'
          ? await store.checkpoint?.(run?.id ?? '', Number(parent.split(':').at(-1)))
          : undefined;
    }
    expect(chain.map(({ name }) => name)).toEqual(['a', 'b', WORKFLOW_END]);
    expect(chain.at(-1)?.state).toMatchObject({
      status: 'completed',
      isComplete: true,
      error: null,
      data: { a: 1, b: 2 },
    });
    expect(chain.at(0)?.state).toMatchObject({ status: null, isComplete: false, data: { a: 1 } });
  });

  test('SG-11: the ephemeral store lives as long as its engine, the durable one as long as the run', async () => {
    const store = memoryStore();
    const here = place(store);
    await here.launch(CHAIN, ['a.trigger>b.trigger'], { thread: 't', checkpoints: 'memory' });
    const again = { thread: 't', checkpoints: 'memory' };
    const seen = async (where: ReturnType<typeof place>, more: Partial<LaunchRequest>) =>
      (await where.launch({ a: CHAIN.a }, [], more)).output?.('a').seen;
    expect(await seen(here, again)).toEqual({ inline: { a: 1, b: 2 } });
    expect(await seen(place(store), again)).toEqual({ inline: {} });
    await here.launch(CHAIN, ['a.trigger>b.trigger'], { thread: 'u' });
    expect(await seen(place(store), { thread: 'u' })).toEqual({ inline: { a: 1, b: 2 } });
  });

  test('SG-11: a run that asks for an unknown store is refused', async () => {
    const { launch, store } = place();
    const { refused } = await launch(CHAIN, [], { checkpoints: 'cloud' });
    expect(refused).toMatchObject({ status: 422, code: 'CHECKPOINT_STORE_UNKNOWN' });
    expect(await store.runs({ limit: 9 })).toEqual([]);
  });
});

describe('SG-12: seeding', () => {
  const seen = async (where: ReturnType<typeof place>, more: Partial<LaunchRequest>) => {
    const { output, run, refused } = await where.launch({ a: CHAIN.a }, [], more);
    return { seen: output?.('a').seen, run, refused };
  };

  test('SG-12: an explicit state, else the checkpoint, else the thread, else nothing', async () => {
    const here = place();
    const first = await here.launch(CHAIN, ['a.trigger>b.trigger'], { thread: 't' });
    const state = { data: { explicit: true } };
    expect((await seen(here, { state, thread: 't', checkpoint: 'x:1' })).seen).toEqual({
      inline: { explicit: true },
    });
    const last = await here.store.checkpoint?.(first.run?.id ?? '');
    const middle = String(last?.state.parent);
    expect((await seen(here, { checkpoint: middle, thread: 't' })).seen).toEqual({ inline: { a: 1, b: 2 } });
    expect((await seen(here, { thread: 't' })).seen).toEqual({ inline: { a: 1, b: 2 } });
    expect((await seen(here, {})).seen).toEqual({ inline: {} });
    expect((await seen(here, { thread: 'other' })).seen).toEqual({ inline: {} });
  });

  test('SG-12: a checkpoint that is not there is a warning, and the run starts fresh', async () => {
    const here = place();
    await here.launch(CHAIN, ['a.trigger>b.trigger'], { thread: 't' });
    const { seen: data, run } = await seen(here, { checkpoint: 'nowhere:3', thread: 't' });
    expect(data).toEqual({ inline: {} });
    expect(run?.warnings).toMatchObject([{ code: 'CHECKPOINT_NOT_FOUND' }]);
  });

  test('INT-14: a checkpoint of a run that has ended is refused as a resume, and goes on as a thread', async () => {
    const here = place();
    const first = await here.launch(CHAIN, ['a.trigger>b.trigger'], { thread: 't' });
    const last = await here.store.checkpoint?.(first.run?.id ?? '');
    const before = (await here.store.runs({ limit: 9 })).length;
    const { refused } = await seen(here, { checkpoint: String(last?.state.id) });
    expect(refused).toMatchObject({ status: 409, code: 'CHECKPOINT_TERMINAL' });
    expect(refused?.message).toContain(String(last?.state.id));
    expect((await here.store.runs({ limit: 9 })).length).toBe(before);
    expect((await seen(here, { thread: 't' })).seen).toEqual({ inline: { a: 1, b: 2 } });
  });
});

test('SG-13: a run records what it resolved, from the caller, the workflow and the defaults', async () => {
  const { launch, engine, catalog, store } = place();
  const { run } = await launch(CHAIN, [], {
    thread: 't',
    checkpoints: 'memory',
    config: { maxLoopRounds: 7 },
  });
  expect(run?.config).toEqual({ maxLoopRounds: 7, maxIterations: 100, thread: 't', checkpoints: 'memory' });
  const document = testWorkflow({ a: 'pass' }, [], { metadata: { maxLoopRounds: 3, maxIterations: 'many' } });
  const launched = await engine.launch(catalog, { document, caller: 'system', strategy: STATEGRAPH });
  if (!launched.ok) throw new Error(launched.error.message);
  await launched.value.done;
  expect((await store.run(launched.value.runId))?.config).toMatchObject({
    maxLoopRounds: 3,
    maxIterations: 100,
  });
});

test('SG-15: the id that a run reports is that of the record that the engine made', async () => {
  const { engine, catalog, store } = place();
  const launched = await engine.launch(catalog, {
    document: testWorkflow({ a: 'pass' }),
    caller: 'system',
    strategy: STATEGRAPH,
  });
  if (!launched.ok) throw new Error(launched.error.message);
  const { runId, run, done } = launched.value;
  await done;
  expect(run.id).toBe(runId);
  expect((await store.run(runId))?.id).toBe(runId);
  expect((await store.jobs(runId)).map((job) => job.node)).toEqual(['a']);
});

test('SG-3: a run that is taken over has the state that its jobs had written, and the chain of checkpoints goes on', async () => {
  const store = memoryStore();
  const types = (execute: TestType['execute']): TestType[] => [
    remember,
    { id: 'slow', parameters: { in: {} }, outputs: {}, ...(execute === undefined ? {} : { execute }) },
  ];
  const document = testWorkflow({ a: CHAIN.a, slow: 'slow', b: CHAIN.b }, [
    'a.trigger>slow.trigger',
    'slow.trigger>b.trigger',
  ]);
  const dying = testCatalog(types(() => new Promise<never>(() => undefined)));
  const first = createEngine({ ...testWorld(store), ids: seededIds(900) }, { executors: dying.executors });
  const launched = await first.launch(dying.catalog, {
    document,
    caller: 'system',
    strategy: STATEGRAPH,
    state: { data: { begun: true } },
  });
  if (!launched.ok) throw new Error(launched.error.message);
  const { runId } = launched.value;
  await expect
    .poll(async () => (await store.jobs(runId)).find((job) => job.node === 'slow')?.status)
    .toBe('running');

  const next = testCatalog(types(() => ({ outputs: {} })));
  const engine = createEngine({ ...testWorld(store), ids: seededIds(901) }, { executors: next.executors });
  await engine.recover(next.catalog, runId);
  await engine.settled(runId);
  const b = (await store.jobs(runId)).find((job) => job.node === 'b');
  expect(b?.outputs?.seen).toEqual({ inline: { begun: true, a: 1 } });
  const names: string[] = [];
  for (let at = await store.checkpoint?.(runId); at !== undefined; ) {
    names.unshift(String(at.state.name));
    const { parent } = at.state;
    at =
      typeof parent === 'string'
        ? await store.checkpoint?.(runId, Number(parent.split(':').at(-1)))
        : undefined;
  }
  expect(names).toEqual(['a', 'slow', 'b', WORKFLOW_END]);
});
