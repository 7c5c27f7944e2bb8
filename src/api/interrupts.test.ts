// The doors of interrupts, over a host's runs.
import { describe, expect, test } from 'vitest';
import { INTERRUPT_KEYS } from '../engine/documents/interrupt-entry';
import { isArray, type Json, type JsonObject, own, ownString } from '../model/json';
import { nodeOf, testApi, testRuns } from './testing/world';

const API = '/api/flowdrop';
const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';

const ASKING: JsonObject = {
  id: 'asking',
  name: 'Asking',
  nodes: [
    nodeOf('fetch', 'text_input', { defaultValue: 'x' }),
    nodeOf('ask', 'confirmation', { message: 'Go on?' }),
    nodeOf('store', 'text_output'),
  ],
  edges: [
    {
      id: 'e1',
      source: 'fetch',
      target: 'ask',
      sourceHandle: 'fetch-output-trigger',
      targetHandle: 'ask-input-trigger',
    },
    {
      id: 'e2',
      source: 'ask',
      target: 'store',
      sourceHandle: 'ask-output-trigger',
      targetHandle: 'store-input-trigger',
    },
  ],
};

async function doors() {
  const hosted = testRuns({
    callbackUrl: (id) => `http://host.example/api/flowdrop/interrupts/${id}/callback`,
  });
  const { call } = testApi({ hosted });
  const made = await call('POST', `${API}/workflows`, ASKING);
  expect([made.status, own(made.body, 'details')]).toEqual([201, undefined]);
  const asked = async () => {
    const reply = await call('POST', `${API}/workflows/asking/execute`, {
      orchestrator: PIPELINE,
      wait: true,
    });
    return dataOf(reply.body);
  };
  return { call, asked };
}
const dataOf = (body: Json): JsonObject => Object(own(body, 'data'));
const firstOf = (body: Json): Json => {
  const data = own(body, 'data');
  return (isArray(data) ? data[0] : undefined) ?? null;
};
const codeOf = (body: Json) => ownString(body, 'error_code');
const idOf = (answer: JsonObject) => ownString(own(own(answer, 'metadata'), 'interrupt'), 'id') ?? '';

describe('interrupts at the doors', () => {
  test('INT-1: a launch that is waited for tells of the question, of its run and of what came before, and of nothing else', async () => {
    const { asked } = await doors();
    const answer = await asked();
    expect(answer.status).toBe('interrupted');
    expect(Object.keys(Object(answer.results))).toEqual(['fetch']);
    expect(own(answer.metadata, 'interrupt')).toMatchObject({
      nodeId: 'ask',
      status: 'pending',
      pipelineId: answer.execution_id,
    });
  });

  test('INT-22: every door publishes the same 24 keys in their order, and lists are arrays', async () => {
    const { call, asked } = await doors();
    const answer = await asked();
    const id = idOf(answer);
    const one = (await call('GET', `${API}/interrupts/${id}`)).body;
    const inbox = (await call('GET', `${API}/interrupts`)).body;
    const ofRun = (await call('GET', `${API}/pipeline/${answer.execution_id}/interrupts`)).body;
    const light = (await call('GET', `${API}/pipeline/${answer.execution_id}/status`)).body;
    const entries = [
      own(answer.metadata, 'interrupt'),
      dataOf(one),
      firstOf(inbox),
      firstOf(ofRun),
      own(dataOf(light), 'pendingInterrupt'),
    ];
    for (const entry of entries) expect(Object.keys(Object(entry))).toEqual([...INTERRUPT_KEYS]);
    expect(new Set(entries.map((entry) => JSON.stringify(entry))).size).toBe(1);
    expect(dataOf(one)).toMatchObject({
      schema: null,
      options: null,
      expiresAt: null,
      resolvedAt: null,
      resolvedBy: null,
    });
    const none = (await call('GET', `${API}/interrupts?type=review`)).body;
    expect([isArray(own(none, 'data')), own(none, 'data')]).toEqual([true, []]);
  });

  test('INT-3: an answer resumes the run; a second one is told', async () => {
    const { call, asked } = await doors();
    const answer = await asked();
    const path = `${API}/interrupts/${idOf(answer)}`;
    expect(codeOf((await call('POST', path, {})).body)).toBe('VALUE_REQUIRED');
    expect(codeOf((await call('POST', path, { value: 'maybe' })).body)).toBe('VALUE_INVALID');
    const done = await call('POST', path, { value: true });
    expect([done.status, dataOf(done.body).status, dataOf(done.body).responseData]).toEqual([
      200,
      'resolved',
      true,
    ]);
    await expect
      .poll(async () => dataOf((await call('GET', `${API}/pipeline/${answer.execution_id}`)).body).status)
      .toBe('completed');
    const again = await call('POST', path, { value: true });
    expect([again.status, codeOf(again.body)]).toEqual([409, 'INTERRUPT_NOT_PENDING']);
    expect(own((await call('GET', `${API}/interrupts`)).body, 'data')).toEqual([]);
  });

  test('INT-19: the callback refuses a missing value before it looks, then an unknown id, then a question to people', async () => {
    const { call, asked } = await doors();
    const id = idOf(await asked());
    const at = (interrupt: string, body: Json) =>
      call('POST', `${API}/interrupts/${interrupt}/callback`, body);
    const refusals = [
      await at('nobody', {}),
      await at('nobody', { value: 1 }),
      await at(id, { value: true }),
    ];
    expect(refusals.map(({ status, body }) => [status, codeOf(body)])).toEqual([
      [400, 'VALUE_REQUIRED'],
      [404, 'INTERRUPT_NOT_FOUND'],
      [409, 'INTERRUPT_TYPE_MISMATCH'],
    ]);
  });

  test('INT-4: a withdrawn question cannot be answered, and its run stays', async () => {
    const { call, asked } = await doors();
    const answer = await asked();
    const path = `${API}/interrupts/${idOf(answer)}`;
    const gone = await call('POST', `${path}/cancel`, { reason: 'wrong' });
    expect([gone.status, dataOf(gone.body)]).toMatchObject([200, { status: 'cancelled', reason: 'wrong' }]);
    expect(codeOf((await call('POST', path, { value: true })).body)).toBe('INTERRUPT_NOT_PENDING');
    const run = dataOf((await call('GET', `${API}/pipeline/${answer.execution_id}`)).body);
    expect(run.status).toBe('paused');
  });
});
