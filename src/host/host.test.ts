// A real host on a free port of this machine, driven from outside.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeOf } from '../api/testing/world';
import { own } from '../model/json';
import { dataOf, type RunningHost, started, startHost, temporary } from './testing/processes';

const WORKFLOWS = '/api/flowdrop/workflows';
const directories = temporary();
afterAll(() => directories.remove());

const bundle = (id: string, publisher?: string) => ({
  format: 'flowdrop.bundle/v1',
  payload: {
    ...(publisher === undefined ? {} : { publisher }),
    node_types: [{ id: `type_${id}`, label: id, executor_plugin: 'flowdrop_node_processor:text_input' }],
    flow: { id, label: id, nodes: [nodeOf('n.1', `type_${id}`)], edges: [] },
  },
});

describe('without tokens', () => {
  let host: RunningHost;
  beforeAll(async () => {
    host = await startHost(['--trusted-publishers', 'acme']);
  }, 60_000);
  afterAll(() => host.stop());

  test('a workflow is stored, listed, read, changed and deleted', async () => {
    const made = await host.call('POST', WORKFLOWS, {
      id: 'one',
      name: 'One',
      nodes: [nodeOf('text_input.1', 'text_input')],
    });
    expect([made.status, own(dataOf(made), 'uid')]).toEqual([201, '1']);
    expect((await host.call('POST', WORKFLOWS, { id: 'one', name: 'One' })).status).toBe(409);
    expect((await host.call('PUT', `${WORKFLOWS}/one`, { name: 'Two' })).status).toBe(200);
    expect(own(dataOf(await host.call('GET', `${WORKFLOWS}/one`)), 'name')).toBe('Two');
    expect(dataOf(await host.call('GET', `${WORKFLOWS}?search=TWO`))).toHaveLength(1);
    expect((await host.call('DELETE', `${WORKFLOWS}/one`)).status).toBe(200);
    expect((await host.call('GET', `${WORKFLOWS}/one`)).status).toBe(404);
  });

  test('STORE-9: bundles of a trusted publisher come in with their node types; those of others do not', async () => {
    expect(await host.call('POST', `${WORKFLOWS}/import`, bundle('stranger', 'other'))).toMatchObject({
      status: 403,
      body: { error_code: 'BUNDLE_PUBLISHER_UNTRUSTED' },
    });
    expect((await host.call('POST', `${WORKFLOWS}/import`, bundle('friend', 'acme'))).status).toBe(201);
    expect((await host.call('GET', '/api/flowdrop/node-types/type_friend')).status).toBe(200);
    expect((await host.call('GET', '/api/flowdrop/node-types/type_stranger')).status).toBe(404);
  });

  test('MAN-9: a stored workflow with a contract is a node type of the catalog, and is gone with it', async () => {
    const made = await host.call('POST', WORKFLOWS, {
      id: 'inner',
      name: 'Inner',
      nodes: [nodeOf('c1', 'calculator')],
      interface: {
        inputs: [{ id: 'who', bindings: [{ nodeId: 'c1', portId: 'values' }] }],
        outputs: [],
      },
    });
    expect(made).toMatchObject({ status: 201 });
    const type = '/api/flowdrop/nodes/flowdrop_workflow_executor_flowdrop_workflow_inner';
    expect(await host.call('GET', type)).toMatchObject({
      status: 200,
      body: { data: { name: 'Run workflow: Inner' } },
    });
    await host.call('DELETE', `${WORKFLOWS}/inner`);
    expect((await host.call('GET', type)).status).toBe(404);
  });

  test('every answer wears the security headers, and a mistyped door is no page', async () => {
    for (const path of ['/', WORKFLOWS, '/api/nothing', '/no/such/file']) {
      const { headers } = await fetch(host.url + path);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
    expect(await host.call('GET', '/api/nothing')).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND' },
    });
  });

  test('STORE-1: a body beyond the limit is refused, and the next request is answered', async () => {
    const refused = await fetch(host.url + WORKFLOWS, {
      method: 'POST',
      body: `{"name":"${'x'.repeat(9 * 1024 * 1024)}"}`,
    });
    expect([refused.status, own(await refused.json(), 'error_code')]).toEqual([400, 'BODY_TOO_LARGE']);
    expect((await host.call('GET', WORKFLOWS)).status).toBe(200);
  });

  test('a page of another origin, and a foreign name that leads here, are refused', async () => {
    const origin = await host.call('GET', WORKFLOWS, undefined, { origin: 'https://evil.example' });
    expect([origin.status, own(origin.body, 'error_code')]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    expect(await statusFor('evil.example:80')).toBe(403);
    expect(await statusFor('127.0.0.1.evil.example')).toBe(403);
    expect(await statusFor('localhost:1')).toBe(200);
  });

  /** `fetch` does not let a name be claimed. */
  function statusFor(name: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = request(`${host.url}${WORKFLOWS}`, { headers: { host: name } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      sent.on('error', reject).end();
    });
  }
});

