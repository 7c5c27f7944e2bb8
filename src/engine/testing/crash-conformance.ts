// A run whose owner dies: at any of its commits, before or after the commit has taken effect.
import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine';
import { ask } from '../interrupt';
import type { RunStore, StrategyId } from '../ports';
import { forEach } from '../processors/foreach';
import { type Execute, NodeFailure, resumable } from '../processors/types';
import { resultKey } from '../results';
import { readValues } from '../values';
import { memoryStore } from './memory-store';
import { gateway } from './run-scenario';
import { seededIds } from './seeded-ids';
import { echo, type TestType, testCatalog, testWorkflow, testWorld } from './world';

/** What outlives every owner: the store, what processors did to the world, and who has asked for a pause. */
type Outside = {
  readonly store: RunStore;
  /** Node ids, a call of their processors each. */
  readonly calls: string[];
  paused: boolean;
  /** What a person says of a step that was cut off and may have taken effect. */
  readonly decide: 'rerun' | 'fail';
};

/** When an owner dies: at the commit of this number, counted from 0, before or after it takes effect. */
type Death = { readonly at: number; readonly applied: boolean };

const PLAIN_OUTPUTS = { in: {}, text: {} };
const EFFECTS = { sideEffects: true };

/** The types of the run. What they answer hangs on their parameters and on what the store says, never on how often they are called. */
function types({ store, calls }: Outside, person: () => Promise<void>): readonly TestType[] {
  const noting =
    (execute: Execute): Execute =>
    (parameters, context) => {
      calls.push(context.node.id);
      return execute(parameters, context);
    };
  const plain = { parameters: PLAIN_OUTPUTS, outputs: PLAIN_OUTPUTS };
  return [
    { id: 'echo', ...plain, execute: noting(echo) },
    { id: 'charge', ...plain, flags: EFFECTS, execute: noting(echo) },
    {
      id: 'remember',
      ...plain,
      outputs: { ...PLAIN_OUTPUTS, state_update: { exposed: false, schema: { 'x-control': true } } },
      execute: noting((parameters) => ({
        outputs: { ...parameters, state_update: { messages: [parameters.in ?? null] } },
      })),
    },
    { ...gateway, execute: noting(gateway.execute ?? echo) },
    {
      ...gateway,
      id: 'twice',
      execute: noting(async (_, { node, run }) => {
        const jobs = await store.jobs(run.id);
        const before = jobs.filter((job) => job.node === node.id && job.status === 'completed').length;
        return { outputs: { active_branches: [before < 1 ? 'Yes' : 'No'] } };
      }),
    },
    {
      id: 'flaky',
      ...plain,
      execute: noting((parameters, { node }) => {
        if (calls.filter((call) => call === node.id).length === 1)
          throw new NodeFailure('try again', { retryable: true });
        return { outputs: parameters };
      }),
    },
    {
      id: 'failing',
      ...plain,
      execute: noting(() => {
        throw new NodeFailure('card refused', { code: 'E42' });
      }),
    },
    {
      id: 'asking',
      ...plain,
      execute: noting(async (parameters) => {
        await person();
        return { outputs: parameters };
      }),
    },
    {
      id: 'signing',
      ...plain,
      execute: resumable(
        noting((_, { node }) => {
          throw ask({ type: 'text', message: `Sign ${node.id}` });
        }),
        (parameters, { node }, row) => {
          calls.push(node.id);
          return { outputs: { ...parameters, text: row.response } };
        },
      ),
    },
    {
      id: 'each',
      parameters: { items: {}, loop_back: {}, item_result: {} },
      outputs: { current_item: {}, loop_active: {}, collected_results: {} },
      flags: { loopHead: true },
      execute: noting(forEach),
    },
  ];
}

/**
 * Thirty jobs: a list that is gone through in each round of a loop, with a side effect an item; then a retry, a failure
 * that is routed, a branch that is not taken, a pause, and a side effect whose failure is handled.
 */
