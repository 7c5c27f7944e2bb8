import { expect, test } from 'vitest';
import type { Announcement } from './announcements';
import { createPublishing } from './publishing';
import { createSecrets } from './secrets';
import { memoryDatabase } from './testing/memory-database';

const STAGING = { id: 's1', name: 'Staging', address: 'https://staging.example', publisher: 'acme' };
const COPY = { server: 's1', id: 'flow', version: '1.0.0', digest: 'd', changed: 'c', at: 5 };

async function fresh() {
  const db = await memoryDatabase();
  const told: Announcement[] = [];
  const secrets = createSecrets(db, { now: () => 1 });
  const publishing = createPublishing(db, secrets, { announce: (one) => told.push(one) });
  return { db, secrets, publishing, told };
}

test('a server is kept without its token, which is a secret', async () => {
  const { db, publishing, told } = await fresh();
  const saved = await publishing.saveServer(STAGING, 'canary-token');
  expect(saved).toEqual({ ok: true, value: { ...STAGING, secret: 'server:s1' } });
  expect(await publishing.servers()).toEqual([{ ...STAGING, secret: 'server:s1' }]);
  const rows = await Promise.all(db.tables.map((table) => table.toArray()));
  const written = (value: unknown): unknown =>
    ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value;
  expect(JSON.stringify(rows, (_, value) => written(value))).not.toContain('canary-token');
  expect(saved.ok && (await publishing.token(saved.value))).toEqual({ ok: true, value: 'canary-token' });
  expect(told).toEqual([{ kind: 'settings' }]);
});

test.each([
  ['kept where nothing is said of it', STAGING.address, undefined, 'first'],
  ['kept under another path of the same host', `${STAGING.address}/sub`, undefined, 'first'],
  ['dropped where the server is another host', 'https://other.example', undefined, ''],
  ['replaced', 'https://other.example', 'second', 'second'],
  ['taken away', STAGING.address, null, ''],
])('a token is %s', async (_, address, token, expected) => {
  const { publishing, secrets } = await fresh();
  await publishing.saveServer(STAGING, 'first');
  const saved = await publishing.saveServer({ ...STAGING, address }, token);
  expect(saved.ok && (await publishing.token(saved.value))).toEqual({ ok: true, value: expected });
  expect(await secrets.names()).toEqual(expected === '' ? [] : ['server:s1']);
});

test('what is live where is kept a server, replaced, and forgotten', async () => {
  const { publishing } = await fresh();
  await publishing.remember('w', COPY);
  await publishing.remember('w', { ...COPY, server: 's2' });
  await publishing.remember('w', { ...COPY, digest: 'e' });
  await publishing.remember('v', COPY);
  expect((await publishing.live('w')).get('w')).toEqual([
    { ...COPY, server: 's2' },
    { ...COPY, digest: 'e' },
  ]);
  expect([...(await publishing.live()).keys()]).toEqual(['v', 'w']);
  await publishing.forget('v', 's1');
  expect([...(await publishing.live()).keys()]).toEqual(['w']);
  expect((await publishing.live('nobody')).size).toBe(0);
});

test('a server goes with its token and with what was live there, and with nothing else', async () => {
  const { publishing, secrets } = await fresh();
  await publishing.saveServer(STAGING, 'one');
  await publishing.saveServer({ ...STAGING, id: 's2' }, 'two');
  await publishing.remember('w', COPY);
  await publishing.remember('w', { ...COPY, server: 's2' });
  await publishing.remember('v', COPY);
  expect(await publishing.removeServer('s1')).toEqual({ ok: true, value: null });
  expect((await publishing.servers()).map(({ id }) => id)).toEqual(['s2']);
  expect(await secrets.names()).toEqual(['server:s2']);
  expect(await publishing.live()).toEqual(new Map([['w', [{ ...COPY, server: 's2' }]]]));
});

test('damaged rows are read as nothing', async () => {
  const { db, publishing } = await fresh();
  await db.table('settings').bulkPut([
    { v: 1, key: 'publish:servers', value: [{ id: 1 }] },
    { v: 9, key: 'publish:live:w', value: [] },
  ]);
  expect(await publishing.servers()).toEqual([]);
  expect((await publishing.live('w')).get('w') ?? []).toEqual([]);
});
