import { describe, expect, test } from 'vitest';
import { workflowTypeId } from '../../contract/workflow-ids';
import type { WorkflowDocument } from '../../model/document';
import type { Json, JsonObject } from '../../model/json';
import type { DriveEnd } from '../driver';
import { createEngine, type Engine } from '../engine';
import type { LaunchRequest } from '../launch';
import type { JobRow, RunRow, RunStore, StepCommit, StrategyId } from '../ports';
import { processors } from '../processors';
import type { Execute } from '../processors/types';
import { readValues } from '../values';
import { CONFORMANCE_TYPES } from './run-scenario';
import { type TestType, type TestWorld, testCatalog, testWorkflow, testWorld, type Wiring } from './world';

const PIPELINE: StrategyId = 'flowdrop_runtime:synchronous_pipeline';
const DIRECT: StrategyId = 'flowdrop_runtime:synchronous';
const STRATEGIES: readonly StrategyId[] = [
  DIRECT,
  PIPELINE,
  'flowdrop_runtime:asynchronous',
  'flowdrop_stategraph:stategraph',
];

/** Manifest entries by name: the node and port that each is bound to. */
type Bound = { readonly [name: string]: string };

function workflow(
  id: string,
  nodes: Parameters<typeof testWorkflow>[0],
  wires: readonly Wiring[],
  { inputs = {}, outputs = {}, rest = {} }: { inputs?: Bound; outputs?: Bound; rest?: JsonObject },
): WorkflowDocument {
  const side = (bound: Bound): Json =>
    Object.entries(bound).map(([name, at]) => {
      const [nodeId = '', portId = ''] = at.split('.');
      return { id: name, bindings: [{ nodeId, portId }] };
    });
  const shown = { inputs: side(inputs), outputs: side(outputs) };
  return testWorkflow(nodes, wires, { id, name: id.toUpperCase(), interface: shown, ...rest });
}

/** Takes `text`, gives it as `said`. */
const INNER = workflow('inner', { step: 'echo', last: 'echo' }, ['step.text>last.text'], {
  inputs: { text: 'step.text' },
  outputs: { said: 'last.text' },
});

/** Calls `callee` with a text, and passes on what it says. */
function caller(callee: string, id = 'outer', more: readonly Wiring[] = []): WorkflowDocument {
  return workflow(
    id,
    { first: 'echo', child: workflowTypeId(callee), after: 'echo' },
    ['first.text>child.text', 'child.said>after.text', ...more],
    { inputs: { text: 'first.text' }, outputs: { said: 'after.text' } },
  );
}

/** A step that waits until it is opened. */
function gate() {
  let times = 0;
  let open: () => void = () => undefined;
  let enter: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const execute: Execute = async (parameters) => {
    times += 1;
    enter();
    await opened;
    return { outputs: parameters };
  };
  const type: TestType = {
    id: 'gate',
    parameters: { text: {} },
    outputs: { text: {} },
    flags: { sideEffects: true },
    execute,
  };
  return { type, entered, open: () => open(), times: () => times };
}

const GATED = workflow('gated', { step: 'gate', last: 'echo' }, ['step.text>last.text'], {
  inputs: { text: 'step.text' },
  outputs: { said: 'last.text' },
});

type Stage = {
  readonly world: TestWorld;
  readonly engine: Engine;
  launch(document: WorkflowDocument, request?: Partial<LaunchRequest>): ReturnType<Engine['launch']>;
  /** Launches with the text `hello`, and waits for what comes of it. */
  run(document: WorkflowDocument, request?: Partial<LaunchRequest>): Promise<{ run: RunRow; end: DriveEnd }>;
  recover(run: string): ReturnType<Engine['recover']>;
  resume(run: string): ReturnType<Engine['resume']>;
  cancel(run: string): ReturnType<Engine['cancel']>;
  children(run: string): Promise<readonly RunRow[]>;
  job(run: string, node: string): Promise<JobRow | undefined>;
  outputs(run: RunRow | JobRow | undefined): Promise<JsonObject | undefined>;
};