const workflow = (effect: 'charge' | 'echo') =>
  testWorkflow(
    {
      list: { type: 'echo', config: { text: ['a', 'b'] } },
      head: 'echo',
      each: 'each',
      item: 'remember',
      bill: effect,
      again: 'twice',
      out: 'echo',
      flaky: { type: 'flaky', config: { maxRetries: 2 } },
      refused: 'failing',
      handled: 'echo',
      never: 'echo',
      choose: { type: 'gateway', config: { take: ['Yes'] } },
      ask: 'asking',
      sign: 'signing',
      no: 'echo',
      pay: effect,
      sorry: 'echo',
      done: 'echo',
    },
    [
      'list.text>head.in',
      'head.in>each.items',
      'each.current_item>item.in',
      'item.in>bill.in',
      'bill.in>each.loop_back',
      // The body leads out of its loop as well as back, so that the two loops are nested and not merged (SG-18).
      'bill.in>again.take',
      'each.collected_results>again.trigger',
      'again.Yes>head.loop_back',
      'again.No>out.trigger',
      'head.in>out.in',
      'out.in>flaky.in',
      'flaky.in>refused.in',
      'refused.error>handled.in',
      'refused.text>never.in',
      'handled.trigger>choose.trigger',
      'choose.Yes>ask.trigger',
      'choose.No>no.trigger',
      'flaky.in>ask.in',
      'ask.in>sign.in',
      'sign.in>pay.in',
      'pay.in>done.in',
      'pay.error>sorry.in',
    ],
    { interface: { outputs: [{ id: 'paid', bindings: [{ nodeId: 'done', portId: 'in' }] }] } },
  );

const idle: Outside = { store: memoryStore(), calls: [], paused: false, decide: 'fail' };
/** What the types offer is the same for every owner; what they do is not. */
const { catalog } = testCatalog(types(idle, () => Promise.resolve()));

/** A store that answers its owner no more from that commit on. `writes`: how many commits it was given. */
function mortal(store: RunStore, death: Death | undefined) {
  let alive = true;
  let writes = 0;
  let die: () => void = () => undefined;
  const dead = new Promise<'dead'>((resolve) => {
    die = () => resolve('dead');
  });
  const silence = new Promise<never>(() => undefined);
  const read = <T>(work: () => Promise<T>): Promise<T> => (alive ? work() : silence);
  const write = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!alive) return silence;
    writes += 1;
    if (writes - 1 !== death?.at) return work();
    alive = false;
    if (death.applied) await work();
    die();
    return silence;
  };
  const { checkpoint } = store;
  const owned: RunStore = {
    create: (commit) => write(() => store.create(commit)),
    commit: (commit) => write(() => store.commit(commit)),
    run: (id) => read(() => store.run(id)),
    jobs: (run) => read(() => store.jobs(run)),
    value: (hash) => read(() => store.value(hash)),
    logs: (run, after) => read(() => store.logs(run, after)),
    runs: (filter) => read(() => store.runs(filter)),
    acquire: (run, only) => read(() => store.acquire(run, only)),
    signal: (run, signal) => read(() => store.signal(run, signal)),
    queue: {
      claim: (request) => read(() => store.queue.claim(request)),
      renew: (run, claim) => read(() => store.queue.renew(run, claim)),
      release: (run, fence, place) => read(() => store.queue.release(run, fence, place)),
      enqueue: (run, decide) => read(() => store.queue.enqueue(run, decide)),
      entry: (run) => read(() => store.queue.entry(run)),
      outlook: () => read(() => store.queue.outlook()),
    },
    interrupts: {
      get: (id) => read(() => store.interrupts.get(id)),
      list: (filter) => read(() => store.interrupts.list(filter)),
      due: (now, limit) => read(() => store.interrupts.due(now, limit)),
      soonest: () => read(() => store.interrupts.soonest()),
      update: (id, change) => write(() => store.interrupts.update(id, change)),
    },
    ...(checkpoint === undefined
      ? {}
      : { checkpoint: (run: string, seq?: number) => read(() => checkpoint(run, seq)) }),
  };
  return { store: owned, dead, writes: () => writes };
}

