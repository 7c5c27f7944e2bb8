import { describe, expect, test } from 'vitest';
import { createExpressionHost } from '../../expression/host';
import type { WorkflowDocument } from '../../model/document';
import type { Json, JsonObject } from '../../model/json';
import { compile } from '../compile/compile';
import { createEngine } from '../engine';
import { ask } from '../interrupt';
import { createModelGateway } from '../models/gateway';
import { DEFAULT_MODELS } from '../models/settings';
import { createFetchNetwork } from '../network/fetch-network';
import type { JobRow, ModelRequest, NetworkRequest, RunEvent, SecretAnswer, TokenEvent } from '../ports';
import { processors } from '../processors';
import { resumable } from '../processors/types';
import { seededIds } from '../simulation/seeded-ids';
import { memoryStore } from '../testing/memory-store';
import { testCatalog, testWorkflow } from '../testing/world';
import { concealed } from './conceal';
import { maskOf } from './mask';

const CANARY = 'cnry/+"7f 2';
const OTHER = 'another-canary';

type Executors = typeof processors;

/** One run over a store in memory, and everything that anybody could read of it afterwards. */
async function run(
  document: WorkflowDocument,
  options: {
    readonly secrets?: { readonly [name: string]: SecretAnswer };
    readonly types?: Parameters<typeof testCatalog>[0];
    readonly respond?: (request: NetworkRequest) => JsonObject;
    readonly initialData?: JsonObject;
    readonly strategy?: 'flowdrop_stategraph:stategraph';
  } = {},
) {
  const store = memoryStore();
  const events: RunEvent[] = [];
  const tokens: TokenEvent[] = [];
  const requests: NetworkRequest[] = [];
  const prompts: ModelRequest[] = [];
  const notices: unknown[] = [];
  const made = testCatalog(options.types ?? []);
  const executors: Executors = new Map([...processors, ...made.executors]);
  const models = createModelGateway(DEFAULT_MODELS, {
    secret: async () => ({ kind: 'missing' }),
    network: createFetchNetwork({ fetch, allowInternal: false }),
  });
  const engine = createEngine(
    {
      store,
      clock: { now: () => 1, sleep: async () => undefined },
      ids: seededIds(),
      announce: (event) => events.push(event),
      expressions: createExpressionHost(),
      network: {
        async request(request) {
          requests.push(request);
          const body = JSON.stringify(options.respond?.(request) ?? {});
          return {
            status: 200,
            headers: { echo: request.headers.Authorization ?? '' },
            body,
            url: request.url,
            millis: 1,
          };
        },
      },
      models: {
        complete(request, signal) {
          prompts.push(request);
          return models.complete(request, signal);
        },
      },
      tokens: { listened: true, hear: (event) => tokens.push(event) },
      notify: (notice) => {
        notices.push(notice);
        return true;
      },
      secrets: { get: async (name) => options.secrets?.[name] ?? { kind: 'missing' } },
    },
    { executors },
  );
  const launched = await engine.launch(made.catalog, {
    document,
    caller: 'system',
    ...(options.initialData === undefined ? {} : { initialData: options.initialData }),
    ...(options.strategy === undefined ? {} : { strategy: options.strategy }),
  });
  if (!launched.ok) throw new Error(JSON.stringify(launched.error));
  const end = await launched.value.done;
  const { id } = launched.value.run;
  const row = await store.run(id);
  const jobs = new Map((await store.jobs(id)).map((job) => [job.node, job]));
  const values: Json[] = [];
  for (const job of jobs.values())
    for (const stored of [...Object.values(job.inputs ?? {}), ...Object.values(job.outputs ?? {})])
      if ('ref' in stored) values.push((await store.value(stored.ref)) ?? null);
  const cause = 'cause' in end ? end.cause : undefined;
  const told = cause instanceof Error ? [cause.message, cause.stack, cause.cause] : cause;
  const questions = await store.interrupts.list({ run: id });
  const left = JSON.stringify([
    questions,
    row,
    [...jobs.values()],
    values,
    await store.logs(id),
    await store.checkpoint?.(id),
    events,
    notices,
    tokens,
    told,
  ]);
  return { row, jobs, requests, prompts, questions, left };
}

