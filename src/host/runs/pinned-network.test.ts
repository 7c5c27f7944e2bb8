import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { NetworkRequest } from '../../engine/ports';
import { NodeFailure } from '../../engine/processors/types';
import { createPinnedNetwork, pinnedTo } from './pinned-network';

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://x');
  switch (pathname) {
    case '/gzip':
      response.setHeader('content-encoding', 'gzip').end(gzipSync('packed ä'));
      return;
    case '/brotli':
      response.setHeader('content-encoding', 'br').end(brotliCompressSync('packed ä'));
      return;
    case '/never':
      return;
    case '/cut':
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
      return;
    case '/post-away':
      response.writeHead(307, { location: '/echo' }).end();
      return;
    case '/round':
      response.writeHead(302, { location: '/round' }).end();
      return;
    case '/to-file':
      response.writeHead(302, { location: 'file:///etc/passwd' }).end();
      return;
    case '/large':
      response.end(Buffer.alloc(33 * 1024 * 1024, 'x'));
      return;
  }
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () =>
    response.end(
      JSON.stringify({ method: request.method, body, secret: request.headers.authorization ?? null }),
    ),
  );
});
let base = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const request = (url: string, changes: Partial<NetworkRequest> = {}): NetworkRequest => ({
  url,
  method: 'GET',
  headers: {},
  body: null,
  followRedirects: true,
  timeoutMs: 20_000,
  ...changes,
});
const inside = createPinnedNetwork({ allowInternal: true });
const never = new AbortController().signal;
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'answered';
  } catch (thrown) {
    return thrown instanceof NodeFailure ? thrown.code : String(thrown);
  }
};

describe('what may be asked', () => {
  test.each<readonly [string, readonly string[], string]>([
    ['http://127.0.0.1/', [], 'address_refused'],
    ['http://[::1]/', [], 'address_refused'],
    ['http://0x7f000001/', [], 'address_refused'],
    ['http://inside.example/', ['10.0.0.1'], 'address_refused'],
    ['http://both.example/', ['93.184.216.34', '169.254.169.254'], 'address_refused'],
    ['http://gone.example/', [], 'host_unresolvable'],
    ['file:///etc/passwd', [], 'scheme_refused'],
    ['http://me:pw@example.org/', ['93.184.216.34'], 'url_invalid'],
    ['nowhere', [], 'url_invalid'],
  ])('NET-1: %s with the addresses %j: %s', async (url, addresses, code) => {
    const network = createPinnedNetwork({ allowInternal: false, resolve: async () => addresses });
    expect(await codeOf(network.request(request(url), never))).toBe(code);
  });

  test('NET-1: the connection goes to what was judged, whatever name it is asked for', () => {
    const answers: unknown[] = [];
    const lookup = pinnedTo(['93.184.216.34', '2606:2800:220:1::1']);
    lookup('rebound.example', { all: true }, (...answer) => answers.push(answer));
    lookup('rebound.example', {}, (...answer) => answers.push(answer));
    expect(answers).toEqual([
      [
        null,
        [
          { address: '93.184.216.34', family: 4 },
          { address: '2606:2800:220:1::1', family: 6 },
        ],
      ],
      [null, '93.184.216.34', 4],
    ]);
  });
});

describe('what comes back', () => {
  test('the answer, with its body unpacked', async () => {
    for (const path of ['/gzip', '/brotli']) {
      const { status, body, headers } = await inside.request(request(base + path), never);
      expect([status, body, headers['content-encoding']]).toEqual([200, 'packed ä', undefined]);
    }
  });

  test('NET-3: a redirect of a POST becomes a GET without its body; where none is followed it is the answer', async () => {
    const post = { method: 'POST', body: 'x', headers: { Authorization: 'Bearer s' } };
    const { body, url } = await inside.request(request(`${base}/post-away`, post), never);
    expect([JSON.parse(body), url]).toEqual([
      { method: 'GET', body: '', secret: 'Bearer s' },
      `${base}/echo`,
    ]);
    const kept = await inside.request(
      request(`${base}/post-away`, { ...post, followRedirects: false }),
      never,
    );
    expect([kept.status, kept.headers.location]).toEqual([307, '/echo']);
  });

  test.each([
    ['/round', {}, 'too_many_redirects'],
    ['/to-file', {}, 'scheme_refused'],
    ['/large', {}, 'response_too_large'],
    ['/cut', {}, 'network_error'],
    ['/never', { timeoutMs: 50 }, 'request_timeout'],
    ['/', { headers: { 'bad name': 'x' } }, 'request_invalid'],
  ])('%s with %j fails as %s', async (path, changes, code) => {
    expect(await codeOf(inside.request(request(base + path, changes), never))).toBe(code);
  });

  test('an abort rejects with its reason', async () => {
    const abort = new AbortController();
    const asked = inside.request(request(`${base}/never`), abort.signal);
    abort.abort(new Error('stopped by hand'));
    await expect(asked).rejects.toThrow('stopped by hand');
  });
});
