import { describe, expect, test } from 'vitest';
import type { Catalog } from '../catalog/types';
import { decodeWorkflow } from '../model/api-form';
import type { JsonObject } from '../model/json';
import { createEngine, type Engine } from './engine';
import { type LaunchRequest, launch, prepareLaunch, rerunRequest } from './launch';
import type { RunStore } from './ports';
import type { Execute } from './processors/types';
import { NodeFailure } from './processors/types';
import { recoverRun } from './recover';
import { memoryStore } from './testing/memory-store';
import { finished } from './testing/run-scenario';
import {
  echo,
  type TestNode,
  type TestType,
  type TestWorld,
  testCatalog,
  testWorkflow,
  testWorld,
} from './testing/world';

// Not queued: what waits for a worker belongs to the queue, which has tests of its own.
const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';

/** A processor that ends when it is told to, and tells how often it began. */
function held() {
  let begun = 0;
  let started: () => void = () => undefined;
  let release: (outputs: JsonObject) => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    started = resolve;
  });
  const execute: Execute = (_, { signal }) => {
    begun += 1;
    started();
    return new Promise((resolve, reject) => {
      release = (outputs) => resolve({ outputs });
      signal.addEventListener('abort', () =>
        reject(new NodeFailure('aborted', { code: 'aborted', retryable: true })),
      );
    });
  };
  return {
    execute,
    begun: () => begun,
    reached: () => reached,
    release: (outputs: JsonObject = {}) => release(outputs),
  };
}

type Bench = {
  readonly world: TestWorld;
  readonly catalog: Catalog;
  readonly engine: Engine;
  readonly executors: ReadonlyMap<string, Execute>;
};
function bench(types: readonly TestType[], store?: RunStore): Bench {
  const world = testWorld(store);
  const { catalog, executors } = testCatalog([
    { id: 'echo', parameters: { in: {}, text: {} }, outputs: { in: {}, text: {} }, execute: echo },
    ...types,
  ]);
  return { world, catalog, executors, engine: createEngine(world, { executors }) };
}
async function begin({ engine, catalog }: Bench, request: Omit<LaunchRequest, 'caller'>) {
  const launched = await engine.launch(catalog, { caller: 'system', strategy: PIPELINE, ...request });
  if (!launched.ok) throw new Error(JSON.stringify(launched.error));
  return launched.value;
}
const kinds = (world: TestWorld) => world.events.map((event) => event.kind);

