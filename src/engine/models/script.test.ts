import { describe, expect, test } from 'vitest';
import type { Json } from '../../model/json';
import type { ModelMessage, ModelRequest } from '../ports';
import { NodeFailure } from '../processors/types';
import { createOfflineModel } from './offline';

const calm = new AbortController().signal;
const user = (content: string): ModelMessage => ({ role: 'user', content });
const said = (content: string): ModelMessage => ({ role: 'assistant', content });
const request = (
  script: Json,
  messages: readonly ModelMessage[],
  more: Partial<ModelRequest> = {},
): ModelRequest => ({
  model: '',
  temperature: 0,
  maxTokens: 10,
  script,
  messages,
  ...more,
});
const reply = (script: Json, messages: readonly ModelMessage[], more: Partial<ModelRequest> = {}) =>
  createOfflineModel().complete(request(script, messages, more), calm);
async function failure(made: Promise<unknown>): Promise<NodeFailure> {
  const thrown: unknown = await made.catch((reason: unknown) => reason);
  if (thrown instanceof NodeFailure) return thrown;
  throw new Error(`No failure of a node: ${JSON.stringify(thrown)}`);
}

const agent: Json = [
  {
    tool_calls: [
      { name: 'search', args: { q: 'x' } },
      { name: 'save', id: 'own' },
    ],
    usage: { input_tokens: 3, output_tokens: 4 },
  },
  'Found it.',
];

describe('the scripted model', () => {
  test('answers by the number of answers before, the same again to the same conversation', async () => {
    const first = await reply(agent, [user('Find x')]);
    expect(first).toEqual({
      text: '',
      toolCalls: [
        { tool_call_id: 'call_1_1', name: 'search', args: { q: 'x' } },
        { tool_call_id: 'own', name: 'save', args: {} },
      ],
      finish: 'tool_calls',
      model: 'scripted',
      provider: 'offline',
      usage: { input_tokens: 3, output_tokens: 4 },
      tokens: 7,
    });
    expect(await reply(agent, [user('Find x')])).toEqual(first);
    const loop: readonly ModelMessage[] = [
      user('Find x'),
      { role: 'assistant', content: '', tool_calls: first.toolCalls },
      { role: 'tool', content: 'x', tool_call_id: 'call_1_1' },
    ];
    expect((await reply(agent, loop)).text).toBe('Found it.');
  });

  test('says what is missing at the end of its script', async () => {
    const thrown = await failure(reply(agent, [user('a'), said('b'), said('c')]));
    expect(thrown).toMatchObject({ code: 'model_script', retryable: false });
    expect(thrown.message).toMatch(/2 replies.*reply 3/);
  });

  test.each<[string, Json]>([
    ['an object', { count: 'turn', replies: ['One.', 'Two.'] }],
    ['a list that begins so', [{ count: 'turn' }, 'One.', 'Two.']],
    ['its JSON text', '{"count": "turn", "replies": ["One.", "Two."]}'],
  ])('counts anew in each turn where the script says so: %s', async (_, script) => {
    expect((await reply(script, [user('a'), said('x'), said('y'), user('b')])).text).toBe('One.');
    expect((await reply(script, [user('a'), said('x'), user('b'), said('z')])).text).toBe('Two.');
  });

  test('replies for what the user asks go before the others', async () => {
    const script = [{ when: 'WEATHER', text: 'Sunny.' }, 'Hello.'];
    expect((await reply(script, [user('The weather?')])).text).toBe('Sunny.');
    expect((await reply(script, [user('Hi')])).text).toBe('Hello.');
    expect((await reply(script, [user('Hi'), said('Hello.'), user('The weather?')])).text).toBe('Sunny.');
  });

  test('fails and waits as the script says', async () => {
    const waits: number[] = [];
    const model = createOfflineModel('', { sleep: async (ms) => void waits.push(ms) });
    const script = [
      { delay_ms: 50, error: { code: 'model_rate_limited', message: 'Slow down', retryable: true } },
    ];
    expect(await failure(model.complete(request(script, [user('a')]), calm))).toMatchObject({
      code: 'model_rate_limited',
      message: 'Slow down',
      retryable: true,
    });
    expect(waits).toEqual([50]);
  });

  test('hands its text on in pieces that make the whole', async () => {
    const deltas: string[] = [];
    await reply(['One two\n three.  '], [user('a')], { onText: (delta) => deltas.push(delta) });
    expect(deltas.length).toBeGreaterThan(2);
    expect(deltas.join('')).toBe('One two\n three.  ');
  });

  test("a node's script goes before that of the settings; without either the model answers for itself", async () => {
    const model = createOfflineModel('["From the settings."]');
    expect((await model.complete(request([], [user('a')]), calm)).text).toBe('From the settings.');
    expect((await model.complete(request(['Own.'], [user('a')]), calm)).text).toBe('Own.');
    expect((await reply([], [user('a')])).text).toContain('does not think');
    expect(await failure(reply([], [user('a')], { model: 'scripted' }))).toMatchObject({
      code: 'model_script',
    });
  });

  test.each<[Json, RegExp]>([
    ['[{', /no JSON/],
    [{ replies: 5 }, /list of replies/],
    [{ count: 'day', replies: [] }, /"count"/],
    [[5], /Reply 1/],
    [['a', { txt: 'b' }], /Reply 2: there is no "txt"/],
    [[{ text: 5 }], /"text"/],
    [[{ tool_calls: [{ args: {} }] }], /"name"/],
    [[{ tool_calls: [{ name: 'a', args: [] }] }], /"args" of "a"/],
    [[{ delay_ms: -1 }], /delay_ms/],
    [[{ error: 5 }], /"error"/],
  ])('a script that is wrong is told: %j', async (script, said) => {
    const thrown = await failure(reply(script, [user('a')]));
    expect(thrown.code).toBe('model_script');
    expect(thrown.message).toMatch(said);
  });
});