function stage(
  store: RunStore,
  stored: readonly WorkflowDocument[],
  types: readonly TestType[] = [],
  seen: readonly WorkflowDocument[] = stored,
): Stage {
  const world: TestWorld = {
    ...testWorld(store),
    workflows: { workflow: async (id) => stored.find((document) => document.id === id) },
  };
  const { catalog, executors } = testCatalog([...CONFORMANCE_TYPES, ...types], seen);
  const engine = createEngine(world, { executors: new Map([...processors, ...executors]) });
  const launch: Stage['launch'] = (document, request = {}) =>
    engine.launch(catalog, {
      document,
      inputs: { text: 'hello' },
      caller: 'external',
      strategy: PIPELINE,
      ...request,
    });
  return {
    world,
    engine,
    launch,
    async run(document, request) {
      const launched = await launch(document, request);
      if (!launched.ok) throw new Error(JSON.stringify(launched.error));
      const end = await launched.value.done;
      return { run: await found(store, launched.value.runId), end };
    },
    recover: (run) => engine.recover(catalog, run),
    resume: (run) => engine.resume(catalog, run),
    cancel: (run) => engine.cancel(catalog, run, 'enough'),
    async children(run) {
      const all = await store.runs({ limit: 100 });
      return all.filter(({ parent }) => parent?.run === run).reverse();
    },
    async job(run, node) {
      return (await store.jobs(run)).filter((job) => job.node === node).at(-1);
    },
    async outputs(row) {
      const { outputs } = row ?? { outputs: null };
      return outputs === null ? undefined : readValues(outputs, (ref) => store.value(ref));
    },
  };
}

async function found(store: RunStore, id: string): Promise<RunRow> {
  const run = await store.run(id);
  if (run === undefined) throw new Error(`The run ${id} is not in the store.`);
  return run;
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let i = 0; i < 500 && !(await holds()); i += 1) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** A store that dies with the first commit of which `dies` holds: nothing is written from then on, and nothing answers. */
function mortal(
  store: RunStore,
  dies: (commit: StepCommit) => boolean,
): { store: RunStore; dead: Promise<void> } {
  let die: () => void = () => undefined;
  const dead = new Promise<void>((resolve) => {
    die = resolve;
  });
  let alive = true;
  const silence = new Promise<never>(() => undefined);
  return {
    dead,
    store: {
      ...store,
      create: (commit) => (alive ? store.create(commit) : silence),
      run: (id) => (alive ? store.run(id) : silence),
      commit(commit) {
        if (alive && dies(commit)) {
          alive = false;
          die();
        }
        return alive ? store.commit(commit) : silence;
      },
    },
  };
}

/**
 * What holds for runs that nodes start, over every store.
 *
 * @param makeStore a fresh, empty store a call.
 */
