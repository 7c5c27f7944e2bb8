// Whole workflows through the importer, the catalog, the validator and the real engine, with services on loopback.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCatalog } from '../src/catalog/catalog';
import { createExpressionHost } from '../src/expression/host';
import { importFiles } from '../src/formats/import';
import type { WorkflowDocument } from '../src/model/document';
import { isObject, type JsonObject } from '../src/model/json';
import { locatorOf } from '../src/validation/locate';
import { validateFully } from '../src/validation/validate';
import { realEngine, runToEnd, service } from './support/run';

const bytesOf = (path: string) => new Uint8Array(readFileSync(path));
const fixtures = join(import.meta.dirname, 'fixtures');
const examples = join(import.meta.dirname, '../../shared/examples/drupal');

function importAll(paths: readonly string[]) {
  return importFiles(
    paths.map((path) => ({ name: path.split('/').at(-1) ?? '', bytes: bytesOf(path) })),
    createCatalog(),
  );
}

function workflow(plan: ReturnType<typeof importAll>, id: string): WorkflowDocument {
  const found = plan.workflows.find((entry) => entry.document.id === id);
  if (found === undefined) throw new Error(`${id} did not come: ${JSON.stringify(plan.files)}`);
  return found.document;
}

async function verdicts(
  document: WorkflowDocument,
  plan: ReturnType<typeof importAll>,
): Promise<readonly string[]> {
  const findings = await validateFully(document, plan.catalog, createExpressionHost());
  return findings.map((finding) => `${finding.severity} ${finding.code} ${locatorOf(finding, document)}`);
}

let openai: Awaited<ReturnType<typeof service>>;
let seen: JsonObject[] = [];
beforeAll(async () => {
  openai = await service((_path, body) => {
    const asked: unknown = JSON.parse(body);
    if (isObject(asked)) seen.push(asked);
    return {
      json: {
        id: 'c1',
        object: 'chat.completion',
        created: 1,
        model: 'fake-1',
        choices: [
          { index: 0, message: { role: 'assistant', content: 'Ahoy from the fake.' }, finish_reason: 'stop' },
        ],
        usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
      },
    };
  });
});
afterAll(() => openai.close());

async function oneCall(
  document: WorkflowDocument,
  plan: ReturnType<typeof importAll>,
  chat: string,
  given: readonly string[],
  shown: readonly string[],
) {
  seen = [];
  const say = (model?: Parameters<typeof realEngine>[0]) =>
    runToEnd(
      realEngine(model),
      document,
      { initialData: { 'chat_input.1': { message: 'hello' } } },
      plan.catalog,
    );
  const offline = await say();
  expect(offline.run.status).toBe('completed');
  expect(offline.executed).toEqual(['chat_input.1', chat, 'chat_output.1']);
  expect(offline.run.skipped).toEqual([]);
  const keys = (node: string) => Object.keys(offline.jobs.get(node)?.outputs ?? {});
  expect(keys('chat_input.1')).toEqual(given);
  expect(await offline.value(offline.jobs.get('chat_input.1')?.outputs ?? null, 'message')).toBe('hello');
  expect(keys(chat)).toEqual(['response']);
  expect(keys('chat_output.1')).toEqual(shown);
  expect(await offline.value(offline.jobs.get('chat_output.1')?.outputs ?? null, 'message')).toMatch(
    /offline/i,
  );

  const asked = await say({
    model: {
      default: 'server',
      script: '',
      connections: [
        {
          id: 'server',
          name: 'Server',
          kind: 'openai',
          baseUrl: `${openai.url}/v1`,
          model: 'default-model',
          secret: 'KEY',
        },
      ],
    },
    secrets: { KEY: 'canary-key' },
  });
  expect(asked.run.status).toBe('completed');
  expect(await asked.value(asked.jobs.get('chat_output.1')?.outputs ?? null, 'message')).toBe(
    'Ahoy from the fake.',
  );
  expect(seen.map((request) => request.model)).toEqual(['default-model']);
  expect(JSON.stringify([asked.run, [...asked.jobs.values()]])).not.toContain('canary-key');
}

describe('workflows of the shapes that sites export', () => {
  test('one model call: clean, three nodes run, an empty model means the default of the settings', async () => {
    const plan = importAll([join(fixtures, 'validation/one_call.yml')].map((path) => path));
    const [only] = plan.workflows;
    if (only === undefined) throw new Error(JSON.stringify(plan.files));
    expect(await verdicts(only.document, plan)).toEqual([]);
    const chat =
      only.document.nodes.find(
        (node) => node.data.metadata?.node_type_id === 'flowdrop_ai_provider_simple_chat',
      )?.id ?? '';
    await oneCall(
      only.document,
      plan,
      chat,
      ['message', 'history', 'sessionId', 'messageId'],
      ['message', 'format', 'metadata', 'timestamp'],
    );
  });

  test('DATA-2, BR-7: asked twice: the branch decides which answer arrives, and what is skipped', async () => {
    const plan = importAll([join(fixtures, 'run/twice.yml')]);
    const document = workflow(plan, 'twice');
    await checkTwice(document, plan, {
      first: 'http_request.1',
      second: 'http_request.2',
      pick: 'data_mapper.2',
      port: 'found',
      output: 'chat_output.1',
      widget: 'place_card',
      rewrite: rewriteTwice,
      input: 'place',
    });
  });
});

type Twice = {
  first: string;
  second: string;
  pick: string;
  port: string;
  output: string;
  widget: string;
  rewrite: (document: WorkflowDocument, places: string, facts: string) => WorkflowDocument;
  input: string;
};