describe('INT-5: cancel and pause', () => {
  const chain = testWorkflow({ a: 'echo', slow: 'slow', z: 'echo' }, ['a.in>slow.in', 'slow.out>z.in']);

  test('INT-5: the job in flight ends, then the run is cancelled and announced twice (ORC-15)', async () => {
    const slow = held();
    const setting = bench([
      { id: 'slow', parameters: { in: {} }, outputs: { out: {} }, execute: slow.execute },
    ]);
    const { runId, done } = await begin(setting, { document: chain });
    await slow.reached();
    const answer = await setting.engine.cancel(setting.catalog, runId, 'stopped by hand');
    expect(answer).toMatchObject({ ok: true, value: { status: 202 } });
    const result = await finished(setting.world, runId, await done);
    expect(result.run).toMatchObject({ status: 'cancelled', signal: null, error: null });
    expect(result.run.ended).not.toBeNull();
    expect(Object.fromEntries([...result.jobs].map(([node, job]) => [node, job.status]))).toEqual({
      a: 'completed',
      slow: 'failed',
      z: 'cancelled',
    });
    const cancelled = setting.world.events.filter((event) => event.kind === 'cancelled');
    expect(cancelled.map((event) => event.finished?.status)).toEqual([undefined, 'cancelled']);
    expect(kinds(setting.world)).not.toContain('completed');
  });

  test('ORC-15: exactly one announcement says that a cancelled run has finished, with its identity and duration', async () => {
    const slow = held();
    const setting = bench([
      { id: 'slow', parameters: { in: {} }, outputs: { out: {} }, execute: slow.execute },
    ]);
    const { runId, done } = await begin(setting, { document: chain });
    await slow.reached();
    setting.world.clock.advance(1500);
    await setting.engine.cancel(setting.catalog, runId, 'x');
    await done;
    const ends = setting.world.events.filter((event) => event.finished !== undefined);
    expect(ends).toMatchObject([
      { runId, workflow: 'wf', finished: { status: 'cancelled', durationMs: 1500 } },
    ]);
  });

  test('INT-5: a cancel that another page stored is observed when the job ends', async () => {
    const slow = held();
    const setting = bench([
      { id: 'slow', parameters: { in: {} }, outputs: { out: {} }, execute: slow.execute },
    ]);
    const { runId, done } = await begin(setting, { document: chain });
    await slow.reached();
    await setting.world.store.signal(runId, { id: 's1', type: 'cancel', reason: 'elsewhere' });
    slow.release({ out: 1 });
    const result = await finished(setting.world, runId, await done);
    expect(result.run.status).toBe('cancelled');
    expect(result.jobs.get('slow')?.status).toBe('completed');
    expect(result.jobs.get('z')).toMatchObject({ status: 'cancelled', order: null, attempts: 0 });
    expect(result.broadcast('z')).toEqual([]);
  });

  test('INT-5: a pause is announced once, keeps its signal, and is resumed by a person (INT-12)', async () => {
    const slow = held();
    const setting = bench([
      { id: 'slow', parameters: { in: {} }, outputs: { out: {} }, execute: slow.execute },
    ]);
    const { engine, catalog, world } = setting;
    const { runId, done } = await begin(setting, { document: chain });
    await slow.reached();
    const asked = await engine.pause(runId, 'lunch');
    expect(asked).toMatchObject({ ok: true, value: { status: 202 } });
    slow.release({ out: 7 });
    expect(await done).toMatchObject({ kind: 'paused' });
    const paused = await world.store.run(runId);
    expect(paused).toMatchObject({
      status: 'paused',
      pauseReason: null,
      signal: { type: 'pause', reason: 'lunch' },
    });
    expect(kinds(world).filter((kind) => kind === 'paused')).toHaveLength(1);
    expect(world.events.some((event) => event.finished !== undefined)).toBe(false);

    // A worker that looks for runs to take over leaves it alone.
    expect(await engine.recover(catalog, runId)).toEqual({ ok: true, value: undefined });
    expect((await world.store.run(runId))?.fence).toBe(paused?.fence);

    expect(await engine.resume(catalog, runId)).toMatchObject({ ok: true, value: { status: 200 } });
    await engine.settled(runId);
    const result = await finished(world, runId, { kind: 'stale' });
    expect(result.run).toMatchObject({ status: 'completed', signal: null });
    expect(result.executed).toEqual(['a', 'slow', 'z']);
    expect(await result.inputs('z')).toMatchObject({ in: 7 });
    expect(slow.begun()).toBe(1);
  });

  test('INT-5: a paused run can be cancelled', async () => {
    const slow = held();
    const setting = bench([
      { id: 'slow', parameters: { in: {} }, outputs: { out: {} }, execute: slow.execute },
    ]);
    const { runId, done } = await begin(setting, { document: chain });
    await slow.reached();
    await setting.engine.pause(runId, 'x');
    slow.release({ out: 1 });
    await done;
    expect((await setting.engine.cancel(setting.catalog, runId, 'enough')).ok).toBe(true);
    await setting.engine.settled(runId);
    const result = await finished(setting.world, runId, { kind: 'stale' });
    expect(result.run.status).toBe('cancelled');
    expect(result.executed).toEqual(['a', 'slow']);
  });
});

