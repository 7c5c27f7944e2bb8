// MEM-12: turns within one realm.
import type { Clock } from '../ports';
import type { Turns } from './store';

/** Turns in the order of asking, among those who use this object. */
export function realmTurns(clock: Pick<Clock, 'sleep'>): Turns {
  const queues = new Map<string, (() => void)[]>();

  const leave = (name: string) => () => {
    const next = queues.get(name)?.shift();
    if (next === undefined) queues.delete(name);
    else next();
  };

  return {
    async take(name, mostMs, signal) {
      signal.throwIfAborted();
      const queue = queues.get(name);
      const release = once(leave(name));
      if (queue === undefined) {
        queues.set(name, []);
        return release;
      }
      return bounded(clock, mostMs, signal, (came) => {
        queue.push(came);
        return () => {
          const place = queue.indexOf(came);
          if (place >= 0) queue.splice(place, 1);
        };
      }).then((came) => (came ? release : undefined));
    },
  };
}

/**
 * Waits for a turn, a time, or a signal, whichever is first. `ask` is given what to call when the turn comes, and gives what
 * takes the question back.
 */
export function bounded(
  clock: Pick<Clock, 'sleep'>,
  mostMs: number,
  signal: AbortSignal,
  ask: (came: () => void) => () => void,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    const end = (then: () => void) => {
      over.abort();
      signal.removeEventListener('abort', aborted);
      then();
    };
    const withdraw = ask(() => end(() => resolve(true)));
    const aborted = () => {
      withdraw();
      end(() => reject(signal.reason));
    };
    signal.addEventListener('abort', aborted, { once: true });
    clock.sleep(mostMs, over.signal).then(
      () => {
        withdraw();
        end(() => resolve(false));
      },
      () => undefined,
    );
  });
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