const inputs = (job: JobRow | undefined) =>
  Object.fromEntries(
    Object.entries(job?.inputs ?? {}).map(([name, value]) => [
      name,
      'inline' in value ? value.inline : value.ref,
    ]),
  );
const found = (value: string): SecretAnswer => ({ kind: 'found', value });
const secrets = { KEY: found(CANARY), OTHER: found(OTHER) };

/** What a test looks for: the secret in each way in which JSON and the rest may write it. */
function expectClean(left: string, ...values: readonly string[]): void {
  for (const value of values.length === 0 ? [CANARY] : values)
    for (const spelling of [
      value,
      JSON.stringify(value).slice(1, -1),
      encodeURIComponent(value),
      btoa(value),
    ])
      expect(left).not.toContain(spelling);
}

const http = (config: JsonObject) => ({ type: 'http_request', config });

describe('secrets at execution', () => {
  test('a reference in the configuration is filled in for the node, also inside of other text and structures', async () => {
    const seen: JsonObject[] = [];
    const done = await run(
      testWorkflow({
        a: {
          type: 'probe',
          config: {
            whole: '${{ secrets.KEY }}',
            part: { deep: ['Bearer ${{secrets.KEY}}/${{ secrets . OTHER }}', 5] },
            malformed: '{{ secrets.KEY }}',
          },
        },
      }),
      {
        secrets,
        types: [
          {
            id: 'probe',
            parameters: { whole: {}, part: {}, malformed: {} },
            outputs: { done: {} },
            execute: (parameters) => {
              seen.push(parameters);
              return { outputs: { done: true } };
            },
          },
        ],
      },
    );
    expect(seen).toEqual([
      { whole: CANARY, part: { deep: [`Bearer ${CANARY}/${OTHER}`, 5] }, malformed: '{{ secrets.KEY }}' },
    ]);
    expect(inputs(done.jobs.get('a'))).toEqual({
      whole: '<secret>',
      part: '<secret>',
      malformed: '{{ secrets.KEY }}',
    });
    expectClean(done.left, CANARY, OTHER);
  });

  test('RT-GATE-12: a parameter is concealed as a whole, by its name', () => {
    const parameters = { to: 'https://a.test/x', key: 'Bearer s3', headers: { K: 'Bearer s3' } };
    expect(concealed({ parameters, secrets: ['key', 'headers'] })).toEqual({
      to: 'https://a.test/x',
      key: '<secret>',
      headers: '<secret>',
    });
    expect(concealed({ parameters })).toBe(parameters);
  });

  test('what comes over a wire or with the launch is text, and no reference', async () => {
    const seen: JsonObject[] = [];
    const types = [
      { id: 'says', outputs: { out: {} }, execute: () => ({ outputs: { out: '${{ secrets.KEY }}' } }) },
      {
        id: 'probe',
        parameters: { wired: {}, given: {} },
        execute: (parameters: JsonObject) => {
          seen.push(parameters);
          return { outputs: {} };
        },
      },
    ];
    await run(
      testWorkflow({ s: 'says', p: { type: 'probe', config: { wired: '${{ secrets.KEY }}' } } }, [
        's.out>p.wired',
      ]),
      {
        secrets,
        types,
        initialData: { p: { given: '${{ secrets.KEY }}' } },
      },
    );
    expect(seen).toEqual([{ wired: '${{ secrets.KEY }}', given: '${{ secrets.KEY }}' }]);
  });

  test('the value that a node is given is checked, not the reference', async () => {
    const types = [{ id: 'probe', parameters: { n: { schema: { type: 'string', minLength: 16 } } } }];
    const document = testWorkflow({ a: { type: 'probe', config: { n: '${{ secrets.OTHER }}' } } });
    const done = await run(document, { secrets, types });
    expect(done.jobs.get('a')?.error?.code).toBe('invalid_parameter');
    expectClean(done.left, OTHER);
  });

  test.each<[string, string, SecretAnswer | undefined, string, boolean]>([
    ['missing', 'GONE', undefined, 'secret_missing', false],
    ['locked', 'KEY', { kind: 'locked' }, 'secrets_locked', true],
    ['unreadable', 'KEY', { kind: 'unreadable' }, 'secret_unreadable', false],
    ['of a name that none can have', 'a-b', found(CANARY), 'secret_missing', false],
  ])(
    'a secret that is %s fails the node by its name, and nothing is sent',
    async (_, name, answer, code, retryable) => {
      const done = await run(
        testWorkflow({ a: http({ headers: { Authorization: `\${{ secrets.${name} }}` } }) }),
        {
          secrets: answer === undefined ? {} : { [name]: answer },
        },
      );
      expect(done.jobs.get('a')?.error).toMatchObject({ code, retryable });
      expect(done.jobs.get('a')?.error?.message).toContain(name);
      expect(done.requests).toEqual([]);
    },
  );
});