describe('INT-16: refused signals', () => {
  test('INT-16: a run that has ended can be neither signalled nor resumed', async () => {
    const setting = bench([]);
    const { runId, done } = await begin(setting, { document: testWorkflow({ a: 'echo' }) });
    await done;
    const { engine, catalog } = setting;
    for (const answer of [
      await engine.cancel(catalog, runId, ''),
      await engine.pause(runId, ''),
      await engine.resume(catalog, runId),
    ]) {
      expect(answer).toMatchObject({ ok: false, error: { status: 409, code: 'PIPELINE_TERMINAL' } });
    }
  });
  test('INT-16: one signal at a time, and no resume without a pause', async () => {
    const slow = held();
    const setting = bench([{ id: 'slow', execute: slow.execute }]);
    const { engine, catalog } = setting;
    const { runId, done } = await begin(setting, { document: testWorkflow({ s: 'slow' }) });
    await slow.reached();
    expect(await engine.resume(catalog, runId)).toMatchObject({
      ok: false,
      error: { status: 409, code: 'NO_ACTIVE_PAUSE' },
    });
    expect((await engine.pause(runId, '')).ok).toBe(true);
    expect(await engine.pause(runId, '')).toMatchObject({
      ok: false,
      error: { status: 409, code: 'INWARD_SIGNAL_ALREADY_PENDING' },
    });
    expect(await engine.cancel(catalog, runId, '')).toMatchObject({
      ok: false,
      error: { code: 'INWARD_SIGNAL_ALREADY_PENDING' },
    });
    slow.release();
    await done;
  });
  test('INT-16: a run that does not exist', async () => {
    const { engine, catalog } = bench([]);
    expect(await engine.cancel(catalog, 'none', '')).toMatchObject({
      ok: false,
      error: { status: 404, code: 'PIPELINE_NOT_FOUND' },
    });
    expect(await engine.resume(catalog, 'none')).toMatchObject({ ok: false, error: { status: 404 } });
  });
});

describe('INT-11: re-running', () => {
  test('INT-11: an ended run is not entered again, and a re-run is a new run with its input', async () => {
    const setting = bench([]);
    const document = testWorkflow({ a: 'echo' }, [], {
      interface: { inputs: [{ id: 'answer', bindings: [{ nodeId: 'a', portId: 'in' }] }] },
    });
    const first = await begin(setting, { document, inputs: { answer: 7 } });
    await first.done;
    const ended = await setting.world.store.run(first.runId);
    expect(
      await recoverRun(setting.world, setting.catalog, first.runId, {
        executors: setting.executors,
        resume: true,
      }),
    ).toMatchObject({ ok: false, error: { code: 'PIPELINE_TERMINAL' } });
    expect(await setting.world.store.run(first.runId)).toEqual(ended);

    if (ended === undefined) throw new Error('The run is gone.');
    const decoded = decodeWorkflow(ended.document);
    if (!decoded.ok) throw new Error('The frozen workflow cannot be read.');
    const again = await launch(setting.world, setting.catalog, rerunRequest(ended, decoded.value.document), {
      executors: setting.executors,
    });
    if (!again.ok) throw new Error(again.error.message);
    expect(again.value.run).toMatchObject({
      status: 'pending',
      rerunOf: first.runId,
      inputs: { answer: 7 },
      outputs: null,
      error: null,
    });
    expect(again.value.runId).not.toBe(first.runId);
    await again.value.done;
    const result = await finished(setting.world, again.value.runId, { kind: 'stale' });
    expect(await result.inputs('a')).toMatchObject({ in: 7 });
    expect(await setting.world.store.run(first.runId)).toEqual(ended);
  });
});

