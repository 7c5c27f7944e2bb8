// A host whose disk is full, whose directory is not its own, or whose callers may not.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALL_DOORS } from '../api/create-api';
import { type Json, own, ownString } from '../model/json';
import { PERMISSIONS } from '../model/permission';
import { dataOf, type RunningHost, started, startHost, temporary } from './testing/processes';

const WORKFLOWS = '/api/flowdrop/workflows';
const MAIN = ['--import', 'tsx', 'src/host/main.ts', '--port', '0'];
const directories = temporary();
afterAll(() => directories.remove());

const canLimit = existsSync('/usr/bin/prlimit');
const isRoot = process.getuid?.() === 0;

describe('a disk without room', () => {
  const room = (host: RunningHost, bytes: number | 'unlimited') =>
    execFileSync('prlimit', [`--fsize=${bytes}:unlimited`, '--pid', String(host.pid)]);

  test.runIf(canLimit)(
    'a write that does not fit is refused by its name; what was there stays; there may be room again',
    async () => {
      const directory = directories.make();
      const host = await startHost(['--data', directory]);
      const store = (id: string, size: number) =>
        host.call('POST', WORKFLOWS, { id, name: id, description: 'x'.repeat(size) });
      expect((await store('before', 10)).status).toBe(201);
      room(host, 20_000);
      for (let i = 0; i < 2; i += 1) {
        const refused = await store(`large_${i}`, 30_000);
        expect([refused.status, ownString(refused.body, 'error_code')]).toEqual([503, 'STORE_UNAVAILABLE']);
        expect(JSON.stringify(refused.body)).not.toMatch(/EFBIG|journal/);
      }
      const change = await host.call('PUT', `${WORKFLOWS}/before`, {
        name: 'changed',
        description: 'y'.repeat(30_000),
      });
      expect(change.status).toBe(503);
      expect((await host.call('GET', `${WORKFLOWS}/large_0`)).status).toBe(404);
      expect(own(dataOf(await host.call('GET', `${WORKFLOWS}/before`)), 'name')).toBe('before');
      // One that fits is taken.
      expect((await store('small', 10)).status).toBe(201);
      room(host, 'unlimited');
      expect((await store('large_0', 30_000)).status).toBe(201);
      expect(host.err()).toMatch(/error: POST .*EFBIG/s);
      await host.stop('SIGKILL');
      const again = await startHost(['--data', directory]);
      const rows = dataOf(await again.call('GET', WORKFLOWS));
      const ids = Array.isArray(rows) ? rows.map((row: Json) => ownString(row, 'id')).sort() : [];
      expect(ids).toEqual(['before', 'large_0', 'small']);
      await again.stop();
    },
    60_000,
  );
});

describe('a directory that cannot be used', () => {
  test('is refused in one line: read only, a file, a journal of another program', async () => {
    const readOnly = join(directories.make(), 'data');
    mkdirSync(readOnly);
    chmodSync(readOnly, 0o555);
    const file = join(directories.make(), 'file');
    writeFileSync(file, 'mine');
    const foreign = directories.make();
    writeFileSync(join(foreign, 'journal'), 'mine\n');
    // An administrator of the machine may write anywhere, so another user tries.
    const user = isRoot ? 65_534 : undefined;
    if (isRoot) chmodSync(join(readOnly, '..'), 0o755);
    const ends = await Promise.all([
      started([...MAIN, '--data', readOnly], {}, user).ended,
      started([...MAIN, '--data', file]).ended,
      started([...MAIN, '--data', foreign]).ended,
    ]);
    for (const { code, out, err } of ends) {
      expect([code, out]).toEqual([1, '']);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
    }
    expect(ends[0]?.err).toMatch(/The directory .* cannot be used: EACCES/);
    expect(ends[1]?.err).toMatch(/The directory .* cannot be used/);
    expect(ends[2]?.err).toMatch(/The file is no journal of this program/);
    expect([readFileSync(file, 'utf8'), readFileSync(join(foreign, 'journal'), 'utf8')]).toEqual([
      'mine',
      'mine\n',
    ]);
  }, 60_000);

  test('options that are not right are one line, with 2', async () => {
    const ends = await Promise.all(
      [['--port', 'x'], ['--nonsense'], ['--data'], ['--host', '0.0.0.0']].map(
        (args) => started(['--import', 'tsx', 'src/host/main.ts', ...args]).ended,
      ),
    );
    for (const { code, out, err } of ends) {
      expect([code, out]).toEqual([2, '']);
      expect(err.trimEnd().split('\n')).toHaveLength(1);
      expect(err).toContain('--help lists the options');
    }
  }, 60_000);
});

