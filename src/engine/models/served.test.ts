// The protocols of model servers as their public documentation prints them, from a server on loopback.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createFetchNetwork } from '../network/fetch-network';
import type { ModelReply, ModelRequest } from '../ports';
import { NodeFailure } from '../processors/types';
import { createModelGateway } from './gateway';
import { DEFAULT_MODELS, type ModelKind } from './settings';

const KEY = 'canary-key-77';
const calm = new AbortController().signal;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Seen = {
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
};

async function serve(
  respond: (response: ServerResponse, number: number) => void,
): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(body || '{}') });
    respond(response, seen.length);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    seen,
  };
}

/** Server-sent events, each in a packet of its own. */
function events(response: ServerResponse, parts: readonly unknown[], end = true): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const part of parts)
    response.write(typeof part === 'string' ? part : `data: ${JSON.stringify(part)}\n\n`);
  if (end) response.end();
}

function gateway(
  kind: ModelKind,
  baseUrl: string,
  more: { readonly waits?: number[]; readonly secret?: null } = {},
) {
  const { waits } = more;
  return createModelGateway(
    {
      ...DEFAULT_MODELS,
      default: 'it',
      connections: [
        { id: 'it', name: 'It', kind, baseUrl, model: 'small', secret: more.secret === null ? null : 'KEY' },
      ],
    },
    {
      secret: async () => ({ kind: 'found', value: KEY }),
      network: createFetchNetwork({ fetch, allowInternal: true }),
      ...(waits === undefined ? {} : { clock: { sleep: async (ms: number) => void waits.push(ms) } }),
    },
  );
}

const conversation: ModelRequest = {
  model: '',
  temperature: 0.5,
  maxTokens: 64,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ tool_call_id: 'c0', name: 'place', args: { of: 'me' } }],
    },
    { role: 'tool', content: 'Ghent', tool_call_id: 'c0' },
  ],
  tools: [
    {
      name: 'weather',
      description: 'Tells the weather.',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  ],
};

async function heard(
  model: ReturnType<typeof createModelGateway>,
  request: Partial<ModelRequest> = {},
  signal = calm,
): Promise<{ readonly deltas: string[]; readonly reply: ModelReply }> {
  const deltas: string[] = [];
  const reply = await model.complete(
    { ...conversation, ...request, onText: (delta) => deltas.push(delta) },
    signal,
  );
  return { deltas, reply };
}
async function failure(made: Promise<unknown>): Promise<NodeFailure> {
  const thrown: unknown = await made.then(
    (value) => value,
    (reason: unknown) => reason,
  );
  if (thrown instanceof NodeFailure) return thrown;
  throw new Error(`No failure of a node: ${JSON.stringify(thrown)} ${String(thrown)}`);
}

const chunk = (delta: unknown, finish_reason: string | null = null) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'small-2026',
  choices: [{ index: 0, delta, finish_reason }],
});
const DONE = 'data: [DONE]\n\n';
const usage = {
  id: 'chatcmpl-1',
  object: 'chat.completion.chunk',
  created: 1,
  model: 'small-2026',
  choices: [],
  usage: { prompt_tokens: 20, completion_tokens: 7, total_tokens: 27 },
};

