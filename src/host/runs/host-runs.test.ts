// A real host that runs workflows, driven over HTTP, stopped and killed in the middle of runs.
import { createServer, type ServerResponse } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { nodeOf } from '../../api/testing/world';
import { isArray, type Json, own, ownString } from '../../model/json';
import { dataOf, type RunningHost, startHost, temporary } from '../testing/processes';

const API = '/api/flowdrop';
const SIGNALS = '/flowdrop/api/pipelines';
const directories = temporary();
const hosts: RunningHost[] = [];

/** What the nodes of the workflows ask, by path: how often, and whose answers are held back. */
const hits = new Map<string, number>();
const held = new Map<string, ServerResponse[]>();
const holding = new Set<string>();
const service = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://x').pathname;
  hits.set(path, (hits.get(path) ?? 0) + 1);
  if (holding.has(path)) held.set(path, [...(held.get(path) ?? []), response]);
  else reply(response);
});
let base = '';

const REPLY = {
  id: 'r',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'hello' } }],
};

function reply(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(REPLY));
}

function letGo(path: string): void {
  holding.delete(path);
  for (const response of held.get(path) ?? []) reply(response);
  held.delete(path);
}

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterEach(async () => {
  for (const path of [...holding]) letGo(path);
  hits.clear();
  await Promise.all(hosts.splice(0).map((host) => host.stop('SIGKILL')));
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
  directories.remove();
});

async function start(directory: string, ...more: readonly string[]): Promise<RunningHost> {
  const env = { SLUICE_MODEL_URL: `${base}/v1`, SLUICE_MODEL: 'm', SLUICE_MODEL_KEY: 'k' };
  const host = await startHost(['--data', directory, '--allow-internal', ...more], env);
  hosts.push(host);
  return host;
}

const MODEL = '/v1/chat/completions';

/** The shipped types take both by wire alone. */
const TYPES: readonly Json[] = [
  {
    id: 'ask',
    label: 'Ask',
    executor_plugin: 'flowdrop_node_processor:http_request',
    parameters: { url: { configurable: true } },
  },
  {
    id: 'say',
    label: 'Say',
    executor_plugin: 'flowdrop_ai_provider:simple_chat',
    parameters: { message: { configurable: true } },
  },
];

/** Nodes in a row, each begun by the one before. `/path`: asks that path; `model`: asks the model. */
function chain(id: string, steps: readonly string[]): Json {
  const names = steps.map((_, i) => `step${i}`);
  return {
    id,
    name: id,
    nodes: steps.map((step, i) =>
      step === 'model'
        ? nodeOf(`step${i}`, 'say', { message: 'hello' })
        : nodeOf(`step${i}`, 'ask', { url: base + step }),
    ),
    edges: names.slice(1).map((target, i) => ({
      id: `e${i}`,
      source: `step${i}`,
      target,
      sourceHandle: `step${i}-output-trigger`,
      targetHandle: `${target}-input-trigger`,
    })),
  };
}

async function launch(host: RunningHost, id: string, steps: readonly string[]): Promise<string> {
  for (const type of TYPES) await host.call('POST', `${API}/node-types`, type);
  const made = await host.call('POST', `${API}/workflows`, chain(id, steps));
  expect([made.status, own(made.body, 'details')]).toEqual([201, undefined]);
  const launched = await host.call('POST', `${API}/workflows/${id}/execute`, {});
  expect(launched.status).toBe(202);
  return ownString(dataOf(launched), 'execution_id') ?? '';
}

async function statusOf(host: RunningHost, run: string): Promise<string> {
  return ownString(dataOf(await host.call('GET', `${API}/pipeline/${run}/status`)), 'status') ?? '';
}

const within = { timeout: 40_000, interval: 20 };

test('launch, poll, read: a queued run goes on by itself until it has ended', async () => {
  const host = await start(directories.make());
  const run = await launch(host, 'flow', ['/first', 'model', '/last']);
  await expect.poll(() => statusOf(host, run), within).toBe('completed');
  const document = dataOf(await host.call('GET', `${API}/pipeline/${run}`));
  const jobs = own(document, 'jobs');
  expect((isArray(jobs) ? jobs : []).map((job) => own(job, 'status'))).toEqual(Array(3).fill('completed'));
  expect([hits.get('/first'), hits.get(MODEL), hits.get('/last')]).toEqual([1, 1, 1]);
}, 120_000);

