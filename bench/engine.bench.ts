/*
 * A chain of 500 nodes, each passing a text on: our pipeline strategy against a LangGraph StateGraph of 500 nodes, in
 * memory, in this process, in turns. Both keep what they did: we commit every job to the in-memory run store, LangGraph
 * checkpoints every step to its MemorySaver (the main figure); without a checkpointer it keeps nothing (the second).
 *
 *   npx tsx bench/engine.bench.ts
 *
 * Ends with exit code 1 where we are less than five times as fast as the main figure.
 */
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { compile } from '../src/engine/compile/compile';
import { drive } from '../src/engine/driver';
import { newJobRows, newRunRow } from '../src/engine/rows';
import { initialState } from '../src/engine/state';
import { memoryStore } from '../src/engine/testing/memory-store';
import { testCatalog, testWorkflow, testWorld } from '../src/engine/testing/world';

const NODES = 500;
const ROUNDS = 7;
const GOAL = 5;

const pass = {
  id: 'pass',
  parameters: { text: { schema: { type: 'string', default: '' } } },
  outputs: { text: { schema: { type: 'string' } } },
  execute: ({ text }: { readonly [name: string]: unknown }) => ({
    outputs: { text: `${typeof text === 'string' ? text : ''}` },
  }),
};

async function ours(): Promise<() => Promise<void>> {
  const { catalog, executors } = testCatalog([pass]);
  const ids = Array.from({ length: NODES }, (_, i) => `n${i}`);
  const document = testWorkflow(
    Object.fromEntries(ids.map((id) => [id, 'pass'])),
    ids.slice(1).map((id, i) => `n${i}.text>${id}.text`),
  );
  const compiled = compile(document, catalog);
  if (!compiled.ok) throw new Error(compiled.error.message);
  const plan = compiled.value;
  return async () => {
    const world = {
      ...testWorld(memoryStore()),
      clock: { now: Date.now, sleep: (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms)) },
      announce: () => undefined,
    };
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
  };
}

function langGraph(checkpointer: boolean): () => Promise<void> {
  const State = Annotation.Root({ text: Annotation<string> });
  // Node names are plain strings: the builder's own type grows with every node, and five hundred are too many to check.
  const graph = new StateGraph<typeof State, typeof State.State, typeof State.Update, string>(State);
  for (let i = 0; i < NODES; i += 1) graph.addNode(`n${i}`, (state) => ({ text: state.text }));
  graph.addEdge(START, 'n0');
  for (let i = 1; i < NODES; i += 1) graph.addEdge(`n${i - 1}`, `n${i}`);
  graph.addEdge(`n${NODES - 1}`, END);
  const app = checkpointer ? graph.compile({ checkpointer: new MemorySaver() }) : graph.compile();
  let thread = 0;
  return async () => {
    thread += 1;
    const result = await app.invoke(
      { text: 'hello' },
      { recursionLimit: NODES + 10, configurable: { thread_id: String(thread) } },
    );
    if (result.text !== 'hello') throw new Error('LangGraph did not run the chain through.');
  };
}

async function time(run: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

const contenders = {
  'sluice (memory store)': await ours(),
  'langgraph (MemorySaver)': langGraph(true),
  'langgraph (no checkpointer)': langGraph(false),
};
const times = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const [name, run] of Object.entries(contenders)) {
    const ms = await time(run);
    // The first round warms up.
    if (round > 0) times.get(name)?.push(ms);
  }
}
const median = (name: string): number => {
  const sorted = (times.get(name) ?? []).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
for (const name of times.keys()) {
  console.log(
    `${name.padEnd(28)} ${median(name).toFixed(1).padStart(9)} ms for ${NODES} nodes (median of ${ROUNDS})`,
  );
}
const ratio = (name: string) => median(name) / median('sluice (memory store)');
const main = ratio('langgraph (MemorySaver)');
console.log(`ratio to MemorySaver         ${main.toFixed(1).padStart(9)} x (goal ${GOAL})`);
console.log(`ratio without a checkpointer ${ratio('langgraph (no checkpointer)').toFixed(1).padStart(9)} x`);
if (!(main >= GOAL)) process.exitCode = 1;
