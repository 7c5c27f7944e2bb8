// Budget of the initial JavaScript of the editor: what index.html and the editor's page load before anything is asked for.
// Workers, and what loads when it is needed, apart.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './ensure.mjs';

const BUDGET = 325_000;
const dist = process.argv[2] ?? join(root, 'dist');
const html = readFileSync(join(dist, 'index.html'), 'utf8');
const first = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1]);
const seen = new Set();
const visit = (file) => {
  if (seen.has(file)) return;
  seen.add(file);
  const code = readFileSync(join(dist, file), 'utf8');
  for (const match of code.matchAll(
    /(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["'](\.\/[^"']+\.js)["']/g,
  ))
    visit(join('assets', match[1]));
};
const page = readdirSync(join(dist, 'assets')).filter((name) => /^editor-page-.*\.js$/.test(name));
if (page.length !== 1)
  throw new Error(`One chunk of the editor's page was expected, ${page.length} are there.`);
for (const file of [...first, ...page.map((name) => `assets/${name}`)]) visit(file.replace(/^\//, ''));
const sizes = [...seen].map((file) => ({
  file,
  bytes: gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
}));
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
for (const { file, bytes } of sizes.sort((a, b) => b.bytes - a.bytes))
  console.log(`${(bytes / 1000).toFixed(1).padStart(8)} kB  ${file}`);
console.log(`${(total / 1000).toFixed(1).padStart(8)} kB gzipped in all; the budget is ${BUDGET / 1000} kB`);
if (total > BUDGET) {
  console.error('The initial JavaScript is over its budget: load something later, or do without it.');
  process.exit(1);
}
