// Many workers on one queue, in a drawn order of events: any of them is frozen, or killed, at any of its awaits.
import { describe, expect, test } from 'vitest';
import { isTerminal } from '../../model/status';
import { createEngine } from '../engine';
import type { Clock, JobRow, RunRow, RunStore } from '../ports';
import { LEASE_MS } from '../queue/crew';
import { resultKey } from '../results';
import { seededIds } from '../simulation/seeded-ids';
import { type SimulatedClock, simulatedClock } from '../simulation/simulated-clock';
import { readValues } from '../values';
import { type TestType, testCatalog, testWorkflow, testWorld } from './world';

const QUEUED = 'flowdrop_runtime:asynchronous';
const PATIENCE_MS = 60_000;
const RUNS = 5;
const WORKERS = 4;
/** A bound for a test that would else not end: each turn is up to three seconds. */
const MOST_TURNS = 4_000;

export type Trouble = {
  /** Can workers tell whether another one lives? If not, leases are all they have. */
  readonly known: boolean;
  /** Likelihoods at each await. */
  readonly freezes: number;
  readonly kills: number;
  /** Longest time that a worker is frozen. Where nobody can tell, no longer than a job in flight is left alone. */
  readonly longest: number;
  /** It may be longer than that: then a job without effects may still go on where it is done again. */
  readonly overlaps?: true;
};

const TROUBLES: { readonly [name: string]: Trouble } = {
  'none: they only compete': { known: true, freezes: 0, kills: 0, longest: 0 },
  'they are frozen for longer than a lease, and known to live': {
    known: true,
    freezes: 0.02,
    kills: 0,
    longest: 10 * LEASE_MS,
  },
  'they are frozen for longer than a lease, and nobody can tell': {
    known: false,
    freezes: 0.02,
    kills: 0,
    longest: PATIENCE_MS,
  },
  'they are frozen for longer than anybody waits': {
    known: false,
    freezes: 0.02,
    kills: 0,
    longest: 4 * PATIENCE_MS,
    overlaps: true,
  },
  'they are frozen and killed, and it is known': {
    known: true,
    freezes: 0.01,
    kills: 0.004,
    longest: 10 * LEASE_MS,
  },
  'they are frozen and killed, and nobody can tell': {
    known: false,
    freezes: 0.01,
    kills: 0.004,
    longest: PATIENCE_MS,
  },
};

/** What outlives every worker. */
type Outside = {
  readonly clock: SimulatedClock;
  readonly random: () => number;
  readonly dead: Set<string>;
  /** By job that is executing, who executes it. */
  readonly executing: Map<string, Set<string>>;
  readonly effects: Map<string, number>;
  readonly faults: string[];
  /** How many calls of the store are under way: no time passes meanwhile, however slow the store is. */
  calls: number;
  /** Nothing befalls anybody yet: the runs are being launched. */
  calm: boolean;
};

