import { compile } from '../../src/engine/compile/compile';
import { drive } from '../../src/engine/driver';
import { checkpointMemory } from '../../src/engine/graph/checkpoints';
import type { CheckpointStoreName, EngineWorld, RunRow, RunStore, StrategyId } from '../../src/engine/ports';
import { newJobRows, newRunRow } from '../../src/engine/rows';
import { initialState } from '../../src/engine/state';
import { memoryStore } from '../../src/engine/testing/memory-store';
import { testCatalog, testWorld } from '../../src/engine/testing/world';
import type { Shape } from './shapes';
import type { Round } from './turns';

export const STRATEGIES = {
  direct: 'flowdrop_runtime:synchronous',
  pipeline: 'flowdrop_runtime:synchronous_pipeline',
  graph: 'flowdrop_stategraph:stategraph',
} as const satisfies { readonly [name: string]: StrategyId };

/** One run of a shape from its first row to its last, in a store. */
export type Runner = (store: RunStore) => Promise<RunRow>;

/** Compiles a shape once. The runner throws where a run did not end as completed. */
export function runnerOf(
  shape: Shape,
  strategy: StrategyId,
  checkpoints: CheckpointStoreName = 'memory',
): Runner {
  const { catalog, executors } = testCatalog(shape.types);
  const compiled = compile(shape.document, catalog);
  if (!compiled.ok) throw new Error(compiled.error.message);
  const plan = compiled.value;
  const { config: limits } = shape;
  // The state graph keeps a checkpoint a node, as LangGraph's saver does: in the memory of the engine, or durable.
  const config = strategy === STRATEGIES.graph ? { ...limits, checkpoints } : limits;
  return async (store) => {
    const world: EngineWorld = {
      ...testWorld(store),
      store,
      clock: { now: Date.now, sleep: (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms)) },
      announce: () => undefined,
    };
    const now = world.clock.now();
    const run = newRunRow(
      {
        plan,
        strategy,
        document: {},
        initialData: { n0: { text: 'hello' } },
        inputs: {},
        config,
        warnings: [],
      },
      world.ids,
      now,
    );
    const jobs = newJobRows(plan, run.id, world.ids, now);
    await world.store.create({ run, jobs, values: [], logs: [] });
    const end = await drive(
      world,
      { plan, run, jobs, state: initialState(plan, config), first: { type: 'begin', at: now }, logSeq: 0 },
      { executors, checkpoints: checkpointMemory() },
    ).done;
    if (end.kind !== 'ended' || end.run.status !== 'completed')
      throw new Error(`The run did not complete: ${JSON.stringify(end)}`);
    return end.run;
  };
}

/** Makes rounds of a shape, each with a memory store of its own; what came out is judged outside of the measured time. */
export function sluice(shape: Shape, strategy: StrategyId): () => Round {
  const run = runnerOf(shape, strategy);
  return () => {
    const store = memoryStore();
    return {
      run: () => run(store),
      async judge() {
        const [row] = await store.runs({ limit: 1 });
        if (row === undefined || !shape.check(row, await store.jobs(row.id)))
          throw new Error('The run did not go as drawn.');
      },
    };
  };
}
