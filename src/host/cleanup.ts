// What a host clears away by itself: snapshots that are too old (INT-9), whoever's they are; remembered values that have expired.
import type { LogEntry, SnapshotRepository } from '../api/types';
import type { MemoryStore } from '../engine/memory/store';

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Work that is done now and again and again. */
export type Cleanup = {
  /** Resolves when the work that is under way, if any is, is over. */
  readonly done: () => Promise<void>;
  stop(): void;
};

export type CleanupOptions = {
  log(entry: LogEntry): void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Calls back again and again until what it gives is called; default every hour. */
  readonly every?: (work: () => void) => () => void;
};

/**
 * Deletes, now and every hour, the snapshots that were created more than `days` ago. 0: none, ever. A failure is logged,
 * and left to the next hour.
 */
export function keepSnapshots(
  snapshots: Pick<SnapshotRepository, 'cleanup'>,
  options: CleanupOptions & { readonly days: number },
): Cleanup {
  const { days, now = Date.now } = options;
  if (days === 0) return { done: () => Promise.resolve(), stop: () => undefined };
  return again(options, {
    work: () => snapshots.cleanup({ before: now() - days * DAY_MS }),
    done: 'Snapshots that were too old are gone',
    failed: 'Old snapshots could not be deleted.',
  });
}

/**
 * Removes, now and every hour, remembered values that have expired: nobody reads them any more, they only take room. A
 * failure is logged, and left to the next hour.
 */
export function keepMemory(memory: Pick<MemoryStore, 'forget'>, options: CleanupOptions): Cleanup {
  const { now = Date.now } = options;
  return again(options, {
    work: () => memory.forget(now()),
    done: 'Remembered values that had expired are gone',
    failed: 'Expired values could not be removed from memory.',
  });
}

function again(
  { log, every = hourly }: CleanupOptions,
  task: { readonly work: () => Promise<number>; readonly done: string; readonly failed: string },
): Cleanup {
  let under = Promise.resolve();
  const clean = async (): Promise<void> => {
    try {
      const gone = await task.work();
      if (gone > 0) log({ level: 'info', message: `${task.done}: ${gone}.` });
    } catch (cause) {
      log({ level: 'warning', message: task.failed, cause });
    }
  };
  const look = () => {
    under = under.then(clean);
  };
  look();
  return { done: () => under, stop: every(look) };
}

function hourly(work: () => void): () => void {
  const timer = setInterval(work, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
