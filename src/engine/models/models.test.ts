import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFetchNetwork } from '../network/fetch-network';
import type { ModelRequest } from '../ports';
import { NodeFailure } from '../processors/types';
import { createModelGateway, type GatewayWorld } from './gateway';
import { modelFailure } from './model-failure';
import { createOfflineModel } from './offline';
import { DEFAULT_MODELS, type ModelConnection } from './settings';

const network = createFetchNetwork({ fetch, allowInternal: true });
const browser = { ...DEFAULT_MODELS, default: 'browser' };
const KEY = 'sk-very-secret-key-123';
const calm = new AbortController().signal;
const ask = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: '',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'One' },
    { role: 'assistant', content: 'Two' },
    { role: 'user', content: 'Three?' },
  ],
  temperature: 0.3,
  maxTokens: 50,
  ...more,
});
const failure = async (made: Promise<unknown>): Promise<NodeFailure> => {
  const thrown: unknown = await made.catch((reason: unknown) => reason);
  if (thrown instanceof NodeFailure) return thrown;
  throw new Error(`Not a node failure: ${String(thrown)}`);
};

describe('the offline model', () => {
  test('says that it is the offline model, and what it was given', async () => {
    const { text, model, provider } = await createOfflineModel().complete(ask(), calm);
    expect(text).toBe(
      'This is the offline model, which does not think: it was asked "Three?", with the instructions "Be brief.", after 2 earlier messages.',
    );
    expect({ model, provider }).toEqual({ model: 'offline', provider: 'offline' });
  });
  test('answers the same to the same, and something else to something else', async () => {
    const model = createOfflineModel();
    expect(await model.complete(ask(), calm)).toEqual(await model.complete(ask(), calm));
    const other = await model.complete(ask({ messages: [{ role: 'user', content: 'x'.repeat(500) }] }), calm);
    expect(other.text).toContain(`"${'x'.repeat(160)}…".`);
    expect((await model.complete(ask({ messages: [] }), calm)).text).toContain('asked nothing');
  });
  test('is what the settings give by default', async () => {
    const gateway = createModelGateway(DEFAULT_MODELS, {
      secret: async () => ({ kind: 'missing' }),
      network,
    });
    expect((await gateway.complete(ask(), calm)).provider).toBe('offline');
  });
});

