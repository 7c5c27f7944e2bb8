// `sluice run`, in this process, and once as a user starts it.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf } from '../../api/testing/world';
import { type Json, type JsonObject, own, ownString } from '../../model/json';
import { sluice as started, temporary } from '../testing/processes';
import { run } from './command';
import { readInputs } from './run';
import type { Terminal } from './terminal';

const directories = temporary();
let directory = '';
const path = (name: string) => join(directory, name);
const INTERFACE: JsonObject = {
  inputs: [{ id: 'numbers', required: true, bindings: [{ nodeId: 'sum', portId: 'values' }] }],
  outputs: [{ id: 'total', bindings: [{ nodeId: 'sum', portId: 'result' }] }],
};
const sum = (id: string): JsonObject => ({
  id,
  name: id,
  nodes: [nodeOf('sum', 'calculator', { operation: 'add' })],
  edges: [],
  interface: INTERFACE,
});
const write = (name: string, content: Json) => writeFileSync(path(name), JSON.stringify(content));

beforeAll(() => {
  directory = directories.make();
  write('sum.json', sum('sum'));
  write('keeps.json', {
    id: 'keeps',
    name: 'Keeps',
    nodes: [
      nodeOf('save', 'entity_save', { entity_type: 'note', values: { title: 'T' } }),
      nodeOf('find', 'entity_query', { entity_type: 'note' }),
    ],
    edges: [
      {
        id: 'e',
        source: 'save',
        target: 'find',
        sourceHandle: 'save-output-trigger',
        targetHandle: 'find-input-trigger',
      },
    ],
    interface: { outputs: [{ id: 'count', bindings: [{ nodeId: 'find', portId: 'count' }] }] },
  });
  write('two.json', [sum('one'), sum('two')]);
  write('fails.json', {
    id: 'fails',
    name: 'f',
    nodes: [nodeOf('e', 'raise_error', { message: 'No' })],
    edges: [],
  });
  write('bad.json', { id: 'bad', name: 'bad', nodes: [nodeOf('a', 'nobody_has_this')], edges: [] });
  write('hostile.json', {
    id: 'h',
    name: 'h',
    nodes: [
      {
        ...nodeOf('sum', 'calculator'),
        data: { ...Object(nodeOf('sum', 'calculator').data), label: '\u001b[2J\u009bx\ny' },
      },
    ],
    edges: [],
    interface: INTERFACE,
  });
});
afterAll(() => directories.remove());

async function sluice(args: readonly string[], isTerminal = false) {
  let written = '';
  let stop = () => {};
  const terminal: Terminal = {
    isTerminal,
    write(text) {
      written += text;
    },
    onInterrupt(given) {
      stop = given;
      return () => undefined;
    },
  };
  const { code, out = '', err = '' } = await run(['run', ...args], {}, terminal);
  return { code, out, err, written, stop };
}

const lines = (text: string): readonly Json[] =>
  text
    .trim()
    .split('\n')
    .map((line): Json => JSON.parse(line));

