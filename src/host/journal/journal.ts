// A file that writes are appended to. A write is acknowledged when the disk has it, and it is there whole or not at all.
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { StoreFailure } from '../../api/types';
import { type Json, ownString } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { decodeLines, encodeLine } from './lines';
import { lockDirectory } from './lock';

export type Journal = {
  /**
   * Resolves once all of `operations` are on disk, and `apply` has put them into what is kept in memory: nobody sees what
   * a crash could take back. Rejects where they could not be written.
   */
  append(operations: readonly Json[], apply: () => void): Promise<void>;
  /** Waits for what was appended, and lets go of the directory. */
  close(): Promise<void>;
};

export type OpenJournal = {
  /** Every operation of the file, in order. */
  readonly operations: readonly Json[];
  /**
   * Begins to take writes. `state` gives the operations that would make all that is kept now: the file is rewritten from
   * them when most of it is outdated.
   */
  start(state: () => readonly Json[]): Journal;
  /** Lets go of the directory without having begun. */
  abandon(): Promise<void>;
};

const HEADER = { format: 'sluice-journal', version: 1 };
/** Bytes of one batch; a write that is larger makes a batch of its own. */
const BATCH = 4 * 1024 * 1024;

/** What the journal does with the file that it appends to. */
export type JournalFile = Pick<FileHandle, 'appendFile' | 'datasync' | 'sync' | 'truncate' | 'close'>;

export type JournalOptions = {
  /** Opens the file for appending; default the system's. */
  openFile?(path: string): Promise<JournalFile>;
  /** A file below this many bytes is not rewritten. Default 16 MB. */
  readonly rewriteFrom?: number;
};

/** Keeps nothing: for a host without a directory. */
export const NO_JOURNAL: Journal = {
  append: async (_, apply) => apply(),
  close: async () => undefined,
};

/** Opens the journal of a directory, which is made where it is missing. Fails with a sentence for people. */
export async function openJournal(
  directory: string,
  options: JournalOptions = {},
): Promise<Result<OpenJournal, string>> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const lock = await lockDirectory(directory);
    if (!lock.ok) return lock;
    const opened = await read(join(directory, 'journal'));
    if (!opened.ok) {
      await lock.value.release();
      return fail(`${opened.error} (${join(directory, 'journal')})`);
    }
    const { operations, size } = opened.value;
    return ok({
      operations,
      start: (state) => startJournal(directory, size, state, lock.value.release, options),
      abandon: lock.value.release,
    });
  } catch (cause) {
    return fail(`The directory ${directory} cannot be used: ${messageOf(cause)}`);
  }
}

/** Reads what is there, and cuts off what was not finished. A file that is missing begins with its header. */
async function read(
  path: string,
): Promise<Result<{ readonly operations: readonly Json[]; readonly size: number }, string>> {
  const file = await open(path, 'a+', 0o600);
  try {
    const bytes = await readFile(path);
    const lines = decodeLines(bytes);
    if (!lines.ok) return lines;
    const { batches, whole } = lines.value;
    const [first, ...rest] = batches;
    if (first === undefined) {
      if (bytes.length > 0 && !isTornHeader(bytes)) return fail('The file is no journal of this program.');
      await file.truncate(0);
      const header = encodeLine([HEADER]);
      await file.appendFile(header);
      await file.sync();
      return ok({ operations: [], size: header.length });
    }
    const [header] = first;
    if (ownString(header, 'format') !== HEADER.format || !isCurrent(header))
      return fail(`The journal has another format than "${HEADER.format}" version ${HEADER.version}.`);
    if (whole < bytes.length) {
      await file.truncate(whole);
      await file.sync();
    }
    return ok({ operations: rest.flat(), size: whole });
  } finally {
    await file.close();
  }
}

function isCurrent(header: Json | undefined): boolean {
  return (
    typeof header === 'object' && header !== null && 'version' in header && header.version === HEADER.version
  );
}

/** The very first write may have been cut off too. */
function isTornHeader(bytes: Buffer): boolean {
  const header = encodeLine([HEADER]);
  return bytes.length < header.length && header.subarray(0, bytes.length).equals(bytes);
}

function openToAppend(path: string): Promise<JournalFile> {
  return open(path, 'a', 0o600);
}

type Waiting = {
  readonly operations: readonly Json[];
  readonly line: number;
  apply(): void;
  resolve(): void;
  reject(cause: unknown): void;
};