test('cancel, pause and resume reach a run that is under way', async () => {
  const host = await start(directories.make());
  holding.add('/slow');
  const cancelled = await launch(host, 'a', ['/slow', '/never']);
  await expect.poll(() => hits.get('/slow'), within).toBe(1);
  expect((await host.call('POST', `${SIGNALS}/${cancelled}/cancel`, {})).status).toBe(202);
  await expect.poll(() => statusOf(host, cancelled), within).toBe('cancelled');
  const paused = await launch(host, 'b', ['/slow', '/after']);
  await expect.poll(() => hits.get('/slow'), within).toBe(2);
  expect((await host.call('POST', `${SIGNALS}/${paused}/pause`, {})).status).toBe(202);
  letGo('/slow');
  await expect.poll(() => statusOf(host, paused), within).toBe('paused');
  expect([hits.get('/never'), hits.get('/after')]).toEqual([undefined, undefined]);
  expect((await host.call('POST', `${SIGNALS}/${paused}/resume`, {})).status).toBe(200);
  await expect.poll(() => statusOf(host, paused), within).toBe('completed');
  expect([hits.get('/slow'), hits.get('/after')]).toEqual([2, 1]);
}, 120_000);

test('kill -9: a run goes on where it was; what had completed is not executed again, what has no effects is', async () => {
  const directory = directories.make();
  const first = await start(directory);
  holding.add(MODEL);
  const run = await launch(first, 'flow', ['/first', 'model', '/last']);
  await expect.poll(() => hits.get(MODEL), within).toBe(1);
  await first.stop('SIGKILL');
  letGo(MODEL);
  const second = await start(directory);
  await expect.poll(() => statusOf(second, run), within).toBe('completed');
  expect([hits.get('/first'), hits.get(MODEL), hits.get('/last')]).toEqual([1, 2, 1]);
}, 120_000);

test('kill -9: a job in flight that may have taken effect waits for a person, and is not executed again', async () => {
  const directory = directories.make();
  const first = await start(directory);
  holding.add('/effect');
  const run = await launch(first, 'flow', ['/effect', '/last']);
  await expect.poll(() => hits.get('/effect'), within).toBe(1);
  await first.stop('SIGKILL');
  const second = await start(directory);
  await expect.poll(() => statusOf(second, run), within).toBe('paused');
  const asked = dataOf(await second.call('GET', `${API}/pipeline/${run}/interrupts`));
  const [question] = isArray(asked) ? asked : [];
  expect(question).toMatchObject({ type: 'choice', status: 'pending', nodeId: 'step0' });
  const answer = `${API}/interrupts/${ownString(question, 'id')}`;
  expect((await second.call('POST', answer, { value: 'fail' })).status).toBe(200);
  await expect.poll(() => statusOf(second, run), within).toBe('failed');
  const jobs = own(dataOf(await second.call('GET', `${API}/pipeline/${run}/jobs`)), 'jobs');
  const [job] = isArray(jobs) ? jobs : [];
  expect(own(own(job, 'metadata'), 'error_code')).toBe('interrupted_in_flight');
  expect([hits.get('/effect'), hits.get('/last')]).toEqual([1, undefined]);
}, 120_000);

test('SIGTERM: the job in flight ends and is stored, no other begins, and the next start goes on; a pause stays one', async () => {
  const directory = directories.make();
  const first = await start(directory);
  holding.add('/slow');
  const run = await launch(first, 'flow', ['/slow', '/effect', '/last']);
  await expect.poll(() => hits.get('/slow'), within).toBe(1);
  const paused = await launch(first, 'held', ['/slow', '/held']);
  await expect.poll(() => hits.get('/slow'), within).toBe(2);
  await first.call('POST', `${SIGNALS}/${paused}/pause`, {});
  const stopped = first.stop('SIGTERM');
  // The host has taken the signal when it takes no more requests.
  await expect
    .poll(
      () =>
        first.call('GET', `${API}/health`).then(
          () => 'open',
          () => 'closed',
        ),
      within,
    )
    .toBe('closed');
  letGo('/slow');
  expect((await stopped).code).toBe(0);
  expect([hits.get('/effect'), hits.get('/held')]).toEqual([undefined, undefined]);
  const second = await start(directory);
  await expect.poll(() => statusOf(second, run), within).toBe('completed');
  expect(await statusOf(second, paused)).toBe('paused');
  expect([hits.get('/slow'), hits.get('/effect'), hits.get('/last'), hits.get('/held')]).toEqual([
    2,
    1,
    1,
    undefined,
  ]);
}, 120_000);
