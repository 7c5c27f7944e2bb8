// What a host answers to senders that are no clients.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorld } from '../api/testing/world';
import { type Server, startServer } from './server';
import { startHost } from './testing/processes';
import { rawRequest, type Step, sendRaw } from './testing/raw-request';
import { fuzzSockets } from './testing/socket-fuzz';

const WORKFLOWS = '/api/flowdrop/workflows';
const UNTIL_CLOSED = Number.POSITIVE_INFINITY;

test('STORE-1, API-7: hostile senders get no failure out of a host, and store nothing by halves', async () => {
  const host = await startHost();
  const report = await fuzzSockets(host, 400, 20_260_101);
  const ended = await host.stop();
  expect(report.faults).toEqual([]);
  expect(ended).toMatchObject({ code: 0, err: expect.not.stringContaining('error') });
  // Else nothing was tried.
  expect(Object.keys(report.kinds).length).toBeGreaterThan(15);
  expect(report.stored).toBeGreaterThan(20);
  expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '201', '400', '417', '431']));
}, 120_000);

describe('a server with little patience', () => {
  let server: Server;
  const world = testWorld({
    principals: () => ({ id: '1', name: 'A', permissions: new Set(['administer']) }),
  });
  beforeAll(async () => {
    const started = await startServer({
      world,
      dist: '/nowhere',
      hostname: '127.0.0.1',
      port: 0,
      onlyLocalNames: true,
      patience: { headers: 100, request: 200, every: 20 },
    });
    if (!started.ok) throw new Error(started.error);
    server = started.value;
  });
  afterAll(() => server.close());

  test.each<[string, readonly Step[]]>([
    ['headers', ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ']],
    ['a body', [rawRequest('POST', WORKFLOWS, { 'Content-Length': '100' }), '{"name":"x"']],
  ])('gives up on a sender that never ends %s, says so, and stores nothing', async (_, steps) => {
    const { statuses, text, closed } = await sendRaw(server.url, steps, UNTIL_CLOSED);
    expect([statuses, closed]).toEqual([[408], true]);
    expect(text).toContain('"error_code":"REQUEST_TIMEOUT"');
    expect((await world.workflows.list({ limit: 1, offset: 0 })).total).toBe(0);
  });

  test('reads a body that comes slowly, and in time', async () => {
    const body = '{"name":"slow"}';
    const head = rawRequest('POST', WORKFLOWS, { 'Content-Length': String(body.length) });
    const { statuses } = await sendRaw(server.url, [head, ...[...body].flatMap((char): Step[] => [char, 1])]);
    expect(statuses).toEqual([201]);
  });

  test('answers in the order of the requests, junk behind them last', async () => {
    const two = rawRequest('GET', '/api/flowdrop/health') + rawRequest('GET', `${WORKFLOWS}/none`);
    const { statuses, closed } = await sendRaw(server.url, [`${two}JUNK\r\n\r\n`], UNTIL_CLOSED);
    expect([statuses, closed]).toEqual([[200, 404, 400], true]);
  });

  test('says in the envelope of the doors, with its security headers, what is wrong with a request', async () => {
    const long = rawRequest('GET', WORKFLOWS, { 'X-Long': 'x'.repeat(17 * 1024) });
    for (const [request, status, code] of [
      [long, 431, 'HEADERS_TOO_LARGE'],
      ['NONSENSE\r\n\r\n', 400, 'REQUEST_MALFORMED'],
      [rawRequest('POST', WORKFLOWS, { Expect: 'wonders' }, '{}'), 417, 'EXPECTATION_FAILED'],
    ] as const) {
      const { statuses, text } = await sendRaw(server.url, [request]);
      expect(statuses).toEqual([status]);
      expect(text).toContain(`"error_code":"${code}"`);
      expect(text).toMatch(/content-security-policy: /i);
    }
  });

  test('STORE-1: asks for a body that it takes, and not for one that is too large', async () => {
    const asking = (length: number) =>
      rawRequest('POST', WORKFLOWS, { Expect: '100-continue', 'Content-Length': String(length) });
    const body = '{"name":"asked"}';
    const taken = await sendRaw(server.url, [asking(body.length), 'ANSWER', body]);
    expect(taken.statuses).toEqual([100, 201]);
    const refused = await sendRaw(server.url, [asking(9 * 1024 * 1024)]);
    expect(refused.statuses).toEqual([400]);
    expect(refused.text).toContain('"error_code":"BODY_TOO_LARGE"');
  });
});