function startJournal(
  directory: string,
  startSize: number,
  state: () => readonly Json[],
  release: () => Promise<void>,
  options: JournalOptions,
): Journal {
  const { rewriteFrom = 16 * 1024 * 1024, openFile = openToAppend } = options;
  const path = join(directory, 'journal');
  let file: Promise<JournalFile> = openFile(path);
  // Its failure is that of the first write.
  file.catch(() => undefined);
  let size = startSize;
  let rewriteAt = Math.max(rewriteFrom, startSize * 2);
  let waiting: Waiting[] = [];
  let working: Promise<void> | undefined;
  let broken: Error | undefined;
  let closed = false;

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    const line = encodeLine(batch.flatMap(({ operations }) => operations));
    const handle = await file;
    try {
      await handle.appendFile(line);
    } catch (cause) {
      // Half a line may be there. Later lines must not follow it.
      try {
        await handle.truncate(size);
        await handle.sync();
      } catch {
        broken = new StoreFailure(
          'The journal could not be cut back after a failed write; nothing more is written.',
        );
      }
      throw new StoreFailure(`A write failed: ${messageOf(cause)}`, { cause });
    }
    try {
      await handle.datasync();
    } catch (cause) {
      // The system may have dropped what it could not write, so another try would prove nothing.
      broken = new StoreFailure('The disk failed to keep a write; nothing more is written.', { cause });
      // What was refused should not come back at the next start. Where this fails too, it may.
      await handle.truncate(size).catch(() => undefined);
      throw new StoreFailure(`A write failed: ${messageOf(cause)}`, { cause });
    }
    size += line.length;
  };

  /** A second file takes the place of the first in one step, so one of them is there whole at every moment. */
  const rewrite = async (): Promise<void> => {
    const next = join(directory, 'journal.new');
    const fresh = await open(next, 'w', 0o600);
    let length = 0;
    try {
      for (const operations of batchesOf([HEADER], state())) {
        const line = encodeLine(operations);
        await fresh.appendFile(line);
        length += line.length;
      }
      await fresh.sync();
      await rename(next, path);
    } catch {
      // The old file is whole and stays in use; it is tried again when it has grown further.
      await fresh.close().catch(() => undefined);
      await rm(next, { force: true }).catch(() => undefined);
      rewriteAt = size * 2;
      return;
    }
    const before = await file;
    file = Promise.resolve(fresh);
    size = length;
    rewriteAt = Math.max(rewriteFrom, length * 2);
    await before.close().catch(() => undefined);
    try {
      await syncDirectory(directory);
    } catch (cause) {
      broken = new StoreFailure('The disk failed to keep the name of the journal; nothing more is written.', {
        cause,
      });
    }
  };

  const work = async (): Promise<void> => {
    // What comes in the same turn shares one write.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = nextBatch(waiting);
      waiting = waiting.slice(batch.length);
      try {
        if (broken !== undefined) throw broken;
        await write(batch);
      } catch (cause) {
        for (const one of batch) one.reject(cause);
        continue;
      }
      for (const one of batch) {
        one.apply();
        one.resolve();
      }
      if (size > rewriteAt) await rewrite();
    }
    working = undefined;
  };

  return {
    append(operations, apply) {
      if (closed) return Promise.reject(new StoreFailure('The journal is closed.'));
      return new Promise((resolve, reject) => {
        waiting.push({ operations, line: JSON.stringify(operations).length, apply, resolve, reject });
        working ??= work();
      });
    },
    async close() {
      if (closed) return;
      closed = true;
      await working;
      await (await file).close();
      await release();
    },
  };
}

function nextBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  let bytes = 0;
  const over = waiting.findIndex(({ line }, i) => {
    bytes += line;
    return i > 0 && bytes > BATCH;
  });
  return over < 0 ? waiting : waiting.slice(0, over);
}

/** The header, and all operations in lists of a bearable size. */
function* batchesOf(header: readonly Json[], operations: readonly Json[]): Generator<readonly Json[]> {
  yield header;
  let batch: Json[] = [];
  let bytes = 0;
  for (const operation of operations) {
    batch.push(operation);
    bytes += JSON.stringify(operation).length;
    if (bytes < BATCH) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** A new name is on disk once its directory is. Systems without directories to open keep it by themselves. */
async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
