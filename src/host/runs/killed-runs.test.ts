// A real host that is killed at every request of a run of thirty jobs, before it is answered or just after, when its journal
// is being written. Whatever the run does to the world is counted outside the host.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeOf } from '../../api/testing/world';
import { isArray, type Json, type JsonObject, own, ownString } from '../../model/json';
import { dataOf, type RunningHost, startHost, temporary } from '../testing/processes';

const API = '/api/flowdrop';
const STRATEGIES = [
  'flowdrop_runtime:synchronous_pipeline',
  'flowdrop_runtime:asynchronous',
  'flowdrop_stategraph:stategraph',
];

const directories = temporary();
let host: RunningHost;
let base = '';

/** What the run under way has asked so far, in order: questions to the model by their words, effects by their item. */
let asked: string[] = [];
/** The request at which the host dies, counted from 0, and how long after its answer; `undefined`: before it. */
let death: { readonly at: number; readonly after: number | undefined } | undefined;
let pauses = 0;
let died: () => void = () => undefined;

const service = createServer((request, response) => {
  void answer(request, response).catch(() => response.destroy());
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const part of request) body += String(part);
  const url = new URL(request.url ?? '/', 'http://x');
  const words = url.searchParams.get('item') ?? /#(\w+)/.exec(body)?.[1] ?? url.pathname;
  const key = url.pathname === '/effect' ? `effect ${words}` : words;
  asked.push(key);
  const at = asked.length - 1;
  if (key === 'pause' && pauses === 0) {
    pauses = 1;
    const run = await newest();
    expect((await host.call('POST', `/flowdrop/api/pipelines/${run}/pause`, {})).status).toBe(202);
  }
  const dies = death?.at === at ? death : undefined;
  if (dies !== undefined && dies.after === undefined) {
    await host.stop('SIGKILL');
    died();
    return;
  }
  const flaky = key === 'flaky' && asked.filter((one) => one === 'flaky').length === 1;
  const reply = { role: 'assistant', content: `said ${key}` };
  response.writeHead(flaky ? 503 : 200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({
      ...{ id: 'r', object: 'chat.completion', created: 0, model: 'm' },
      choices: [{ index: 0, finish_reason: 'stop', message: reply }],
    }),
  );
  if (dies?.after === undefined) return;
  await new Promise((resolve) => setTimeout(resolve, dies.after));
  await host.stop('SIGKILL');
  died();
}

const gate = (...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { connectable: true, configurable: true }]));
const TYPES: readonly JsonObject[] = [
  { id: 'k_each', executor_plugin: 'flowdrop_stategraph:foreach', parameters: gate('items', 'loop_back') },
  {
    id: 'k_words',
    executor_plugin: 'flowdrop_node_processor:prompt_template',
    parameters: gate('template', 'variables'),
  },
  { id: 'k_say', executor_plugin: 'aincient_flows:aincient_simple_chat', parameters: gate('message') },
  { id: 'k_effect', executor_plugin: 'flowdrop_node_processor:http_request', parameters: gate('url') },
  { id: 'k_trouble', executor_plugin: 'sluice:raise_error', parameters: gate('message') },
  {
    id: 'k_child',
    executor_plugin: 'flowdrop_workflow_executor:workflow_executor',
    parameters: gate('workflow_id', 'execution_mode'),
  },
];

const shown = (...outputs: readonly string[]) => ({
  ports: { inputs: [], outputs: outputs.map((id) => ({ id, exposed: true })) },
});
const say = (id: string, more: JsonObject = {}) => nodeOf(id, 'k_say', { message: `#${id}`, ...more });

const wire = (text: string, i: number): JsonObject => {
  const [source = '', from = '', target = '', to = ''] = text.split(/[.>]/);
  const handles = { sourceHandle: `${source}-output-${from}`, targetHandle: `${target}-input-${to}` };
  return { id: `e${i}`, source, target, ...handles };
};

