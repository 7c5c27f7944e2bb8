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
    await link(mine, path);
  } catch (cause) {
    if (ownString(cause, 'code') !== 'EEXIST') throw cause;
    const holder = await holderIn(path);
    if (holder !== undefined && holder.pid !== process.pid && (await isAlive(holder))) {
      await rm(mine, { force: true });
      return fail(
        `Process ${holder.pid} uses the directory ${directory} already. Stop it, or choose another directory; where it is no host, delete ${path}.`,
      );
    }
    await rename(mine, path);
  }
  await rm(mine, { force: true });
  return ok({ release: () => rm(path, { force: true }) });
}

async function holderIn(path: string): Promise<Holder | undefined> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
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