let owners = 0;
/** Names of those that have died. */
const dead = new Set<string>();

/** An owner of the run: an engine of its own, that dies when it is told to. */
function owner(outside: Outside, death?: Death) {
  owners += 1;
  const life = mortal(outside.store, death);
  const world = { ...testWorld(life.store), ids: seededIds(owners) };
  const pause = async () => {
    if (outside.paused) return;
    outside.paused = true;
    const [run] = await outside.store.runs({ limit: 1 });
    const signal = { id: 'pause-of-a-person', type: 'pause', reason: 'lunch' } as const;
    await outside.store.signal(run?.id ?? '', signal);
  };
  const executors = new Map(
    types(outside, pause).map(({ id, execute = echo }) => [`test:${id}`, execute] as const),
  );
  const worker = `owner ${owners}`;
  // A lease that nobody renews would be waited for: here it is known who is dead.
  const liveness = { isAlive: async (other: string) => !dead.has(other) };
  void life.dead.then(() => dead.add(worker));
  const engine = createEngine(world, { executors, queue: { worker, liveness } });
  const whileAlive = <T>(work: Promise<T>): Promise<T | 'dead'> => Promise.race([work, life.dead]);
  /** A person answers what is asked, and resumes whatever they have paused. */
  const goOn = async (runId: string): Promise<void> => {
    const settled = await engine.settled(runId);
    if (settled?.kind === 'stale') return;
    const run = await life.store.run(runId);
    if (run?.status !== 'paused') return;
    const [open] = await life.store.interrupts.list({ run: runId, status: 'pending' });
    if (open === undefined) await engine.resume(catalog, runId);
    else {
      const value = open.asker === 'recovery' ? outside.decide : 'signed';
      await engine.answer(catalog, open.id, { value, by: 'ada', via: 'person' });
    }
    // Of two owners the other one may be entering it.
    await world.clock.sleep(0);
    await goOn(runId);
  };
  return {
    writes: life.writes,
    launch: (strategy: StrategyId, effect: 'charge' | 'echo' = 'charge') =>
      whileAlive(
        engine
          .launch(catalog, {
            document: workflow(effect),
            caller: 'system',
            strategy,
            ...(strategy === 'flowdrop_stategraph:stategraph' ? { checkpoints: 'durable' } : {}),
          })
          .then((launched) => (launched.ok ? goOn(launched.value.runId) : Promise.reject(launched.error))),
      ),
    takeOver: (runId: string) =>
      whileAlive(
        engine.recover(catalog, runId).then(async (entered) => {
          await goOn(runId);
          return entered;
        }),
      ),
  };
}

/** All that a run has left, but for ids, times, and how often it was entered or a job was tried. */
async function left(store: RunStore, runId: string) {
  const run = await store.run(runId);
  const jobs = await store.jobs(runId);
  const read = async (stored: (typeof jobs)[number]['outputs'] | undefined) =>
    stored === null || stored === undefined ? null : readValues(stored, (hash) => store.value(hash));
  const executions = new Map(
    await Promise.all(
      jobs.map(
        async ({ id: _, run: __, created: ___, started, ended, attempts, interrupt: ____, ...row }) => {
          const values = { inputs: await read(row.inputs), outputs: await read(row.outputs) };
          const told = { ...row, ...values, begun: started !== null, over: ended !== null };
          return [resultKey(row), told] as const;
        },
      ),
    ),
  );
  const last = await store.checkpoint?.(runId);
  return {
    run: {
      status: run?.status,
      error: run?.error,
      skipped: run?.skipped,
      warnings: run?.warnings,
      signal: run?.signal,
      outputs: await read(run?.outputs),
    },
    executions,
    shared: run?.config?.checkpoints === 'durable' ? (last?.state.state ?? null) : null,
  };
}

