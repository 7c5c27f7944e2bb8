// `sluice run` with questions to people: answered beforehand, on the terminal, or not at all.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeOf } from '../../api/testing/world';
import { type Json, own } from '../../model/json';
import { temporary } from '../testing/processes';
import { run } from './command';
import type { Terminal } from './terminal';

const directories = temporary();
let directory = '';
const path = (name: string) => join(directory, name);
const then = (from: string, to: string) => ({
  id: `${from}-${to}`,
  source: from,
  target: to,
  sourceHandle: `${from}-output-trigger`,
  targetHandle: `${to}-input-trigger`,
});

beforeAll(() => {
  directory = directories.make();
  const schema = {
    type: 'object',
    properties: { n: { type: 'integer' }, s: { type: 'string' } },
    required: ['n'],
  };
  const document = {
    id: 'asks',
    name: 'Asks',
    nodes: [
      nodeOf('sure', 'confirmation', { message: 'Sure?' }),
      nodeOf('pick', 'choice_input', {
        message: 'Which?',
        options: [
          { value: 'a', label: 'A' },
          { value: 'b', label: 'B' },
        ],
      }),
      nodeOf('words', 'text_input_interrupt', { message: 'Words?', min_length: 3 }),
      nodeOf('form', 'form_input', { message: 'Who?', schema }),
      nodeOf('look', 'review_input', {
        message: 'Right?',
        original: { x: 1 },
        proposed: { x: 2 },
      }),
    ],
    edges: [then('sure', 'pick'), then('pick', 'words'), then('words', 'form'), then('form', 'look')],
    interface: {
      outputs: [
        { id: 'sure', bindings: [{ nodeId: 'sure', portId: 'confirmed' }] },
        { id: 'picked', bindings: [{ nodeId: 'pick', portId: 'selected' }] },
        { id: 'text', bindings: [{ nodeId: 'words', portId: 'text' }] },
        { id: 'form', bindings: [{ nodeId: 'form', portId: 'data' }] },
        { id: 'accepted', bindings: [{ nodeId: 'look', portId: 'accepted' }] },
      ],
    },
  };
  writeFileSync(path('asks.json'), JSON.stringify(document));
});
afterAll(() => directories.remove());

/** Typed in place of an answer. */
const CTRL_C = '\u0003';

async function sluice(args: readonly string[], typed?: readonly string[]) {
  let written = '';
  let interrupt = () => {};
  const lines = [...(typed ?? [])];
  const terminal: Terminal = {
    isTerminal: typed !== undefined,
    write(text) {
      written += text;
    },
    ...(typed === undefined
      ? {}
      : {
          async ask(prompt) {
            written += prompt;
            const line = lines.shift();
            if (line !== CTRL_C) return line;
            interrupt();
            return undefined;
          },
        }),
    onInterrupt(stop) {
      interrupt = stop;
      return () => undefined;
    },
  };
  const { code, out = '', err = '' } = await run(['run', path('asks.json'), ...args], {}, terminal);
  return { code, out, err, written };
}
const outputsIn = (written: string): Json =>
  own(JSON.parse(written.trim().split('\n').at(-1) ?? '{}'), 'outputs') ?? null;

const ALL = { sure: true, picked: 'b', text: 'Abel', form: { n: 3, s: '7' }, accepted: 1 };
const LOOK = {
  decisions: { x: { accepted: true, value: 2 } },
  summary: { accepted: 1, rejected: 0, total: 1 },
};

test('answers of a file and of the command line are taken by node', async () => {
  writeFileSync(path('answers.json'), JSON.stringify({ sure: true, pick: ['b'], form: { n: 3, s: '7' } }));
  const { code, err, written } = await sluice([
    ...[
      '--answers',
      path('answers.json'),
      '--answer',
      'words=Abel',
      '--answer',
      `look=${JSON.stringify(LOOK)}`,
    ],
  ]);
  expect([code, err]).toEqual([0, '']);
  expect(outputsIn(written)).toMatchObject(ALL);
}, 30_000);

test('on a terminal a person is asked, and asked again after a slip', async () => {
  const typed = ['what', 'y', '2', 'ab', 'Abel', '3', '7', 'yes'];
  const { code, out, err, written } = await sluice([], typed);
  expect([code, err]).toEqual([0, '']);
  expect(JSON.parse(out)).toMatchObject(ALL);
  expect(written).toContain('Which?\n  1 A\n  2 B\n');
  expect(written).toContain('The answer has at least 3 characters, not 2.');
  expect(written).toContain('x: 1 becomes 2? (y/n)');
}, 30_000);

test('without an answer it ends with 3 and the question', async () => {
  const { code, err } = await sluice(['--answer', 'sure=true']);
  expect(code).toBe(3);
  expect(err).toContain('waits for an answer at pick (choice): Which?');
  expect(err).toContain('--answer pick=VALUE');
  expect((await sluice([], ['y'])).code).toBe(3);
}, 30_000);

test('INT-16: Ctrl-C at a question cancels the run: it is not asked again, and the code is 1', async () => {
  const { code, err, written } = await sluice([], ['y', CTRL_C]);
  expect([code, err]).toEqual([1, 'The run was cancelled.']);
  expect(written.split('Which?')).toHaveLength(2);
}, 30_000);

test('a value that is no answer ends with 3 and says why', async () => {
  const { code, err } = await sluice(['--answer', 'sure=true', '--answer', 'pick=c']);
  expect(code).toBe(3);
  expect(err).toContain('The answer is one of "a", "b", not "c".');
}, 30_000);

test.each([
  [['--answer', 'sure'], 'NODE=VALUE'],
  [['--answer', 'sure=[1'], 'begins like JSON'],
  [['--answers', 'nowhere.json'], 'nowhere.json'],
])('%j is a wrong command line: 2', async (args, wanted) => {
  const { code, err } = await sluice(args);
  expect([code, err.includes(wanted) ? wanted : err]).toEqual([2, wanted]);
});