export function childConformance(storeName: string, makeStore: () => RunStore | Promise<RunStore>): void {
  describe(`workflows as nodes over ${storeName}`, () => {
    test.each(STRATEGIES)('MAN-9, MAN-17: a workflow runs as a node under %s', async (strategy) => {
      const at = stage(await makeStore(), [INNER]);
      const { run } = await at.run(caller('inner'), { strategy });
      expect(run).toMatchObject({ status: 'completed', error: null });
      expect(await at.outputs(run)).toEqual({ said: 'hello' });
      const [child, ...others] = await at.children(run.id);
      expect(others).toEqual([]);
      const job = await at.job(run.id, 'child');
      expect(child).toMatchObject({
        workflow: 'inner',
        status: 'completed',
        // ORC-2: a child is driven as the run that starts it is.
        strategy,
        inputs: { text: 'hello' },
        parent: { run: run.id, job: job?.id, node: 'child', path: ['outer'] },
      });
      expect(await at.outputs(job)).toEqual({ said: 'hello' });
    });

    test('MAN-17: an output that was not produced is absent, one that is null is there', async () => {
      const some = workflow('some', { a: 'nulls', b: 'misc' }, [], {
        outputs: { empty: 'a.out', gone: 'b.result' },
      });
      const at = stage(await makeStore(), [some]);
      const { run } = await at.run(workflow('outer', { child: workflowTypeId('some') }, [], {}), {
        inputs: {},
      });
      expect(await at.outputs(await at.job(run.id, 'child'))).toEqual({ empty: null });
    });

    test('MAN-15: an input that nothing gives is absent, one that is given as null is there', async () => {
      const two = workflow('two', { a: 'two' }, [], {
        inputs: { a: 'a.a', b: 'a.b' },
        outputs: { a: 'a.a' },
      });
      const at = stage(await makeStore(), [two]);
      const outer = workflow('outer', { n: 'nulls', child: workflowTypeId('two') }, ['n.out>child.a'], {});
      const { run } = await at.run(outer, { inputs: {} });
      expect((await at.children(run.id))[0]?.inputs).toEqual({ a: null });
    });

    test('a large result is stored once for the child and the node that called it', async () => {
      const text = 'x'.repeat(20_000);
      const at = stage(await makeStore(), [INNER]);
      const { run } = await at.run(caller('inner'), { inputs: { text } });
      const [child] = await at.children(run.id);
      const job = await at.job(run.id, 'child');
      expect(child?.outputs?.said).toHaveProperty('ref');
      expect(job?.outputs?.said).toEqual(child?.outputs?.said);
    });

    test('ERR-1: a child that fails fails the node, and names the run and the node in it', async () => {
      const bad = workflow('bad', { boom: 'failing' }, [], { outputs: { said: 'boom.text' } });
      const at = stage(await makeStore(), [bad]);
      const outer = workflow('outer', { child: workflowTypeId('bad') }, [], {});
      const { run } = await at.run(outer, { inputs: {} });
      const [child] = await at.children(run.id);
      expect(child).toMatchObject({ status: 'failed' });
      expect(run).toMatchObject({
        status: 'failed',
        error: {
          code: 'child_failed',
          node_id: 'child',
          message: `The workflow "BAD" failed at node boom: card refused (run ${child?.id})`,
          details: { run: child?.id, workflow: 'bad', node: 'boom', code: 'E42' },
        },
      });
    });

    test('ERR-13: the failure of a child takes the error edge, and the run goes on', async () => {
      const bad = workflow('bad', { boom: 'failing' }, [], { outputs: { said: 'boom.text' } });
      const at = stage(await makeStore(), [bad]);
      const outer = workflow(
        'outer',
        {
          child: {
            type: workflowTypeId('bad'),
            config: { ports: { inputs: [], outputs: [{ id: 'error', exposed: true }] } },
          },
          handler: 'echo',
        },
        ['child.error>handler.in'],
        {},
      );
      const { run } = await at.run(outer, { inputs: {} });
      expect(run.status).toBe('completed');
      expect(await at.job(run.id, 'child')).toMatchObject({ status: 'failed', errorRouted: true });
      expect(await at.outputs(await at.job(run.id, 'handler'))).toMatchObject({
        in: { code: 'child_failed' },
      });
    });

    test('a child that the contract refuses fails the node, and nothing of it is created', async () => {
      const strict = workflow('strict', { s: 'strict' }, [], {
        inputs: { must: 's.must' },
        outputs: { must: 's.must' },
      });
      const demanding: WorkflowDocument = {
        ...strict,
        inputs: strict.inputs.map((entry) => ({ ...entry, required: true })),
      };
      const at = stage(await makeStore(), [demanding], [], [strict]);
      const { run } = await at.run(workflow('outer', { child: workflowTypeId('strict') }, [], {}), {
        inputs: {},
      });
      expect(run.error).toMatchObject({
        code: 'child_refused',
        message: expect.stringContaining('"must"'),
        details: { code: 'INPUT_REQUIRED' },
      });
      expect(await at.children(run.id)).toEqual([]);
    });

    test('a workflow that is not stored any more fails the node', async () => {
      const at = stage(await makeStore(), [], [], [INNER]);
      const { run } = await at.run(caller('inner'));
      expect(run.error).toMatchObject({ code: 'workflow_not_found', node_id: 'child' });
    });

    test('MAN-19: a workflow that is declared asynchronous is not waited for', async () => {
      const slow = { ...INNER, id: 'slow', metadata: { execution: 'asynchronous' } };
      const at = stage(await makeStore(), [slow]);
      const { run } = await at.run(caller('slow'));
      expect(run.error).toMatchObject({ code: 'workflow_asynchronous', node_id: 'child' });
      expect(await at.children(run.id)).toEqual([]);
    });

    test('ORC-15: a cancelled child gives nothing, and the run goes on', async () => {
      const wait = gate();
      const at = stage(await makeStore(), [GATED], [wait.type]);
      const launched = await at.launch(caller('gated'));
      if (!launched.ok) throw new Error(launched.error.message);
      const { runId, done } = launched.value;
      await wait.entered;
      const [child] = await at.children(runId);
      await at.cancel(child?.id ?? '');
      wait.open();
      await done;
      expect((await at.children(runId))[0]?.status).toBe('cancelled');
      expect(await found(at.world.store, runId)).toMatchObject({ status: 'completed' });
      const job = await at.job(runId, 'child');
      expect(job?.status).toBe('completed');
      expect(await at.outputs(job)).toEqual({});
      const finishes = at.world.events.filter(
        ({ runId: run, finished }) => run === child?.id && finished !== undefined,
      );
      expect(finishes).toHaveLength(1);
    });

    test.each(STRATEGIES)('INT-5: a cancel reaches the child under %s', async (strategy) => {
      const wait = gate();
      const at = stage(await makeStore(), [GATED], [wait.type]);
      const launched = await at.launch(caller('gated'), { strategy });
      if (!launched.ok) throw new Error(launched.error.message);
      await wait.entered;
      await at.cancel(launched.value.runId);
      await until(async () => (await at.children(launched.value.runId))[0]?.signal?.type === 'cancel');
      wait.open();
      await launched.value.done;
      const [child] = await at.children(launched.value.runId);
      expect(child?.status).toBe('cancelled');
      expect(await found(at.world.store, launched.value.runId)).toMatchObject({ status: 'cancelled' });
      expect(await at.job(child?.id ?? '', 'last')).toMatchObject({ status: 'cancelled' });
    });

    test('INT-5: a pause reaches the child, and both go on where they were', async () => {
      const wait = gate();
      const outermost = caller('middle', 'outermost');
      const middle = caller('gated', 'middle');
      const deep = stage(await makeStore(), [GATED, middle], [wait.type]);
      const launched = await deep.launch(outermost);
      if (!launched.ok) throw new Error(launched.error.message);
      const { runId, done } = launched.value;
      await wait.entered;
      await deep.engine.pause(runId, 'lunch');
      const below = async () => (await deep.children(runId))[0];
      const bottom = async () => (await deep.children((await below())?.id ?? ''))[0];
      await until(async () => (await bottom())?.signal?.type === 'pause');
      wait.open();
      expect(await done).toMatchObject({ kind: 'paused' });
      expect((await bottom())?.status).toBe('paused');
      expect((await below())?.status).toBe('paused');
      expect(await deep.job(runId, 'child')).toMatchObject({ status: 'pending', attempts: 0 });
      expect(await deep.resume(runId)).toMatchObject({ ok: true });
      await deep.engine.settled(runId);
      const run = await found(deep.world.store, runId);
      expect(run.status).toBe('completed');
      expect(await deep.outputs(run)).toEqual({ said: 'hello' });
      expect(await deep.job(runId, 'child')).toMatchObject({ status: 'completed', attempts: 1, order: 2 });
      expect(await deep.children(runId)).toHaveLength(1);
      expect(wait.times()).toBe(1);
    });

    test('INT-5: a run that is cancelled while it is paused takes its child along', async () => {
      const wait = gate();
      const at = stage(await makeStore(), [GATED], [wait.type]);
      const launched = await at.launch(caller('gated'));
      if (!launched.ok) throw new Error(launched.error.message);
      const { runId, done } = launched.value;
      await wait.entered;
      await at.engine.pause(runId, 'lunch');
      await until(async () => (await at.children(runId))[0]?.signal?.type === 'pause');
      wait.open();
      await done;
      await at.cancel(runId);
      await at.engine.settled(runId);
      await until(async () => (await at.children(runId))[0]?.status === 'cancelled');
      expect((await at.children(runId))[0]?.status).toBe('cancelled');
      expect((await found(at.world.store, runId)).status).toBe('cancelled');
    });

    test('a crash between the end of the child and the commit of its caller: nothing is done twice', async () => {
      const store = await makeStore();
      const wait = gate();
      wait.open();
      const dying = mortal(
        store,
        ({ run, jobs }) =>
          run.workflow === 'outer' &&
          jobs.some(({ node, status }) => node === 'child' && status === 'completed'),
      );
      const before = stage(dying.store, [GATED], [wait.type]);
      const launched = await before.launch(caller('gated'));
      if (!launched.ok) throw new Error(launched.error.message);
      await dying.dead;
      const { runId } = launched.value;
      expect(await found(store, runId)).toMatchObject({ status: 'running' });
      const after = stage(store, [GATED], [wait.type]);
      expect((await after.children(runId)).map(({ status }) => status)).toEqual(['completed']);
      await after.recover(runId);
      await after.engine.settled(runId);
      const run = await found(store, runId);
      expect(run.status).toBe('completed');
      expect(await after.outputs(run)).toEqual({ said: 'hello' });
      expect(await after.children(runId)).toHaveLength(1);
      expect(wait.times()).toBe(1);
    });

    test('a crash while the child runs: the same child is taken up, by whoever comes first', async () => {
      for (const first of ['parent', 'child'] as const) {
        const store = await makeStore();
        const wait = gate();
        wait.open();
        const dying = mortal(
          store,
          ({ run, jobs }) =>
            run.workflow === 'gated' &&
            jobs.some(({ node, status }) => node === 'last' && status === 'completed'),
        );
        const before = stage(dying.store, [GATED], [wait.type]);
        const launched = await before.launch(caller('gated'));
        if (!launched.ok) throw new Error(launched.error.message);
        await dying.dead;
        const { runId } = launched.value;
        const after = stage(store, [GATED], [wait.type]);
        const [child] = await after.children(runId);
        if (first === 'child') await after.recover(child?.id ?? '');
        await after.recover(runId);
        await after.engine.settled(runId);
        const run = await found(store, runId);
        expect(run.status).toBe('completed');
        expect(await after.outputs(run)).toEqual({ said: 'hello' });
        expect((await after.children(runId)).map(({ id }) => id)).toEqual([child?.id]);
        expect(wait.times()).toBe(1);
      }
    });

    test('a child whose caller has ended without it is cancelled when it is taken up', async () => {
      const store = await makeStore();
      const wait = gate();
      wait.open();
      const dying = mortal(
        store,
        ({ run, jobs }) =>
          run.workflow === 'gated' &&
          jobs.some(({ node, status }) => node === 'last' && status === 'completed'),
      );
      const before = stage(dying.store, [GATED], [wait.type]);
      const launched = await before.launch(caller('gated'));
      if (!launched.ok) throw new Error(launched.error.message);
      await dying.dead;
      const parent = await found(store, launched.value.runId);
      await store.commit({ run: { ...parent, status: 'failed', ended: 1 }, jobs: [], values: [], logs: [] });
      const after = stage(store, [GATED], [wait.type]);
      const [child] = await after.children(parent.id);
      await after.recover(child?.id ?? '');
      await after.engine.settled(child?.id ?? '');
      expect((await after.children(parent.id))[0]?.status).toBe('cancelled');
    });

    test('SG-8: in a loop every round has a child of its own', async () => {
      const at = stage(await makeStore(), [INNER]);
      const outer = workflow(
        'outer',
        {
          list: { type: 'echo' },
          each: 'each',
          child: workflowTypeId('inner'),
        },
        ['list.in>each.items', 'each.current_item>child.text', 'child.said>each.loop_back'],
        { inputs: { text: 'list.in' }, outputs: { all: 'each.collected_results' } },
      );
      const { run } = await at.run(outer, { inputs: { text: ['a', 'b', 'c'] } });
      expect(run.status).toBe('completed');
      const children = await at.children(run.id);
      expect(children.map(({ inputs }) => inputs.text).sort()).toEqual(['a', 'b', 'c']);
      expect(new Set(children.map(({ parent }) => parent?.job)).size).toBe(3);
      expect(await at.outputs(run)).toEqual({ all: ['a', 'b', 'c'] });
    });

    describe('how deep', () => {
      const chain = (levels: number) => [
        INNER,
        ...Array.from({ length: levels }, (_, i) => caller(i === 0 ? 'inner' : `level${i}`, `level${i + 1}`)),
      ];

      test('five workflows in each other run, six are refused before anything begins', async () => {
        const five = chain(4);
        const at = stage(await makeStore(), five);
        const { run } = await at.run(caller('level3'));
        expect(run.status).toBe('completed');
        expect(await at.outputs(run)).toEqual({ said: 'hello' });

        const six = stage(await makeStore(), five);
        expect(await six.launch(caller('level4'))).toMatchObject({
          ok: false,
          error: {
            status: 422,
            code: 'WORKFLOW_TOO_DEEP',
            details: ['outer', 'level4', 'level3', 'level2', 'level1', 'inner'],
          },
        });
        expect(six.world.events).toEqual([]);
      });

      test('a workflow that would run itself is refused before anything begins', async () => {
        const ping = caller('pong', 'ping');
        const pong = caller('ping', 'pong');
        const at = stage(await makeStore(), [ping, pong]);
        expect(await at.launch(ping)).toMatchObject({
          ok: false,
          error: { code: 'WORKFLOW_CYCLE', details: ['ping', 'pong', 'ping'] },
        });
        expect(at.world.events).toEqual([]);
      });

      test('what is stored only while it runs is refused when the child is started', async () => {
        const stored = [INNER];
        const at = stage(
          await makeStore(),
          stored,
          [
            {
              id: 'swap',
              parameters: { text: {} },
              outputs: { text: {} },
              execute: (parameters) => {
                stored[0] = caller('outer', 'inner');
                return { outputs: parameters };
              },
            },
          ],
          [INNER, caller('inner')],
        );
        const outer = workflow(
          'outer',
          { first: 'swap', child: workflowTypeId('inner') },
          ['first.text>child.text'],
          { inputs: { text: 'first.text' }, outputs: { said: 'child.said' } },
        );
        const { run } = await at.run(outer);
        expect(run).toMatchObject({
          status: 'failed',
          error: { code: 'child_refused', details: { code: 'WORKFLOW_CYCLE' } },
        });
      });

      test('the same workflow twice beside each other is no circle', async () => {
        const at = stage(await makeStore(), [INNER]);
        const outer = workflow(
          'outer',
          { a: workflowTypeId('inner'), b: workflowTypeId('inner') },
          ['a.said>b.text'],
          { inputs: { text: 'a.text' }, outputs: { said: 'b.said' } },
        );
        const { run } = await at.run(outer);
        expect(await at.outputs(run)).toEqual({ said: 'hello' });
        expect(await at.children(run.id)).toHaveLength(2);
      });
    });

    describe('workflow_executor', () => {
      const executor = (config: JsonObject, more: JsonObject = {}) =>
        workflow(
          'outer',
          {
            data: 'echo',
            run: { type: 'workflow_executor', config: { workflow_id: 'inner', ...config } },
            fetch: { type: 'workflow_results_retriever', config: more },
          },
          ['data.in>run.input_data', 'run.session_id>fetch.session_id'],
          { inputs: { data: 'data.in' } },
        );

      test('ORC-12: job waits for the results; job_async queues, and the retriever waits for them', async () => {
        for (const execution_mode of ['job', 'job_async']) {
          const at = stage(await makeStore(), [INNER]);
          const { run } = await at.run(executor({ execution_mode }), { inputs: { data: { text: 'hi' } } });
          expect(run.status).toBe('completed');
          const [child] = await at.children(run.id);
          expect(child?.strategy).toBe(execution_mode === 'job' ? PIPELINE : 'flowdrop_runtime:asynchronous');
          expect(await at.outputs(await at.job(run.id, 'run'))).toMatchObject(
            execution_mode === 'job'
              ? { success: true, status: 'completed', outputs: { said: 'hi' }, session_id: child?.id }
              : { success: true, status: 'queued', session_id: child?.id },
          );
          expect(await at.outputs(await at.job(run.id, 'fetch'))).toMatchObject({
            success: true,
            status: 'completed',
            outputs: { said: 'hi' },
          });
        }
      });

      test('job_fire_forget gives no session, and its child is no matter of the run any more', async () => {
        const wait = gate();
        const at = stage(await makeStore(), [GATED], [wait.type]);
        const outer = workflow(
          'outer',
          { run: { type: 'workflow_executor', config: { workflow_id: 'gated' } } },
          [],
          {},
        );
        const { run } = await at.run(outer, { inputs: {} });
        expect(run.status).toBe('completed');
        const [child] = await at.children(run.id);
        const outputs = await at.outputs(await at.job(run.id, 'run'));
        expect(outputs).toMatchObject({ success: true, job_id: child?.id });
        expect(outputs).not.toHaveProperty('session_id');
        wait.open();
        await at.engine.settled(child?.id ?? '');
        expect((await at.children(run.id))[0]?.status).toBe('completed');
      });

      test('what goes wrong with the child is told, and the run goes on', async () => {
        const at = stage(await makeStore(), [INNER]);
        const outer = workflow(
          'outer',
          { run: { type: 'workflow_executor', config: { workflow_id: 'inner', execution_mode: 'job' } } },
          [],
          { inputs: { data: 'run.input_data' } },
        );
        const { run } = await at.run(outer, { inputs: { data: { textt: 1 } } });
        expect(run.status).toBe('completed');
        const outputs = await at.outputs(await at.job(run.id, 'run'));
        // MAN-13: the refusal names the key.
        expect(outputs).toMatchObject({ success: false, error_message: expect.stringContaining('"textt"') });
      });

      test('a wait that is too long ends, and the child goes on', async () => {
        const wait = gate();
        const at = stage(await makeStore(), [GATED], [wait.type]);
        const outer = workflow(
          'outer',
          {
            run: {
              type: 'workflow_executor',
              config: { workflow_id: 'gated', execution_mode: 'job', timeout: 5, poll_interval_ms: 1000 },
            },
          },
          [],
          {},
        );
        const launched = await at.launch(outer, { inputs: {} });
        if (!launched.ok) throw new Error(launched.error.message);
        await wait.entered;
        let over = false;
        void launched.value.done.then(() => {
          over = true;
        });
        await until(() => {
          at.world.clock.advance(1_000);
          return over;
        });
        const { runId } = launched.value;
        expect(await at.outputs(await at.job(runId, 'run'))).toMatchObject({
          success: false,
          status: 'running',
          outputs: {},
        });
        const [child] = await at.children(runId);
        wait.open();
        await at.engine.settled(child?.id ?? '');
        expect((await at.children(runId))[0]?.status).toBe('completed');
      });

      test('the retriever looks once where it does not wait, and knows only runs of its own', async () => {
        const wait = gate();
        const at = stage(await makeStore(), [GATED], [wait.type]);
        const outer = workflow(
          'outer',
          {
            run: { type: 'workflow_executor', config: { workflow_id: 'gated', execution_mode: 'job_async' } },
            fetch: { type: 'workflow_results_retriever', config: { wait_for_completion: false } },
          },
          ['run.session_id>fetch.session_id'],
          {},
        );
        const { run } = await at.run(outer, { inputs: {} });
        const looked = await at.outputs(await at.job(run.id, 'fetch'));
        expect(looked).toMatchObject({ success: false, outputs: {} });
        expect(looked?.status).not.toBe('completed');

        const session = (await at.children(run.id))[0]?.id ?? '';
        const other = workflow(
          'other',
          { id: 'echo', fetch: 'workflow_results_retriever' },
          ['id.text>fetch.session_id'],
          { inputs: { text: 'id.text' } },
        );
        const { run: stranger } = await at.run(other, { inputs: { text: session } });
        expect(await at.outputs(await at.job(stranger.id, 'fetch'))).toMatchObject({
          success: false,
          status: 'unknown',
          error_message: expect.stringContaining(session),
        });
        wait.open();
        await at.engine.settled(session);
      });
    });
  });
}
