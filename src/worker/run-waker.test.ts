import { expect, test } from 'vitest';
import { compile } from '../engine/compile/compile';
import type { RunRow, RunStore } from '../engine/ports';
import { newRunRow } from '../engine/rows';
import { seededIds } from '../engine/simulation/seeded-ids';
import { type SimulatedClock, simulatedClock } from '../engine/simulation/simulated-clock';
import { memoryStore } from '../engine/testing/memory-store';
import { testCatalog, testWorkflow } from '../engine/testing/world';
import { createRunWaker, type RunWaker } from './run-waker';

const HOUR = 3_600_000;
const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

function row(id: string, over: Partial<RunRow>): RunRow {
  const plan = compile(testWorkflow({ a: 'chat_input' }), testCatalog([]).catalog);
  if (!plan.ok) throw new Error('does not compile');
  const made = newRunRow(
    {
      plan: plan.value,
      strategy: 'flowdrop_runtime:synchronous_pipeline',
      document: {},
      initialData: {},
      inputs: {},
      warnings: [],
    },
    seededIds(),
    0,
  );
  return { ...made, id, ...over };
}

type Bench = {
  readonly store: RunStore;
  readonly clock: SimulatedClock;
  readonly waker: RunWaker;
  readonly woken: string[];
  put(run: RunRow): Promise<void>;
  /** Moves time, and lets what it sets going happen. */
  pass(ms: number): Promise<void>;
};

function bench(wake: (id: string, bench: Bench) => Promise<unknown> = async () => undefined): Bench {
  const store = memoryStore();
  const clock = simulatedClock();
  const woken: string[] = [];
  const made: Bench = {
    store,
    clock,
    woken,
    waker: createRunWaker({
      store,
      clock,
      unfinished: async () => (await store.runs({ limit: 100 })).map(({ id }) => id),
      wake: (id) => {
        woken.push(id);
        return wake(id, made);
      },
    }),
    async put(run) {
      const commit = { run, jobs: [], values: [], logs: [] };
      if ((await store.run(run.id)) === undefined) await store.create(commit);
      else await store.commit(commit);
    },
    async pass(ms) {
      // Long sleeps are taken in pieces, so that a clock that is set is noticed.
      for (let left = ms; left > 0; left -= 10_000) {
        clock.advance(Math.min(left, 10_000));
        for (let turns = 0; turns < 6; turns += 1) await turn();
      }
    },
  };
  return made;
}

const ends = async (id: string, { store, put }: Bench) => {
  const run = await store.run(id);
  if (run !== undefined) await put({ ...run, status: 'completed', wakeAt: undefined });
};
const paused = (wakeAt: number, over: Partial<RunRow> = {}) =>
  ({ status: 'paused', wakeAt, ...over }) as const;

test('wakes the runs that waited before it began, each at its time and once', async () => {
  const { clock, put, waker, woken, pass } = bench(ends);
  const now = clock.now();
  await put(row('late', paused(now + 2 * HOUR)));
  await put(row('past', paused(now - HOUR)));
  await put(row('soon', paused(now + HOUR)));
  await put(row('person', { status: 'paused' }));
  await put(row('busy', { status: 'running' }));
  await waker.start();
  await pass(1);
  expect(woken).toEqual(['past']);
  await pass(HOUR);
  expect(woken).toEqual(['past', 'soon']);
  await pass(2 * HOUR);
  expect(woken).toEqual(['past', 'soon', 'late']);
});

test('hears of new waits, the nearer one first', async () => {
  const { clock, put, waker, woken, pass } = bench(ends);
  const now = clock.now();
  for (const [id, at] of [
    ['far', now + 2 * HOUR],
    ['near', now + 60_000],
  ] as const) {
    await put(row(id, paused(at)));
    waker.heard({ runId: id, workflow: 'wf', seq: 1, kind: 'paused' });
    await pass(1);
  }
  await pass(60_000);
  expect(woken).toEqual(['near']);
});

test('leaves a run alone that a person has paused, until they let go', async () => {
  const { clock, store, put, waker, woken, pass } = bench(ends);
  const at = clock.now() + HOUR;
  await put(row('r', paused(at)));
  await store.signal('r', { id: 's', type: 'pause', reason: 'lunch' });
  await waker.start();
  await pass(2 * HOUR);
  expect(woken).toEqual([]);
  await store.commit({ run: row('r', paused(at)), jobs: [], values: [], logs: [], answered: 's' });
  waker.heard({ runId: 'r', workflow: 'wf', seq: 2, kind: 'paused' });
  await pass(1);
  expect(woken).toEqual(['r']);
});

test('tries a run again that could not be entered', async () => {
  let tries = 0;
  const failing = bench(async (id, made) => {
    tries += 1;
    if (tries === 1) throw new Error('the disk is busy');
    await ends(id, made);
  });
  await failing.put(row('r', paused(failing.clock.now() + 1_000)));
  await failing.waker.start();
  await failing.pass(60_000);
  expect(failing.woken).toEqual(['r', 'r']);
});

test('stops', async () => {
  const { clock, put, waker, woken, pass } = bench(ends);
  await put(row('r', paused(clock.now() + 1_000)));
  await waker.start();
  waker.stop();
  await pass(60_000);
  expect(woken).toEqual([]);
});