describe("OpenAI's protocol, streamed", () => {
  test('text comes as it is given, then the count of tokens', async () => {
    const { url, seen } = await serve((response) =>
      events(response, [
        chunk({ role: 'assistant', content: '' }),
        chunk({ content: 'Sun' }),
        chunk({ content: 'ny.' }),
        chunk({}, 'stop'),
        usage,
        DONE,
      ]),
    );
    const { deltas, reply } = await heard(gateway('openai', `${url}/v1`));
    expect(deltas).toEqual(['Sun', 'ny.']);
    expect(reply).toEqual({
      text: 'Sunny.',
      toolCalls: [],
      finish: 'stop',
      model: 'small-2026',
      provider: new URL(url).host,
      usage: { input_tokens: 20, output_tokens: 7 },
      tokens: 27,
    });
    expect(seen[0]).toMatchObject({
      url: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
      body: {
        model: 'small',
        stream: true,
        max_tokens: 64,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Weather?' },
          {
            role: 'assistant',
            tool_calls: [
              { id: 'c0', type: 'function', function: { name: 'place', arguments: '{"of":"me"}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'c0', content: 'Ghent' },
        ],
        tools: [
          {
            type: 'function',
            function: { name: 'weather', parameters: conversation.tools?.[0]?.parameters },
          },
        ],
      },
    });
  });

  test('calls of tools come in pieces, several in one answer', async () => {
    const call = (index: number, given: object) => chunk({ tool_calls: [{ index, ...given }] });
    const { url } = await serve((response) =>
      events(response, [
        call(0, { id: 'a', type: 'function', function: { name: 'weather', arguments: '' } }),
        call(0, { function: { arguments: '{"ci' } }),
        call(0, { function: { arguments: 'ty":"Ghent"}' } }),
        call(1, { id: 'b', type: 'function', function: { name: 'weather', arguments: '{"city":"Riga"}' } }),
        chunk({}, 'tool_calls'),
        DONE,
      ]),
    );
    const { reply, deltas } = await heard(gateway('openai', url));
    expect(deltas).toEqual([]);
    expect(reply).toMatchObject({
      finish: 'tool_calls',
      tokens: null,
      toolCalls: [
        { tool_call_id: 'a', name: 'weather', args: { city: 'Ghent' } },
        { tool_call_id: 'b', name: 'weather', args: { city: 'Riga' } },
      ],
    });
  });

  test('a server that does not stream is understood all the same', async () => {
    const { url } = await serve((response) =>
      response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(
        JSON.stringify({
          id: 'x',
          created: 1,
          model: 'old',
          choices: [
            {
              index: 0,
              finish_reason: 'tool_calls',
              message: {
                role: 'assistant',
                content: 'So.',
                tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }],
              },
            },
          ],
          usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
        }),
      ),
    );
    const { reply, deltas } = await heard(gateway('openai', url));
    expect(deltas).toEqual(['So.']);
    expect(reply).toMatchObject({ text: 'So.', tokens: 3, toolCalls: [{ tool_call_id: 'a', args: {} }] });
  });

  test.each([
    ['a stream that ends before the answer', [chunk({ content: 'Su' })], true, 'model_network', true],
    ['a connection that breaks', [chunk({ content: 'Su' })], 'destroy', 'model_network', true],
    [
      'a chunk that is no JSON',
      [chunk({ content: 'Su' }), 'data: {"choices": [\n\n', DONE],
      true,
      'model_network',
      false,
    ],
    [
      'an error in the stream',
      [{ error: { message: 'The server had an error', type: 'server_error' } }],
      true,
      'model_unavailable',
      true,
    ],
    ['a refusal', [chunk({ content: 'I' }), chunk({}, 'content_filter'), DONE], true, 'model_refused', false],
  ] as const)('%s', async (_, parts, end, code, retryable) => {
    const { url, seen } = await serve((response) => {
      events(response, parts, end === true);
      if (end === 'destroy') setTimeout(() => response.destroy(), 20);
    });
    const waits: number[] = [];
    const thrown = await failure(heard(gateway('openai', url, { waits })));
    expect(thrown).toMatchObject({ code, retryable });
    // Once text has been handed on, or where it is no passing fault, nothing is asked again.
    const again = code === 'model_unavailable';
    expect(seen).toHaveLength(again ? 3 : 1);
    expect(waits).toEqual(again ? [500, 1000] : []);
  });

  test('a passing fault before the first word is tried again, with the pause that the server asks for', async () => {
    const { url, seen } = await serve((response, number) => {
      if (number === 1)
        response.writeHead(429, { 'retry-after': '2' }).end('{"error":{"message":"slow down"}}');
      else if (number === 2) response.writeHead(503).end('{}');
      else events(response, [chunk({ content: 'Sunny.' }), chunk({}, 'stop'), DONE]);
    });
    const waits: number[] = [];
    const { reply } = await heard(gateway('openai', url, { waits }));
    expect(reply.text).toBe('Sunny.');
    expect(seen).toHaveLength(3);
    expect(waits).toEqual([2000, 1000]);
  });

  test.each([
    [401, '{}', 'model_auth'],
    [
      429,
      '{"error":{"code":"insufficient_quota","message":"You exceeded your current quota"}}',
      'model_quota',
    ],
    [400, '{"error":{"message":"bad"}}', 'model_bad_request'],
  ])('status %i is no passing fault: %s', async (status, body, code) => {
    const { url, seen } = await serve((response) => response.writeHead(status).end(body));
    const waits: number[] = [];
    expect(await failure(heard(gateway('openai', url, { waits })))).toMatchObject({ code, retryable: false });
    expect(seen).toHaveLength(1);
  });

  test('a server that asks for a long pause is not waited for, and the person is told', async () => {
    const { url, seen } = await serve((response) =>
      response.writeHead(429, { 'retry-after': '600' }).end('{}'),
    );
    const waits: number[] = [];
    const thrown = await failure(heard(gateway('openai', url, { waits })));
    expect(thrown.message).toContain('in 600 s');
    expect([seen.length, waits]).toEqual([1, []]);
  });

  test('an abort in the middle of an answer ends it with its own reason', async () => {
    const { url } = await serve((response) => events(response, [chunk({ content: 'Su' })], false));
    const abort = new AbortController();
    const reason = new Error('cancelled');
    const made = gateway('openai', url).complete(
      { ...conversation, onText: () => abort.abort(reason) },
      abort.signal,
    );
    await expect(made).rejects.toBe(reason);
  });
});

describe("Anthropic's messages", () => {
  const start = {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 30, output_tokens: 1 },
    },
  };
  const named = (event: { type: string }) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

  test('text and a call', async () => {
    const { url, seen } = await serve((response) =>
      events(
        response,
        [
          start,
          { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
          { type: 'ping' },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Let me ' } },
          { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'look.' } },
          { type: 'content_block_stop', index: 0 },
          {
            type: 'content_block_start',
            index: 1,
            content_block: { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
          },
          {
            type: 'content_block_delta',
            index: 1,
            delta: { type: 'input_json_delta', partial_json: '{"city":' },
          },
          {
            type: 'content_block_delta',
            index: 1,
            delta: { type: 'input_json_delta', partial_json: '"Ghent"}' },
          },
          { type: 'content_block_stop', index: 1 },
          {
            type: 'message_delta',
            delta: { stop_reason: 'tool_use', stop_sequence: null },
            usage: { output_tokens: 12 },
          },
          { type: 'message_stop' },
        ].map(named),
      ),
    );
    const { deltas, reply } = await heard(gateway('anthropic', `${url}/v1`));
    expect(deltas).toEqual(['Let me ', 'look.']);
    expect(reply).toMatchObject({
      text: 'Let me look.',
      finish: 'tool_calls',
      model: 'claude-x',
      toolCalls: [{ tool_call_id: 'toolu_1', name: 'weather', args: { city: 'Ghent' } }],
      usage: { input_tokens: 30, output_tokens: 12 },
    });
    expect(seen[0]).toMatchObject({
      url: '/v1/messages',
      headers: { 'x-api-key': KEY },
      body: {
        model: 'small',
        max_tokens: 64,
        system: [{ type: 'text', text: 'Be brief.' }],
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'Weather?' }] },
          {
            role: 'assistant',
            content: [{ type: 'tool_use', id: 'c0', name: 'place', input: { of: 'me' } }],
          },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c0', content: 'Ghent' }] },
        ],
        tools: [{ name: 'weather', input_schema: conversation.tools?.[0]?.parameters }],
      },
    });
  });

  test('a whole answer', async () => {
    const { url } = await serve((response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-x',
          content: [{ type: 'text', text: 'Sunny.' }],
          stop_reason: 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 3, output_tokens: 4 },
        }),
      ),
    );
    expect(await gateway('anthropic', url).complete(conversation, calm)).toMatchObject({
      text: 'Sunny.',
      finish: 'stop',
      tokens: 7,
    });
  });

  test.each([
    [
      401,
      { type: 'error', error: { type: 'authentication_error', message: `invalid x-api-key ${KEY}` } },
      'model_auth',
      false,
    ],
    [
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
      'model_quota',
      false,
    ],
    [
      400,
      {
        type: 'error',
        error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens' },
      },
      'model_context_length',
      false,
    ],
    [
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'model_unavailable',
      true,
    ],
  ])('status %i', async (status, body, code, retryable) => {
    const { url } = await serve((response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
    const thrown = await failure(heard(gateway('anthropic', url)));
    expect(thrown).toMatchObject({ code, retryable });
    expect(thrown.message).not.toContain(KEY);
  });

  test('an error that comes in the stream, and a stream that is cut', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const first = await serve((response) => events(response, [start, overloaded].map(named)));
    expect(await failure(heard(gateway('anthropic', first.url)))).toMatchObject({
      code: 'model_unavailable',
    });
    const second = await serve((response) => events(response, [named(start)]));
    expect(await failure(heard(gateway('anthropic', second.url)))).toMatchObject({ code: 'model_network' });
  });
});

