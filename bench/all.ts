/*
 * Runs benches, one after another, each in a process of its own, and ends with one table of their figures.
 *
 *   npm run bench                        all of them
 *   npm run bench -- name…               some: drag, durable, engine, kill, memory, validate
 *   npm run bench -- --quick             those that can be quick, with few rounds, in a minute
 *
 * Ends with exit code 1 where a goal is missed or a bench breaks down; a quick run reports, and judges nothing.
 */
import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Figure, met, table } from './figures';

/** Those that have a quick form; the drag takes minutes however few its rounds are. */
const QUICK = ['validate', 'memory', 'durable', 'engine'];
/** All of a quick run; milliseconds. */
const QUICK_LIMIT = 60_000;

const folder = fileURLToPath(new URL('.', import.meta.url));
const quick = process.argv.includes('--quick');
const wanted = process.argv.slice(2).filter((name) => name !== '--quick');
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -'.bench.ts'.length))
  .sort();
// The longest comes last, so that a slow machine cuts that off and no other.
const benches = (quick ? QUICK : known).filter((name) => wanted.length === 0 || wanted.includes(name));
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) throw new Error(`There is no bench called ${unknown.join(', ')}.`);

const isFigures = (message: unknown): message is Figure[] =>
  Array.isArray(message) && message.every((one) => typeof one === 'object' && one !== null && 'ratio' in one);

/** The figures of one bench; null where it ended without any, or had no time left. */
function run(name: string, milliseconds: number | undefined): Promise<readonly Figure[] | null> {
  console.log(`\n— ${name}`);
  return new Promise((resolve, reject) => {
    let figures: readonly Figure[] | null = null;
    const child = fork(`${folder}${name}.bench.ts`, quick ? ['--quick'] : [], {
      execArgv: ['--import', 'tsx'],
      stdio: 'inherit',
      ...(milliseconds === undefined ? {} : { timeout: milliseconds }),
    });
    child.on('message', (message) => {
      if (isFigures(message)) figures = message;
    });
    child.on('error', reject);
    child.on('close', () => resolve(figures));
  });
}

const figures: Figure[] = [];
const broken: string[] = [];
const start = performance.now();
for (const name of benches) {
  const found = await run(
    name,
    quick ? Math.max(1, Math.ceil(QUICK_LIMIT - (performance.now() - start))) : undefined,
  );
  if (found === null) broken.push(name);
  else figures.push(...found);
}
console.log(`\n${table(figures)}`);
for (const name of broken) console.error(`\nThe bench ${name} ended without figures.`);
process.exitCode = !quick && (broken.length > 0 || !figures.every(met)) ? 1 : 0;