describe('ownership and recovery', () => {
  /** A store that stops answering after so many commits, as one whose worker was ended does. */
  function dyingStore(store: RunStore, commits: number): RunStore {
    let left = commits;
    return {
      ...store,
      commit: (commit) => {
        left -= 1;
        return left < 0 ? Promise.reject(new Error('The worker was ended.')) : store.commit(commit);
      },
    };
  }

  const ids = ['a', 'b', 'f', 'h', 'c', 'd'];
  const wires = ['a.text>b.in', 'b.in>f.in', 'f.error>h.in', 'a.text>c.in', 'c.in>d.in', 'h.in>d.text'];

  test('ORC-14: wherever a run dies, it is taken over with no finished job executed again', async () => {
    for (let commits = 0; commits < 9; commits += 1) {
      const counts = new Map<string, number>();
      const counting: Execute = (parameters, context) => {
        counts.set(context.node.id, (counts.get(context.node.id) ?? 0) + 1);
        if (context.node.id === 'f') throw new NodeFailure('no', { code: 'E' });
        return { outputs: parameters };
      };
      const types: TestType[] = [
        { id: 'counted', parameters: { in: {}, text: {} }, outputs: { in: {}, text: {} }, execute: counting },
      ];
      const document = testWorkflow(
        Object.fromEntries(
          ids.map((id): [string, TestNode] => [
            id,
            { type: 'counted', config: id === 'a' ? { text: 'x'.repeat(6000) } : {} },
          ]),
        ),
        wires,
      );
      const store = memoryStore();
      const dying = bench(types, dyingStore(store, commits));
      const { runId, done } = await begin(dying, { document });
      const end = await done;
      const executedBefore = new Map(counts);
      const finishedBefore = (await store.jobs(runId))
        .filter((job) => job.status === 'completed' || job.status === 'failed')
        .map((job) => job.node);

      const taker = bench(types, store);
      const taken = await taker.engine.recover(taker.catalog, runId);
      if (end.kind === 'ended') {
        expect(taken).toMatchObject({ ok: false, error: { code: 'PIPELINE_TERMINAL' } });
        continue;
      }
      expect(end.kind).toBe('lost');
      if (!taken.ok || taken.value === undefined) throw new Error('The run was not taken over.');
      const result = await finished(taker.world, runId, await taken.value.done);
      expect(result.run).toMatchObject({ status: 'completed', fence: 2 });
      expect(new Set(result.executed)).toEqual(new Set(ids));
      expect(new Set([...result.jobs.values()].map((job) => job.order)).size).toBe(ids.length);
      for (const node of finishedBefore) expect(counts.get(node)).toBe(executedBefore.get(node));
      expect(await result.inputs('d')).toMatchObject({
        in: 'x'.repeat(6000),
        text: { code: 'E', node_id: 'f' },
      });
      const logs = result.logs.map((line) => line.seq);
      expect(new Set(logs).size).toBe(logs.length);
    }
  });

  test.each([
    ['without side effects is executed again', false, 'completed', 2, true],
    ['with side effects waits for a person, who treats it as failed', true, 'failed', 1, false],
  ])('a job in flight %s', async (_, sideEffects, status, times, completes) => {
    let calls = 0;
    const types: TestType[] = [
      {
        id: 'mails',
        flags: { sideEffects },
        outputs: { sent: {} },
        execute: () => {
          calls += 1;
          return { outputs: { sent: true } };
        },
      },
    ];
    const document = testWorkflow({ m: 'mails', after: 'echo' }, ['m.sent>after.in']);
    const store = memoryStore();
    const dying = bench(types, dyingStore(store, 1));
    const { runId, done } = await begin(dying, { document });
    await done;
    expect((await store.jobs(runId))[0]?.status).toBe('running');
    const taker = bench(types, store);
    const taken = await taker.engine.recover(taker.catalog, runId);
    if (!taken.ok || taken.value === undefined) throw new Error('The run was not taken over.');
    await taken.value.done;
    if (sideEffects) await decide(taker, runId, 'fail');
    const result = await finished(taker.world, runId, (await taker.engine.settled(runId)) ?? (await done));
    expect(calls).toBe(times);
    expect(result.run.status).toBe(completes ? 'completed' : 'failed');
    expect(result.jobs.get('m')).toMatchObject({
      status,
      error: completes ? null : { code: 'interrupted_in_flight', retryable: false },
    });
  });

  test('a failed job in flight takes its error edge like any other failure (ERR-13)', async () => {
    const types: TestType[] = [
      { id: 'mails', flags: { sideEffects: true }, execute: () => ({ outputs: {} }) },
    ];
    const store = memoryStore();
    const dying = bench(types, dyingStore(store, 1));
    const { runId, done } = await begin(dying, {
      document: testWorkflow({ m: 'mails', h: 'echo' }, ['m.error>h.in']),
    });
    await done;
    const taker = bench(types, store);
    const taken = await taker.engine.recover(taker.catalog, runId);
    if (taken.ok) await taken.value?.done;
    await decide(taker, runId, 'fail');
    const result = await finished(taker.world, runId, { kind: 'stale' });
    expect(result.run.status).toBe('completed');
    expect(await result.inputs('h')).toMatchObject({ in: { code: 'interrupted_in_flight' } });
  });

  test('ORC-14: an owner who was overtaken ends quietly and writes nothing', async () => {
    const slow = held();
    const types: TestType[] = [{ id: 'slow', outputs: { out: {} }, execute: slow.execute }];
    const store = memoryStore();
    const first = bench(types, store);
    const { runId, done } = await begin(first, {
      document: testWorkflow({ s: 'slow', z: 'echo' }, ['s.out>z.in']),
    });
    await slow.reached();
    const release = slow.release;
    const quick: TestType[] = [
      { id: 'slow', outputs: { out: {} }, execute: () => ({ outputs: { out: 'second' } }) },
    ];
    const second = bench(quick, store);
    const taken = await second.engine.recover(second.catalog, runId);
    if (taken.ok) await taken.value?.done;
    release({ out: 'first' });
    expect(await done).toEqual({ kind: 'stale' });
    const result = await finished(second.world, runId, { kind: 'stale' });
    expect(result.run.status).toBe('completed');
    expect(await result.inputs('z')).toMatchObject({ in: 'second' });
    expect(first.world.events.some((event) => event.finished !== undefined)).toBe(false);
  });

  test('INT-12: a run that a budget paused is taken over and resumed', async () => {
    const setting = bench([]);
    const chain = Array.from({ length: 6 }, (_, i) => `n${i}`);
    const document = testWorkflow(
      Object.fromEntries(chain.map((id) => [id, 'echo'])),
      chain.slice(1).map((id, i) => `n${i}.in>${id}.in`),
    );
    const budget = { maxPasses: 2, maxMs: 1000 };
    const store = memoryStore();
    // Dies with the commit that would resume the first pause.
    const dying = bench([], dyingStore(store, 3));
    const launched = await launch(
      dying.world,
      dying.catalog,
      { document, caller: 'system', strategy: PIPELINE },
      { executors: dying.executors, budget },
    );
    if (!launched.ok) throw new Error(launched.error.message);
    await launched.value.done;
    expect(await store.run(launched.value.runId)).toMatchObject({
      status: 'paused',
      pauseReason: 'scheduler_budget',
      signal: { type: 'pause', reason: 'scheduler_budget' },
    });
    const taken = await recoverRun({ ...setting.world, store }, setting.catalog, launched.value.runId, {
      executors: setting.executors,
      budget,
    });
    if (!taken.ok || taken.value === undefined) throw new Error('The run was not taken over.');
    await taken.value.done;
    const run = await store.run(launched.value.runId);
    expect(run).toMatchObject({ status: 'completed', pauseReason: null, signal: null });
  });

  test('a listener that throws cannot break a run', async () => {
    const setting = bench([]);
    const world = {
      ...setting.world,
      announce: (event: { kind: string }) => {
        if (event.kind !== 'created') throw new Error('listener');
      },
    };
    const launched = await launch(
      world,
      setting.catalog,
      { document: testWorkflow({ a: 'echo' }), caller: 'system', strategy: PIPELINE },
      { executors: setting.executors },
    );
    expect(launched.ok && (await launched.value.done).kind).toBe('ended');
  });
});

