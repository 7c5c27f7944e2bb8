// The client against the doors of a host on loopback.
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCatalog } from '../../catalog/catalog';
import { bundleToPublish, updateBody } from '../../formats/publish-bundle';
import { differenceOf } from '../../formats/workflow-diff';
import { memoryStore } from '../../host/journal/host-store';
import { startServer } from '../../host/server';
import { decodeTokens } from '../../host/tokens';
import { createWorld } from '../../host/world';
import { decodeWorkflow } from '../../model/api-form';
import type { Json, JsonObject } from '../../model/json';
import { checkServer } from './check-server';
import { lookAt, sendBundle, sendUpdate, takeDown } from './publish-flow';
import { serverClient } from './server-client';

const catalog = createCatalog();
const PROCESSOR = 'flowdrop_node_processor:text_input';
const TOKENS = [
  { token: 'edit', id: 'e', name: 'E', permissions: ['view workflows', 'edit workflows'] },
  { token: 'blind', id: 'b', name: 'B', permissions: ['edit workflows'] },
  { token: 'view', id: 'v', name: 'V', permissions: ['view workflows'] },
  {
    token: 'confirm',
    id: 'c',
    name: 'C',
    permissions: ['view workflows', 'edit workflows', 'import untrusted bundles'],
  },
];

let url = '';
let stop = async (): Promise<void> => undefined;
beforeEach(async () => {
  const tokens = decodeTokens(JSON.stringify(TOKENS));
  if (!tokens.ok) throw new Error('tokens');
  const world = createWorld({
    store: memoryStore(),
    tokens: tokens.value,
    trustedPublishers: ['acme'],
    log: () => undefined,
  });
  const server = await startServer({
    world,
    dist: '/nowhere',
    hostname: '127.0.0.1',
    port: 0,
    onlyLocalNames: false,
  });
  if (!server.ok) throw new Error(server.error);
  url = server.value.url;
  stop = () => server.value.close();
});
afterEach(() => stop());

const client = (token: string, fetching?: typeof fetch) =>
  serverClient(url, token, fetching === undefined ? {} : { fetching });
const now = () => 42;

function flow(text: string, more: JsonObject = {}) {
  const decoded = decodeWorkflow({
    id: 'flow',
    name: 'Flow',
    nodes: [
      {
        id: 'text_input.1',
        type: 'universalNode',
        position: { x: 1, y: 2 },
        data: { label: 'In', config: { defaultValue: text }, metadata: { node_type_id: 'text_input' } },
      },
    ],
    edges: [],
    interface: { inputs: [{ id: 'q', bindings: [{ nodeId: 'text_input.1', portId: 'data' }] }] },
    ...more,
  });
  if (!decoded.ok) throw new Error('no workflow');
  return decoded.value.document;
}
const bundled = (document = flow('a'), options = {}) =>
  bundleToPublish(document, catalog, { publisher: 'acme', ...options });

describe('a check of the connection', () => {
  const needs = { nodeTypes: ['text_input', 'unheard_of'], processors: [PROCESSOR, 'acme:gone'] };

  test.each<readonly [string, boolean, boolean, boolean]>([
    ['edit', true, true, false],
    ['blind', false, true, false],
    ['view', true, false, false],
    ['confirm', true, true, true],
  ])('says what the token "%s" may, without storing anything', async (token, view, publish, confirm) => {
    const check = await checkServer(client(token), needs);
    expect(check).toMatchObject({ state: 'ready', service: 'sluice', may: { view, publish, confirm } });
    const list = await client('view').call('GET', `${url}/api/flowdrop/workflows`);
    expect(list).toMatchObject({ kind: 'done', data: [] });
  });

  test('says what the workflows here need and the server lacks; nothing where it may not be seen', async () => {
    expect(await checkServer(client('view'), needs)).toMatchObject({
      lacks: { nodeTypes: ['unheard_of'], processors: ['acme:gone'] },
    });
    expect(await checkServer(client('blind'), needs)).toMatchObject({
      offers: null,
      lacks: { nodeTypes: [], processors: [] },
    });
  });

  test('tells a token that is not known from none that is needed', async () => {
    expect(await checkServer(client('wrong'), needs)).toMatchObject({ state: 'stranger', service: 'sluice' });
    expect(await checkServer(client(''), needs)).toMatchObject({ state: 'stranger' });
  });

  test('a host that is down, one that lets no page in, a redirect, and something else', async () => {
    const down = serverClient('http://127.0.0.1:9', '');
    expect(await checkServer(down, needs)).toEqual({ state: 'fault', fault: { kind: 'unreachable' } });
    // What a browser does for an origin that is not allowed: no answer, but for a question that nobody may read.
    const walled: typeof fetch = async (input, init) => {
      if (init?.mode === 'no-cors') return fetch(input, { signal: init.signal ?? null });
      throw new TypeError('Failed to fetch');
    };
    expect(await checkServer(client('edit', walled), needs)).toEqual({
      state: 'fault',
      fault: { kind: 'cors' },
    });
    for (const [status, fault] of [
      [200, { kind: 'foreign', status: 200 }],
      [302, { kind: 'redirect' }],
    ] as const) {
      const seen: (string | undefined)[] = [];
      const other = createServer((request, response) => {
        seen.push(request.url);
        response.writeHead(status, { location: '/elsewhere' }).end('<html>');
      });
      await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
      const address = other.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      expect(await checkServer(serverClient(`http://127.0.0.1:${port}`, 't'), needs)).toEqual({
        state: 'fault',
        fault,
      });
      expect(seen).toEqual(['/api/flowdrop/health']);
      await new Promise((resolve) => other.close(resolve));
    }
  });
});

