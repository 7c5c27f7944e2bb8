import type { Clock } from '../ports';

export type SimulatedClock = Clock & {
  /** Moves time on by `ms`; whoever slept until then wakes in order. */
  advance(ms: number): void;
};

/**
 * A clock that stands still until it is moved: a run over it takes the same times on every machine, and days of waiting take
 * no time. A sleep of nothing gives the event loop a turn and takes no time. A sleep whose signal fires rejects with the
 * signal's reason.
 *
 * @param start milliseconds since 1970.
 */
export function simulatedClock(start = 1_700_000_000_000): SimulatedClock {
  let now = start;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.reject(signal.reason);
      if (ms <= 0) return new Promise((resolve) => setTimeout(resolve, 0));
      return new Promise((resolve, reject) => {
        const abort = () => reject(signal?.reason);
        const wake = () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        };
        sleepers.push({ at: now + ms, wake });
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
    advance(ms) {
      now += ms;
      const due = sleepers.filter((sleeper) => sleeper.at <= now).sort((a, b) => a.at - b.at);
      sleepers = sleepers.filter((sleeper) => sleeper.at > now);
      for (const sleeper of due) sleeper.wake();
    },
  };
}
