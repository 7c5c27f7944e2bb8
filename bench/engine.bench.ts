/*
 * A chain of 500 nodes, each passing a text on, and a loop of two nodes that makes 2000 executions: our pipeline strategy
 * against a LangGraph StateGraph of the same shape, in memory, in this process, in turns. We commit every job to the in-memory run store. LangGraph runs twice: checkpointing
 * every step to its MemorySaver, which is the same work, and without a checkpointer, where it keeps nothing. All are
 * compiled ahead, and all begin each round with an empty memory.
 *
 *   npx tsx bench/engine.bench.ts
 *
 * Ends with exit code 1 where we are less than five times as fast as either, or where an execution of a loop of 5000 costs
 * more than twice what one of a loop of 500 costs.
 */
import { Annotation, END, MemorySaver, START, StateGraph } from '@langchain/langgraph';
import { compile } from '../src/engine/compile/compile';
import { drive } from '../src/engine/driver';
import type { EngineWorld, JobRow, RunConfig } from '../src/engine/ports';
import { newJobRows, newRunRow } from '../src/engine/rows';
import { DEFAULT_LIMITS, initialState } from '../src/engine/state';
import { memoryStore } from '../src/engine/testing/memory-store';
import { type TestType, testCatalog, testWorkflow, testWorld } from '../src/engine/testing/world';
import type { WorkflowDocument } from '../src/model/document';
import { median, report, spread } from './figures';

const NODES = 500;
const WARM_UP = 2;
const ROUNDS = 9;
const LOOP = 2000;
const LOOP_ROUNDS = 5;
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

/** Makes our rounds: compiled once, each with a store of its own. `check`: the text that the last job gave. */
function ours(
  document: WorkflowDocument,
  { catalog, executors }: ReturnType<typeof testCatalog>,
  config: RunConfig,
  check: (jobs: readonly JobRow[]) => boolean,
): () => Round {
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
      { executors },
    ).done;
    if (end.kind !== 'ended' || end.run.status !== 'completed' || !check(await world.store.jobs(run.id)))
      throw new Error(`The run did not go as drawn: ${JSON.stringify(end)}`);
  }
}

function ourChain(): () => Round {
  const ids = Array.from({ length: NODES }, (_, i) => `n${i}`);
  const document = testWorkflow(
    Object.fromEntries(ids.map((id) => [id, 'pass'])),
    ids.slice(1).map((id, i) => `n${i}.text>${id}.text`),
  );
  return ours(document, testCatalog([pass]), DEFAULT_LIMITS, (jobs) => {
    const last = jobs.at(-1)?.outputs?.text;
    return last !== undefined && 'inline' in last && last.inline === 'hello';
  });
}

