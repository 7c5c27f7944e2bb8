import { describe, expect, test } from 'vitest';
import { SHIPPED_NODE_TYPES } from '../../catalog/shipped/node-types';
import type { Json, JsonObject } from '../../model/json';
import { calculator } from './calculator';
import { chatInput } from './chat-input';
import { chatOutput } from './chat-output';
import { httpRequest } from './http-request';
import { processors } from './index';
import { raiseError } from './raise-error';
import { simpleChat } from './simple-chat';
import { stop } from './stop';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';
import { textInput } from './text-input';
import { textOutput } from './text-output';
import { trigger } from './trigger';
import { NodeFailure } from './types';

/** Texts on the canvas: nothing executes them. */
const NEVER_RUN = ['flowdrop_node_processor:idea', 'flowdrop_node_processor:note'];
/** Other names of a processor, which no shipped node type uses. */
const OTHER_NAMES = ['flowdrop_ai_provider:simple_chat'];

test('every shipped node type has its processor, but notes and ideas, which never run', () => {
  const plugins = SHIPPED_NODE_TYPES.map((type) => type.executor_plugin);
  const without = plugins.filter((plugin) => !processors.has(plugin));
  expect(without.sort()).toEqual(NEVER_RUN);
  const spare = [...processors.keys()].filter((plugin) => !plugins.includes(plugin));
  expect(spare.sort()).toEqual(OTHER_NAMES);
  for (const id of processors.keys()) expect(id).toMatch(/^[a-z_]+:[a-z_]+$/);
});

test('the stock id of the simple chat is an alias', () => {
  expect(processors.get('flowdrop_ai_provider:simple_chat')).toBe(
    processors.get('aincient_flows:aincient_simple_chat'),
  );
});

test('chat_input copies its four inputs', async () => {
  const given = { message: 'hi', history: [{ role: 'user', content: 'x' }], sessionId: 's', messageId: 'm' };
  expect(await outputsOf(chatInput, given, testContext())).toEqual(given);
  expect(await outputsOf(chatInput, { message: '' }, testContext())).toEqual({
    message: '',
    history: null,
    sessionId: null,
    messageId: null,
  });
});

test.each<[Json, Json, string]>([
  ['wired', 'configured', 'wired'],
  [null, 'configured', 'configured'],
  ['', 'configured', ''],
  [0, 'configured', '0'],
  [false, '', 'false'],
  [1e-7, '', '0.0000001'],
  [-1.2345678901234566e-7, '', '-0.00000012345678901234566'],
  [-1e-25, '', '-0.0000000000000000000000001'],
  [1.5e300, '', `15${'0'.repeat(299)}`],
  [-1e21, '', '-1000000000000000000000'],
  [[1, 'a'], '', '[1,"a"]'],
  [{ a: null }, '', '{"a":null}'],
  [null, null, ''],
])('text_input: data %j, configured %j', async (data, defaultValue, text) => {
  expect(await outputsOf(textInput, { data, defaultValue }, testContext())).toEqual({ text });
});

test('trigger emits the whole initial data, and null for events of another kind', async () => {
  const initialData = { trigger_node_id: 'trigger.1', order: 7, user: { id: '1' } };
  const context = testContext({ run: { id: 'r', workflow: 'w', initialData } });
  expect(await outputsOf(trigger, { variant: 'start' }, context)).toEqual({
    data: initialData,
    cron: null,
    form: null,
    form_id: null,
    form_state: null,
    form_values: null,
    user: { id: '1' },
  });
});

test.each<[Json, number, string, number]>([
  ['hello', 1000, 'hello', 5],
  ['hello', 3, 'hel', 3],
  ['a😀b', 2, 'a😀', 2],
  [null, 10, '', 0],
  ['', 10, '', 0],
])('text_output: %j cut to %i', async (text, maxLength, kept, length) => {
  expect(await outputsOf(textOutput, { text, format: 'plain', maxLength }, testContext())).toEqual({
    text: kept,
    length,
  });
});

