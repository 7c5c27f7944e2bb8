import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { temporary } from '../testing/processes';
import { lockDirectory } from './lock';

const directories = temporary();
afterAll(() => directories.remove());

/** The lock of a process in another container: no process here has to do with its number. */
const elsewhere = JSON.stringify({ pid: process.pid, born: 'boot 1', space: 'pid:[1]' });

test('a holder in another container is one as long as it keeps its lock', async () => {
  const directory = directories.make();
  const lock = join(directory, 'lock');
  writeFileSync(lock, elsewhere);
  let at = 1_000;
  // Its clock may be years behind, and go back.
  const beat = setInterval(() => {
    at -= 1;
    utimesSync(lock, at, at);
  }, 5);
  const refused = await lockDirectory(directory, 200);
  clearInterval(beat);
  expect(refused).toMatchObject({ ok: false });
  expect(await readFile(lock, 'utf8')).toBe(elsewhere);

  const taken = await lockDirectory(directory, 20);
  expect(taken).toMatchObject({ ok: true });
  expect(await readFile(lock, 'utf8')).not.toBe(elsewhere);
  if (taken.ok) await taken.value.release();
  expect(existsSync(lock)).toBe(false);
});

test('a holder keeps its lock, and lets go of it for good', async () => {
  const directory = directories.make();
  const lock = join(directory, 'lock');
  const taken = await lockDirectory(directory, 10);
  if (!taken.ok) throw new Error(taken.error);
  utimesSync(lock, 1, 1);
  await expect.poll(async () => (await stat(lock)).mtimeMs).toBeGreaterThan(1_000);
  await taken.value.release();
  writeFileSync(lock, elsewhere);
  expect(await lockDirectory(directory, 20)).toMatchObject({ ok: true });
});