describe('a run', () => {
  test('to a pipe: a line of JSON for each event, the end with the declared outputs last', async () => {
    const { code, out, err, written } = await sluice([path('sum.json'), '--input', 'numbers=[1,2]']);
    expect([code, out, err]).toEqual([0, '', '']);
    const events = lines(written);
    expect(events.map((event) => [own(event, 'event'), own(event, 'status')])).toEqual([
      ['run', 'pending'],
      ['node', 'running'],
      ['node', 'completed'],
      ['end', 'completed'],
    ]);
    expect(own(events.at(-1), 'outputs')).toEqual({ total: 3 });
  });

  test('to a terminal: words while it goes on, and the declared outputs at the end; --json says the same as to a pipe', async () => {
    const { code, out, written } = await sluice([path('sum.json'), '--input', 'numbers=[1,2]'], true);
    expect([code, JSON.parse(out)]).toEqual([0, { total: 3 }]);
    expect(written).toMatch(/^running +sum\ncompleted +sum \(\d+ ms\)\n$/);
    const asJson = await sluice([path('sum.json'), '--input', 'numbers=[1,2]', '--json'], true);
    expect(own(lines(asJson.written).at(-1), 'status')).toBe('completed');
  });

  test.each([
    'flowdrop_runtime:synchronous',
    'flowdrop_runtime:asynchronous',
    'flowdrop_stategraph:stategraph',
  ])('ORC-1: under %s', async (strategy) => {
    const { code, written } = await sluice([
      ...[path('sum.json'), '--input', 'numbers=[4]', '--orchestrator', strategy],
    ]);
    expect([code, own(lines(written).at(-1), 'outputs')]).toEqual([0, { total: 4 }]);
  });

  test('ORC-3: a strategy that is none falls back and says so', async () => {
    const { code, err } = await sluice([
      ...[path('sum.json'), '--input', 'numbers=[1]', '--orchestrator', 'acme:gone'],
    ]);
    expect(code).toBe(0);
    expect(err).toContain('acme:gone');
  });

  test('one that fails ends with 1 and says where and why', async () => {
    const { code, err, written } = await sluice([path('fails.json')]);
    expect([code, err]).toEqual([1, 'The run failed at e: No']);
    expect(lines(written).at(-1)).toMatchObject({ event: 'end', status: 'failed', error: { message: 'No' } });
  });

  test.each([
    ['MAN-13: an input that is not declared', ['--input', 'nmbers=1'], /nmbers.*numbers/s],
    ['MAN-15: a required one that is missing', [], /numbers/],
    ['MAN-16: a value of another type', ['--input', 'numbers=seven'], /array/],
  ])('%s is refused with 1', async (_, more, wanted) => {
    const { code, err, written } = await sluice([path('sum.json'), ...more]);
    expect([code, written]).toEqual([1, '']);
    expect(err).toMatch(wanted);
  });

  test('VAL-LAUNCH: a workflow with errors is not started, and its findings are told', async () => {
    const { code, err, written } = await sluice([path('bad.json')]);
    expect([code, written]).toEqual([1, '']);
    expect(err).toContain('R9_NODE_TYPE_UNKNOWN');
  });

  test('labels and messages cannot draw on the terminal', async () => {
    const { written } = await sluice([path('hostile.json'), '--input', 'numbers=[1]'], true);
    expect(written).not.toMatch(/[^\P{Cc}\n]/u);
    expect(written.trim().split('\n')).toHaveLength(2);
  });

  test.each([
    [[], 'Name a file'],
    [['sum.json', '--input', 'numbers'], 'NAME=VALUE'],
    [['sum.json', '--input', 'numbers=[1'], 'begins like JSON'],
    [['sum.json', '--input', 'a=1', '--input', 'a=2'], 'twice'],
    [['two.json'], 'choose one with --workflow: one, two'],
    [['two.json', '--workflow', 'three'], 'there are: one, two'],
    [['sum.json', '--nonsense'], 'nonsense'],
  ])('%j is a wrong command line: 2', async (args, wanted) => {
    const { code, err } = await sluice(args.map((arg) => (arg.endsWith('.json') ? path(arg) : arg)));
    expect([code, err.includes(wanted) ? wanted : err]).toEqual([2, wanted]);
  });

  test('content is kept in the directory of --content, for the runs that follow; without one, no longer than the run', async () => {
    const run = async (...more: readonly string[]) => {
      const { code, written, err } = await sluice([path('keeps.json'), ...more]);
      return [code, own(own(lines(written).at(-1), 'outputs'), 'count'), err];
    };
    const kept = ['--content', directories.make()];
    expect(await run(...kept)).toEqual([0, 1, '']);
    expect(await run(...kept)).toEqual([0, 2, '']);
    expect(await run()).toEqual([0, 1, '']);
    const refused = await sluice([path('keeps.json'), '--content', path('keeps.json')]);
    expect([refused.code, refused.written]).toEqual([1, '']);
    expect(refused.err).toContain('keeps.json');
  });

  test('one of several workflows is chosen by its id', async () => {
    const { code } = await sluice([path('two.json'), '--workflow', 'two', '--input', 'numbers=[1]']);
    expect(code).toBe(0);
  });
});

test('inputs are JSON, or texts where they are none', () => {
  expect(readInputs(['a=1', 'b=x y', 'c={"d":[1]}', 'e="1"', 'f=', 'g=a=b', '__proto__=1'])).toEqual({
    ok: true,
    value: Object.fromEntries([
      ['a', 1],
      ['b', 'x y'],
      ['c', { d: [1] }],
      ['e', '1'],
      ['f', ''],
      ['g', 'a=b'],
      ['__proto__', 1],
    ]),
  });
});

describe('the process', () => {
  test('prints to a pipe and ends with the code of the run', async () => {
    const { code, out, err } = await started(['run', path('sum.json'), '--input', 'numbers=[1,2]']);
    expect([code, own(lines(out).at(-1), 'outputs'), err]).toEqual([0, { total: 3 }, '']);
  }, 60_000);

  test('Ctrl-C cancels the run: the job in flight is told, the end is said, and the code is 1', async () => {
    const asked = new Promise<void>((resolve) => {
      server.on('request', () => resolve());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/never`;
    write('asks.json', {
      format: 'flowdrop.bundle/v1',
      payload: {
        node_types: [
          {
            id: 'ask',
            label: 'Ask',
            executor_plugin: 'flowdrop_node_processor:http_request',
            parameters: { url: { configurable: true } },
          },
        ],
        flow: { id: 'asks', label: 'Asks', nodes: [nodeOf('ask', 'ask', { url })], edges: [] },
      },
    });
    const child = spawn(process.execPath, ['bin/sluice.mjs', 'run', path('asks.json'), '--allow-internal'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    await Promise.race([asked, ended]);
    child.kill('SIGINT');
    expect(await ended).toBe(1);
    expect(ownString(lines(out).at(-1), 'status')).toBe('cancelled');
    expect(err).toContain('The run was cancelled.');
    server.closeAllConnections();
    server.close();
  }, 60_000);
});

const server = createServer();
