/*
 * Runs every bench, one after another, each in a process of its own, and ends with one table of their figures.
 *
 *   npm run bench [-- name…]      names: validate, engine, drag
 *
 * Ends with exit code 1 where a goal is missed or a bench breaks down.
 */
import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Figure, met, table } from './figures';

const folder = fileURLToPath(new URL('.', import.meta.url));
const wanted = process.argv.slice(2);
const benches = readdirSync(folder)
  .filter((name) => name.endsWith('.bench.ts'))
  .map((name) => name.slice(0, -'.bench.ts'.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name))
  .sort();
const unknown = wanted.filter((name) => !benches.includes(name));
if (unknown.length > 0) throw new Error(`There is no bench called ${unknown.join(', ')}.`);

const isFigures = (message: unknown): message is Figure[] =>
  Array.isArray(message) && message.every((one) => typeof one === 'object' && one !== null && 'ratio' in one);

/** The figures of one bench; null where it ended without any. */
function run(name: string): Promise<readonly Figure[] | null> {
  console.log(`\n— ${name}`);
  return new Promise((resolve, reject) => {
    let figures: readonly Figure[] | null = null;
    const child = fork(`${folder}${name}.bench.ts`, { execArgv: ['--import', 'tsx'], stdio: 'inherit' });
    child.on('message', (message) => {
      if (isFigures(message)) figures = message;
    });
    child.on('error', reject);
    child.on('close', () => resolve(figures));
  });
}

const figures: Figure[] = [];
const broken: string[] = [];
for (const name of benches) {
  const found = await run(name);
  if (found === null) broken.push(name);
  else figures.push(...found);
}
console.log(`\n${table(figures)}`);
for (const name of broken) console.error(`\nThe bench ${name} ended without figures.`);
process.exitCode = broken.length > 0 || !figures.every(met) ? 1 : 0;