/** Each execution once, though it was tried again. No node of this run is executed twice in a row. */
const once = (calls: readonly string[]) => calls.filter((call, at) => call !== calls[at - 1]);

async function outsideOf(
  makeStore: () => RunStore | Promise<RunStore>,
  decide: Outside['decide'] = 'fail',
): Promise<Outside> {
  return { store: await makeStore(), calls: [], paused: false, decide };
}

async function onlyRun({ store }: Outside) {
  const [run] = await store.runs({ limit: 1 });
  return run;
}

/** The run as nobody disturbs it, and how many commits it takes. */
async function undisturbed(strategy: StrategyId, makeStore: () => RunStore | Promise<RunStore>) {
  const outside = await outsideOf(makeStore);
  const first = owner(outside);
  await first.launch(strategy);
  const run = await onlyRun(outside);
  if (run === undefined) throw new Error('The run is not stored.');
  return { calls: outside.calls, commits: first.writes(), ...(await left(outside.store, run.id)) };
}

/** Lets the owner die, and tells how it left the run. */
async function dying(strategy: StrategyId, outside: Outside, death: Death) {
  expect(await owner(outside, death).launch(strategy)).toBe('dead');
  const run = await onlyRun(outside);
  const jobs = run === undefined ? [] : await outside.store.jobs(run.id);
  const inFlight = jobs.find((job) => job.status === 'running');
  return { run, inFlight, before: outside.calls.length };
}

/**
 * What a run promises whose owner dies, at any of its commits.
 *
 * @param makeStore a fresh, empty store a call.
 * @param every every how many commits the owner dies; 1: at each.
 */
