// MEM-12: turns across the tabs of a browser.
import type { Turns } from '../engine/memory/store';
import { bounded } from '../engine/memory/turns';
import type { Clock } from '../engine/ports';

/** The part of the browser's LockManager that is used. */
export type TurnManager = {
  request(name: string, options: { signal?: AbortSignal }, work: () => Promise<void>): Promise<unknown>;
};

/** Turns by locks of the browser: it lets go of a lock when its holder is gone, however that happened. */
export function lockTurns(manager: TurnManager, clock: Pick<Clock, 'sleep'>): Turns {
  return {
    async take(name, mostMs, signal) {
      signal.throwIfAborted();
      let release = () => {};
      const came = await bounded(clock, mostMs, signal, (tell) => {
        const withdrawn = new AbortController();
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        const work = () => {
          tell();
          return held;
        };
        // Who withdraws is told so by a rejection.
        manager.request(`memory:${name}`, { signal: withdrawn.signal }, work).catch(() => undefined);
        return () => withdrawn.abort();
      });
      return came ? release : undefined;
    },
  };
}