/** mulberry32. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const turn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function calling<T>(outside: Outside, work: () => Promise<T>): Promise<T> {
  outside.calls += 1;
  try {
    return await work();
  } finally {
    outside.calls -= 1;
  }
}

let workers = 0;

/** A worker, with all that it awaits behind a gate that may hold it up, or never let it through again. */
function createWorker(outside: Outside, store: RunStore, trouble: Trouble) {
  workers += 1;
  const name = `worker ${workers}`;
  const { clock, random, dead } = outside;
  let frozen = 0;
  const never = new Promise<never>(() => undefined);

  const gate = async (): Promise<void> => {
    if (!outside.calm && !dead.has(name)) {
      if (random() < trouble.kills) dead.add(name);
      if (random() < trouble.freezes) frozen = clock.now() + random() * trouble.longest;
      if (random() < 0.3) await turn();
    }
    while (!dead.has(name) && clock.now() < frozen) await clock.sleep(frozen - clock.now());
    if (dead.has(name)) await never;
  };
  const gated = async <T>(work: () => Promise<T>): Promise<T> => {
    await gate();
    const done = await calling(outside, work);
    await gate();
    return done;
  };
  const mine: Clock = {
    now: clock.now,
    sleep: async (ms, signal) => {
      await clock.sleep(ms, signal);
      await gate();
    },
  };
  const { queue, checkpoint } = store;
  const gatedStore: RunStore = {
    ...store,
    create: (commit) => gated(() => store.create(commit)),
    commit: (commit) => gated(() => store.commit(commit)),
    run: (id) => gated(() => store.run(id)),
    jobs: (run) => gated(() => store.jobs(run)),
    value: (hash) => gated(() => store.value(hash)),
    logs: (run, after) => gated(() => store.logs(run, after)),
    acquire: (run, only) => gated(() => store.acquire(run, only)),
    signal: (run, signal) => gated(() => store.signal(run, signal)),
    ...(checkpoint === undefined ? {} : { checkpoint }),
    queue: {
      claim: (request) => gated(() => queue.claim(request)),
      renew: (run, claim) => gated(() => queue.renew(run, claim)),
      release: (run, fence, place) => gated(() => queue.release(run, fence, place)),
      enqueue: (run, decide) => gated(() => queue.enqueue(run, decide)),
      entry: (run) => gated(() => queue.entry(run)),
      outlook: () => gated(() => queue.outlook()),
    },
  };
  const { catalog, executors } = testCatalog(types(outside, store, name, trouble, gate));
  const world = { ...testWorld(gatedStore), clock: mine, ids: seededIds(1_000 + workers) };
  const engine = createEngine(world, {
    executors,
    // Slices of two passes: a run goes back into the queue again and again.
    budget: { maxPasses: 2, maxMs: Number.POSITIVE_INFINITY },
    queue: {
      worker: name,
      lanes: 2,
      patience: PATIENCE_MS,
      ...(trouble.known ? { liveness: { isAlive: async (other: string) => !dead.has(other) } } : {}),
    },
  });
  return {
    name,
    look: () => void engine.work(catalog),
    launch: async (document: ReturnType<typeof testWorkflow>) => {
      const launched = await engine.launch(catalog, { document, caller: 'system', strategy: QUEUED });
      if (!launched.ok) throw new Error(launched.error.message);
      return launched.value.runId;
    },
    stop: engine.stop,
  };
}

/** `pure` may be done again where its worker is gone; `effect` never. */
function types(
  outside: Outside,
  store: RunStore,
  worker: string,
  { overlaps }: Trouble,
  gate: () => Promise<void>,
): readonly TestType[] {
  const { executing, effects, faults, random, clock, dead } = outside;
  const execute =
    (kind: string): NonNullable<TestType['execute']> =>
    async (parameters, { node, run }) => {
      const key = `${run.id} ${node.id}`;
      const others = [...(executing.get(key) ?? [])].filter((other) => !dead.has(other));
      const claim = (await calling(outside, () => store.queue.entry(run.id)))?.claim;
      if (claim?.worker !== worker) faults.push(`${worker} begins ${key}, which ${claim?.worker} has`);
      if (others.length > 0 && overlaps !== true)
        faults.push(`${worker} executes ${key}, and so does ${others.join()}`);
      executing.set(key, new Set([...(executing.get(key) ?? []), worker]));
      if (kind === 'effect') effects.set(key, (effects.get(key) ?? 0) + 1);
      if (random() < 0.5) await clock.sleep(random() * 5_000);
      await gate();
      executing.get(key)?.delete(worker);
      return { outputs: { out: [...(Array.isArray(parameters.in) ? parameters.in : []), node.id] } };
    };
  const plain = { parameters: { in: {} }, outputs: { out: {} } };
  return [
    { id: 'pure', ...plain, execute: execute('pure') },
    { id: 'effect', ...plain, flags: { sideEffects: true }, execute: execute('effect') },
  ];
}

const NODES = { a: 'pure', b: 'effect', c: 'pure', d: 'effect', e: 'pure', f: 'pure', g: 'effect' };
const WIRES = ['a.out>b.in', 'b.out>c.in', 'c.out>d.in', 'b.out>e.in', 'd.out>f.in', 'f.out>g.in'];