describe("Google's Gemini", () => {
  const part = (parts: readonly object[], more: object = {}) => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...more }],
    modelVersion: 'gemini-x',
  });
  test('text and a call', async () => {
    const { url, seen } = await serve((response) =>
      events(response, [
        part([{ text: 'Let me ' }]),
        part([{ text: 'look.' }]),
        {
          ...part([{ functionCall: { name: 'weather', args: { city: 'Ghent' } } }], { finishReason: 'STOP' }),
          usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 5, totalTokenCount: 16 },
        },
      ]),
    );
    const { deltas, reply } = await heard(gateway('google', `${url}/v1beta`));
    expect(deltas).toEqual(['Let me ', 'look.']);
    expect(reply).toMatchObject({
      text: 'Let me look.',
      finish: 'tool_calls',
      toolCalls: [{ name: 'weather', args: { city: 'Ghent' } }],
      usage: { input_tokens: 11, output_tokens: 5 },
    });
    expect(reply.toolCalls[0]?.tool_call_id).toMatch(/\S/);
    expect(seen[0]?.url).toBe('/v1beta/models/small:streamGenerateContent?alt=sse');
    expect(seen[0]?.headers['x-goog-api-key']).toBe(KEY);
    expect(seen[0]?.body).toMatchObject({
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { maxOutputTokens: 64, temperature: 0.5 },
    });
  });
  test.each([
    [
      400,
      {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: 'API key not valid. Please pass a valid API key.',
        },
      },
      'model_auth',
    ],
    [
      429,
      { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded for quota metric' } },
      'model_rate_limited',
    ],
    [
      400,
      {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed',
        },
      },
      'model_context_length',
    ],
    [
      503,
      { error: { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' } },
      'model_unavailable',
    ],
  ])('status %i', async (status, body, code) => {
    const { url } = await serve((response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
    expect(await failure(heard(gateway('google', url)))).toMatchObject({ code });
  });
  test('an answer that is withheld', async () => {
    const { url } = await serve((response) => events(response, [part([], { finishReason: 'SAFETY' })]));
    expect(await failure(heard(gateway('google', url)))).toMatchObject({ code: 'model_refused' });
  });
});

test('Ollama is asked without a key', async () => {
  const { url, seen } = await serve((response) =>
    events(response, [
      chunk({ role: 'assistant', content: 'Hi' }),
      chunk({ role: 'assistant', content: '' }, 'stop'),
      DONE,
    ]),
  );
  const { reply } = await heard(gateway('ollama', `${url}/v1`, { secret: null }));
  expect(reply.text).toBe('Hi');
  expect(seen[0]?.url).toBe('/v1/chat/completions');
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

test('a server that says nothing for too long', async () => {
  const { createServedModel } = await import('./served');
  const { url } = await serve((response) => events(response, [chunk({ content: 'Su' })], false));
  const model = createServedModel(
    { id: 'it', name: 'It', kind: 'openai', baseUrl: url, model: 'small', secret: null },
    {
      network: createFetchNetwork({ fetch, allowInternal: true }),
      key: async () => undefined,
      timeoutMs: 60,
    },
  );
  const thrown = await failure(model.complete({ ...conversation, onText: () => undefined }, calm));
  expect(thrown).toMatchObject({ code: 'model_network', retryable: true });
  expect(thrown.message).toContain('in time');
});
