import type { JsonObject } from '../../model/json';
import type { DriveEnd } from '../driver';
import { createEngine } from '../engine';
import { Interrupt } from '../interrupt';
import type { JobRow, LogRow, NodeLifecycle, RunConfig, RunRow, RunStore, StrategyId } from '../ports';
import { forEach } from '../processors/foreach';
import { processors } from '../processors/index';
import { NodeFailure } from '../processors/types';
import { newestJobs } from '../restore';
import { resultKey } from '../results';
import { readValues } from '../values';
import {
  echo,
  type TestNode,
  type TestType,
  type TestWorld,
  testCatalog,
  testWorkflow,
  testWorld,
  type Wiring,
} from './world';

/** Everything that a finished run left behind, read back from the store. */
export type Finished = {
  readonly end: DriveEnd;
  readonly run: RunRow;
  /** Node ids in execution order. */
  readonly executed: readonly string[];
  /** The same, by execution: `n`, `n:1`, `n:2` (SG-8). */
  readonly keys: readonly string[];
  /** By node, its newest job. */
  readonly jobs: ReadonlyMap<string, JobRow>;
  /** All jobs, by execution. */
  readonly executions: ReadonlyMap<string, JobRow>;
  /** By node (its newest job) or by execution. */
  readonly outputs: (key: string) => Promise<JsonObject | undefined>;
  readonly inputs: (node: string) => Promise<JsonObject | undefined>;
  /** Statuses that were broadcast for a node. */
  readonly broadcast: (node: string) => readonly NodeLifecycle['status'][];
  readonly logs: readonly LogRow[];
  readonly world: TestWorld;
};

export type Scenario = {
  readonly types?: readonly TestType[];
  readonly nodes: { readonly [id: string]: string | TestNode };
  readonly wires?: readonly Wiring[];
  readonly initialData?: JsonObject;
  readonly config?: Partial<RunConfig>;
  readonly rest?: JsonObject;
};

/** A gateway of the branches that it is configured with: it takes those that its input names. */
export const gateway: TestType = {
  id: 'gateway',
  parameters: {
    take: {},
    branches: {
      schema: { type: 'array' },
      connectable: false,
      default: [
        { name: 'Yes', value: true },
        { name: 'No', value: false },
      ],
    },
  },
  outputs: { active_branches: { schema: { 'x-control': true } } },
  execute: ({ take }): { readonly outputs: JsonObject } => ({
    outputs: take === null ? {} : { active_branches: take ?? null },
  }),
};

const failing: TestType = {
  id: 'failing',
  parameters: { in: {} },
  outputs: { text: {} },
  execute: () => {
    throw new NodeFailure('card refused', { code: 'E42' });
  },
};

/** The small node types that the scenarios are made of. */
export const CONFORMANCE_TYPES: readonly TestType[] = [
  { id: 'echo', parameters: { in: {}, text: {} }, outputs: { in: {}, text: {} }, execute: echo },
  gateway,
  failing,
  { id: 'two', parameters: { a: {}, b: {} }, outputs: { a: {}, b: {} }, execute: echo },
  { id: 'nulls', outputs: { out: {} }, execute: () => ({ outputs: { out: null } }) },
  { id: 'misc', outputs: { result: {}, misc: {} }, execute: () => ({ outputs: { misc: 'x' } }) },
  { id: 'stop', parameters: { value: {} }, execute: ({ value }) => ({ stop: value ?? null }) },
  {
    id: 'crash',
    parameters: { in: {} },
    execute: () => {
      throw new RangeError('the disk is gone');
    },
  },
  {
    id: 'asks',
    execute: () => {
      throw new Interrupt({ question: 'Really?' });
    },
  },
  {
    id: 'each',
    parameters: { items: {}, loop_back: {}, item_result: {} },
    outputs: Object.fromEntries(
      ['current_item', 'current_index', 'is_first', 'is_last', 'has_more', 'total_count', 'loop_active']
        .concat('collected_results')
        .map((name) => [name, {}]),
    ),
    flags: { loopHead: true },
    execute: forEach,
  },
  { id: 'strict', parameters: { must: { required: true } }, execute: echo },
];

/** Runs a scenario to its end or its first wait. */
export type Launch = (scenario: Scenario) => Promise<Finished>;

/** Launches scenarios under one strategy, each over a fresh store and in a world of its own. */
export function launcher(strategy: StrategyId, makeStore: () => RunStore | Promise<RunStore>): Launch {
  return async ({
    types = [],
    nodes,
    wires = [],
    initialData,
    config,
    rest,
  }: Scenario): Promise<Finished> => {
    const world = testWorld(await makeStore());
    const { catalog, executors } = testCatalog([...CONFORMANCE_TYPES, ...types]);
    const document = testWorkflow(nodes, wires, rest);
    const engine = createEngine(world, { executors: new Map([...processors, ...executors]) });
    const launched = await engine.launch(catalog, {
      document,
      caller: 'system',
      strategy,
      config,
      ...(initialData === undefined ? {} : { initialData }),
    });
    if (!launched.ok) throw new Error(JSON.stringify(launched.error));
    return finished(world, launched.value.runId, await launched.value.done);
  };
}

/** Reads a run back from its store. */
export async function finished(world: TestWorld, runId: string, end: DriveEnd): Promise<Finished> {
  const run = await world.store.run(runId);
  if (run === undefined) throw new Error(`The run ${runId} is not in the store.`);
  const rows = await world.store.jobs(runId);
  const jobs = newestJobs(rows);
  const executions = new Map(rows.map((row) => [resultKey(row), row]));
  const started = rows.filter((row) => row.order !== null).sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const read = async (stored: JobRow['outputs'] | undefined) =>
    stored === null || stored === undefined
      ? undefined
      : readValues(stored, (hash) => world.store.value(hash));
  return {
    end,
    run,
    executed: started.map((row) => row.node),
    keys: started.map(resultKey),
    jobs,
    executions,
    outputs: (key) => read((executions.get(key) ?? jobs.get(key))?.outputs),
    inputs: (key) => read((executions.get(key) ?? jobs.get(key))?.inputs),
    broadcast: (node) =>
      world.events
        .flatMap((event) => event.nodes ?? [])
        .filter((entry) => entry.node === node)
        .map((entry) => entry.status),
    logs: await world.store.logs(runId),
    world,
  };
}
