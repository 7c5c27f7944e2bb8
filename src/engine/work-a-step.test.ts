// What a step costs is counted, not timed: rows that are read and written, cells that are looked at, what is held on to. All
// of it is the same in a run of fifty executions and in one of two thousand.
import { describe, expect, test } from 'vitest';
import { compile } from './compile/compile';
import { drive } from './driver';
import type { Outcome, StepResult } from './events';
import type { Plan } from './plan';
import type { RunStore, StepCommit, StrategyId } from './ports';
import { newJobRows, newRunRow } from './rows';
import { initialState, type RunState } from './state';
import { step } from './step';
import { memoryStore } from './testing/memory-store';
import { type TestType, testCatalog, testWorkflow, testWorld } from './testing/world';

const UNBOUNDED = { maxPasses: Number.POSITIVE_INFINITY, maxMs: Number.POSITIVE_INFINITY };

const pass: TestType = {
  id: 'pass',
  parameters: { in: {}, loop_back: {} },
  outputs: { out: {} },
  execute: () => ({ outputs: { out: 'x' } }),
};

const ids = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`);
const types = (count: number) => Object.fromEntries(ids(count).map((id) => [id, 'pass']));

type Drawn = { readonly plan: Plan; readonly executors: ReturnType<typeof testCatalog>['executors'] };

function drawn(
  nodes: { readonly [id: string]: string },
  wires: readonly string[],
  more: readonly TestType[] = [],
): Drawn {
  const { catalog, executors } = testCatalog([pass, ...more]);
  const compiled = compile(testWorkflow(nodes, wires), catalog);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return { plan: compiled.value, executors };
}

const chain = (count: number) =>
  drawn(
    types(count),
    ids(count)
      .slice(1)
      .map((id, i) => `n${i}.out>${id}.in`),
  );

/** `n0` into all others, and all of these into `last`, each into a port of its own. */
function fan(count: number): Drawn {
  const wide = ids(count - 1).slice(1);
  const last: TestType = {
    id: 'last',
    parameters: Object.fromEntries(wide.map((id) => [id, {}])),
    outputs: { out: {} },
  };
  const wires = wide.flatMap((id) => [`n0.out>${id}.in`, `${id}.out>last.${id}`]);
  return drawn({ ...types(count - 1), last: 'last' }, wires, [last]);
}

/** Two nodes that go round until their budget is spent. */
const loop = () => drawn(types(3), ['n0.out>n1.in', 'n1.out>n2.in', 'n2.out>n1.loop_back']);

const SHAPES = { chain, fan, loop } satisfies { readonly [name: string]: (count: number) => Drawn };
const names = Object.keys(SHAPES).flatMap((name) => (name in SHAPES ? [name as keyof typeof SHAPES] : []));
const limits = (count: number) => ({ maxLoopRounds: count, maxIterations: Math.floor(count / 2) });

/** What a run asks of its store, commit by commit. */
async function commitsOf(
  shape: keyof typeof SHAPES,
  count: number,
  strategy: StrategyId,
): Promise<{ readonly commits: readonly StepCommit[]; readonly reads: readonly string[] }> {
  const { plan, executors } = SHAPES[shape](count);
  const inner = memoryStore();
  const commits: StepCommit[] = [];
  const reads: string[] = [];
  const noting =
    <T extends unknown[], R>(name: string, call: (...given: T) => R) =>
    (...given: T) => {
      reads.push(name);
      return call(...given);
    };
  const store: RunStore = {
    ...inner,
    run: noting('run', inner.run),
    jobs: noting('jobs', inner.jobs),
    value: noting('value', inner.value),
    logs: noting('logs', inner.logs),
    runs: noting('runs', inner.runs),
    async commit(commit) {
      commits.push(commit);
      return inner.commit(commit);
    },
  };
  const world = { ...testWorld(), store };
  const config = limits(count);
  const made = { plan, strategy, document: {}, initialData: {}, inputs: {}, config, warnings: [] };
  const run = newRunRow(made, world.ids, 0);
  const jobs = newJobRows(plan, run.id, world.ids, 0);
  await store.create({ run, jobs, values: [], logs: [] });
  const first = { type: 'begin', at: 0 } as const;
  const end = await drive(
    world,
    { plan, run, jobs, state: initialState(plan, config), first, logSeq: 0 },
    { executors, budget: UNBOUNDED },
  ).done;
  expect(end).toMatchObject({ kind: 'ended' });
  return { commits, reads };
}

const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';
/** The rows that the commits between the first and the last write, most and in all. */
const written = (commits: readonly StepCommit[]) => commits.slice(1, -1).map(({ jobs }) => jobs.length);

describe('what a run asks of its store', () => {
  test.each(names)(
    'a step of a %s writes two rows: the job that ended, and the one that is claimed',
    async (shape) => {
      for (const count of [50, 800]) {
        const { commits, reads } = await commitsOf(shape, count, PIPELINE);
        const rows = written(commits);
        // The end of the first node of a fan makes all behind it ready, and each of these once.
        const wide = shape === 'fan' ? rows.slice(1) : rows;
        expect(Math.max(...wide)).toBeLessThanOrEqual(2);
        expect(rows.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(3 * count);
        expect(commits.length).toBeLessThanOrEqual(count + 5);
        // Nothing is read back while a run goes on.
        expect(reads).toEqual([]);
      }
    },
  );

  test('a row of a run does not grow with what it has executed', async () => {
    const sizes = [];
    for (const count of [50, 800]) {
      const { commits } = await commitsOf('loop', count, PIPELINE);
      sizes.push(JSON.stringify(commits.at(-2)?.run).length);
    }
    const [small = 0, large = 0] = sizes;
    // Numbers have a few digits more.
    expect(large - small).toBeLessThan(20);
  });

  test('ORC-7: a direct run is one commit, however long it is', async () => {
    for (const count of [50, 800]) {
      const { commits } = await commitsOf('chain', count, 'flowdrop_runtime:synchronous');
      expect(commits.length).toBe(1);
      expect(commits[0]?.jobs.length).toBe(count);
    }
  });
});

describe('what a step does', () => {
  const done: Outcome = { kind: 'completed', outputs: { out: 'x' }, activeBranches: [] };

  /** How often nodes and edges of the plan are looked at in a run, a step. */
  function looks(
    shape: keyof typeof SHAPES,
    count: number,
  ): { readonly steps: number; readonly each: number } {
    const { plan } = SHAPES[shape](count);
    let seen = 0;
    const counted = <T>(list: readonly T[]): readonly T[] =>
      new Proxy(list, {
        get(target, key, receiver) {
          if (typeof key === 'string' && /^\d+$/.test(key)) seen += 1;
          return Reflect.get(target, key, receiver);
        },
      });
    const watched: Plan = { ...plan, nodes: counted(plan.nodes), edges: counted(plan.edges) };
    let result: StepResult = step(
      watched,
      initialState(plan, limits(count)),
      { type: 'begin', at: 0 },
      UNBOUNDED,
    );
    let steps = 0;
    for (;;) {
      if (!result.effects.some(({ kind }) => kind === 'execute')) break;
      steps += 1;
      result = step(watched, result.state, { type: 'jobFinished', outcome: done, at: steps }, UNBOUNDED);
      if (steps > 10 * count) throw new Error('The run does not end.');
    }
    return { steps, each: seen / steps };
  }

  test.each(names)('a step of a %s looks at as much of the plan in a long run as in a short one', (shape) => {
    const [short, long] = [looks(shape, 50), looks(shape, 2000)];
    expect(long.steps).toBeGreaterThan(1900);
    expect(long.each).toBeLessThan(12);
    expect(long.each).toBeLessThan(short.each * 1.2 + 1);
  });

  /** Objects that the state after a step has and the state before it had not. */
  function made(before: RunState, after: RunState): number {
    const old = new Set<unknown>();
    const walk = (value: unknown, into: Set<unknown>, known: Set<unknown>) => {
      if (typeof value !== 'object' || value === null || into.has(value) || known.has(value)) return;
      into.add(value);
      for (const member of Object.values(value)) walk(member, into, known);
    };
    walk(before, old, new Set());
    const fresh = new Set<unknown>();
    walk(after, fresh, old);
    return fresh.size;
  }

  test.each(names)('a step of a %s shares all but a few objects with the state before it', (shape) => {
    const most = [50, 2000].map((count) => {
      const { plan } = SHAPES[shape](count);
      let result: StepResult = step(
        plan,
        initialState(plan, limits(count)),
        { type: 'begin', at: 0 },
        UNBOUNDED,
      );
      let found = 0;
      for (let at = 1; at <= 40; at += 1) {
        const next = step(plan, result.state, { type: 'jobFinished', outcome: done, at }, UNBOUNDED);
        // The end of a fan's first node makes all that is behind it ready: that is its work.
        if (at > 1) found = Math.max(found, made(result.state, next.state));
        result = next;
      }
      return found;
    });
    const [short = 0, long = 0] = most;
    // Two levels more of the tree that holds the cells.
    expect(long).toBeLessThanOrEqual(short + 30);
    expect(long).toBeLessThan(60);
  });
});
