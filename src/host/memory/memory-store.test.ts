import { appendFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeMemoryStore, memoryRow } from '../../engine/testing/memory-conformance';
import { memoryMemory, openMemory } from './memory-store';

const directory = () => mkdtemp(join(tmpdir(), 'sluice-'));

async function opened(path: string, rewriteFrom?: number) {
  const memory = await openMemory(path, rewriteFrom === undefined ? {} : { rewriteFrom });
  if (!memory.ok) throw new Error(memory.error);
  return memory.value;
}

describe('a host without a directory', () => describeMemoryStore(async () => memoryMemory().store));
describe('a host with a directory', () =>
  describeMemoryStore(async () => (await opened(await directory())).store));

test('what is remembered and forgotten outlives the process, also when the journal was rewritten', async () => {
  const path = await directory();
  const first = await opened(path, 100);
  const row = memoryRow('session:s', 'chat_history', { value: [{ role: 'user' }], expires: 5, jobs: ['j'] });
  await first.store.update('session:s', 'chat_history', () => row);
  await first.store.update('global:', 'gone', () => memoryRow('global:', 'gone'));
  await first.store.update('global:', 'gone', () => null);
  await first.close();
  const second = await opened(path);
  expect(await second.store.list()).toEqual([row]);
  await second.close();
});

test('a journal that says something else is not begun with', async () => {
  const path = await directory();
  await (await opened(path)).close();
  const { encodeLine } = await import('../journal/lines');
  await appendFile(join(path, 'journal'), encodeLine([['memory', { v: 1, scope: 'global:' }]]));
  expect(await openMemory(path)).toMatchObject({ ok: false, error: expect.stringContaining('key') });
});
