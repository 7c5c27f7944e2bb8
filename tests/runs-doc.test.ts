// docs/runs.md draws how runs and jobs go from status to status, and shows rounds. What it shows is what the program has.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isBehind } from '../src/engine/delivery/rounds';
import { STRATEGIES } from '../src/engine/strategies';
import { countdown } from '../src/engine/testing/loop-shapes';
import { memoryStore } from '../src/engine/testing/memory-store';
import { launcher } from '../src/engine/testing/run-scenario';
import { JOB_TRANSITIONS, RUN_TRANSITIONS, stateDiagram } from '../src/model/transitions';

const file = new URL('../docs/runs.md', import.meta.url);
const BLOCK = /(<!-- \w+: ([\w-]+) -->\n```\w+\n)([\s\S]*?)(```)/g;

/** The run of the page. */
const loops = () =>
  launcher(
    'flowdrop_runtime:synchronous_pipeline',
    memoryStore,
  )({
    types: [countdown(1)],
    nodes: {
      list: { type: 'echo', config: { text: ['a', 'b'] } },
      head: 'echo',
      each: 'each',
      item: 'echo',
      again: 'countdown',
      out: 'echo',
    },
    wires: [
      'list.text>head.in',
      'head.in>each.items',
      'each.current_item>item.in',
      'item.in>each.loop_back',
      'item.in>again.in',
      'each.collected_results>again.trigger',
      'again.Yes>head.loop_back',
      'again.No>out.trigger',
      'head.in>out.in',
    ],
  });

/** A line a job: its key, the round of each loop it is in, and the value of the item, where it has one. */
async function rounds(): Promise<string> {
  const done = await loops();
  const lines = await Promise.all(
    done.keys.map(async (key) => {
      const stamp = (done.executions.get(key)?.rounds ?? []).map(({ loop, round }) => `${loop} ${round}`);
      const item = key.startsWith('item') ? (await done.inputs(key))?.in : undefined;
      return `${key.padEnd(8)} ${stamp.join(', ').padEnd(15)} ${typeof item === 'string' ? `"${item}"` : ''}`.trimEnd();
    }),
  );
  return lines.join('\n');
}

test('docs/runs.md shows the transitions and the rounds that the program has', async () => {
  const made = new Map([
    ['run', stateDiagram(RUN_TRANSITIONS)],
    ['job', stateDiagram(JOB_TRANSITIONS)],
    ['loops', await rounds()],
  ]);
  const text = readFileSync(file, 'utf8');
  const derived = text.replace(
    BLOCK,
    (_, head: string, name: string, __, tail: string) => `${head}${made.get(name)}\n${tail}`,
  );
  // UPDATE_DOCS=1 writes the page anew.
  if (process.env.UPDATE_DOCS === '1') writeFileSync(file, derived);
  else expect(text).toBe(derived);
  expect([...text.matchAll(BLOCK)].map(([, , name]) => name)).toEqual([...made.keys()]);
});

test('what docs/runs.md says of the example holds', async () => {
  const { executions } = await loops();
  const stamp = (key: string) => executions.get(key)?.rounds ?? [];
  expect(stamp('item:2')).toEqual(stamp('each:3'));
  expect(isBehind(stamp('each:3'), stamp('item:2'))).toBe(false);
  expect(isBehind(stamp('each:1'), stamp('item:2'))).toBe(true);
  expect(stamp('each:1')).toMatchObject([{ round: 0 }, { round: 1 }]);
  expect(stamp('out')).toEqual([]);
});

test('docs/runs.md tells of every strategy, and names files that are there', () => {
  const text = readFileSync(file, 'utf8');
  for (const { id, label } of STRATEGIES) expect(text).toContain(`| ${label} (\`${id.split(':')[1]}\`) |`);
  const named = [...text.matchAll(/`((?:src|tests)\/[\w./-]+\.ts)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(5);
  for (const path of named) expect(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')).not.toBe('');
});