describe('a canary is nowhere but where it was sent', () => {
  test('of a request: inputs, outputs that echo it, headers, log, checkpoints, events', async () => {
    const done = await run(
      testWorkflow({
        a: http({
          method: 'POST',
          headers: { Authorization: 'Bearer ${{ secrets.KEY }}' },
          body: 'key=${{ secrets.KEY }}',
        }),
      }),
      {
        secrets,
        strategy: 'flowdrop_stategraph:stategraph',
        initialData: { a: { url: 'https://x.test/' } },
        respond: ({ headers, body }) => ({ echo: headers.Authorization ?? '', body, [CANARY]: [CANARY] }),
      },
    );
    expect(done.row?.status).toBe('completed');
    expect(done.requests[0]?.headers.Authorization).toBe(`Bearer ${CANARY}`);
    expect(done.left).toContain('<secret>');
    expectClean(done.left);
  });

  test('of a model: it is in the prompt that the node was told to send, and in no answer', async () => {
    const done = await run(
      testWorkflow(
        {
          a: {
            type: 'chat_model',
            config: { systemPrompt: 'Say ${{ secrets.KEY }}', script: [`You said ${CANARY}`] },
          },
          b: { type: 'chat_model', config: { script: ['Fine.'] } },
          c: { type: 'prompt_template', config: { template: 'Key: ${{ secrets.OTHER }}' } },
          d: { type: 'flowdrop_ai_provider_simple_chat' },
        },
        ['a.text>b.systemPrompt', 'c.prompt>d.message'],
      ),
      { secrets },
    );
    expect(done.row?.status).toBe('completed');
    expect(JSON.stringify(done.prompts[0])).toContain(JSON.stringify(CANARY).slice(1, -1));
    expectClean(JSON.stringify(done.prompts.slice(1)), CANARY, OTHER);
    // The script of the first node holds the canary: that is the document's own text.
    expectClean(done.left.replaceAll(JSON.stringify(`You said ${CANARY}`).slice(1, -1), ''), CANARY, OTHER);
  });

  test.each<[string, (value: string) => unknown]>([
    ['a failure', (value) => new Error(`No luck with ${value}`, { cause: { value } })],
    ['a text', (value) => `thrown ${value}`],
  ])('of %s that escapes, with what was logged and shown before', async (_, made) => {
    const done = await run(testWorkflow({ a: { type: 'breaks', config: { key: '${{ secrets.KEY }}' } } }), {
      secrets,
      types: [
        {
          id: 'breaks',
          parameters: { key: {} },
          execute: (parameters, context) => {
            const key = String(parameters.key);
            context.log('info', `Using ${key}`, { key, nested: [key] });
            context.notify?.({ run: 'r', workflow: 'w', node: 'a', level: 'info', message: `Key ${key}` });
            context.tokens?.({ runId: 'r', jobId: 'j', node: 'a', call: 'c', text: key });
            throw made(key);
          },
        },
      ],
    });
    expect(done.row?.status).toBe('failed');
    expect(done.left).toContain('Using <secret>');
    expectClean(done.left);
  });

  test('of a question that a node asks, early or in the end', async () => {
    const asking = resumable(
      async (parameters, context) => {
        await context.interrupts?.open({ type: 'text', message: `Early ${parameters.key}` });
        throw ask({
          type: 'text',
          message: `Use ${parameters.key}?`,
          context: { key: parameters.key ?? null },
        });
      },
      () => ({ outputs: {} }),
    );
    const done = await run(testWorkflow({ a: { type: 'asks', config: { key: '${{ secrets.KEY }}' } } }), {
      secrets,
      types: [{ id: 'asks', parameters: { key: {} }, execute: asking }],
    });
    expect(done.questions.map(({ message }) => message).toSorted()).toEqual([
      'Early <secret>',
      'Use <secret>?',
    ]);
    expectClean(done.left);
  });

  test.each([
    [
      'flowdrop_stategraph:state_storage',
      { type: 'state_storage', config: { operation: 'set', key: 'k', value: '${{ secrets.KEY }}' } },
    ],
    ['entity_save', { type: 'entity_save', config: { values: { title: '${{ secrets.KEY }}' } } }],
    ['confirmation', { type: 'confirmation', config: { message: 'Use ${{ secrets.KEY }}?' } }],
    [
      'rate_limit',
      { type: 'rate_limit', config: { limit: 1, window: 60, identifier: '${{ secrets.KEY }}' } },
    ],
    [
      'review_input',
      { type: 'review_input', config: { message: 'm', proposed: { key: '${{ secrets.KEY }}' } } },
    ],
    ['conversation_buffer', { type: 'conversation_buffer', config: { key: '${{ secrets.KEY }}' } }],
  ])('%s keeps what it is given, and is given none', async (_, node) => {
    const done = await run(testWorkflow({ a: node }), { secrets });
    expect(done.jobs.get('a')?.error?.code).toBe('secret_not_allowed');
    expectClean(done.left);
  });
});