/** A head that counts and a gateway that leads back to it: `executions` of both together. */
function ourLoop(executions: number): () => Round {
  const rounds = executions / 2;
  const count: TestType = {
    id: 'count',
    parameters: { text: { schema: { type: 'string', default: '' } }, loop_back: {} },
    outputs: { n: { schema: { type: 'number' } } },
    execute: ({ loop_back }) => ({ outputs: { n: typeof loop_back === 'number' ? loop_back + 1 : 1 } }),
  };
  const again: TestType = {
    id: 'again',
    parameters: {
      n: { schema: { type: 'number' } },
      branches: {
        schema: { type: 'array' },
        connectable: false,
        default: [{ name: 'Again' }, { name: 'Done' }],
      },
    },
    outputs: { n: { schema: { type: 'number' } }, active_branches: { schema: { 'x-control': true } } },
    execute: ({ n }) => ({
      outputs: { n: n ?? 0, active_branches: [typeof n === 'number' && n < rounds ? 'Again' : 'Done'] },
    }),
  };
  const document = testWorkflow({ n0: 'pass', head: 'count', tail: 'again' }, [
    'n0.text>head.text',
    'head.n>tail.n',
    'tail.Again>head.loop_back',
    { wire: 'tail.n>head.loop_back', id: 'value' },
  ]);
  // The value's own edge belongs to no branch, so the budget ends the loop.
  const config = { maxLoopRounds: rounds, maxIterations: rounds };
  return ours(document, testCatalog([pass, count, again]), config, (jobs) => jobs.length === executions + 1);
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

function langGraphLoop(checkpointer: boolean, executions: number): () => Round {
  const rounds = executions / 2;
  const State = Annotation.Root({ n: Annotation<number> });
  const graph = new StateGraph(State)
    .addNode('head', (state) => ({ n: state.n + 1 }))
    .addNode('tail', (state) => ({ n: state.n }))
    .addEdge(START, 'head')
    .addEdge('head', 'tail')
    .addConditionalEdges('tail', (state) => (state.n < rounds ? 'head' : END), ['head', END]);
  return () => {
    const app = checkpointer ? graph.compile({ checkpointer: new MemorySaver() }) : graph.compile();
    return async () => {
      const result = await app.invoke(
        { n: 0 },
        { recursionLimit: executions + 10, configurable: { thread_id: 'loop' } },
      );
      if (result.n !== rounds) throw new Error('LangGraph did not run the loop through.');
    };
  };
}

/** Milliseconds of each contender, by turns. */
async function measure(
  contenders: { readonly [name: string]: () => Round },
  rounds: number,
): Promise<(name: string) => number[]> {
  const times = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    const turn = Object.entries(contenders);
    // Taking turns at going first.
    for (const [name, prepare] of round % 2 === 0 ? turn : turn.toReversed()) {
      const run = prepare();
      const start = performance.now();
      await run();
      if (round >= WARM_UP) times.get(name)?.push(performance.now() - start);
    }
  }
  for (const [name, list] of times) console.log(`  ${name.padEnd(40)} ${spread(list)}`);
  return (name) => times.get(name) ?? [];
}

console.log(`A chain of ${NODES} nodes, ms: median of ${ROUNDS} (quartiles)`);
const chain = await measure(
  { [OURS]: ourChain(), [KEEPING]: langGraph(true), [FORGETFUL]: langGraph(false) },
  ROUNDS,
);

console.log(`A loop of ${LOOP} executions, ms: median of ${LOOP_ROUNDS} (quartiles)`);
const loop = await measure(
  {
    [OURS]: ourLoop(LOOP),
    [KEEPING]: langGraphLoop(true, LOOP),
    [FORGETFUL]: langGraphLoop(false, LOOP),
  },
  LOOP_ROUNDS,
);

console.log('Loops of ours by number of executions, ms (quartiles)');
const sizes = await measure(
  Object.fromEntries([50, 500, 2000, 5000].map((size) => [String(size), ourLoop(size)])),
  ROUNDS,
);
const perExecution = (size: number) => (median(sizes(String(size))) / size) * 1000;
for (const size of [50, 500, 2000, 5000])
  console.log(`  ${String(size).padEnd(40)} ${perExecution(size).toFixed(1)} microseconds an execution`);

report([
  ...[KEEPING, FORGETFUL].map((name) => ({
    what: `a chain of ${NODES} nodes, in memory, speed`,
    against: name,
    ratio: median(chain(name)) / median(chain(OURS)),
    goal: { at: 'least', ratio: GOAL } as const,
  })),
  ...[KEEPING, FORGETFUL].map((name) => ({
    what: `a loop of ${LOOP} executions, in memory, speed`,
    against: name,
    ratio: median(loop(name)) / median(loop(OURS)),
    goal: { at: 'least', ratio: GOAL } as const,
  })),
  {
    what: 'cost of one execution, a loop of 5000 to a loop of 500',
    against: 'ourselves',
    ratio: perExecution(5000) / perExecution(500),
    goal: { at: 'most', ratio: 2 } as const,
  },
  // A loop of 50 is over before the event loop is given its first turn, and before anything is collected.
  {
    what: 'cost of one execution, a loop of 5000 to a loop of 50',
    against: 'ourselves',
    ratio: perExecution(5000) / perExecution(50),
    goal: null,
  },
]);
