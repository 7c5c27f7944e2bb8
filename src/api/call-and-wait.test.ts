// Call and Wait over the doors, with another system on loopback: when the question is there, and what is left when a call fails.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPinnedNetwork } from '../host/runs/pinned-network';
import { isArray, type Json, type JsonObject, own, ownString } from '../model/json';
import { loaded } from './persisted-runs';
import { nodeOf, testApi, testRuns } from './testing/world';

const API = '/api/flowdrop';
const PIPELINE = 'flowdrop_runtime:synchronous_pipeline';

/** The other system: it does what the test says with each request. */
let respond: (response: ServerResponse, body: Json, request: IncomingMessage) => void | Promise<void>;
const received: Json[] = [];
const remote = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const text = Buffer.concat(parts).toString('utf8');
    const body: Json = text === '' ? null : JSON.parse(text);
    received.push(body);
    void respond(response, body, request);
  });
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve));
  const address = remote.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
beforeEach(() => {
  received.length = 0;
  respond = (response) => void response.writeHead(202).end();
});
afterAll(() => {
  remote.closeAllConnections();
  remote.close();
});

/** Doors over runs that may ask loopback where the node itself allows it, and nothing internal otherwise. */
function doors() {
  const hosted = testRuns({
    network: createPinnedNetwork({ allowInternal: false }),
    callbackUrl: (id) => `https://host.example${API}/interrupts/${id}/callback`,
  });
  const { call } = testApi({
    hosted,
    principals: (request) => {
      const who = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
      const only: { readonly [name: string]: readonly string[] } = {
        human: ['resolve interrupts'],
        machine: ['resolve interrupts by callback'],
      };
      const all = ['view workflows', 'edit workflows', 'execute workflows', 'view any runs'];
      const permissions = Object.hasOwn(only, who)
        ? (only[who] ?? [])
        : [...all, 'resolve interrupts by callback'];
      return { id: who, name: who, permissions: new Set(permissions) };
    },
  });
  return {
    call,
    rows: hosted.kept.store.interrupts,
    async launch(config: JsonObject): Promise<JsonObject> {
      const document = {
        id: 'waits',
        name: 'Waits',
        nodes: [nodeOf('call', 'call_and_wait', { expires_in: 60, payload: { item: 7 }, ...config })],
        edges: [],
        interface: { outputs: [{ id: 'answer', bindings: [{ nodeId: 'call', portId: 'response' }] }] },
      };
      const made = await call('POST', `${API}/workflows`, document);
      expect(made.status).toBe(201);
      const body = { orchestrator: PIPELINE, wait: true };
      const reply = await call('POST', `${API}/workflows/waits/execute`, body);
      return Object(own(reply.body, 'data') ?? { refused: reply.body });
    },
    /** How a run stands, what it gave and why it failed. */
    async run(id: Json | undefined) {
      const run = await hosted.kept.store.run(String(id));
      const outputs = (await loaded(hosted.kept.store, run?.outputs ?? null)) ?? {};
      return { status: run?.status, error: run?.error?.code, answer: outputs.answer };
    },
  };
}

const codeOf = (body: Json) => ownString(body, 'error_code');
const interruptOf = (answer: JsonObject) => own(own(answer, 'metadata'), 'interrupt');