describe('the mask', () => {
  test('finds a secret as JSON, addresses and base64 write it, the longest first', () => {
    const mask = maskOf(['tok"en 1', 'tok"en 1 longer']);
    expect(mask.text('a tok"en 1 longer b')).toBe('a <secret> b');
    expect(
      mask.value({
        'tok"en 1': [JSON.stringify('tok"en 1'), 'q=tok%22en+1', 'tok%22en%201', btoa('tok"en 1')],
      }),
    ).toEqual({
      '<secret>': ['"<secret>"', 'q=<secret>', '<secret>', expect.stringMatching(/^<secret>=*$/)],
    });
    expect(maskOf(['12345']).value([12345, 1, true, null])).toEqual(['<secret>', 1, true, null]);
  });
  test('leaves text alone where a secret is shorter than four characters', () => {
    expect(maskOf(['abc', '']).text('abcabc')).toBe('abcabc');
  });
});

test('a model is offered a tool without the parameters whose configuration holds a secret', () => {
  const { catalog } = testCatalog([]);
  const plan = compile(
    testWorkflow(
      { m: 'chat_model', t: { ...http({ headers: { K: '${{ secrets.KEY }}' } }), label: 'Ask' } },
      [{ wire: 't.tool>m.tool', data: { edgeType: 'tool_availability' } }],
    ),
    catalog,
  );
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  const offers = plan.value.nodes.flatMap((node) => node.tools.flatMap(({ offer }) => offer ?? []));
  expect(offers.map(({ name }) => name)).toEqual(['ask']);
  expect(JSON.stringify(offers)).not.toContain('secret');
  expect(JSON.stringify(offers)).not.toContain('headers');
});
