// One process a directory: two journals in one file would each hide what the other wrote.
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownString } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';

/** Who holds a directory. `born`: when the process began, where the system tells; a number is given out again. */
type Holder = { readonly pid: number; readonly born: string };

/** Takes a directory until `release`. A holder that is dead, killed ones included, is no holder. */
export async function lockDirectory(
  directory: string,
): Promise<Result<{ release(): Promise<void> }, string>> {
  const path = join(directory, 'lock');
  const mine = join(directory, `lock.${process.pid}`);
  await writeFile(mine, JSON.stringify({ pid: process.pid, born: await bornOf(process.pid) }));
  try {
    // A link is made or refused in one step, with its content in place.
    for (let tries = 0; !(await linked(mine, path)); tries += 1) {
      const text = await textOf(path);
      const holder = holderOf(text);
      const alive = holder !== undefined && holder.pid !== process.pid && (await isAlive(holder));
      if (alive || tries >= TRIES) {
        const who = alive ? `Process ${holder.pid}` : 'Another process';
        return fail(
          `${who} uses the directory ${directory} already. Stop it, or choose another directory; where it is no host, delete ${path}.`,
        );
      }
      await takeAway(path, text, directory);
    }
  } finally {
    await rm(mine, { force: true });
  }
  return ok({ release: () => rm(path, { force: true }) });
}

/** More than this many others that come and go in between are somebody who holds it. */
const TRIES = 5;

async function linked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (cause) {
    if (ownString(cause, 'code') === 'EEXIST') return false;
    throw cause;
  }
}

/**
 * Takes away the lock of a dead process. Another process may have done so, and have taken the directory, since `text` was
 * read: then what was taken away is a living lock, and goes back.
 */
async function takeAway(path: string, text: string | undefined, directory: string): Promise<void> {
  const aside = join(directory, `lock.dead.${process.pid}`);
  try {
    await rename(path, aside);
  } catch (cause) {
    if (ownString(cause, 'code') === 'ENOENT') return;
    throw cause;
  }
  if ((await textOf(aside)) !== text) await linked(aside, path);
  await rm(aside, { force: true });
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return undefined;
  }
}

function holderOf(text: string | undefined): Holder | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '');
    const pid = typeof value === 'object' && value !== null && 'pid' in value ? value.pid : undefined;
    return typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0
      ? { pid, born: ownString(value, 'born') ?? '' }
      : undefined;
  } catch {
    // Cut off, or gone by now.
    return undefined;
  }
}

async function isAlive({ pid, born }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    if (ownString(cause, 'code') === 'ESRCH') return false;
  }
  const now = await bornOf(pid);
  return born === '' || now === '' || born === now;
}

/** On Linux the start of a process, in ticks of this boot; empty elsewhere. */
async function bornOf(pid: number): Promise<string> {
  try {
    const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold blanks; the start is the 22nd field of the line, the 20th behind it.
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return start === undefined ? '' : `${boot} ${start}`;
  } catch {
    return '';
  }
}
