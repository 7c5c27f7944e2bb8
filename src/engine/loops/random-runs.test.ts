// Random small graphs with loops: every run ends, nothing runs before it is ready, and a run that is killed at any commit
// and taken over gives what an undisturbed one gives.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFollowed } from '../../model/branches';
import type { Json, JsonObject } from '../../model/json';
import { compile } from '../compile/compile';
import type { ExecutionRecord } from '../delivery/record';
import { isBehind } from '../delivery/rounds';
import { createEngine } from '../engine';
import type { Plan } from '../plan';
import type { JobRow, RunRow, RunStore } from '../ports';
import { forEach } from '../processors/foreach';
import { type Execute, NodeFailure } from '../processors/types';
import { recoverRun } from '../recover';
import { resultKey } from '../results';
import { seededIds } from '../simulation/seeded-ids';
import { memoryStore } from '../testing/memory-store';
import { type TestType, testCatalog, testWorkflow, testWorld } from '../testing/world';

const number = (value: Json | undefined): number =>
  typeof value === 'number' ? value : Array.isArray(value) ? value.length : 0;
/** What a node makes of its inputs depends on them alone, so that a job that runs again does the same. */
const sum = ({ a, b, loop_back }: JsonObject) => number(a) + number(b) + number(loop_back) + 1;
const give = (given: JsonObject): JsonObject => ({
  out: sum(given),
  list: Array.from({ length: sum(given) % 4 }, (_, i) => i),
});
const OUTPUTS = { out: {}, list: {} };
const INPUTS = { a: {}, b: {}, loop_back: {} };
const decide: Execute = (parameters) => ({
  outputs: { ...give(parameters), active_branches: [sum(parameters) % 3 === 0 ? 'No' : 'Yes'] },
});
const TYPES: readonly TestType[] = [
  { id: 'sum', parameters: INPUTS, outputs: OUTPUTS, execute: (given) => ({ outputs: give(given) }) },
  {
    id: 'gate',
    parameters: {
      ...INPUTS,
      branches: { schema: { type: 'array' }, connectable: false, default: [{ name: 'Yes' }, { name: 'No' }] },
    },
    outputs: { ...OUTPUTS, active_branches: { schema: { 'x-control': true } } },
    execute: decide,
  },
  {
    id: 'fragile',
    parameters: INPUTS,
    outputs: OUTPUTS,
    execute: (given) => {
      if (sum(given) % 2 === 0) throw new NodeFailure(`no even numbers: ${sum(given)}`);
      return { outputs: give(given) };
    },
  },
  {
    id: 'each',
    parameters: { items: {}, loop_back: {}, item_result: {} },
    outputs: { current_item: {}, collected_results: {}, loop_active: {} },
    flags: { loopHead: true },
    execute: forEach,
  },
];
const { catalog, executors } = testCatalog(TYPES);

type Drawn = { readonly types: readonly string[]; readonly wires: readonly string[] };

const drawing: fc.Arbitrary<Drawn> = fc
  .record({
    types: fc.array(fc.constantFrom('sum', 'sum', 'gate', 'fragile', 'each'), { minLength: 3, maxLength: 8 }),
    forward: fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.nat(5), fc.nat(2)), { minLength: 0, maxLength: 6 }),
    spine: fc.array(fc.nat(6), { minLength: 8, maxLength: 8 }),
    back: fc.array(fc.tuple(fc.nat(7), fc.nat(7), fc.nat(3)), { minLength: 1, maxLength: 4 }),
  })
  .map(({ types, forward, spine, back }) => {
    const wires = new Set<string>();
    const at = (i: number) => types[i % types.length] ?? 'sum';
    const out = (i: number, pick: number) =>
      at(i) === 'gate'
        ? (['Yes', 'No', 'out', 'trigger'][pick % 4] ?? 'out')
        : at(i) === 'each'
          ? (['current_item', 'collected_results', 'loop_active', 'trigger'][pick % 4] ?? 'trigger')
          : pick === 0 && at(i) === 'fragile'
            ? 'error'
            : 'out';
    for (const [from, to, pick, port] of forward) {
      const [i, j] = [from % types.length, to % types.length].sort((x, y) => x - y);
      if (i === undefined || j === undefined || i === j) continue;
      const name = out(i, pick);
      const into =
        name === 'trigger' || name === 'Yes' || name === 'No' || port === 2
          ? 'trigger'
          : at(j) === 'each'
            ? 'items'
            : port === 0
              ? 'a'
              : 'b';
      const given = into === 'items' && name === 'out' ? 'list' : name;
      wires.add(`n${i}.${given}>n${j}.${into}`);
    }
    // Most nodes follow one another, so that loops are entered.
    for (const [i, pick] of spine.entries()) {
      if (i + 1 >= types.length || pick === 0) continue;
      const name = at(i) === 'each' ? 'current_item' : at(i + 1) === 'each' ? 'list' : 'out';
      wires.add(`n${i}.${name}>n${i + 1}.${at(i + 1) === 'each' ? 'items' : 'a'}`);
      if (at(i) === 'fragile' && pick > 2) wires.add(`n${i}.error>n${i + 1}.b`);
    }
    for (const [from, to, pick] of back) {
      const [i, j] = [from % types.length, to % types.length];
      // Most of them close a cycle.
      const [tail, head] = pick === 3 || i > j ? [i, j] : [j, i];
      if (tail !== head) wires.add(`n${tail}.${out(tail, pick)}>n${head}.loop_back`);
    }
    return { types, wires: [...wires] };
  });

const documentOf = ({ types, wires }: Drawn) =>
  testWorkflow(Object.fromEntries(types.map((type, i) => [`n${i}`, type])), wires);

const CONFIG = { maxLoopRounds: 4, maxIterations: 12 };

