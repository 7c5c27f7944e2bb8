// `npm test`: installs what is missing and runs everything. Ends with `N passed, N failed`.
// `npm test -- unit e2e` runs some of the parts: types, lint, layering, rules, unit, fuzz, build, e2e, bench.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium, ensureNode, ensurePackages, root, run } from './ensure.mjs';

if (!process.stdout.isTTY) process.env.NO_COLOR = '1';
ensureNode();
ensurePackages();
mkdirSync(join(root, '.cache'), { recursive: true });

const PARTS = ['types', 'lint', 'layering', 'rules', 'unit', 'fuzz', 'build', 'e2e', 'bench'];
const asked = process.argv.slice(2);
const unknown = asked.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. Parts: ${PARTS.join(', ')}.`);
  process.exit(2);
}
const wanted = (part) => asked.length === 0 || asked.includes(part);
const results = [];
const record = (part, passed, failed) => results.push({ part, passed, failed });
const check = (part, code) => record(part, code === 0 ? 1 : 0, code === 0 ? 0 : 1);
const bin = (name) => join(root, 'node_modules/.bin', name);
const report = (file) =>
  existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), 'utf8')) : undefined;
const step = (title) => console.log(`\n── ${title}`);

if (wanted('types')) {
  step('types');
  check('types', run('node', [join(root, 'node_modules/typescript7/bin/tsc'), '--noEmit']));
}
if (wanted('lint')) {
  step('lint');
  check('lint', run(bin('biome'), ['check', '--diagnostic-level=warn', '--error-on-warnings']));
}
if (wanted('layering')) {
  step('layering');
  check(
    'layering',
    run(bin('depcruise'), ['src', '--config', '.dependency-cruiser.cjs', '--output-type', 'err']),
  );
}
if (wanted('rules')) {
  step('rules');
  check('rules', run(bin('tsx'), ['scripts/rules.ts']));
}
if (wanted('unit')) {
  step('unit');
  rmSync(join(root, '.cache/vitest.json'), { force: true });
  const code = run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=.cache/vitest.json',
  ]);
  const json = report('.cache/vitest.json');
  const failed = json?.numFailedTests ?? 0;
  record('unit', json?.numPassedTests ?? 0, failed > 0 || code === 0 ? failed : 1);
}
if (wanted('fuzz')) {
  step('hostile requests');
  check('fuzz', run(bin('tsx'), ['scripts/fuzz.ts']));
}
let built = true;
if (wanted('build') || wanted('e2e')) {
  step('build and size');
  const code = run('npm', ['run', '--silent', 'build']) || run('node', ['scripts/size.mjs']);
  built = code === 0;
  check('build', code);
}
if (wanted('e2e')) {
  step('browser');
  const chromium = ensureChromium();
  if (chromium === undefined || !existsSync(join(root, 'dist/index.html'))) record('e2e', 0, 1);
  else {
    rmSync(join(root, '.cache/playwright.json'), { force: true });
    const env = {
      ...process.env,
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(root, '.cache/playwright.json'),
    };
    const code = run(bin('playwright'), ['test', '--reporter=line,json'], { env });
    const stats = report('.cache/playwright.json')?.stats;
    const failed = stats?.unexpected ?? 0;
    record('e2e', (stats?.expected ?? 0) + (stats?.flaky ?? 0), failed > 0 || code === 0 ? failed : 1);
  }
}

if (wanted('bench')) {
  // What it measures is told and judges nothing, and neither does a bench that breaks down.
  step('benches, quick');
  run(bin('tsx'), ['bench/all.ts', '--quick']);
}

step('summary');
const width = Math.max(...results.map((r) => r.part.length));
for (const r of results) console.log(`${r.part.padEnd(width)}  ${r.passed} passed, ${r.failed} failed`);
const total = (key) => results.reduce((sum, r) => sum + r[key], 0);
console.log('');
console.log(`${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 && built ? 0 : 1);
