// One process a directory: two journals in one file would each hide what the other wrote.
import { randomUUID } from 'node:crypto';
import { link, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownString } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';

/**
 * Who holds a directory. `born`: when the process began, where the system tells; a number is given out again. `space`: where
 * its number means something: containers that share a directory each have a process 1.
 */
type Holder = { readonly pid: number; readonly born: string; readonly space: string };

/** How often a holder moves the time of its lock, and how many such times one that nobody can see is watched for. */
const PULSE = 2_000;
const PULSES = 5;

/**
 * Takes a directory until `release`. A holder that is dead, killed ones included, is no holder. One in another container or
 * on another machine cannot be asked for by its number: its lock is watched.
 */
export async function lockDirectory(
  directory: string,
  pulse = PULSE,
): Promise<Result<{ release(): Promise<void> }, string>> {
  const path = join(directory, 'lock');
  // A name that no process in another container has too.
  const mine = join(directory, `lock.${randomUUID()}`);
  const me: Holder = { pid: process.pid, born: await bornOf(process.pid), space: await spaceOf() };
  await writeFile(mine, JSON.stringify(me));
  try {
    // A link is made or refused in one step, with its content in place.
    for (let tries = 0; !(await linked(mine, path)); tries += 1) {
      const text = await textOf(path);
      const holder = holderOf(text);
      const alive = holder !== undefined && (await isAlive(holder, me, () => moves(path, pulse)));
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
  const beat = setInterval(() => {
    const now = new Date();
    // Where that is refused, or somebody took the lock away by hand, whoever watches says so.
    utimes(path, now, now).catch(() => undefined);
  }, pulse);
  beat.unref();
  return ok({
    async release() {
      clearInterval(beat);
      await rm(path, { force: true });
    },
  });
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
  const aside = join(directory, `lock.dead.${randomUUID()}`);
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
      ? { pid, born: ownString(value, 'born') ?? '', space: ownString(value, 'space') ?? '' }
      : undefined;
  } catch {
    // Cut off, or gone by now.
    return undefined;
  }
}

async function isAlive(holder: Holder, me: Holder, watched: () => Promise<boolean>): Promise<boolean> {
  const { pid, born, space } = holder;
  if (space !== '' && space !== me.space) return watched();
  if (pid === me.pid) return false;
  try {
    process.kill(pid, 0);
  } catch (cause) {
    if (ownString(cause, 'code') === 'ESRCH') return false;
  }
  const now = await bornOf(pid);
  return born === '' || now === '' || born === now;
}

/** Whether somebody keeps a lock. Times are told apart and never compared with a clock, which may differ or go back. */
async function moves(path: string, pulse: number): Promise<boolean> {
  const first = await timeOf(path);
  for (let pulses = 0; pulses < PULSES; pulses += 1) {
    await sleep(pulse);
    const now = await timeOf(path);
    if (now !== first) return now !== undefined;
  }
  return false;
}

async function timeOf(path: string): Promise<bigint | undefined> {
  try {
    return (await stat(path, { bigint: true })).mtimeNs;
  } catch {
    return undefined;
  }
}

/** On Linux the machine and the space in it that numbers of processes belong to; empty elsewhere. */
async function spaceOf(): Promise<string> {
  try {
    return `${hostname()} ${await readlink('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
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