export function crashConformance(
  strategy: StrategyId,
  storeName: string,
  makeStore: () => RunStore | Promise<RunStore>,
  every = 1,
): void {
  const deaths = async () => {
    const reference = await undisturbed(strategy, makeStore);
    const points = Array.from({ length: Math.ceil(reference.commits / every) }, (_, i) => i * every);
    return { reference, points };
  };

  /** Holds a run that others have taken over to what it would have been. */
  const judge = async (
    outside: Outside,
    { run, inFlight, before }: Awaited<ReturnType<typeof dying>>,
    reference: Awaited<ReturnType<typeof undisturbed>>,
    death: Death,
  ) => {
    const runId = run?.id ?? '';
    const found = await left(outside.store, runId);
    const again = outside.calls.slice(before);
    const where = `${death.applied ? 'after' : 'before'} commit ${death.at}`;
    if (inFlight?.processor !== 'test:charge' || outside.decide === 'rerun') {
      expect([where, found]).toEqual([where, pick(reference)]);
      // What had ended is not executed again; what was in flight is, once, where the dead owner had begun with it.
      expect([where, once(outside.calls)]).toEqual([where, once(reference.calls)]);
      // One that was claimed when a person's pause came had not been begun.
      const begun = !death.applied && inFlight !== undefined && outside.calls[before - 1] === inFlight.node;
      // The attempt that was lost is the one that fails: the next one takes its place.
      const lost = inFlight?.node === 'flaky' && outside.calls.indexOf('flaky') === before - 1;
      const calls = reference.calls.length + (begun && !lost ? 1 : 0);
      expect([where, outside.calls.length]).toEqual([where, calls]);
      return;
    }
    // It may have taken effect: it is not done again, and the run says so.
    const key = resultKey(inFlight);
    const failed = { code: 'interrupted_in_flight', node_id: inFlight.node, retryable: false };
    expect([where, again.includes(inFlight.node)]).toEqual([where, false]);
    expect(found.executions.get(key)).toMatchObject({ status: 'failed', error: failed });
    for (const [other, execution] of found.executions) {
      if (execution.order === null || execution.order >= (inFlight.order ?? 0)) continue;
      expect([where, execution]).toEqual([where, reference.executions.get(other)]);
    }
    if (inFlight.node === 'bill') {
      expect(found.run).toMatchObject({ status: 'failed', error: failed, outputs: null });
      expect([where, again]).toEqual([where, []]);
    } else {
      expect(found.run).toMatchObject({ status: 'completed', error: null });
      expect(found.executions.get(key)).toMatchObject({ errorRouted: true });
      expect([where, again]).toEqual([where, ['sorry']]);
    }
  };

  describe(`a run under ${strategy} over ${storeName} whose owner dies`, () => {
    test('the run that nobody disturbs has all that a takeover must keep', async () => {
      const { run, executions, calls, commits } = await undisturbed(strategy, makeStore);
      expect(run).toEqual({
        status: 'completed',
        error: null,
        skipped: ['never', 'no', 'sorry'],
        warnings: [],
        signal: null,
        outputs: { paid: ['a', 'b'] },
      });
      expect(executions.size).toBe(31);
      expect(executions.get('item:3')?.rounds).toEqual([
        { loop: 'head', round: 1 },
        { loop: 'each', round: 1 },
      ]);
      expect(executions.get('refused')).toMatchObject({ status: 'failed', errorRouted: true });
      expect(calls.filter((node) => node === 'flaky')).toHaveLength(2);
      expect(once(calls)).toHaveLength(28);
      expect(commits).toBeGreaterThan(30);
    });

    test.each([
      [false, 'fail'],
      [true, 'fail'],
      [false, 'rerun'],
      [true, 'rerun'],
    ] as const)(
      'SG-13, SG-17, INT-3, INT-11: taken over, it is the run that it would have been, at every commit (in effect: %s, of a step that was cut off: %s)',
      async (applied, decide) => {
        const { reference, points } = await deaths();
        for (const at of points) {
          const death = { at, applied };
          const outside = await outsideOf(makeStore, decide);
          const gone = await dying(strategy, outside, death);
          if (gone.run === undefined) {
            // Its creation had not taken effect: there is no run, and nothing was done.
            expect([at, applied, outside.calls]).toEqual([0, false, []]);
            continue;
          }
          const ended = gone.run.status === 'completed';
          const taken = await owner(outside).takeOver(gone.run.id);
          expect(taken).toMatchObject(
            ended ? { ok: false, error: { code: 'PIPELINE_TERMINAL' } } : { ok: true },
          );
          await judge(outside, gone, reference, death);
        }
      },
    );

    test('ORC-14: of two that take it over at once, one does, and nothing is executed twice', async () => {
      const { reference, points } = await deaths();
      for (const at of points.slice(1, -1)) {
        const death = { at, applied: true };
        const outside = await outsideOf(makeStore);
        const gone = await dying(strategy, outside, death);
        const { id } = gone.run ?? { id: '' };
        const [one, other] = [owner(outside), owner(outside)];
        await Promise.all([one.takeOver(id), other.takeOver(id)]);
        await judge(outside, gone, reference, death);
      }
    });

    test('DATA-2: it arrives in its order though every owner dies after its second commit', async () => {
      const reference = await undisturbed(strategy, makeStore);
      const outside = await outsideOf(makeStore);
      await owner(outside, { at: 1, applied: true }).launch(strategy, 'echo');
      const run = await onlyRun(outside);
      const id = run?.id ?? '';
      let lives = 1;
      for (; lives < 100; lives += 1) {
        if ((await outside.store.run(id))?.status === 'completed') break;
        await owner(outside, { at: 1, applied: true }).takeOver(id);
      }
      const found = await left(outside.store, id);
      expect(lives).toBeGreaterThan(25);
      expect(found.run).toEqual(reference.run);
      expect([...found.executions.keys()].sort()).toEqual([...reference.executions.keys()].sort());
      expect(once(outside.calls)).toEqual(once(reference.calls));
      for (const [key, { order, rounds, outputs, status }] of reference.executions)
        expect([key, found.executions.get(key)]).toMatchObject([key, { order, rounds, outputs, status }]);
    });
  });
}

const pick = ({ run, executions, shared }: Awaited<ReturnType<typeof undisturbed>>) => ({
  run,
  executions,
  shared,
});