/** A list that is gone through, with a question and an effect an item; a retry, a routed failure, a child run, a pause. */
function workflow(): JsonObject {
  return {
    id: 'killed',
    name: 'Killed',
    nodes: [
      nodeOf('begin', 'k_words', { template: 'begin' }),
      nodeOf('each', 'k_each', { items: [{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }] }),
      nodeOf('words', 'k_words', { template: '#item{{ n }}' }),
      say('ask'),
      nodeOf('address', 'k_words', { template: `${base}/effect?item={{ n }}` }),
      nodeOf('effect', 'k_effect', shown('error')),
      nodeOf('sorry', 'k_words', { template: 'sorry' }),
      say('flaky', { maxRetries: 2, retryDelay: 0 }),
      nodeOf('trouble', 'k_trouble', { message: 'as expected', ...shown('error') }),
      nodeOf('handled', 'k_words', { template: 'handled: {{ message }}' }),
      nodeOf('child', 'k_child', { workflow_id: 'killed_inner', execution_mode: 'job' }),
      say('pause'),
      say('last'),
    ],
    edges: [
      'begin.trigger>each.trigger',
      'each.current_item>words.variables',
      'words.prompt>ask.message',
      'each.current_item>address.variables',
      'ask.trigger>address.trigger',
      'address.prompt>effect.url',
      'effect.trigger>each.loop_back',
      'effect.error>sorry.variables',
      'sorry.trigger>each.loop_back',
      'each.collected_results>flaky.trigger',
      'flaky.trigger>trouble.trigger',
      'trouble.error>handled.variables',
      'handled.trigger>child.trigger',
      'child.trigger>pause.trigger',
      'pause.trigger>last.trigger',
    ].map(wire),
    interface: { outputs: [{ id: 'said', bindings: [{ nodeId: 'last', portId: 'response' }] }] },
  };
}

const INNER: JsonObject = { id: 'killed_inner', name: 'Inner', nodes: [say('inner')], edges: [] };

beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const address = service.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  directory = directories.make();
  host = await begun();
  for (const type of TYPES)
    expect((await host.call('POST', `${API}/node-types`, { label: type.id ?? '', ...type })).status).toBe(
      201,
    );
  for (const body of [INNER, workflow()]) {
    const made = await host.call('POST', `${API}/workflows`, body);
    expect([made.status, own(made.body, 'details')]).toEqual([201, undefined]);
  }
}, 60_000);
afterAll(async () => {
  await host.stop('SIGKILL');
  service.closeAllConnections();
  service.close();
  directories.remove();
});

let directory = '';
const begun = () =>
  startHost(['--data', directory, '--allow-internal'], {
    ...{ SLUICE_MODEL_KIND: 'openai', SLUICE_MODEL_URL: `${base}/v1` },
    ...{ SLUICE_MODEL: 'm', SLUICE_MODEL_KEY: 'k' },
  });

async function newest(): Promise<string> {
  const list = dataOf(await host.call('GET', `${API}/workflow/killed/pipelines`));
  const rows = isArray(list) ? list : own(list, 'pipelines');
  const [first] = isArray(rows) ? rows : [];
  return ownString(first, 'id') ?? '';
}

/** Follows a run to its end; a person resumes what they have paused. */
async function ended(run: string): Promise<Json> {
  let status = '';
  await expect
    .poll(
      async () => {
        status = ownString(dataOf(await host.call('GET', `${API}/pipeline/${run}/status`)), 'status') ?? '';
        if (status === 'paused') {
          const document = dataOf(await host.call('GET', `${API}/pipeline/${run}`));
          const asks = Number(own(own(document, 'job_status_summary'), 'interrupted')) > 0;
          // An effect that may have been had is a person's to decide; this one decides to leave it.
          const verb = asks ? 'cancel' : 'resume';
          await host.call('POST', `/flowdrop/api/pipelines/${run}/${verb}`, {});
        }
        return status;
      },
      { timeout: 30_000, interval: 15 },
    )
    .toMatch(/^(completed|failed|cancelled)$/);
  return dataOf(await host.call('GET', `${API}/pipeline/${run}`));
}

/** Resumes the run as soon as it is paused. */
async function resumed(): Promise<void> {
  const resume = async () =>
    (await host.call('POST', `/flowdrop/api/pipelines/${await newest()}/resume`, {})).status;
  await expect.poll(resume, { timeout: 60_000, interval: 15 }).toBe(200);
}

/** Outputs that are the same in every run. */
const SAME = [
  'prompt',
  'response',
  'current_item',
  'collected_results',
  'status_code',
  'success',
  'outputs',
  'error_message',
];