type Left = { readonly run: RunRow; readonly jobs: readonly JobRow[] };

async function left(store: RunStore, runId: string): Promise<Left> {
  const run = await store.run(runId);
  if (run === undefined) throw new Error('The run is gone.');
  return { run, jobs: await store.jobs(runId) };
}

/** Launches a drawing; `undefined` where it does not compile or is no valid workflow. */
async function launched(drawn: Drawn, store: RunStore) {
  const world = testWorld(store);
  const engine = createEngine(world, { executors });
  const result = await engine.launch(catalog, {
    document: documentOf(drawn),
    caller: 'system',
    // The queue takes up again what its owner lost, and has tests of its own.
    strategy: 'flowdrop_runtime:synchronous_pipeline',
    config: CONFIG,
  });
  return result.ok ? result.value : undefined;
}

/** What must not depend on crashes. */
function told({ run, jobs }: Left) {
  return {
    status: run.status,
    error: run.error,
    skipped: run.skipped,
    jobs: Object.fromEntries(
      jobs.map((job) => [
        resultKey(job),
        [job.status, job.order, job.rounds, job.inputs, job.outputs, job.activeBranches, job.errorRouted],
      ]),
    ),
  };
}

function planOf(drawn: Drawn): Plan {
  const compiled = compile(documentOf(drawn), catalog);
  if (!compiled.ok) throw new Error(compiled.error.message);
  return compiled.value;
}

/** Was what a job waited for there when it began? Read off the rows, by the rules and not by the engine. */
function wasReady(plan: Plan, jobs: readonly JobRow[], job: JobRow): boolean {
  const node = plan.nodes.find(({ id }) => id === job.node);
  if (node === undefined) return false;
  const before = jobs.filter((other) => other.order !== null && other.order < (job.order ?? 0));
  const satisfied = node.incoming.flatMap((index) => {
    const edge = plan.edges[index];
    const source = edge === undefined ? undefined : plan.nodes[edge.from];
    if (edge === undefined || source === undefined) return [];
    const there = before.some((other) => {
      if (other.node !== source.id) return false;
      const verdict: ExecutionRecord['verdict'] | undefined =
        other.status === 'completed' ? 'completed' : other.errorRouted ? 'routed' : undefined;
      if (verdict === undefined || (verdict === 'routed') !== edge.is_error) return false;
      if (!isFollowed(edge, other.activeBranches ?? [], source.branches)) return false;
      return edge.is_loopback || !isBehind(other.rounds ?? [], job.rounds ?? []);
    });
    return there ? [edge] : [];
  });
  if (satisfied.some((edge) => edge.is_loopback)) return true;
  if (satisfied.some((edge) => edge.role === 'error')) return true;
  if (node.gates.triggers > 0) return satisfied.some((edge) => edge.role === 'trigger');
  const ports = new Set(satisfied.flatMap((edge) => (edge.role === 'data' ? [edge.target_port] : [])));
  return node.gates.ports > 0 ? ports.size >= node.gates.ports : node.gates.errors === 0;
}

test('SG-7: every run of a graph with loops ends, and runs nothing that is not ready', async () => {
  let loops = 0;
  await fc.assert(
    fc.asyncProperty(drawing, async (drawn) => {
      const store = memoryStore();
      const driving = await launched(drawn, store);
      if (driving === undefined) return;
      expect((await driving.done).kind).toBe('ended');
      const { run, jobs } = await left(store, driving.runId);
      if (jobs.some((job) => (job.occurrence ?? 0) > 0)) loops += 1;
      const plan = planOf(drawn);
      const unready = jobs.filter(
        (job) => job.order !== null && job.error?.code !== 'port_unfillable' && !wasReady(plan, jobs, job),
      );
      expect(unready.map(resultKey)).toEqual([]);
      for (const node of plan.nodes) {
        const orders = jobs
          .filter((job) => job.node === node.id && job.order !== null)
          .sort((a, b) => (a.occurrence ?? 0) - (b.occurrence ?? 0))
          .map((job) => job.order);
        expect(orders).toEqual([...orders].sort((a, b) => (a ?? 0) - (b ?? 0)));
      }
      expect(['completed', 'failed']).toContain(run.status);
    }),
    { numRuns: 300 },
  );
  // The drawings are worth something.
  expect(loops).toBeGreaterThan(10);
});

/** A store whose owner dies at the `nth` commit: before it is written, or after. */
function dying(store: RunStore, nth: number, after: boolean): RunStore & { readonly died: () => boolean } {
  let commits = 0;
  let dead = false;
  return {
    ...store,
    died: () => dead,
    async commit(commit) {
      if (dead) throw new Error('dead');
      commits += 1;
      if (commits < nth) return store.commit(commit);
      dead = true;
      if (after) await store.commit(commit);
      throw new Error('dead');
    },
  };
}

test('SG-17: a run that is killed at any commit and taken over gives what an undisturbed one gives', async () => {
  await fc.assert(
    fc.asyncProperty(drawing, fc.boolean(), async (drawn, after) => {
      const calm = memoryStore();
      const driving = await launched(drawn, calm);
      if (driving === undefined) return;
      await driving.done;
      const expected = told(await left(calm, driving.runId));
      for (let nth = 1; nth < 60; nth += 1) {
        const store = memoryStore();
        const mortal = dying(store, nth, after);
        const killed = await launched(drawn, mortal);
        if (killed === undefined) throw new Error('It compiled before.');
        await killed.done;
        if (!mortal.died()) break;
        // Another process, with ids of its own.
        const world = { ...testWorld(store), ids: seededIds(2) };
        const taken = await recoverRun(world, catalog, killed.runId, { executors });
        if (taken.ok) await taken.value?.done;
        expect(told(await left(store, killed.runId))).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);
