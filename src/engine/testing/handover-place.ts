import { expect } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { createEngine } from '../engine';
import type { LaunchRequest } from '../launch';
import type { RunStore, StrategyId } from '../ports';
import { forEach } from '../processors/foreach';
import { newestJobs } from '../restore';
import { seededIds } from '../simulation/seeded-ids';
import { readValues } from '../values';
import { gateway } from './run-scenario';
import { echo, type TestType, testCatalog, testWorkflow, testWorld, type Wiring } from './world';

export const SEEDING = [
  'flowdrop_runtime:synchronous_pipeline',
  'flowdrop_runtime:asynchronous',
  'flowdrop_stategraph:stategraph',
] as const satisfies readonly StrategyId[];
export const EVERY = ['flowdrop_runtime:synchronous', ...SEEDING] as const;

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
export function place(store: RunStore, execute: TestType['execute'] = echo) {
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

export const FOREACH = 'flowdrop_stategraph:foreach';
export type Place = ReturnType<typeof place>;

export async function run({ engine, catalog, store }: Place, request: Omit<LaunchRequest, 'caller'>) {
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

export async function refusalOf({ engine, catalog, store }: Place, request: Omit<LaunchRequest, 'caller'>) {
  const launched = await engine.launch(catalog, { ...request, caller: 'system' });
  // Before any run or job exists.
  expect(await store.runs({ limit: 9 })).toEqual([]);
  return launched.ok ? undefined : launched.error;
}

export const THREE = testWorkflow({ a: 'echo', b: 'echo', c: 'echo' }, ['a.text>b.text', 'b.text>c.text']);
export const LOOP_WIRES: readonly Wiring[] = [
  's.in>h.in',
  'h.text>t.in',
  { wire: 't.in>h.loop_back' },
  't.text>z.in',
];
export const LOOP = testWorkflow({ s: 'echo', h: 'echo', t: 'echo', z: 'echo' }, LOOP_WIRES);