describe('with tokens', () => {
  let host: RunningHost;
  beforeAll(async () => {
    const file = join(directories.make(), 'tokens.json');
    const all = ['administer'];
    writeFileSync(
      file,
      JSON.stringify([
        { token: 't-view', id: 'v', name: 'Viewer', permissions: ['view workflows'] },
        { token: 't-all', id: 'a', name: 'Admin', permissions: all },
      ]),
    );
    host = await startHost(['--tokens', file]);
  }, 60_000);
  afterAll(() => host.stop());

  test.each([
    [undefined, 401],
    ['t-wrong', 401],
    ['t-view', 403],
    ['t-all', 201],
  ])('a save by the token %s is answered with %i', async (token, status) => {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    expect((await host.call('POST', WORKFLOWS, { name: 'x' }, headers)).status).toBe(status);
  });
});

describe('the process', () => {
  test('prints one line, ends on SIGTERM with 0, and finds everything again in its directory', async () => {
    const directory = directories.make();
    const first = await startHost(['--data', directory]);
    await first.call('POST', WORKFLOWS, { id: 'kept', name: 'Kept' });
    const ended = await first.stop();
    expect(ended.code).toBe(0);
    expect(ended.out).toBe(`listening on ${first.url}\n`);
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const second = await startHost(['--data', directory]);
    expect((await second.call('GET', `${WORKFLOWS}/kept`)).status).toBe(200);
    await second.stop('SIGINT');
  }, 60_000);

  test('ends when the npm that started it is told to', async () => {
    const npm = spawn('npm', ['run', '--silent', 'host', '--', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const url = await new Promise<string>((resolve) => {
      npm.stdout
        .setEncoding('utf8')
        .once('data', (line: string) => resolve(line.trim().slice('listening on '.length)));
    });
    expect((await fetch(url + WORKFLOWS)).status).toBe(200);
    npm.kill('SIGTERM');
    const answers = async () =>
      fetch(url + WORKFLOWS).then(
        () => true,
        () => false,
      );
    await expect.poll(answers, { timeout: 15_000 }).toBe(false);
  }, 60_000);

  test('ends with words where it cannot start', async () => {
    const directory = directories.make();
    const tokens = join(directory, 'tokens.json');
    writeFileSync(tokens, '[{"token":"a","id":"1","name":"A","permissions":["fly"]}]');
    const holder = await startHost(['--data', directory]);
    const main = ['--import', 'tsx', 'src/host/main.ts'];
    const port = new URL(holder.url).port;
    const ends = await Promise.all([
      started([...main, '--port', 'x']).ended,
      started([...main, '--port', '0', '--tokens', tokens]).ended,
      started([...main, '--port', '0', '--tokens', join(directory, 'none')]).ended,
      started([...main, '--port', '0', '--data', directory]).ended,
      started([...main, '--port', port]).ended,
    ]);
    await holder.stop();
    expect(ends.map(({ code, out }) => [code, out])).toEqual([
      [2, ''],
      [2, ''],
      [2, ''],
      [1, ''],
      [1, ''],
    ]);
    const words = [
      '--port takes',
      '[0].permissions[0]: "fly" is no permission',
      'cannot be read',
      'uses the directory',
      'is in use',
    ];
    for (const [i, word] of words.entries()) expect(ends[i]?.err).toContain(word);
  }, 60_000);
});
