/*
 * In Chromium, in a worker as in the product: a node of a run under the state graph with durable checkpoints against one bare
 * Dexie transaction that writes the same rows (browser/durable-worker.ts). Both databases have the product's tables and
 * indexes. Ours also judges who owns the run, executes the node and steps; nothing of that is in the bare one.
 *
 *   npx tsx bench/durable.bench.ts [--quick] [--reuse]
 *
 * Ends with exit code 1 where a node costs more than one and a half bare transactions. The ratio is the median of the
 * ratios of rounds. CHROMIUM_PATH names the browser (/usr/bin/chromium otherwise).
 */
import { chromium } from '@playwright/test';
import { buildBare, serveFolder } from './browser/build';
import type { Asked, Measured } from './browser/durable-worker';
import { ratios } from './engine/turns';
import { median, report, spread } from './figures';

const quick = process.argv.includes('--quick');
const asked: Asked = quick ? { nodes: 60, rounds: 5, warmUp: 2 } : { nodes: 200, rounds: 11, warmUp: 3 };

const server = await serveFolder(await buildBare(process.argv.includes('--reuse')));
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(`page: ${error.message}`));
  await page.goto(`${server.url}/durable.html`);
  await page.waitForFunction(() => document.title === 'ready');
  const { ours, bare, written, commits }: Measured = await page.evaluate(
    (what) => window.measure(what),
    asked,
  );
  if (commits < asked.nodes) throw new Error(`A run of ${asked.nodes} nodes made ${commits} commits.`);
  const each = (list: readonly number[]) => list.map((ms) => ms / asked.nodes);
  console.log(`A node, ms: median of ${asked.rounds} rounds of ${asked.nodes} (quartiles)`);
  console.log(`  state graph, durable checkpoints  ${spread(each(ours), 2)}`);
  console.log(`  bare Dexie transaction            ${spread(each(bare), 2)}`);
  const least = (list: readonly number[]) => Math.min(...each(list));
  console.log(`  the fastest rounds: ${least(ours).toFixed(2)} to ${least(bare).toFixed(2)}`);
  console.log(`  ${commits} transactions a run, ${written.toFixed(0)} characters of JSON a node`);
  report([
    {
      what: 'node of a state graph, durable checkpoints, Chromium',
      against: 'bare Dexie transaction of the same rows',
      measured: `${median(each(ours)).toFixed(2)} to ${median(each(bare)).toFixed(2)} ms`,
      ratio: median(ratios(ours, bare)),
      goal: { at: 'most', ratio: 1.5 },
    },
  ]);
} finally {
  await browser.close();
  server.close();
}
