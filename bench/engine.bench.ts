/*
 * The engine in memory, in one Node process, in turns, against LangGraph.js and Rete's dataflow engine: a chain of 500
 * nodes, a fan that is 498 wide, a loop of 2000 executions. Everybody's graph is compiled outside of the measured time.
 *
 * Our direct execution and LangGraph without a checkpointer keep nothing between nodes. Our pipeline commits every job to the
 * in-memory run store and is held against the same. Our state graph keeps a checkpoint a node beside that, and is held
 * against LangGraph with MemorySaver, which does so too. Direct execution refuses loops, so for the loop it is given the
 * same number of executions with the body written out one after another, and the pipeline runs the real one.
 *
 * Beside this, our own cost of one execution in shapes of 50 to 5000, and the line through them.
 *
 *   npx tsx bench/engine.bench.ts [--quick]
 *
 * Ends with exit code 1 where a goal is missed. Ratios are the medians of ratios of rounds, in time of the processor.
 */

import { line } from './engine/growth';
import { langGraphChain, langGraphFan, langGraphLoop } from './engine/langgraph';
import { reteChain } from './engine/rete';
import { chain, fan, loop, type Shape } from './engine/shapes';
import { STRATEGIES, sluice } from './engine/sluice';
import { byTurns, type Round, ratios, type Times } from './engine/turns';
import { type Figure, median, report, spread } from './figures';

const quick = process.argv.includes('--quick');
const NODES = quick ? 200 : 500;
const LOOP = quick ? 500 : 2000;
const SIZES = quick ? [50, 500, 2000] : [50, 500, 1000, 2000, 5000];
/** Of each contender, milliseconds. */
const WARM_UP = quick ? 250 : 1000;
const FORGETFUL = 'LangGraph.js';
const KEEPING = 'LangGraph.js, MemorySaver';
const figures: Figure[] = [];

type Contenders = { readonly [name: string]: () => Round };
type Comparison = {
  readonly of: string;
  readonly against: string;
  readonly at: 'most' | 'least';
  readonly ratio: number;
  readonly what: string;
};

/** Measures, prints, and adds a figure for each comparison. `least`: so many times as fast as the other. */
async function compare(
  title: string,
  executions: number,
  contenders: Contenders,
  rounds: number,
  comparisons: readonly Comparison[],
): Promise<void> {
  console.log(`\n${title}: microseconds a node, median of ${rounds} (quartiles)`);
  const times = await byTurns(contenders, rounds, WARM_UP);
  const each = (list: readonly number[]) => list.map((ms) => (ms * 1000) / executions);
  for (const name of Object.keys(contenders)) {
    const { cpu, wall } = times(name);
    console.log(`  ${name.padEnd(32)} processor ${spread(each(cpu)).padEnd(26)} wall ${spread(each(wall))}`);
  }
  for (const { of, against, at, ratio, what } of comparisons) {
    const speed = (clock: keyof Times) =>
      at === 'least'
        ? median(ratios(times(against)[clock], times(of)[clock]))
        : median(ratios(times(of)[clock], times(against)[clock]));
    const micros = (name: string) => median(each(times(name).cpu)).toFixed(1);
    console.log(`  ${of} to ${against}: ${speed('cpu').toFixed(1)}; on the wall ${speed('wall').toFixed(1)}`);
    figures.push({
      what,
      against,
      measured: `${micros(of)} to ${micros(against)} µs`,
      ratio: speed('cpu'),
      goal: { at, ratio },
    });
  }
}

const all = (shape: Shape, unrolled?: Shape): Contenders => ({
  [unrolled === undefined ? 'direct' : 'direct, body written out']: sluice(
    unrolled ?? shape,
    STRATEGIES.direct,
  ),
  pipeline: sluice(shape, STRATEGIES.pipeline),
  'state graph': sluice(shape, STRATEGIES.graph),
});

function goals(shape: string, direct = 'direct'): readonly Comparison[] {
  return [
    { of: direct, against: FORGETFUL, at: 'least', ratio: 20, what: `${shape}, ${direct}, speed` },
    { of: 'pipeline', against: FORGETFUL, at: 'least', ratio: 8, what: `${shape}, pipeline, speed` },
    { of: 'state graph', against: KEEPING, at: 'least', ratio: 8, what: `${shape}, state graph, speed` },
  ];
}

await compare(
  `A chain of ${NODES} nodes`,
  NODES,
  {
    ...all(chain(NODES)),
    Rete: await reteChain(NODES),
    [FORGETFUL]: langGraphChain(NODES, false),
    [KEEPING]: langGraphChain(NODES, true),
  },
  quick ? 2 : 9,
  [
    ...goals(`chain of ${NODES}`),
    { of: 'direct', against: 'Rete', at: 'most', ratio: 1.5, what: `chain of ${NODES}, direct, time` },
  ],
);
await compare(
  `A fan, ${NODES - 2} wide`,
  NODES,
  {
    ...all(fan(NODES)),
    [FORGETFUL]: langGraphFan(NODES, false),
    [KEEPING]: langGraphFan(NODES, true),
  },
  quick ? 2 : 9,
  goals(`fan, ${NODES - 2} wide`),
);
await compare(
  `A loop of ${LOOP} executions`,
  LOOP,
  {
    ...all(loop(LOOP), chain(LOOP)),
    [FORGETFUL]: langGraphLoop(LOOP, false),
    [KEEPING]: langGraphLoop(LOOP, true),
  },
  quick ? 2 : 7,
  goals(`loop of ${LOOP}`, 'direct, body written out'),
);

/** One round of a size: so many runs that every size does the same work in all. */
function repeated(prepare: () => Round, times: number): () => Round {
  return () => {
    const rounds = Array.from({ length: times }, prepare);
    return {
      async run() {
        for (const round of rounds) await round.run();
      },
    };
  };
}

const most = SIZES.at(-1) ?? 0;
const growing = {
  'chain, direct': (size: number) => sluice(chain(size), STRATEGIES.direct),
  'chain, pipeline': (size: number) => sluice(chain(size), STRATEGIES.pipeline),
  'fan, pipeline': (size: number) => sluice(fan(size), STRATEGIES.pipeline),
  'loop, pipeline': (size: number) => sluice(loop(size), STRATEGIES.pipeline),
};
console.log('\nOne execution by the number of executions, microseconds of the processor');
for (const [name, prepare] of Object.entries(growing)) {
  const rounds = quick ? 2 : 9;
  const times = await byTurns(
    Object.fromEntries(SIZES.map((size) => [String(size), repeated(prepare(size), most / size)])),
    rounds,
    WARM_UP / 4,
  );
  const points = SIZES.map((size) => [size, (median(times(String(size)).cpu) * 1000) / most] as const);
  const { base, slope } = line(points);
  // What the line says of the largest against the smallest: noise of one size does not decide.
  const growth = (base + slope * most) / (base + slope * (SIZES[0] ?? 0));
  console.log(
    `  ${name.padEnd(20)} ${points.map(([size, cost]) => `${size}: ${cost.toFixed(1)}`).join('  ')}   slope ${(slope * 1000).toFixed(2)} a thousand`,
  );
  figures.push({
    what: `${name}: one of ${most} executions`,
    against: `one of ${SIZES[0]}, on the line`,
    measured: `${(base + slope * most).toFixed(1)} to ${(base + slope * (SIZES[0] ?? 0)).toFixed(1)} µs`,
    ratio: growth,
    goal: { at: 'most', ratio: 1.5 },
  });
}

report(figures);