test('chat_output writes text with its format, time and origin', async () => {
  const outputs = await outputsOf(
    chatOutput,
    { message: { a: 1 }, format: 'markdown', showTimestamp: true },
    testContext(),
  );
  expect(outputs).toEqual({
    message: '{"a":1}',
    format: 'markdown',
    metadata: { node_id: 'node.1', execution_id: 'run-1', show_timestamp: true },
    timestamp: 1714979289,
  });
});

describe('calculator', () => {
  const cases: [string, number[], number, number][] = [
    ['add', [1, 2, 3], 2, 6],
    ['add', [0.1, 0.2], 2, 0.3],
    ['subtract', [10, 2, 3], 2, 5],
    ['subtract', [4], 2, 4],
    ['multiply', [2, 3, 4], 2, 24],
    ['divide', [12, 2, 3], 2, 2],
    ['divide', [1, 3], 4, 0.3333],
    ['power', [2, 10], 2, 1024],
    ['sqrt', [3], 3, 1.732],
    ['average', [1, 2], 2, 1.5],
    ['min', [3, -1, 2], 2, -1],
    ['max', [3, -1, 2], 2, 3],
    ['median', [5, 1, 3], 2, 3],
    ['median', [4, 1, 3, 2], 2, 2.5],
    ['mode', [1, 2, 2, 3, 3], 2, 2],
    ['add', [1.005], 2, 1.01],
    ['add', [-1.005], 2, -1.01],
    ['add', [2.5], 0, 3],
    ['add', [-2.5], 0, -3],
    ['add', [1e-9], 2, 0],
    ['add', [1e300], 2, 1e300],
    ['add', [1234], -2, 1200],
  ];
  test.each(cases)('%s of %j to %i decimals', async (operation, values, precision, result) => {
    expect(await outputsOf(calculator, { operation, values, precision }, testContext())).toEqual({
      result,
      operation,
      values,
      precision,
    });
  });
  const faults: [string, Json, RegExp][] = [
    ['add', [], /at least one/],
    ['add', null, /at least one/],
    ['add', [1, '2'], /item 2 is "2"/],
    ['add', [null], /item 1 is null/],
    ['divide', [1, 0], /Division by zero/],
    ['power', [2], /exactly 2/],
    ['power', [2, 3, 4], /exactly 2/],
    ['sqrt', [1, 2], /exactly 1/],
    ['sqrt', [-1], /no finite number/],
    ['power', [10, 999], /no finite number/],
    ['modulo', [1], /no operation "modulo"/],
  ];
  test.each(faults)('%s of %j fails the node', async (operation, values, message) => {
    const failure = await failureOf(calculator, { operation, values, precision: 2 }, testContext());
    expect(failure.code).toBe('calculation_error');
    expect(failure.message).toMatch(message);
  });
});

