// `npx tsx scripts/fuzz.ts [requests] [seed]`: hostile requests at every door; 20,000 where no number is given.
import { fuzzDoors } from '../src/api/testing/fuzz';

const [requests = '20000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
console.log(`${requests} requests, seed ${seed}`);
const started = performance.now();
const report = await fuzzDoors(Number(requests), Number(seed));
console.log(
  `${Math.round(performance.now() - started)} ms; stored by ${report.stored}; answers`,
  report.statuses,
);
for (const fault of report.faults) console.error(fault);
process.exit(report.faults.length === 0 ? 0 : 1);