function executions(document: Json): ReadonlyMap<string, Json> {
  const jobs = own(document, 'jobs');
  return new Map(
    (isArray(jobs) ? jobs : []).map((job) => {
      const metadata = own(job, 'metadata');
      const outputs = own(job, 'output_data');
      const same = SAME.map((key): Json => own(outputs, key) ?? null);
      const kept = [
        own(job, 'status') ?? null,
        own(metadata, 'rounds') ?? null,
        own(metadata, 'error_code') ?? null,
      ];
      return [`${ownString(job, 'node_id')}:${own(metadata, 'occurrence')}`, [...kept, ...same]];
    }),
  );
}

const REQUESTS = 13;
/** The request at which a person pauses. */
const PAUSE = 11;

async function round(strategy: string, dying: typeof death) {
  asked = [];
  pauses = 0;
  death = dying;
  const gone = new Promise<void>((resolve) => {
    died = resolve;
  });
  const launched = host.call('POST', `${API}/workflows/killed/execute`, { orchestrator: strategy }).then(
    () => undefined,
    () => undefined,
  );
  let before: readonly string[] = [];
  if (dying === undefined) await launched;
  else {
    // Past the pause, a person has to let it go on before it dies.
    if (dying.at > PAUSE) await resumed();
    await gone;
    before = [...asked];
    host = await begun();
  }
  const document = await ended(await newest());
  return { document, before, asked: [...asked], found: executions(document) };
}

const references = new Map<string, Awaited<ReturnType<typeof round>>>();

test('undisturbed, it is the same run of thirty jobs under each strategy', async () => {
  for (const strategy of STRATEGIES) {
    const reference = await round(strategy, undefined);
    references.set(strategy, reference);
    expect([strategy, own(reference.document, 'status')]).toEqual([strategy, 'completed']);
    expect(reference.asked).toEqual([
      ...[1, 2, 3, 4].flatMap((n) => [`item${n}`, `effect ${n}`]),
      ...['flaky', 'flaky', 'inner', 'pause', 'last'],
    ]);
    expect(reference.found.size).toBeGreaterThanOrEqual(27);
    expect(pauses).toBe(1);
  }
}, 60_000);

test('SG-13, INT-11: killed at any request, it ends as it would have, and nothing that completed is executed again', async () => {
  for (let at = 0; at < REQUESTS; at += 1) {
    const strategy = STRATEGIES[at % STRATEGIES.length] ?? '';
    const reference = references.get(strategy);
    // The answer is on its way, or taken, or its commit is being written.
    const dying = { at, after: at % 2 === 0 ? undefined : at % 4 };
    const { document, before, asked: all, found } = await round(strategy, dying);
    const where = `${strategy}, request ${at} (${before.at(-1)}), ${dying.after ?? 'before'}`;
    const again = all.slice(before.length);
    const inFlight = before.at(-1);
    // What was in flight may be asked again, at once; nothing else that had been asked before is.
    const repeated = again.filter((key) => before.includes(key));
    expect([where, repeated.filter((key, i) => key !== inFlight || i > 0)]).toEqual([where, []]);
    expect([where, again.indexOf(repeated[0] ?? again[0] ?? '')]).toEqual([
      where,
      again.length === 0 ? -1 : 0,
    ]);
    if (own(document, 'status') === 'cancelled') {
      // What had ended before the effect in doubt is as it would have been, and nothing came after it.
      expect([where, inFlight?.startsWith('effect'), again]).toEqual([where, true, []]);
      const over = [...found].filter(([, row]) => isArray(row) && row[0] === 'completed');
      expect([where, over]).toEqual([where, over.map(([key]) => [key, reference?.found.get(key)])]);
      continue;
    }
    for (const n of [1, 2, 3, 4])
      expect([where, all.filter((key) => key === `effect ${n}`)]).toEqual([where, [`effect ${n}`]]);
    expect([where, own(document, 'status')]).toEqual([where, 'completed']);
    expect([where, own(own(own(document, 'execution_data'), 'outputs'), 'said')]).toEqual([
      where,
      'said last',
    ]);
    expect([where, found]).toEqual([where, reference?.found]);
  }
}, 240_000);