describe('a publication', () => {
  test('STORE-9: goes in whole, is read back the same, and its contract has a version', async () => {
    const document = flow('a');
    expect(await lookAt(client('edit'), 'flow')).toEqual({ kind: 'absent' });
    const sent = await sendBundle(client('edit'), document, bundled(document), now);
    expect(sent).toMatchObject({ kind: 'live', copy: { id: 'flow', version: '1.0.0', at: 42 } });
    const looked = await lookAt(client('edit'), 'flow');
    if (looked.kind !== 'there' || sent.kind !== 'live') throw new Error(looked.kind);
    expect(differenceOf(document, looked.copy.document)).toMatchObject({ same: true, nodes: { moved: 0 } });
    expect(looked.copy.changed).toBe(sent.copy.changed);
  });

  test('STORE-9: an id that is taken is refused, and what differs can be read', async () => {
    await sendBundle(client('edit'), flow('theirs'), bundled(flow('theirs')), now);
    const mine = flow('mine', { name: 'Mine' });
    expect(await sendBundle(client('edit'), mine, bundled(mine), now)).toMatchObject({
      kind: 'refused',
      status: 409,
      code: 'WORKFLOW_ID_TAKEN',
    });
    const looked = await lookAt(client('edit'), 'flow');
    expect(looked.kind === 'there' && differenceOf(mine, looked.copy.document)).toMatchObject({
      name: { here: 'Mine', there: 'Flow' },
      nodes: { changed: [{ id: 'text_input.1', config: ['defaultValue'] }] },
    });
  });

  test('STORE-4: an update puts all of it in place, and takes away what is here no more', async () => {
    await sendBundle(client('edit'), flow('a'), bundled(), now);
    const next = flow('b', { interface: {}, description: 'new' });
    const body = updateBody(next, catalog, 'flow');
    expect(await sendUpdate(client('edit'), next, { id: 'flow', body }, now)).toMatchObject({ kind: 'live' });
    const looked = await lookAt(client('edit'), 'flow');
    expect(looked.kind === 'there' && differenceOf(next, looked.copy.document).same).toBe(true);
    expect(looked).toMatchObject({ copy: { document: { inputs: [] } } });
  });

  test.each([
    ['edit', false],
    ['confirm', true],
  ])('STORE-9: whether the token "%s" may confirm an untrusted publisher is told', async (token, may) => {
    const document = flow('a');
    const stranger = bundled(document, { publisher: 'stranger' });
    expect(await sendBundle(client(token), document, stranger, now)).toMatchObject({
      kind: 'refused',
      code: 'BUNDLE_PUBLISHER_UNTRUSTED',
      mayConfirm: may,
    });
    const confirmed = bundled(document, { publisher: 'stranger', confirm: true });
    expect((await sendBundle(client(token), document, confirmed, now)).kind).toBe(may ? 'live' : 'refused');
  });

  test('STORE-5: an invalid workflow is refused with every reason and its place; nothing is stored', async () => {
    const document = flow('a', { edges: [{ id: 'e', source: 'text_input.1', target: 'nobody' }] });
    const sent = await sendBundle(client('edit'), document, bundled(document), now);
    expect(sent).toMatchObject({
      kind: 'refused',
      code: 'WORKFLOW_INVALID',
      details: [{ locator: 'edge.0' }],
    });
    expect(await lookAt(client('edit'), 'flow')).toEqual({ kind: 'absent' });
  });

  test('a caller who may not see may publish all the same', async () => {
    expect(await lookAt(client('blind'), 'flow')).toEqual({ kind: 'hidden' });
    expect(await sendBundle(client('blind'), flow('a'), bundled(), now)).toMatchObject({
      kind: 'live',
      copy: { version: null },
    });
    expect(await sendBundle(client('view'), flow('a'), bundled(), now)).toMatchObject({
      kind: 'refused',
      status: 403,
      code: 'ACCESS_DENIED',
    });
  });

  test('an answer that is lost on its way leaves it open whether the workflow arrived', async () => {
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (init?.method !== 'POST') return response;
      await response.text();
      throw new TypeError('connection reset');
    };
    const sent = await sendBundle(client('edit', lossy), flow('a'), bundled(), now);
    expect(sent).toEqual({ kind: 'lost', fault: { kind: 'cors' } });
    expect((await lookAt(client('edit'), 'flow')).kind).toBe('there');
  });

  test('a call that is taken back, and one that lasts too long', async () => {
    const never: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const cancelled = new AbortController();
    const call = client('edit', never).call('GET', url, { signal: cancelled.signal });
    cancelled.abort();
    expect(await call).toEqual({ kind: 'cancelled' });
    const slow = serverClient(url, '', { fetching: never, seconds: 0.01 });
    expect(await slow.call('GET', url)).toEqual({ kind: 'timeout', seconds: 0.01 });
  });

  test('a workflow is taken down; one that is gone already is as good as taken down', async () => {
    await sendBundle(client('edit'), flow('a'), bundled(), now);
    expect(await takeDown(client('view'), 'flow')).toMatchObject({ kind: 'refused', code: 'ACCESS_DENIED' });
    expect(await takeDown(client('edit'), 'flow')).toEqual({ kind: 'gone' });
    expect(await takeDown(client('edit'), 'flow')).toEqual({ kind: 'gone' });
    expect(await lookAt(client('edit'), 'flow')).toEqual({ kind: 'absent' });
  });

  test('the token is in no outcome', async () => {
    const outcomes: Json[] = [];
    for (const token of ['edit-canary', 'edit']) {
      const sent = await sendBundle(client(token), flow('a'), bundled(), now);
      outcomes.push(JSON.stringify([sent, await lookAt(client(token), 'flow')]));
    }
    expect(outcomes.join()).not.toContain('canary');
  });
});
