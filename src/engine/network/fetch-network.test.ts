import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NetworkRequest } from '../ports';
import { NodeFailure } from '../processors/types';
import { createFetchNetwork } from './fetch-network';

let server: Server;
let base = '';
const seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    if (request.url === '/redirect') response.writeHead(302, { location: '/ok' }).end('moved');
    else if (request.url === '/slow') return;
    else if (request.url === '/missing') response.writeHead(404).end('gone');
    else response.writeHead(200, { 'content-type': 'application/json', 'x-own': 'y' }).end('{"ok":"é"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address === 'object' && address !== null) base = `http://127.0.0.1:${address.port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen.length = 0;
});

const inside = createFetchNetwork({ fetch, allowInternal: true });
const request = (path: string, more: Partial<NetworkRequest> = {}): NetworkRequest => ({
  url: base + path,
  method: 'GET',
  headers: {},
  body: null,
  followRedirects: true,
  timeoutMs: 5000,
  ...more,
});
const calm = new AbortController().signal;
const failure = async (made: Promise<unknown>): Promise<NodeFailure> => {
  const thrown: unknown = await made.catch((reason: unknown) => reason);
  if (thrown instanceof NodeFailure) return thrown;
  throw new Error(`Not a node failure: ${String(thrown)}`);
};

describe('the network of a page', () => {
  test.each(['//user:pass@', '//user@', '//:pass@'])(
    'NET-1: credentials in the address (%s) are refused before a request, and not repeated',
    async (credentials) => {
      const refused = await failure(
        inside.request(request('/ok', { url: base.replace('//', credentials) }), calm),
      );
      expect(refused).toMatchObject({ code: 'url_invalid', retryable: false });
      expect(refused.message).toContain('Authorization');
      expect(refused.message).not.toMatch(/user:|pass@|user@/);
      expect(seen).toEqual([]);
    },
  );
  test('gives status, headers, text and time', async () => {
    const response = await inside.request(request('/ok'), calm);
    expect(response).toMatchObject({
      status: 200,
      body: '{"ok":"é"}',
      url: `${base}/ok`,
      headers: { 'x-own': 'y' },
    });
    expect(response.millis).toBeGreaterThanOrEqual(0);
    expect(await inside.request(request('/missing'), calm)).toMatchObject({ status: 404, body: 'gone' });
  });

  test('sends method, headers and body, and never a referrer (NET-3)', async () => {
    await inside.request(request('/ok?q=1', { method: 'POST', body: 'text', headers: { 'x-a': 'b' } }), calm);
    expect(seen).toMatchObject([{ method: 'POST', url: '/ok?q=1', body: 'text', headers: { 'x-a': 'b' } }]);
    expect(seen[0]?.headers).not.toHaveProperty('referer');
    expect(seen[0]?.headers).not.toHaveProperty('cookie');
  });

  test('NET-1: a refused address is a failure of the node, and nothing is sent', async () => {
    const outside = createFetchNetwork({ fetch, allowInternal: false });
    for (const url of [
      `${base}/ok`,
      base.replace('127.0.0.1', 'localhost'),
      base.replace('127.0.0.1', '2130706433'),
      base.replace('127.0.0.1', '[::ffff:127.0.0.1]'),
    ])
      expect(await failure(outside.request(request('', { url }), calm))).toMatchObject({
        code: 'address_refused',
        retryable: false,
      });
    expect(await failure(inside.request(request('', { url: 'file:///etc/passwd' }), calm))).toMatchObject({
      code: 'scheme_refused',
    });
    expect(await failure(inside.request(request('', { url: 'nonsense' }), calm))).toMatchObject({
      code: 'url_invalid',
    });
    expect(seen).toEqual([]);
  });

  test('NET-2: a redirect is refused, as a page cannot judge its target; the target is never asked', async () => {
    expect(await failure(inside.request(request('/redirect'), calm))).toMatchObject({
      code: 'redirect_refused',
      retryable: false,
    });
    expect(seen.map(({ url }) => url)).toEqual(['/redirect']);
  });
  test('a redirect that is not to be followed is the result, where it can be seen', async () => {
    expect(await inside.request(request('/redirect', { followRedirects: false }), calm)).toMatchObject({
      status: 302,
      body: 'moved',
      headers: { location: '/ok' },
    });
  });
  test('a redirect that the browser hides is refused', async () => {
    const hidden = new Proxy(new Response(), {
      get: (response, key) =>
        key === 'type' ? 'opaqueredirect' : key === 'status' ? 0 : Reflect.get(response, key),
    });
    const opaque: typeof fetch = async () => hidden;
    const network = createFetchNetwork({ fetch: opaque, allowInternal: true });
    expect(await failure(network.request(request('/x', { followRedirects: false }), calm))).toMatchObject({
      code: 'redirect_refused',
    });
  });

  test('too slow and unreachable are passing faults', async () => {
    expect(await failure(inside.request(request('/slow', { timeoutMs: 30 }), calm))).toMatchObject({
      code: 'request_timeout',
      retryable: true,
    });
    expect(await failure(inside.request(request('', { url: 'http://127.0.0.1:1/' }), calm))).toMatchObject({
      code: 'network_error',
      retryable: true,
    });
  });
  test('an abort ends the request with its own reason', async () => {
    const abort = new AbortController();
    const made = inside.request(request('/slow'), abort.signal);
    const reason = new Error('cancelled by the run');
    abort.abort(reason);
    await expect(made).rejects.toBe(reason);
  });
  test('a header that HTTP does not allow fails the node', async () => {
    expect(
      await failure(inside.request(request('/ok', { headers: { 'bad name': 'x' } }), calm)),
    ).toMatchObject({ code: 'request_invalid' });
    expect(
      await failure(inside.request(request('/ok', { headers: { a: 'x\r\ny: z' } }), calm)),
    ).toMatchObject({ code: 'request_invalid' });
    expect(seen).toEqual([]);
  });
});
