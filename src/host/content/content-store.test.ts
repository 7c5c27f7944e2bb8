import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { contentRow, describeContentStore } from '../../engine/testing/content-conformance';
import { encodeLine } from '../journal/lines';
import { temporary } from '../testing/processes';
import { type HostContent, memoryContent, openContent } from './content-store';

const directories = temporary();
const open: HostContent[] = [];
afterAll(async () => {
  await Promise.all(open.map((content) => content.close()));
  directories.remove();
});

async function opened(directory: string, rewriteFrom?: number): Promise<HostContent> {
  const content = await openContent(directory, rewriteFrom === undefined ? {} : { rewriteFrom });
  if (!content.ok) throw new Error(content.error);
  open.push(content.value);
  return content.value;
}

describe('content of a host in memory', () => describeContentStore(async () => memoryContent().store));
describe('content of a host with a directory', () =>
  describeContentStore(async () => (await opened(directories.make())).store));

test('content is there again after a start, each row as it was changed last, however often the file was rewritten', async () => {
  const directory = directories.make();
  const before = await opened(directory, 2_000);
  for (let revision = 1; revision <= 60; revision += 1)
    await before.store.update('node', 'a', () => contentRow('a', { revision }));
  await before.store.update('__proto__', 'constructor', () =>
    contentRow('constructor', { collection: '__proto__' }),
  );
  await before.close();
  expect(statSync(join(directory, 'journal')).size).toBeLessThan(10_000);
  const after = await opened(directory);
  expect(await after.store.list('node')).toEqual([contentRow('a', { revision: 60 })]);
  expect(await after.store.get('__proto__', 'constructor')).toMatchObject({ id: 'constructor' });
  await after.close();
});

test('a journal that holds something else is refused, and left as it is', async () => {
  const directory = directories.make();
  await (await opened(directory)).close();
  appendFileSync(join(directory, 'journal'), encodeLine([['content', { v: 1, id: 'x' }]]));
  const { size } = statSync(join(directory, 'journal'));
  const refused = await openContent(directory);
  expect(refused.ok ? '' : refused.error).toMatch(/cannot be read\. A content row: .*collection/);
  expect(statSync(join(directory, 'journal')).size).toBe(size);
});