async function checkTwice(original: WorkflowDocument, plan: ReturnType<typeof importAll>, shape: Twice) {
  const place = { name: 'Köln', lat: 50.9, lon: 7, latitude: 50.9, longitude: 7 };
  for (const firstFinds of [true, false]) {
    let asked = 0;
    const places = await service(() => {
      asked += 1;
      return { json: { results: firstFinds || asked > 1 ? [{ ...place, asked }] : [] } };
    });
    const facts = await service(() => ({
      json: {
        kind: 3,
        days: ['2026-06-01', '2026-06-02'],
        current: { temperature_2m: 21.5, weather_code: 3, wind_speed_10m: 9 },
        daily: {
          time: ['2026-06-01', '2026-06-02'],
          temperature_2m_min: [11, 12],
          temperature_2m_max: [21, 22],
          weather_code: [0, 61],
        },
      },
    }));
    try {
      const document = shape.rewrite(original, places.url, facts.url);
      const done = await runToEnd(
        realEngine(),
        document,
        { inputs: { [shape.input]: 'Köln am Rhein' } },
        plan.catalog,
      );
      expect(done.run.error).toBeNull();
      expect(done.run.status).toBe('completed');
      expect(done.executed).toHaveLength(
        firstFinds
          ? original.nodes.filter((n) => !n.id.startsWith('note')).length - 1
          : original.nodes.filter((n) => !n.id.startsWith('note')).length,
      );
      expect(done.run.skipped).toEqual(firstFinds ? [shape.second] : []);
      const arrived = await done.value(done.jobs.get(shape.pick)?.inputs ?? null, shape.port);
      expect(arrived).toEqual({ results: [{ ...place, asked: firstFinds ? 1 : 2 }] });
      const message = await done.value(done.run.outputs, 'message');
      const card: unknown = JSON.parse(String(message));
      expect(isObject(card) ? card.__widget__ : undefined).toBe(shape.widget);
    } finally {
      await places.close();
      await facts.close();
    }
  }
}

/** The same workflow with its two services elsewhere. */
function moved(document: WorkflowDocument, from: readonly (readonly [string, string])[]): WorkflowDocument {
  const swap = (text: string) => from.reduce((done, [old, next]) => done.replaceAll(old, next), text);
  return {
    ...document,
    nodes: document.nodes.map((node) => ({
      ...node,
      data: {
        ...node.data,
        config:
          node.data.config === undefined ? undefined : JSON.parse(swap(JSON.stringify(node.data.config))),
      },
    })),
  };
}
const rewriteTwice = (document: WorkflowDocument, places: string, facts: string) =>
  moved(document, [
    ['http://places.test', places],
    ['http://facts.test', facts],
  ]);

describe.runIf(existsSync(examples))('exports of a real site', () => {
  const all = () =>
    importAll(
      readdirSync(examples)
        .filter((name) => name.endsWith('.yml'))
        .map((name) => join(examples, name)),
    );

  test('dropped together they are three drafts with exactly these verdicts', async () => {
    const plan = all();
    expect(plan.workflows.map((entry) => entry.document.id).sort()).toEqual([
      'aincient_onboarding',
      'aincient_weather',
      'workshop_one_ai_call',
    ]);
    expect(await verdicts(workflow(plan, 'workshop_one_ai_call'), plan)).toEqual([]);
    expect(await verdicts(workflow(plan, 'aincient_onboarding'), plan)).toEqual([
      'error R1_PLUGIN_MISSING node.aincient_flows_aincient_capability_onboarding_panel.1',
    ]);
    expect(await verdicts(workflow(plan, 'aincient_weather'), plan)).toEqual([
      'warning W_PORT_UNDECLARED edge.1',
      'warning W_DATA_COLLISION edge.7',
      'warning W_PORT_UNDECLARED edge.9',
      'warning W_PORT_UNDECLARED edge.10',
      'warning W_DATA_COLLISION edge.11',
    ]);
    const without = importAll(
      readdirSync(examples)
        .filter((name) => name.endsWith('.yml') && !name.includes('capability_onboarding_panel'))
        .map((name) => join(examples, name)),
    );
    expect(await verdicts(workflow(without, 'aincient_onboarding'), without)).toEqual([
      'error R9_NODE_TYPE_UNKNOWN node.aincient_flows_aincient_capability_onboarding_panel.1',
    ]);
  });

  test('VAL-LAUNCH: the one with a missing processor is refused and nothing is created', async () => {
    const plan = all();
    const { engine, store } = realEngine();
    const answer = await engine.launch(plan.catalog, {
      document: workflow(plan, 'aincient_onboarding'),
      caller: 'system',
    });
    expect(
      answer.ok ? undefined : [answer.error.status, answer.error.code, answer.error.details.length],
    ).toEqual([422, 'WORKFLOW_INVALID', 1]);
    expect(await store.runs({ limit: 10 })).toEqual([]);
  });

  test('one model call', async () => {
    const plan = all();
    await oneCall(
      workflow(plan, 'workshop_one_ai_call'),
      plan,
      'flowdrop_ai_provider_simple_chat.1',
      ['message'],
      ['message'],
    );
  });

  test('weather: first answer found, and first answer empty', async () => {
    const plan = all();
    const rewrite = (document: WorkflowDocument, places: string, facts: string) =>
      moved(document, [
        ['https://geocoding-api.open-meteo.com', places],
        ['https://api.open-meteo.com', facts],
      ]);
    await checkTwice(workflow(plan, 'aincient_weather'), plan, {
      first: 'http_request.3',
      second: 'http_request.1',
      pick: 'data_mapper.2',
      port: 'g',
      output: 'chat_output.1',
      widget: 'weather_card',
      rewrite,
      input: 'location',
    });
  });
});
