import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, own } from '../../model/json';
import { createEngine } from '../engine';
import type { LaunchRequest } from '../launch';
import type { RunStore, StrategyId } from '../ports';
import { forEach } from '../processors/foreach';
import { newestJobs } from '../restore';
import { encodeSnapshot } from '../snapshots/document';
import { makeSnapshot } from '../snapshots/make';
import { readValues, webCryptoHash } from '../values';
import { gateway } from './run-scenario';
import { seededIds } from './seeded-ids';
import { echo, type TestType, testCatalog, testWorkflow, testWorld, type Wiring } from './world';

const SEEDING = [
  'flowdrop_runtime:synchronous_pipeline',
  'flowdrop_runtime:asynchronous',
  'flowdrop_stategraph:stategraph',
] as const satisfies readonly StrategyId[];
const EVERY = ['flowdrop_runtime:synchronous', ...SEEDING] as const;

/** A completed node of a snapshot. */
export const done = (output: Json, executionOrder: number | null = null): JsonObject => ({
  status: 'completed',
  output,
  executionOrder,
});

export function snapshot(nodeStates: JsonObject, more: JsonObject = {}): JsonObject {
  return { executionId: 'exec_a', workflowId: 'wf', status: 'paused', nodeStates, ...more };
}

/** Two engines over one store mint different ids. */
let places = 0;

/** An engine over a store, whose `echo` notes which nodes it has executed. */
function place(store: RunStore, execute: TestType['execute'] = echo) {
  const executed: string[] = [];
  const noting: TestType['execute'] = (parameters, context) => {
    executed.push(context.node.id);
    return execute(parameters, context);
  };
  const types: readonly TestType[] = [
    { id: 'echo', parameters: { in: {}, text: {} }, outputs: { in: {}, text: {} }, execute: noting },
    gateway,
    {
      id: 'remember',
      parameters: { in: {} },
      outputs: { in: {}, state_update: { exposed: false, schema: { 'x-control': true } } },
      execute: noting,
    },
  ];
  places += 1;
  const world = { ...testWorld(store), ids: seededIds(places) };
  const { catalog, executors } = testCatalog(types);
  const engine = createEngine(world, { executors: new Map([...executors, [FOREACH, forEach]]) });
  return { world, catalog, engine, store, executed };
}

const FOREACH = 'flowdrop_stategraph:foreach';
type Place = ReturnType<typeof place>;

async function run({ engine, catalog, store }: Place, request: Omit<LaunchRequest, 'caller'>) {
  const launched = await engine.launch(catalog, { ...request, caller: 'system' });
  if (!launched.ok) throw new Error(launched.error.message);
  await launched.value.done;
  const { id } = launched.value.run;
  const row = await store.run(id);
  if (row === undefined) throw new Error('The run is not stored.');
  const jobs = await store.jobs(id);
  const newest = newestJobs(jobs);
  const outputs = async (node: string) => {
    const stored = newest.get(node)?.outputs;
    return stored === null || stored === undefined
      ? undefined
      : readValues(stored, (hash) => store.value(hash));
  };
  return { run: row, jobs: newest, all: jobs, outputs, logs: await store.logs(id) };
}

async function refusalOf({ engine, catalog, store }: Place, request: Omit<LaunchRequest, 'caller'>) {
  const launched = await engine.launch(catalog, { ...request, caller: 'system' });
  // Before any run or job exists.
  expect(await store.runs({ limit: 9 })).toEqual([]);
  return launched.ok ? undefined : launched.error;
}

const THREE = testWorkflow({ a: 'echo', b: 'echo', c: 'echo' }, ['a.text>b.text', 'b.text>c.text']);
const LOOP_WIRES: readonly Wiring[] = [
  's.in>h.in',
  'h.text>t.in',
  { wire: 't.in>h.loop_back' },
  't.text>z.in',
];
const LOOP = testWorkflow({ s: 'echo', h: 'echo', t: 'echo', z: 'echo' }, LOOP_WIRES);