describe('http_request', () => {
  const base = {
    url: 'https://example.org/x',
    method: 'GET',
    headers: {},
    body: '',
    timeout: 30,
    follow_redirects: true,
  };
  const sent = async (parameters: JsonObject) => {
    const context = testContext();
    await outputsOf(httpRequest, { ...base, ...parameters }, context);
    return context.requests[0];
  };

  test('gives the response, whatever its status', async () => {
    for (const status of [200, 404, 500]) {
      const context = testContext({
        respond: ({ url }) => ({
          status,
          headers: { 'content-type': 'application/json' },
          body: '{"a":[1]}',
          url,
          millis: 12.5,
        }),
      });
      expect(await outputsOf(httpRequest, base, context)).toEqual({
        status_code: status,
        headers: { 'content-type': 'application/json' },
        body: '{"a":[1]}',
        json: { a: [1] },
        url: 'https://example.org/x',
        method: 'GET',
        request_time: 12.5,
      });
    }
  });
  test('a body that is no JSON gives json null', async () => {
    expect(await outputsOf(httpRequest, base, testContext())).toMatchObject({ body: 'ok', json: null });
  });
  test('sends what it is given', async () => {
    expect(await sent({ method: 'POST', body: { a: 1 }, headers: { 'x-n': 5 } })).toEqual({
      url: 'https://example.org/x',
      method: 'POST',
      headers: { 'x-n': '5', 'content-type': 'application/json' },
      body: '{"a":1}',
      followRedirects: true,
      timeoutMs: 30_000,
    });
    expect(await sent({ method: 'PUT', body: 'text', timeout: 5, follow_redirects: false })).toMatchObject({
      body: 'text',
      headers: {},
      timeoutMs: 5000,
      followRedirects: false,
    });
    expect(
      await sent({ method: 'POST', body: [1], headers: { 'Content-Type': 'text/plain' } }),
    ).toMatchObject({ headers: { 'Content-Type': 'text/plain' } });
    expect(await sent({ method: 'GET', body: 'ignored' })).toMatchObject({ body: null });
  });
  test.each<JsonObject>([{ url: null }, { url: '  ' }, { method: 'TRACE' }, { headers: { a: null } }])(
    '%j fails the node before a request',
    async (parameters) => {
      const context = testContext();
      expect(await failureOf(httpRequest, { ...base, ...parameters }, context)).toMatchObject({
        code: 'request_invalid',
      });
      expect(context.requests).toEqual([]);
    },
  );
  test("the network's failure is the node's", async () => {
    const refusal = new NodeFailure('refused', { code: 'address_refused' });
    const context = testContext({ network: { request: async () => Promise.reject(refusal) } });
    expect(await failureOf(httpRequest, base, context)).toBe(refusal);
  });
});

describe('simple chat', () => {
  const base = {
    message: 'Hi',
    systemPrompt: '',
    history: [],
    model: '',
    temperature: 0.7,
    maxTokens: 1000,
    operation_type: 'x',
  };
  test('sends system prompt, history and message, in that order', async () => {
    const context = testContext();
    const history = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'tool', content: 'c' },
      { role: 'assistant', content: null },
      'x',
    ];
    const outputs = await outputsOf(
      simpleChat,
      { ...base, systemPrompt: 'Be kind', history, model: 'm', temperature: 0, maxTokens: 8192 },
      context,
    );
    expect(context.prompts).toEqual([
      {
        model: 'm',
        temperature: 0,
        maxTokens: 8192,
        messages: [
          { role: 'system', content: 'Be kind' },
          { role: 'user', content: 'a' },
          { role: 'assistant', content: 'b' },
          { role: 'user', content: 'Hi' },
        ],
      },
    ]);
    expect(outputs).toEqual({
      response: 'answer to 4',
      model: 'test-model',
      provider: 'test',
      temperature: 0,
      max_tokens: 8192,
      tokens_used: 12,
    });
  });
  test('an empty system prompt is left out, an empty model is left to the gateway', async () => {
    const context = testContext();
    await outputsOf(simpleChat, base, context);
    expect(context.prompts[0]).toMatchObject({ model: '', messages: [{ role: 'user', content: 'Hi' }] });
  });
});

test('stop ends the run with its value (ERR-5)', async () => {
  expect(await stop({ value: { a: 1 } }, testContext())).toEqual({ stop: { a: 1 } });
  expect(await stop({ value: null }, testContext())).toEqual({ stop: null });
});

test('raise_error fails as it is told (ERR-1, ERR-7)', async () => {
  expect(
    await failureOf(
      raiseError,
      { message: 'card refused', code: 'E42', retryable: true, details: { a: 1 } },
      testContext(),
    ),
  ).toMatchObject({
    message: 'card refused',
    code: 'E42',
    retryable: true,
    details: { a: 1 },
  });
  const plain = await failureOf(
    raiseError,
    { message: null, code: null, retryable: null, details: null },
    testContext(),
  );
  expect(plain).toMatchObject({ message: 'Error', code: 'node_error', retryable: false });
  expect(plain.details).toBeUndefined();
});