describe('permissions', () => {
  let host: RunningHost;
  beforeAll(async () => {
    const file = join(directories.make(), 'tokens.json');
    const entries = PERMISSIONS.flatMap((permission, i) => [
      { token: `only-${i}`, id: `only-${i}`, name: 'Only', permissions: [permission] },
      {
        token: `but-${i}`,
        id: `but-${i}`,
        name: 'But',
        permissions: PERMISSIONS.filter((other) => other !== permission && other !== 'administer'),
      },
    ]);
    writeFileSync(file, JSON.stringify(entries));
    host = await startHost(['--tokens', file]);
  }, 60_000);
  afterAll(() => host.stop());

  const order = new Map<string, number>(PERMISSIONS.map((permission, i) => [permission, i]));
  const bearer = (name: string, permission: string) => ({
    authorization: `Bearer ${name}-${order.get(permission)}`,
  });
  const body = { name: 'n' };

  test.each(ALL_DOORS.map((door) => [door.method, door.path, door.permission, door.orPermission] as const))(
    'META-9: %s %s takes "%s" and nothing else',
    async (method, path, permission, other) => {
      const sent = method === 'GET' || method === 'DELETE' ? undefined : body;
      const at = path.replace(':id', 'none');
      const status = async (headers: { readonly [name: string]: string }) =>
        (await host.call(method, at, sent, headers)).status;
      if (permission === 'public') {
        expect(await status({})).toBe(200);
        return;
      }
      expect(await status({})).toBe(401);
      // INT-16: to whoever may not see every run, one that does not exist is one that is not theirs.
      const opaque = permission === 'control runs';
      const allowed = opaque ? [401] : [401, 403];
      if (other === undefined) expect(await status(bearer('but', permission))).toBe(403);
      else {
        // Either opens the door: whoever has neither is not let in.
        expect(await status(bearer('only', 'edit lanes'))).toBe(403);
        expect([401, 403]).not.toContain(await status(bearer('only', other)));
      }
      expect(allowed).not.toContain(await status(bearer('only', permission)));
      expect([401, 403]).not.toContain(await status(bearer('only', 'administer')));
    },
  );

  test('STORE-9: to take responsibility for a stranger takes "import untrusted bundles" as well', async () => {
    const bundle = {
      format: 'flowdrop.bundle/v1',
      payload: { flow: { id: 'a', label: 'A', nodes: [], edges: [] } },
      confirm_publisher: true,
    };
    const send = (headers: { readonly [name: string]: string }) =>
      host.call('POST', `${WORKFLOWS}/import`, bundle, headers);
    const without = await send(bearer('but', 'import untrusted bundles'));
    expect([without.status, ownString(without.body, 'error_code')]).toEqual([
      403,
      'BUNDLE_PUBLISHER_UNTRUSTED',
    ]);
    expect((await send(bearer('but', 'edit lanes'))).status).toBe(201);
  });

  test('a token may come as X-API-Key, but not beside another one that decides', async () => {
    const key = `only-${PERMISSIONS.indexOf('view workflows')}`;
    const get = async (headers: { readonly [name: string]: string }) =>
      (await host.call('GET', WORKFLOWS, undefined, headers)).status;
    expect(await get({ 'x-api-key': key })).toBe(200);
    expect(await get({ 'x-api-key': 'nonsense' })).toBe(401);
    expect(await get({ 'x-api-key': key, authorization: 'Bearer nonsense' })).toBe(401);
  });
});