test('a run that computes for long gives the event loop its turns', async () => {
  const setting = bench([]);
  let turns = 0;
  const clock = {
    ...setting.world.clock,
    sleep: async () => {
      turns += 1;
    },
  };
  const busy: Execute = () => {
    setting.world.clock.advance(20);
    return { outputs: {} };
  };
  const document = testWorkflow(Object.fromEntries(['a', 'b', 'c', 'd'].map((id) => [id, 'echo'])));
  const executors = new Map([['test:echo', busy]]);
  const launched = await launch(
    { ...setting.world, clock },
    setting.catalog,
    { document, caller: 'system', strategy: PIPELINE },
    { executors },
  );
  if (launched.ok) await launched.value.done;
  expect(turns).toBe(3);
});

describe('launch', () => {
  const only = async (
    request: Omit<LaunchRequest, 'caller'> & { caller?: LaunchRequest['caller'] },
    types: readonly TestType[] = [],
  ) => {
    const setting = bench(types);
    const launched = await setting.engine.launch(setting.catalog, { caller: 'external', ...request });
    const runs = await setting.world.store.runs({ limit: 10 });
    if (!launched.ok) {
      expect(runs).toEqual([]);
      expect(setting.world.events).toEqual([]);
    } else await launched.value.done;
    return launched;
  };

  test('VAL-LAUNCH: errors refuse the launch with all of them, and nothing is created', async () => {
    const document = testWorkflow({ a: { type: 'gone' }, b: { type: 'echo' } }, ['b.in>ghost.in']);
    const refused = await only({ document });
    expect(refused).toMatchObject({ ok: false, error: { status: 422, code: 'WORKFLOW_INVALID' } });
    const details = refused.ok ? [] : refused.error.details;
    expect(details).toEqual([
      expect.objectContaining({ code: 'R9_NODE_TYPE_UNKNOWN', locator: 'node.a' }),
      expect.objectContaining({ code: 'R8_EDGE_TARGET_MISSING', locator: 'edge.0' }),
    ]);
    for (const detail of details)
      expect(Object.keys(Object(detail)).sort()).toEqual(['code', 'locator', 'message']);
  });

  test('VAL-LAUNCH: expressions are judged as well', async () => {
    const setting = bench([]);
    const document = testWorkflow({ t: { type: 'prompt_template', config: { template: '{{ broken' } } });
    const expressions = {
      ...setting.world.expressions,
      validate: async () => ({ ok: false as const, message: 'unclosed' }),
    };
    const refused = await prepareLaunch({ expressions }, setting.catalog, { document, caller: 'external' });
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'WORKFLOW_INVALID', details: [{ code: 'R11_EXPRESSION_INVALID' }] },
    });
  });

  test('VAL-LAUNCH: warnings do not stop a launch', async () => {
    const document = testWorkflow({ a: { type: 'echo', config: { stray: 1 } } });
    expect((await only({ document })).ok).toBe(true);
  });

  test('inputs are judged before anything else', async () => {
    const refused = await only({ document: testWorkflow({ a: 'gone' }), inputs: { x: 1 } });
    expect(refused).toMatchObject({ ok: false, error: { status: 400, code: 'INPUT_UNDECLARED' } });
    expect(
      await only({ document: testWorkflow({ a: 'echo' }), initialData: { a: { in: 1 } } }),
    ).toMatchObject({ ok: false, error: { code: 'INPUT_UNDECLARED' } });
  });

  test('ORC-3: an unknown strategy falls back and the run says so', async () => {
    const launched = await only({ document: testWorkflow({ a: 'echo' }), strategy: 'nobody:knows' });
    expect(launched).toMatchObject({
      ok: true,
      value: {
        run: { strategy: 'flowdrop_runtime:synchronous_pipeline', warnings: [{ code: 'STRATEGY_FALLBACK' }] },
      },
    });
  });

  test('a compilation failure is a refusal with its cause', async () => {
    const document = testWorkflow({ a: 'echo', b: 'echo' }, ['a.in>b.in', 'b.in>a.in']);
    expect(await only({ document })).toMatchObject({
      ok: false,
      error: {
        status: 422,
        code: 'COMPILATION_FAILED',
        details: [{ stage: 'cycles', message: 'Circular dependency detected in workflow' }],
      },
    });
  });

  test('a run freezes the workflow as it came', async () => {
    const source = { id: 'wf', name: 'Test', nodes: [], edges: [], unknown: { kept: true } };
    const launched = await only({ document: testWorkflow({ a: 'echo' }), source });
    expect(launched.ok && launched.value.run.document).toEqual(source);
  });
});

/** A person decides about the step that was cut off; the run goes on until it ends or waits. */
async function decide({ engine, catalog, world }: ReturnType<typeof bench>, run: string, value: string) {
  const [open] = await world.store.interrupts.list({ run, status: 'pending' });
  expect(open).toMatchObject({ type: 'choice', asker: 'recovery', expires: null });
  await engine.answer(catalog, open?.id ?? '', { value, by: 'ada', via: 'person' });
  await engine.settled(run);
}
