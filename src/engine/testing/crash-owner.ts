import { createEngine } from '../engine';
import { ask } from '../interrupt';
import type { RunStore, StrategyId } from '../ports';
import { forEach } from '../processors/foreach';
import { type Execute, NodeFailure, resumable } from '../processors/types';
import { seededIds } from '../simulation/seeded-ids';
import { memoryStore } from './memory-store';
import { gateway } from './run-scenario';
import { echo, type TestType, testCatalog, testWorkflow, testWorld } from './world';

/** What outlives every owner: the store, what processors did to the world, and who has asked for a pause. */
export type Outside = {
  readonly store: RunStore;
  /** Node ids, a call of their processors each. */
  readonly calls: string[];
  paused: boolean;
  /** What a person says of a step that was cut off and may have taken effect. */
  readonly decide: 'rerun' | 'fail';
};

/** When an owner dies: at the commit of this number, counted from 0, before or after it takes effect. */
export type Death = { readonly at: number; readonly applied: boolean };

export const PLAIN_OUTPUTS = { in: {}, text: {} };
export const EFFECTS = { sideEffects: true };

/** The types of the run. What they answer hangs on their parameters and on what the store says, never on how often they are called. */
export function types({ store, calls }: Outside, person: () => Promise<void>): readonly TestType[] {
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
export const workflow = (effect: 'charge' | 'echo') =>
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

export const idle: Outside = { store: memoryStore(), calls: [], paused: false, decide: 'fail' };
/** What the types offer is the same for every owner; what they do is not. */
const { catalog } = testCatalog(types(idle, () => Promise.resolve()));

/** A store that answers its owner no more from that commit on. `writes`: how many commits it was given. */
export function mortal(store: RunStore, death: Death | undefined) {
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
export const dead = new Set<string>();

/** An owner of the run: an engine of its own, that dies when it is told to. */
export function owner(outside: Outside, death?: Death) {
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
