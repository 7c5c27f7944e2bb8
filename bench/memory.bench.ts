/*
 * What a loop of 10 000 executions holds, each of which gives a text of 1 kB: the heap after a collection, looked at every
 * 500 commits and at the end, above what was there before the run.
 *
 * Once with the in-memory store, which keeps every job with what it was given and what it gave; and once with a store that
 * keeps the run's row alone, as the engine sees a database: what is held then is held by the engine. Beside them what the
 * heap had grown to when it was not collected in between.
 *
 *   npx tsx bench/memory.bench.ts [--quick]
 *
 * Ends with exit code 1 where a goal is missed.
 */
import type { RunStore } from '../src/engine/ports';
import { memoryStore } from '../src/engine/testing/memory-store';
import { collect } from './engine/heap';
import { loop } from './engine/shapes';
import { runnerOf, STRATEGIES } from './engine/sluice';
import { report } from './figures';

const quick = process.argv.includes('--quick');
const EXECUTIONS = quick ? 4_000 : 10_000;
const BYTES = 1024;
const GOAL = 60;

function used(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

/** A store that takes every commit and keeps no more of it than who owns the run. */
function forgetful(): RunStore {
  const store = memoryStore();
  return {
    ...store,
    create: ({ run }) => store.create({ run, jobs: [], values: [], logs: [] }),
    commit: ({ run, answered }) =>
      store.commit({ run, jobs: [], values: [], logs: [], ...(answered === undefined ? {} : { answered }) }),
  };
}

type Held = { readonly most: number; readonly end: number; readonly uncollected: number };

async function held(make: () => RunStore, strategy: keyof typeof STRATEGIES): Promise<Held> {
  const run = runnerOf(loop(EXECUTIONS, BYTES), STRATEGIES[strategy]);
  // What is compiled and made once belongs to no run.
  await run(make());
  const before = used();
  let most = 0;
  let commits = 0;
  const looking = make();
  const { commit } = looking;
  await run({
    ...looking,
    commit(step) {
      commits += 1;
      if (commits % 500 === 0) most = Math.max(most, used() - before);
      return commit(step);
    },
  });
  const end = used() - before;
  // Kept until here, so that what it holds is counted.
  await looking.runs({ limit: 1 });

  const free = make();
  const base = used();
  let uncollected = 0;
  await run({
    ...free,
    commit(step) {
      uncollected = Math.max(uncollected, process.memoryUsage().heapUsed / 1e6 - base);
      return free.commit(step);
    },
  });
  return { most: Math.max(most, end), end, uncollected };
}

const stores = { 'memory store': memoryStore, 'forgetful store': forgetful };
const found = new Map<string, Held>();
console.log(`A loop of ${EXECUTIONS} executions, ${BYTES} bytes each, MB above the start`);
for (const [name, make] of Object.entries(stores)) {
  for (const strategy of ['pipeline', 'graph'] as const) {
    const { most, end, uncollected } = await held(make, strategy);
    found.set(`${strategy}, ${name}`, { most, end, uncollected });
    console.log(
      `  ${`${strategy}, ${name}`.padEnd(30)} most ${most.toFixed(1)}  at the end ${end.toFixed(1)}  uncollected ${uncollected.toFixed(1)}`,
    );
  }
}
report(
  [...found].map(([name, { most }]) => ({
    what: `heap of a loop of ${EXECUTIONS}, ${name}`,
    against: 'the start',
    ratio: most,
    unit: 'MB',
    // What a shorter loop holds says nothing about the goal.
    goal: quick ? null : ({ at: 'most', ratio: GOAL } as const),
  })),
);