describe('a call that waits', () => {
  test('INT-20: the interrupt is there before the call is made, and the call carries it, the callback and the payload', async () => {
    const { launch, rows } = doors();
    let before: Json = null;
    respond = async (response, body) => {
      before = (await rows.get(ownString(body, 'interrupt_id') ?? ''))?.status ?? null;
      response.writeHead(202).end();
    };
    const answer = await launch({ url: `${base}/work`, allow_internal_requests: true });
    expect(answer.status).toBe('interrupted');
    expect(before).toBe('pending');
    const id = ownString(interruptOf(answer), 'id') ?? '';
    expect(received).toEqual([
      {
        payload: { item: 7 },
        interrupt_id: id,
        callback_url: `https://host.example${API}/interrupts/${id}/callback`,
      },
    ]);
    expect(Object.keys(Object(received[0]))).toEqual(['payload', 'interrupt_id', 'callback_url']);
    expect(own(interruptOf(answer), 'type')).toBe('external_call');
    // The wait is bounded.
    expect((await rows.get(id))?.expires).toBeGreaterThan(0);
  });

  test('INT-20, INT-19: the answer goes downstream unchanged; it is taken once, from a machine, and is in no inbox', async () => {
    const { launch, call, run } = doors();
    const answer = await launch({ url: `${base}/work`, allow_internal_requests: true });
    const at = `${API}/interrupts/${ownString(interruptOf(answer), 'id')}`;
    const inbox = (await call('GET', `${API}/interrupts`, undefined, { authorization: 'Bearer human' })).body;
    expect([isArray(own(inbox, 'data')), own(inbox, 'data')]).toEqual([true, []]);
    const value = { decision: 'yes', nested: { score: 3 } };
    const as = (who: string) => ({ authorization: `Bearer ${who}` });
    expect((await call('POST', `${at}/callback`, { value }, as('human'))).status).toBe(403);
    expect((await call('POST', at, { value }, as('machine'))).status).toBe(403);
    const mismatch = await call('POST', at, { value }, as('human'));
    expect([mismatch.status, codeOf(mismatch.body)]).toEqual([409, 'INTERRUPT_TYPE_MISMATCH']);
    const missing = await call('POST', `${at}/callback`, {}, as('machine'));
    expect([missing.status, codeOf(missing.body)]).toEqual([400, 'VALUE_REQUIRED']);
    const taken = await call('POST', `${at}/callback`, { value }, as('machine'));
    expect([taken.status, own(own(taken.body, 'data'), 'responseData')]).toEqual([200, value]);
    const again = await call('POST', `${at}/callback`, { value: 'other' }, as('machine'));
    expect([again.status, codeOf(again.body)]).toEqual([409, 'INTERRUPT_NOT_PENDING']);
    await expect.poll(async () => (await run(answer.execution_id)).status).toBe('completed');
    expect((await run(answer.execution_id)).answer).toEqual(value);
  });

  test('INT-20: a remote that answers before its request returns is heard, and the run goes on', async () => {
    const { launch, call, run } = doors();
    respond = async (response, body) => {
      const at = `${API}/interrupts/${ownString(body, 'interrupt_id')}/callback`;
      const early = await call('POST', at, { value: 'quick' });
      response.writeHead(early.status === 200 ? 202 : 500).end();
    };
    const answer = await launch({ url: `${base}/work`, allow_internal_requests: true });
    await expect.poll(async () => (await run(answer.execution_id)).status).toBe('completed');
    expect((await run(answer.execution_id)).answer).toBe('quick');
  });

  test.each<readonly [string, string, typeof respond]>([
    ['that the other system refuses', 'call_refused', (response) => void response.writeHead(500).end()],
    ['that is cut off', 'network_error', (response) => void response.destroy()],
  ])('INT-20: of a call %s nothing stays open, and the node fails', async (_, code, does) => {
    const { launch, rows, run } = doors();
    respond = does;
    const answer = await launch({ url: `${base}/work`, allow_internal_requests: true });
    expect(await run(answer.execution_id)).toMatchObject({ status: 'failed', error: code });
    expect(await rows.list({ status: 'pending' })).toEqual([]);
    expect((await rows.list({})).map(({ status }) => status)).toEqual(['cancelled']);
  });

  test('INT-20, NET-2: a redirect to where the call may not go cancels the interrupt and fails the node', async () => {
    const { launch, rows } = doors();
    respond = (response) => void response.writeHead(307, { location: 'file:///etc/passwd' }).end();
    const answer = await launch({ url: `${base}/work`, allow_internal_requests: true });
    expect(answer.status).toBe('failed');
    expect((await rows.list({})).map(({ status }) => status)).toEqual(['cancelled']);
    expect(received).toHaveLength(1);
  });

  test('INT-20: an address that is refused before the call leaves no interrupt at all', async () => {
    const { launch, rows } = doors();
    const answer = await launch({ url: `${base}/work` });
    expect(answer.status).toBe('failed');
    expect([await rows.list({}), received]).toEqual([[], []]);
  });

  test.each([[0], [-5]])('INT-20: a wait of %j seconds is no wait: nothing is stored', async (expires_in) => {
    const { call } = doors();
    const nodes = [nodeOf('call', 'call_and_wait', { url: base, expires_in })];
    const made = await call('POST', `${API}/workflows`, { id: 'waits', name: 'Waits', nodes, edges: [] });
    expect(made.status).toBe(422);
    expect(made.text).toContain('expires_in');
  });
});