describe('a model behind an OpenAI-compatible API', () => {
  let server: Server;
  let base = '';
  let status = 200;
  let answer: unknown;
  const seen: { url: string; authorization: string | undefined; body: unknown }[] = [];
  const good = {
    id: 'c1',
    created: 1,
    model: 'served-model',
    choices: [{ index: 0, message: { role: 'assistant', content: 'Four.' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 9, completion_tokens: 2, total_tokens: 11 },
  };

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      seen.push({
        url: request.url ?? '',
        authorization: request.headers.authorization,
        body: JSON.parse(body),
      });
      if (answer === 'HANG') return;
      if (status === 302) response.writeHead(302, { location: `${base}/elsewhere` }).end();
      else
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address === 'object' && address !== null) base = `http://127.0.0.1:${address.port}/v1`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => {
    seen.length = 0;
    status = 200;
    answer = good;
  });

  const world: GatewayWorld = {
    secret: async (name) => {
      if (name === 'LOCKED') return { kind: 'locked' };
      return name === 'OPENAI' ? { kind: 'found', value: KEY } : { kind: 'missing' };
    },
    network,
  };
  const gateway = (more: Partial<ModelConnection> = {}) =>
    createModelGateway(
      {
        default: 'server',
        connections: [
          {
            id: 'server',
            name: 'Server',
            kind: 'openai',
            baseUrl: base,
            model: 'default-model',
            secret: 'OPENAI',
            ...more,
          },
        ],
        script: '',
      },
      world,
    );

  test('sends the conversation and gives the text', async () => {
    expect(await gateway().complete(ask(), calm)).toEqual({
      text: 'Four.',
      model: 'served-model',
      provider: base.replace('http://', '').replace('/v1', ''),
      toolCalls: [],
      finish: 'stop',
      usage: { input_tokens: 9, output_tokens: 2 },
      tokens: 11,
    });
    expect(seen).toEqual([
      {
        url: '/v1/chat/completions',
        authorization: `Bearer ${KEY}`,
        body: { model: 'default-model', messages: ask().messages, temperature: 0.3, max_tokens: 50 },
      },
    ]);
  });
  test("an empty model is the setting's, a named one is sent", async () => {
    await gateway().complete(ask({ model: 'named' }), calm);
    expect(seen[0]?.body).toMatchObject({ model: 'named' });
    expect(await failure(gateway({ model: '' }).complete(ask(), calm))).toMatchObject({
      code: 'model_bad_request',
    });
    expect(await failure(gateway().complete(ask({ provider: 'other' }), calm))).toMatchObject({
      code: 'model_bad_request',
      message: expect.stringContaining('"server"'),
    });
    expect((await gateway().complete(ask({ provider: 'offline' }), calm)).provider).toBe('offline');
  });
  test('without a secret no key is sent; a secret that does not exist is a fault of the key', async () => {
    await gateway({ secret: null }).complete(ask(), calm);
    expect(seen[0]?.authorization).toBeUndefined();
    const missing = await failure(gateway({ secret: 'GONE' }).complete(ask(), calm));
    expect(missing).toMatchObject({ code: 'model_auth', retryable: false });
    expect(missing.message).toContain('GONE');
    expect(await failure(gateway({ secret: 'LOCKED' }).complete(ask(), calm))).toMatchObject({
      code: 'secrets_locked',
      retryable: true,
    });
    expect(seen).toHaveLength(1);
  });

  const faults: [number, unknown, string, boolean][] = [
    [401, { error: { message: `Incorrect API key provided: ${KEY}` } }, 'model_auth', false],
    [403, {}, 'model_auth', false],
    [402, {}, 'model_quota', false],
    [429, { error: { message: `Rate limit for ${KEY}` } }, 'model_rate_limited', true],
    [
      429,
      { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } },
      'model_quota',
      false,
    ],
    [500, 'no json', 'model_unavailable', true],
    [503, { error: { message: 'overloaded' } }, 'model_unavailable', true],
    [
      400,
      { error: { message: `Bad request with sk-very-s****-123 and ${KEY}` } },
      'model_bad_request',
      false,
    ],
    [404, { error: { message: 'no such model' } }, 'model_bad_request', false],
    [
      400,
      { error: { message: 'This model has a maximum context length', code: 'context_length_exceeded' } },
      'model_context_length',
      false,
    ],
    [400, { error: { message: 'no', code: 'content_policy_violation' } }, 'model_refused', false],
    [200, '<html>', 'model_network', false],
    [200, { choices: [] }, 'model_network', false],
    [
      200,
      { ...good, choices: [{ ...good.choices[0], finish_reason: 'content_filter' }] },
      'model_refused',
      false,
    ],
  ];
  test.each(faults)(
    'status %i with %j: %s, retryable %s, and the key is nowhere',
    async (given, body, code, retryable) => {
      status = given;
      answer = body;
      const thrown = await failure(gateway().complete(ask(), calm));
      expect(thrown).toMatchObject({ code, retryable });
      const shown = [thrown.message, JSON.stringify(thrown.details), String(thrown.cause), thrown.stack].join(
        '\n',
      );
      expect(shown).not.toContain(KEY);
      expect(shown).not.toContain('sk-very');
      expect(seen).toHaveLength(1);
    },
  );

  test.each([
    ['as a header carries it', 'AIza/own+key '],
    ['in an address', 'AIza%2Fown%2Bkey'],
    ['with its blanks', 'AIza/own+key \n'],
  ])('a key that is stored with blanks around it is hidden %s', (_, echoed) => {
    const answered = Object.assign(new Error('refused'), {
      statusCode: 400,
      responseBody: JSON.stringify({ error: { message: `Bad key ${echoed}.` } }),
    });
    const { message } = modelFailure(answered, { host: 'h', key: 'AIza/own+key \n' });
    expect(message).toMatch(/It says: Bad key \*\*\*/);
    expect(message).not.toContain('own');
  });

  test('a redirect is not followed, so the key goes nowhere else', async () => {
    status = 302;
    expect(await failure(gateway().complete(ask(), calm))).toMatchObject({ code: 'model_network' });
    expect(seen).toHaveLength(1);
  });
  test('an unreachable server is a passing fault; an address that is none is not', async () => {
    expect(await failure(gateway({ baseUrl: 'http://127.0.0.1:1/v1' }).complete(ask(), calm))).toMatchObject({
      code: 'model_network',
      retryable: true,
    });
    expect(await failure(gateway({ baseUrl: 'file:///x' }).complete(ask(), calm))).toMatchObject({
      code: 'scheme_refused',
    });
    expect(await failure(gateway({ baseUrl: 'api' }).complete(ask(), calm))).toMatchObject({
      code: 'url_invalid',
    });
  });
  test('an abort ends the call with its own reason', async () => {
    answer = 'HANG';
    const abort = new AbortController();
    const made = gateway().complete(ask(), abort.signal);
    const reason = new Error('cancelled by the run');
    setTimeout(() => abort.abort(reason), 20);
    await expect(made).rejects.toBe(reason);
  });
});

describe("the browser's own model", () => {
  const world = (builtin?: GatewayWorld['builtin']): GatewayWorld => ({
    secret: async () => ({ kind: 'missing' }),
    network,
    ...(builtin === undefined ? {} : { builtin }),
  });
  test('is asked by the page', async () => {
    const gateway = createModelGateway(
      browser,
      world(async ({ messages }) => ({ text: `heard ${messages.length}` })),
    );
    expect(await gateway.complete(ask(), calm)).toEqual({
      text: 'heard 4',
      model: 'builtin',
      provider: 'browser',
      toolCalls: [],
      finish: 'stop',
      usage: { input_tokens: null, output_tokens: null },
      tokens: null,
    });
  });
  test('a browser without one says so', async () => {
    expect(await failure(createModelGateway(browser, world()).complete(ask(), calm))).toMatchObject({
      code: 'model_unavailable',
    });
  });
  test.each([
    ['QuotaExceededError', 'model_context_length', false],
    ['NetworkError', 'model_network', true],
    ['NotAllowedError', 'model_refused', false],
  ])('%s: %s', async (name, code, retryable) => {
    const builtin = async () => Promise.reject(new DOMException('no', name));
    expect(await failure(createModelGateway(browser, world(builtin)).complete(ask(), calm))).toMatchObject({
      code,
      retryable,
    });
  });
});
