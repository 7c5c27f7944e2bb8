// INT-9: the scheduled cleanup of snapshots. It has no principal: what is too old goes, whoever's it is.
import type { LogEntry, SnapshotRepository } from '../api/types';

export const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

export type SnapshotCleanup = {
  /** Resolves when the cleanup that is under way, if one is, is over. */
  readonly done: () => Promise<void>;
  stop(): void;
};

/**
 * Deletes, now and every hour, the snapshots that were created more than `days` ago. 0: none, ever. A failure is logged,
 * and left to the next hour.
 */
export function keepSnapshots(
  snapshots: Pick<SnapshotRepository, 'cleanup'>,
  options: {
    readonly days: number;
    log(entry: LogEntry): void;
    /** Milliseconds since the epoch. */
    readonly now?: () => number;
    /** Calls back again and again until what it gives is called; default every hour. */
    readonly every?: (work: () => void) => () => void;
  },
): SnapshotCleanup {
  const { days, log, now = Date.now, every = hourly } = options;
  if (days === 0) return { done: () => Promise.resolve(), stop: () => undefined };
  let under = Promise.resolve();
  const clean = async (): Promise<void> => {
    try {
      const gone = await snapshots.cleanup({ before: now() - days * DAY_MS });
      if (gone > 0) log({ level: 'info', message: `Snapshots that were too old are gone: ${gone}.` });
    } catch (cause) {
      log({ level: 'warning', message: 'Old snapshots could not be deleted.', cause });
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
