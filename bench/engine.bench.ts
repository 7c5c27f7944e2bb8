/*
 * A chain of 500 nodes, each passing a text on: our pipeline strategy against a LangGraph StateGraph of 500 nodes, in
 * memory, in this process, in turns. We commit every job to the in-memory run store. LangGraph runs twice: checkpointing
 * every step to its MemorySaver, which is the same work, and without a checkpointer, where it keeps nothing. All are
 * compiled ahead, and all begin each round with an empty memory.
 *
 *   npx tsx bench/engine.bench.ts
 *
 * Ends with exit code 1 where we are less than five times as fast as either.
 */
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { compile } from '../src/engine/compile/compile';
import { drive } from '../src/engine/driver';
import type { EngineWorld } from '../src/engine/ports';
import { newJobRows, newRunRow } from '../src/engine/rows';
import { initialState } from '../src/engine/state';
import { memoryStore } from '../src/engine/testing/memory-store';
import { testCatalog, testWorkflow, testWorld } from '../src/engine/testing/world';
import { median, report, spread } from './figures';

const NODES = 500;
const WARM_UP = 2;
const ROUNDS = 9;
const GOAL = 5;
const OURS = 'Sluice, memory store';
const KEEPING = 'LangGraph.js with MemorySaver';
const FORGETFUL = 'LangGraph.js without a checkpointer';

/** One run of the chain, made ready: only the call is measured. */
type Round = () => Promise<void>;

const pass = {
  id: 'pass',
  parameters: { text: { schema: { type: 'string', default: '' } } },
  outputs: { text: { schema: { type: 'string' } } },
  execute: ({ text }: { readonly [name: string]: unknown }) => ({
    outputs: { text: `${typeof text === 'string' ? text : ''}` },
  }),
};

/** Makes our rounds: compiled once, each with a store of its own. */
function ours(): () => Round {
  const { catalog, executors } = testCatalog([pass]);
  const ids = Array.from({ length: NODES }, (_, i) => `n${i}`);
  const document = testWorkflow(
    Object.fromEntries(ids.map((id) => [id, 'pass'])),
    ids.slice(1).map((id, i) => `n${i}.text>${id}.text`),
  );
  const compiled = compile(document, catalog);
  if (!compiled.ok) throw new Error(compiled.error.message);
  const plan = compiled.value;
  return () => {
    const world = {
      ...testWorld(memoryStore()),
      clock: { now: Date.now, sleep: (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms)) },
      announce: () => undefined,
    };
    return () => round(world);
  };

  async function round(world: EngineWorld): Promise<void> {
    const now = world.clock.now();
    const initialData = { n0: { text: 'hello' } };
    const run = newRunRow(
      {
        plan,
        strategy: 'flowdrop_runtime:synchronous_pipeline',
        document: {},
        initialData,
        inputs: {},
        warnings: [],
      },
      world.ids,
      now,
    );
    const jobs = newJobRows(plan, run.id, world.ids, now);
    await world.store.create({ run, jobs, values: [], logs: [] });
    const end = await drive(
      world,
      { plan, run, jobs, state: initialState(plan), first: { type: 'begin', at: now }, logSeq: 0 },
      { executors },
    ).done;
    const last = (await world.store.jobs(run.id)).at(-1)?.outputs?.text;
    if (
      end.kind !== 'ended' ||
      end.run.status !== 'completed' ||
      last === undefined ||
      !('inline' in last) ||
      last.inline !== 'hello'
    ) {
      throw new Error(`The chain did not run through: ${JSON.stringify(end)}`);
    }
  }
}

/** Makes LangGraph's rounds: a graph built once, compiled for each with a memory of its own. */
function langGraph(checkpointer: boolean): () => Round {
  const State = Annotation.Root({ text: Annotation<string> });
  // Node names are plain strings: the builder's own type grows with every node, and five hundred are too many to check.
  const graph = new StateGraph<typeof State, typeof State.State, typeof State.Update, string>(State);
  for (let i = 0; i < NODES; i += 1) graph.addNode(`n${i}`, (state) => ({ text: state.text }));
  graph.addEdge(START, 'n0');
  for (let i = 1; i < NODES; i += 1) graph.addEdge(`n${i - 1}`, `n${i}`);
  graph.addEdge(`n${NODES - 1}`, END);
  return () => {
    const app = checkpointer ? graph.compile({ checkpointer: new MemorySaver() }) : graph.compile();
    return async () => {
      const result = await app.invoke(
        { text: 'hello' },
        { recursionLimit: NODES + 10, configurable: { thread_id: 'chain' } },
      );
      if (result.text !== 'hello') throw new Error('LangGraph did not run the chain through.');
    };
  };
}

const contenders: { readonly [name: string]: () => Round } = {
  [OURS]: ours(),
  [KEEPING]: langGraph(true),
  [FORGETFUL]: langGraph(false),
};
const times = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  const turn = Object.entries(contenders);
  // Taking turns at going first.
  for (const [name, prepare] of round % 2 === 0 ? turn : turn.toReversed()) {
    const run = prepare();
    const start = performance.now();
    await run();
    if (round >= WARM_UP) times.get(name)?.push(performance.now() - start);
  }
}

console.log(`A chain of ${NODES} nodes, ms: median of ${ROUNDS} (quartiles)`);
for (const [name, list] of times) console.log(`${name.padEnd(40)} ${spread(list)}`);
const of = (name: string) => median(times.get(name) ?? []);
report(
  [KEEPING, FORGETFUL].map((name) => ({
    what: `a chain of ${NODES} nodes, in memory, speed`,
    against: name,
    ratio: of(name) / of(OURS),
    goal: { at: 'least', ratio: GOAL },
  })),
);
