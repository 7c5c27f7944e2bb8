import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import { createEngine } from './engine';
import { Interrupt } from './interrupt';
import { prepareLaunch } from './launch';
import type { RunStore } from './ports';
import { processors } from './processors/index';
import { memoryStore } from './testing/memory-store';
import { echo, type TestType, testCatalog, testWorkflow, testWorld, type Wiring } from './testing/world';

const DIRECT = 'flowdrop_runtime:synchronous';
const QUEUED = 'flowdrop_runtime:asynchronous';
const ECHO: TestType = {
  id: 'echo',
  parameters: { in: {}, text: {} },
  outputs: { in: {}, text: {} },
  execute: echo,
};

let places = 0;

function place(types: readonly TestType[] = [], store: RunStore = memoryStore()) {
  const world = testWorld(store);
  const { catalog, executors } = testCatalog([ECHO, ...types]);
  places += 1;
  const engine = createEngine(world, {
    executors: new Map([...processors, ...executors]),
    queue: { worker: `worker ${places}` },
  });
  return { world, catalog, engine, store };
}
type Place = ReturnType<typeof place>;

async function launch(
  { engine, catalog }: Place,
  strategy: string,
  nodes: Parameters<typeof testWorkflow>[0],
  wires: readonly Wiring[] = [],
  initialData?: JsonObject,
) {
  const document = testWorkflow(nodes, wires);
  const launched = await engine.launch(catalog, { document, caller: 'system', strategy, initialData });
  if (!launched.ok) throw new Error(launched.error.message);
  return launched.value;
}

describe('direct execution', () => {
  test('ORC-7: a workflow that loops is refused before its first node, naming edges, nodes and who can', async () => {
    const { catalog, world } = place();
    const document = testWorkflow({ s: 'echo', h: 'echo', b: 'echo' }, [
      's.in>h.in',
      'h.text>b.in',
      { wire: 'b.in>h.loop_back', id: 'back' },
    ]);
    const request = { document, caller: 'system', strategy: DIRECT } as const;
    const refused = await prepareLaunch(world, catalog, request);
    expect(refused).toMatchObject({
      ok: false,
      error: {
        status: 422,
        code: 'LOOPS_NOT_SUPPORTED',
        details: [{ edge: 'back', source: 'b', target: 'h' }],
      },
    });
    const message = refused.ok ? '' : refused.error.message;
    for (const part of ['back', 'flowdrop_runtime:synchronous_pipeline', QUEUED])
      expect(message).toContain(part);
    expect(await world.store.runs({ limit: 9 })).toEqual([]);
  });

  test('ORC-7: results are held in memory: the store hears of a run when it is made and when it is over', async () => {
    let commits = 0;
    const inner = memoryStore();
    const counting: RunStore = {
      ...inner,
      commit(commit) {
        commits += 1;
        return inner.commit(commit);
      },
    };
    const here = place([], counting);
    const { runId, done } = await launch(here, DIRECT, { a: 'echo', b: 'echo', c: 'echo' }, [
      'a.in>b.in',
      'b.in>c.in',
    ]);
    expect((await done).kind).toBe('ended');
    expect(commits).toBe(1);
    expect((await inner.jobs(runId)).map((job) => job.status)).toEqual([
      'completed',
      'completed',
      'completed',
    ]);
  });

  test('ORC-7: what was lost with its memory is not done a second time', async () => {
    let times = 0;
    const slow: TestType = {
      id: 'slow',
      flags: { sideEffects: true },
      execute: () => {
        times += 1;
        return new Promise<never>(() => undefined);
      },
    };
    const store = memoryStore();
    const { runId } = await launch(place([slow], store), DIRECT, { a: 'slow', b: 'echo' });
    const next = place([slow], store);
    await next.engine.recover(next.catalog, runId);
    await next.engine.settled(runId);
    const [open] = await store.interrupts.list({ run: runId });
    expect(open).toMatchObject({ node: 'a', asker: 'recovery', status: 'pending' });
    expect(await store.run(runId)).toMatchObject({ status: 'paused' });
    await next.engine.answer(next.catalog, open?.id ?? '', { value: 'fail', by: null, via: 'person' });
    await next.engine.settled(runId);
    expect(await store.run(runId)).toMatchObject({
      status: 'failed',
      error: { code: 'interrupted_in_flight' },
    });
    expect(times).toBe(1);
  });

  const triggers = { cron_trigger: 'trigger', webhook_trigger: 'trigger', worker: 'echo' };
  const feeding = ['cron_trigger.trigger>worker.trigger', 'webhook_trigger.trigger>worker.trigger'];
  const ran = async (here: Place, runId: string) =>
    (await here.store.jobs(runId)).filter((job) => job.order !== null).map((job) => job.node);

  test('ORC-8: the trigger that is named runs, the others are dropped, and what is behind them stays', async () => {
    const here = place();
    const named = await launch(here, DIRECT, triggers, feeding, { trigger_node_id: 'cron_trigger' });
    await named.done;
    expect(await ran(here, named.runId)).toEqual(['cron_trigger', 'worker']);
    const manual = await launch(here, DIRECT, triggers, feeding, {});
    await manual.done;
    expect(await ran(here, manual.runId)).toEqual(['cron_trigger', 'webhook_trigger', 'worker']);
  });

  test('ORC-8: a name that is no trigger is refused', async () => {
    const { catalog, world } = place();
    const refused = await prepareLaunch(world, catalog, {
      document: testWorkflow(triggers, feeding),
      caller: 'system',
      strategy: DIRECT,
      initialData: { trigger_node_id: 'worker' },
    });
    expect(refused).toMatchObject({ ok: false, error: { status: 422, code: 'TRIGGER_UNKNOWN' } });
  });
});