/**
 * What a run that is given a snapshot promises, whatever store it is in.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function handoverConformance(name: string, makeStore: () => RunStore | Promise<RunStore>): void {
  describe(`handover over ${name}`, () => {
    test.each(SEEDING)(
      'INT-10: %s does what remains, and nothing that the snapshot has',
      async (strategy) => {
        const here = place(await makeStore());
        const given = snapshot({ a: done({ text: 'one' }, 1), b: done({ text: 'two' }, 2) });
        const {
          run: row,
          jobs,
          outputs,
          all,
        } = await run(here, { document: THREE, strategy, snapshot: given });
        expect(here.executed).toEqual(['c']);
        expect(row).toMatchObject({ status: 'completed', seeded: { from: 'exec_a', count: 2 } });
        for (const node of ['a', 'b']) {
          const job = jobs.get(node);
          expect(job).toMatchObject({ status: 'completed', started: null });
          expect(job?.injected).toEqual({ from: 'exec_a', at: job?.ended });
        }
        expect(jobs.get('c')).not.toHaveProperty('injected');
        expect(await outputs('b')).toEqual({ text: 'two' });
        expect(await outputs('c')).toMatchObject({ text: 'two' });
        expect(all.map(({ order }) => order).sort()).toEqual([1, 2, 3]);
        // No listener takes a seeded record for work of this run.
        const told = here.world.events.flatMap(({ nodes = [] }) => nodes.map(({ node }) => node));
        expect(new Set(told)).toEqual(new Set(['c']));
      },
    );

    test('INT-10: a run goes from one strategy to another by its snapshot, which says what was injected', async () => {
      const store = await makeStore();
      const first = place(store, (parameters, context) => echo({ ...parameters, text: 'made' }, context));
      const begun = await first.engine.launch(first.catalog, {
        document: THREE,
        caller: 'system',
        strategy: 'flowdrop_runtime:asynchronous',
      });
      if (!begun.ok) throw new Error(begun.error.message);
      await first.engine.pause(begun.value.runId, 'handed over');
      await begun.value.done;
      const paused = await store.run(begun.value.runId);
      const before = first.executed.length;
      expect(paused?.status).toBe('paused');

      const options = { now: 5, hash: webCryptoHash, log: () => undefined };
      const made = await makeSnapshot(store, begun.value.runId, options);
      if (made === undefined) throw new Error('There is no snapshot.');
      const next = place(store);
      const {
        run: row,
        jobs,
        outputs,
      } = await run(next, {
        document: THREE,
        strategy: 'flowdrop_stategraph:stategraph',
        snapshot: encodeSnapshot(made),
      });
      expect(row.seeded).toEqual({ from: begun.value.runId, count: before });
      expect(row.warnings).toEqual([]);
      expect(next.executed).toEqual(['a', 'b', 'c'].slice(before));
      expect(row.status).toBe('completed');
      if (before > 0) expect(await outputs('a')).toMatchObject({ text: 'made' });

      const again = await makeSnapshot(store, row.id, options);
      for (const [node, job] of jobs) {
        if (job.injected === undefined) expect(again?.nodeStates[node]).not.toHaveProperty('injected');
        else expect(again?.nodeStates[node]).toMatchObject({ status: 'completed', injected: true });
      }
    });

    test('INT-10: a node without a job is skipped and told of, and blocks nothing', async () => {
      const here = place(await makeStore());
      const given = snapshot({ a: done({ text: 'one' }), gone: done({ text: 'x' }) });
      const { run: row, logs } = await run(here, { document: THREE, snapshot: given });
      expect(row).toMatchObject({ status: 'completed', seeded: { count: 1 } });
      expect(row.warnings).toMatchObject([{ code: 'SNAPSHOT_NODE_SKIPPED', node: 'gone' }]);
      expect(logs).toMatchObject([{ level: 'warning', message: expect.stringContaining('"gone"') }]);
      expect(here.executed).toEqual(['b', 'c']);
    });

    test('INT-10: only completed nodes seed', async () => {
      const statuses = ['failed', 'skipped', 'idle', 'running', 'interrupted', 'pending'];
      for (const status of statuses) {
        const here = place(await makeStore());
        const given = snapshot({ a: done({ text: 'one' }), b: { status, output: { text: 'stale' } } });
        const { jobs } = await run(here, { document: THREE, snapshot: given });
        expect(here.executed).toEqual(['b', 'c']);
        expect(jobs.get('b')).not.toHaveProperty('injected');
      }
    });

    test('INT-10: where nothing remains, the run is over, and gives its outputs', async () => {
      const here = place(await makeStore());
      const big = 'x'.repeat(9000);
      const document = testWorkflow({ a: 'echo' }, [], {
        interface: { outputs: [{ id: 'out', bindings: [{ nodeId: 'a', portId: 'text' }] }] },
      });
      const { run: row, outputs } = await run(here, {
        document,
        snapshot: snapshot({ a: done({ text: big }) }),
      });
      expect(here.executed).toEqual([]);
      expect(row).toMatchObject({ status: 'completed', skipped: [] });
      expect(await outputs('a')).toEqual({ text: big });
      expect(await readValues(row.outputs ?? {}, (hash) => here.store.value(hash))).toEqual({ out: big });
    });

    test('INT-10: a node that was put above what is done runs, and what is done does not run after it', async () => {
      const here = place(await makeStore());
      const { jobs, run: row } = await run(here, {
        document: THREE,
        snapshot: snapshot({ b: done({ text: 'two' }, 7) }),
      });
      expect(here.executed).toEqual(['a', 'c']);
      expect(jobs.get('b')).toMatchObject({ status: 'completed', occurrence: 0 });
      // INT-8: what does not fit is told, and does not block a handover.
      expect(row.warnings).toMatchObject([{ code: 'ERROR_DEPENDENCY_NOT_MET', node: 'b' }]);
      expect(row.status).toBe('completed');
    });

    test('INT-10: a seeded gateway leaves open the branch that it had chosen, and no other', async () => {
      const document = testWorkflow(
        {
          g: { type: 'gateway', config: { branches: [{ name: 'Yes' }, { name: 'No' }] } },
          yes: 'echo',
          no: 'echo',
        },
        ['g.Yes>yes.trigger', 'g.No>no.trigger'],
      );
      const here = place(await makeStore());
      const { run: row } = await run(here, {
        document,
        snapshot: snapshot({ g: done({ active_branches: ['No'] }, 1) }),
      });
      expect(here.executed).toEqual(['no']);
      expect(row.skipped).toEqual(['yes']);
      const refused = await refusalOf(place(await makeStore()), {
        document,
        snapshot: snapshot({ g: done({}, 1) }),
      });
      expect(refused).toMatchObject({ code: 'SNAPSHOT_UNSUPPORTED', details: ['exec_a'] });
    });

    test('INT-10: a seeded run that its owner leaves is taken over, and still repeats nothing', async () => {
      const store = await makeStore();
      const first = place(store, () => new Promise<never>(() => undefined));
      const begun = await first.engine.launch(first.catalog, {
        document: THREE,
        caller: 'system',
        snapshot: snapshot({ a: done({ text: 'one' }, 1) }),
      });
      if (!begun.ok) throw new Error(begun.error.message);
      const { runId } = begun.value;
      await expect.poll(() => first.executed).toEqual(['b']);
      const next = place(store);
      await next.engine.recover(next.catalog, runId);
      await next.engine.settled(runId);
      expect(next.executed).toEqual(['b', 'c']);
      const jobs = newestJobs(await store.jobs(runId));
      expect(jobs.get('a')).toMatchObject({ status: 'completed', injected: { from: 'exec_a' }, order: 1 });
      expect(jobs.get('c')).toMatchObject({ status: 'completed', order: 3 });
    });

    test('INT-10: a loop that is over is not entered again, not even by who takes the run over', async () => {
      const store = await makeStore();
      const over = snapshot({
        s: done({ in: 1 }, 1),
        h: done({ text: 'h' }, 4),
        t: done({ in: 1, text: 't' }, 5),
      });
      const first = place(store, () => new Promise<never>(() => undefined));
      const begun = await first.engine.launch(first.catalog, {
        document: LOOP,
        caller: 'system',
        snapshot: over,
      });
      if (!begun.ok) throw new Error(begun.error.message);
      const { runId } = begun.value;
      await expect.poll(() => first.executed).toEqual(['z']);
      const next = place(store);
      await next.engine.recover(next.catalog, runId);
      await next.engine.settled(runId);
      expect(next.executed).toEqual(['z']);
      expect((await store.run(runId))?.status).toBe('completed');
      expect((await store.jobs(runId)).map(({ node }) => node).sort()).toEqual(['h', 's', 't', 'z']);
    });

    test('INT-10: a list that was gone through is not gone through again', async () => {
      const document = testWorkflow({ s: 'echo', f: 'foreach', t: 'echo', z: 'echo' }, [
        's.in>f.items',
        'f.current_item>t.in',
        { wire: 't.in>f.loop_back' },
        'f.collected_results>z.in',
      ]);
      const here = place(await makeStore());
      const { outputs, run: row } = await run(here, {
        document,
        snapshot: snapshot({
          s: done({ in: ['x'] }, 1),
          t: done({ in: 'x' }, 5),
          f: done({ loop_active: false, collected_results: ['x'] }, 5),
        }),
      });
      expect(row.status).toBe('completed');
      expect(here.executed).toEqual(['z']);
      expect(await outputs('z')).toMatchObject({ in: ['x'] });
    });

    test('INT-10: a loop that has not begun runs from its beginning', async () => {
      const here = place(await makeStore());
      const { run: row } = await run(here, {
        document: LOOP,
        snapshot: snapshot({ s: done({ in: 1 }, 1) }),
        config: { maxLoopRounds: 2 },
      });
      expect(row.status).toBe('completed');
      expect(here.executed).not.toContain('s');
      expect(here.executed.filter((node) => node === 'h')).toHaveLength(2);
    });

    test.each<[string, JsonObject]>([
      ['its head alone', { s: done({}, 1), h: done({}, 2) }],
      ['a head that was entered again', { h: { status: 'running', executionOrder: 4 }, t: done({}, 3) }],
      ['a tail of the round before', { h: done({}, 4), t: done({}, 3) }],
      ['no order', { h: done({}), t: done({}) }],
    ])('INT-15: a snapshot from the middle of a loop is refused: %s', async (_, states) => {
      const refused = await refusalOf(place(await makeStore()), {
        document: LOOP,
        snapshot: snapshot(states),
      });
      expect(refused).toMatchObject({ status: 422, code: 'SNAPSHOT_UNSUPPORTED', details: ['exec_a'] });
      expect(refused?.message).toContain('exec_a');
    });

    test('INT-15: direct execution cannot seed, and refuses any snapshot, also one of nothing', async () => {
      const each: readonly JsonObject[] = [{}, { a: done({}) }, { gone: done({}) }];
      for (const states of each) {
        const refused = await refusalOf(place(await makeStore()), {
          document: THREE,
          strategy: 'flowdrop_runtime:synchronous',
          snapshot: snapshot(states),
        });
        expect(refused).toMatchObject({ status: 422, code: 'SNAPSHOT_UNSUPPORTED' });
        expect(refused?.message).toContain('exec_a');
      }
    });

    test.each<[string, Json, string]>([
      ['a text', 'x', 'SNAPSHOT_INVALID'],
      ['null', null, 'SNAPSHOT_INVALID'],
      ['no nodes', { executionId: 'exec_a', status: 'paused' }, 'SNAPSHOT_INVALID'],
      ['another workflow', snapshot({}, { workflowId: 'other' }), 'SNAPSHOT_WORKFLOW_MISMATCH'],
    ])('INT-15: what cannot be taken up is refused under every strategy: %s', async (_, given, code) => {
      for (const strategy of SEEDING) {
        const refused = await refusalOf(place(await makeStore()), {
          document: THREE,
          strategy,
          snapshot: given,
        });
        expect(refused).toMatchObject({ status: 422, code });
      }
    });

    test.each(EVERY)('INT-15: without a snapshot %s starts fresh', async (strategy) => {
      const here = place(await makeStore());
      const { run: row, all } = await run(here, { document: THREE, strategy });
      expect(here.executed).toEqual(['a', 'b', 'c']);
      expect(row).not.toHaveProperty('seeded');
      for (const job of all) expect(job).not.toHaveProperty('injected');
    });

    test.each(['completed', 'failed', 'cancelled'])(
      'INT-14: a snapshot of a run that has ended as %s is refused by name and status',
      async (status) => {
        for (const strategy of SEEDING) {
          const refused = await refusalOf(place(await makeStore()), {
            document: THREE,
            strategy,
            snapshot: snapshot({ a: done({}) }, { status }),
          });
          expect(refused).toMatchObject({ status: 409, code: 'SNAPSHOT_TERMINAL' });
          for (const part of ['exec_a', status]) expect(refused?.message).toContain(part);
        }
      },
    );

    test('INT-8: a snapshot of another version is told of, and one without a version is not', async () => {
      const codes = async (workflowVersion: string) => {
        const given = snapshot({ a: done({ text: 'x' }) }, { workflowVersion });
        const { run: row } = await run(place(await makeStore()), { document: THREE, snapshot: given });
        return row.warnings.map(({ code }) => code);
      };
      expect(await codes('0000000000000000')).toEqual(['ERROR_VERSION_MISMATCH']);
      expect(await codes('')).toEqual([]);
    });

    test('INT-10: input and thread are those of the snapshot where the caller gives none', async () => {
      const document = testWorkflow({ a: 'echo', b: 'echo' }, ['a.text>b.text'], {
        interface: { inputs: [{ id: 'name', bindings: [{ nodeId: 'b', portId: 'in' }] }] },
      });
      const given = snapshot(
        { a: done({ text: 'one' }) },
        { initialInput: { name: 'Ada', dropped: 1 }, threadId: 't' },
      );
      const strategy = 'flowdrop_stategraph:stategraph';
      const { run: row, outputs } = await run(place(await makeStore()), {
        document,
        strategy,
        snapshot: given,
      });
      expect(row).toMatchObject({ inputs: { name: 'Ada' }, config: { thread: 't' } });
      expect(await outputs('b')).toMatchObject({ in: 'Ada', text: 'one' });
      const other = await run(place(await makeStore()), {
        document,
        strategy,
        snapshot: given,
        inputs: { name: 'Bob' },
        thread: 'u',
      });
      expect(other.run).toMatchObject({ inputs: { name: 'Bob' }, config: { thread: 'u' } });
    });

    test('SG-12, INT-10: the state is what seeded nodes had put there, and no checkpoint beside it', async () => {
      const here = place(await makeStore());
      const document = testWorkflow({ r: 'remember', b: 'echo' }, ['r.in>b.in']);
      const { run: row } = await run(here, {
        document,
        strategy: 'flowdrop_stategraph:stategraph',
        checkpoint: 'none:1',
        snapshot: snapshot({ r: done({ in: 1, state_update: { data: { k: 1 }, messages: ['m'] } }, 1) }),
      });
      expect(row.warnings).toEqual([]);
      const last = await here.store.checkpoint?.(row.id);
      expect(own(last?.state, 'state')).toMatchObject({ data: { k: 1 }, messages: ['m'] });
    });

    test.each(EVERY)(
      'INT-17: the end of a %s run leaves no signal that it did not observe, and keeps its outcome',
      async (strategy) => {
        const store = await makeStore();
        let go: () => void = () => undefined;
        const here = place(
          store,
          () =>
            new Promise((resolve) => {
              go = () => resolve({ outputs: {} });
            }),
        );
        const document = testWorkflow({ last: 'echo' });
        const begun = await here.engine.launch(here.catalog, { document, caller: 'system', strategy });
        if (!begun.ok) throw new Error(begun.error.message);
        const { runId } = begun.value;
        await expect.poll(() => here.executed).toEqual(['last']);
        expect((await here.engine.pause(runId, 'too late')).ok).toBe(true);
        expect((await store.run(runId))?.signal).toMatchObject({ type: 'pause' });
        go();
        await begun.value.done;
        expect(await store.run(runId)).toMatchObject({
          status: 'completed',
          signal: null,
          pauseReason: null,
        });
        const later = await here.engine.resume(here.catalog, runId);
        expect(later).toMatchObject({ ok: false, error: { code: 'PIPELINE_TERMINAL' } });
      },
    );

    test('INT-17: a paused run keeps its pause, which is what it is resumed by', async () => {
      const store = await makeStore();
      let go: () => void = () => undefined;
      const here = place(store, (parameters, context) =>
        context.node.id === 'a'
          ? new Promise((resolve) => {
              go = () => resolve({ outputs: {} });
            })
          : echo(parameters, context),
      );
      const begun = await here.engine.launch(here.catalog, { document: THREE, caller: 'system' });
      if (!begun.ok) throw new Error(begun.error.message);
      const { runId } = begun.value;
      await expect.poll(() => here.executed).toEqual(['a']);
      const paused = await here.engine.pause(runId, 'by hand');
      go();
      await begun.value.done;
      const signalId = paused.ok ? paused.value.signalId : '';
      expect(await store.run(runId)).toMatchObject({ status: 'paused', signal: { id: signalId } });
      expect(await here.engine.resume(here.catalog, runId)).toEqual({
        ok: true,
        value: { status: 200, signalId },
      });
      await here.engine.settled(runId);
      expect(await store.run(runId)).toMatchObject({ status: 'completed', signal: null });
    });

    test('INT-13: what a cancel leaves behind says so, and closes no thread', async () => {
      const store = await makeStore();
      const here = place(
        store,
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      );
      const strategy = 'flowdrop_stategraph:stategraph';
      const begun = await here.engine.launch(here.catalog, {
        document: THREE,
        caller: 'system',
        strategy,
        thread: 't',
        state: { data: { k: 1 } },
      });
      if (!begun.ok) throw new Error(begun.error.message);
      const { runId } = begun.value;
      await expect.poll(() => here.executed).toEqual(['a']);
      expect((await here.engine.cancel(here.catalog, runId, 'stopped by hand')).ok).toBe(true);
      await begun.value.done;
      const last = await store.checkpoint?.(runId);
      expect(own(last?.state, 'state')).toMatchObject({
        isComplete: true,
        error: null,
        status: 'cancelled',
        data: { k: 1 },
      });
      const made = await makeSnapshot(store, runId, { now: 1, hash: webCryptoHash, log: () => undefined });
      expect(made?.status).toBe('cancelled');
      const turn = await run(place(store), { document: THREE, strategy, thread: 't' });
      expect(turn.run.status).toBe('completed');
      expect(turn.run.startState).toMatchObject({ status: null, isComplete: false, data: { k: 1 } });
    });
  });
}