/** What a run has left, but for ids and times. */
async function left(store: RunStore, run: RunRow) {
  const read = async (stored: JobRow['outputs']) =>
    stored === null ? null : readValues(stored, (hash) => store.value(hash));
  const jobs = await store.jobs(run.id);
  const told = await Promise.all(
    jobs.map(async (job) => [resultKey(job), job.status, job.order, await read(job.outputs)] as const),
  );
  return { status: run.status, jobs: told.sort(([a], [b]) => (a < b ? -1 : 1)) };
}

/**
 * What workers of one queue promise, whatever happens to any of them.
 *
 * @param makeStore a fresh, empty store a call.
 * @param seeds how many courses of events are drawn for each kind of trouble.
 */
export function crewConformance(
  storeName: string,
  makeStore: () => RunStore | Promise<RunStore>,
  seeds: number,
): void {
  const drawing = async (trouble: Trouble, seed: number, count = WORKERS) => {
    const store = await makeStore();
    const outside: Outside = {
      clock: simulatedClock(),
      random: drawn(seed),
      dead: new Set(),
      executing: new Map(),
      effects: new Map(),
      faults: [],
      calls: 0,
      calm: true,
    };
    const made = () => createWorker(outside, store, trouble);
    const crew = Array.from({ length: count }, made);
    const ids: string[] = [];
    for (let i = 0; i < RUNS; i += 1) {
      const by = crew[i % crew.length];
      if (by !== undefined) ids.push(await by.launch(testWorkflow(NODES, WIRES)));
    }
    outside.calm = false;
    for (const { look } of crew) look();
    const settled = async () => {
      const runs = await Promise.all(ids.map((id) => store.run(id)));
      // A step that was cut off is a question to a person.
      return runs.every(
        (run) =>
          run !== undefined &&
          (isTerminal(run.status) || (run.status === 'paused' && run.pauseReason === null)),
      );
    };
    let turns = 0;
    for (; turns < MOST_TURNS && (turns % 8 !== 0 || !(await settled())); turns += 1) {
      do await turn();
      while (outside.calls > 0);
      outside.clock.advance(outside.random() * 3_000);
      crew.forEach((worker, at) => {
        if (!outside.dead.has(worker.name)) return;
        // Somebody opens another tab.
        const next = made();
        crew[at] = next;
        next.look();
      });
    }
    for (const { stop } of crew) stop();
    const runs = await Promise.all(ids.map((id) => store.run(id)));
    const found = runs.flatMap((run) => (run === undefined ? [] : [run]));
    return { store, outside, runs: found, turns, outlook: await store.queue.outlook() };
  };

  describe(`workers of one queue over ${storeName}`, () => {
    test.each(Object.entries(TROUBLES))(
      'ORC-14: every run ends, no job is executed by two and no effect happens twice: %s',
      async (_, trouble) => {
        const calm = { known: true, freezes: 0, kills: 0, longest: 0 };
        const alone = await drawing(calm, 1, 1);
        const [one] = alone.runs;
        if (one === undefined) throw new Error('The run is not stored.');
        const reference = await left(alone.store, one);
        expect(reference.status).toBe('completed');
        for (let seed = 1; seed <= seeds; seed += 1) {
          const { store, outside, runs, turns, outlook } = await drawing(trouble, seed);
          expect([seed, outside.faults]).toEqual([seed, []]);
          expect([seed, [...outside.effects.values()].filter((times) => times > 1)]).toEqual([seed, []]);
          expect([seed, turns < MOST_TURNS]).toEqual([seed, true]);
          expect([seed, outlook]).toEqual([seed, { due: undefined, claims: [] }]);
          for (const run of runs) {
            const found = await left(store, run);
            const cutOff = found.jobs.some(([, status]) => status === 'interrupted');
            // A worker that was killed in the middle of an effect leaves its run to a person.
            if ((trouble.kills > 0 || trouble.overlaps === true) && cutOff) continue;
            expect([seed, found]).toEqual([seed, reference]);
          }
        }
      },
      60_000,
    );
  });
}