describe('queued execution', () => {
  test('ORC-12: whoever launches is answered before any node runs', async () => {
    let begun = false;
    const types: TestType[] = [
      {
        id: 'notes',
        execute: () => {
          begun = true;
          return { outputs: {} };
        },
      },
    ];
    const here = place(types);
    const launched = await launch(here, QUEUED, { a: 'notes' });
    expect(launched.run.status).toBe('pending');
    expect(begun).toBe(false);
    await launched.done;
    expect(begun).toBe(true);
  });

  test('ORC-14: of several workers that take up one run, each of its jobs is executed by one', async () => {
    const times = new Map<string, number>();
    const store = memoryStore();
    const counting: TestType = {
      id: 'counts',
      parameters: { in: {} },
      outputs: { in: {} },
      execute: async (_, { node }) => {
        times.set(node.id, (times.get(node.id) ?? 0) + 1);
        await new Promise((resolve) => setTimeout(resolve, 1));
        return { outputs: { in: 1 } };
      },
    };
    const workers = [place([counting], store), place([counting], store), place([counting], store)];
    const [first] = workers;
    if (first === undefined) throw new Error('There are three.');
    const { runId } = await launch(first, QUEUED, { a: 'counts', b: 'counts', c: 'counts' }, [
      'a.in>b.in',
      'b.in>c.in',
    ]);
    await Promise.all(workers.map(({ engine, catalog }) => engine.recover(catalog, runId)));
    await Promise.all(workers.map(({ engine }) => engine.settled(runId)));
    expect(await store.run(runId)).toMatchObject({ status: 'completed' });
    expect([...times]).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ]);
  });
});

test.each([DIRECT, QUEUED, 'flowdrop_runtime:synchronous_pipeline'])(
  'ORC-13: a run that was interrupted goes on under its own strategy, %s',
  async (strategy) => {
    let asked = 0;
    const asks: TestType = {
      id: 'asks',
      execute: () => {
        asked += 1;
        if (asked === 1) throw new Interrupt(null);
        return { outputs: {} };
      },
    };
    const here = place([asks]);
    const { runId, done } = await launch(here, strategy, { before: 'echo', a: 'asks', z: 'echo' }, [
      'before.in>a.trigger',
      'a.trigger>z.trigger',
    ]);
    expect((await done).kind).toBe('paused');
    const jobs = await here.store.jobs(runId);
    // INT-3: the interrupted job is put back to pending.
    const run = await here.store.run(runId);
    const back = jobs.flatMap((job) =>
      job.status === 'interrupted' ? [{ ...job, status: 'pending' as const }] : [],
    );
    if (run === undefined) throw new Error('The run is gone.');
    await here.store.commit({ run, jobs: back, values: [], logs: [] });
    await here.engine.resume(here.catalog, runId);
    await here.engine.settled(runId);
    expect(await here.store.run(runId)).toMatchObject({ status: 'completed', strategy });
    expect((await here.store.jobs(runId)).map((job) => job.status)).toEqual([
      'completed',
      'completed',
      'completed',
    ]);
  },
);
