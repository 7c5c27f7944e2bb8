/*
 * Kills a host over and over while it writes, and counts what is missing when it is started again. The test beside the host
 * does three rounds; this does as many as it is told.
 *
 *   npx tsx bench/kill.bench.ts [rounds]      default 20
 */
import { rmSync } from 'node:fs';
import { killRounds } from '../src/host/testing/kill-rounds';
import { temporary } from '../src/host/testing/processes';
import { report, spread } from './figures';

const rounds = Number(process.argv[2] ?? 20);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error('The number of rounds is a whole number from 1 on.');
const directories = temporary();
const directory = directories.make();
const seed = Date.now() % 1_000_000;
const before = performance.now();
const { acknowledged, faults, starts } = await killRounds({ directory, rounds, seed, writes: 200 });
const seconds = (performance.now() - before) / 1000;
rmSync(directory, { recursive: true, force: true });
for (const fault of faults) console.error(fault);
console.log(
  `${rounds} kills in ${seconds.toFixed(0)} s (seed ${seed}): ${acknowledged} writes acknowledged, ${faults.length} faults`,
);
console.log(`start to listening: ${spread(starts, 0)} ms`);
report([
  {
    what: `writes that a host acknowledged, after ${rounds} kills`,
    against: 'those that are there',
    ratio: faults.length === 0 ? 1 : (acknowledged - faults.length) / acknowledged,
    goal: { at: 'least', ratio: 1 },
  },
]);
