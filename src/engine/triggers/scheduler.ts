// Fires schedules by themselves: sleeps until the next one is due, however many there are.
import type { Clock } from '../ports';
import { isScheduled, type TriggerDesk } from './desk';
import { createDueHeap } from './heap';
import type { TriggerStore } from './types';

export type Scheduler = {
  /** Looks at a trigger that was changed, or at all of them. */
  refresh(id?: string): void;
  /** No more firings begin. Resolves when those that have begun are recorded. */
  stop(): Promise<void>;
};

/** The clock is looked at this often at least: it may have been set, or the machine may have slept (milliseconds). */
const LONGEST_SLEEP = 15 * 60_000;
/** After a store that failed (milliseconds). */
const PAUSE = 30_000;

/** Begins at once: what is stored is looked at first. */
export function startScheduler(world: {
  readonly store: TriggerStore;
  readonly desk: Pick<TriggerDesk, 'look'>;
  readonly clock: Clock;
  log(message: string, cause: unknown): void;
}): Scheduler {
  const { store, desk, clock } = world;
  const due = createDueHeap();
  const changed = new Set<string>();
  const firing = new Set<Promise<unknown>>();
  let all = true;
  let seen = clock.now();
  let stopped = false;
  let poke = new AbortController();

  const failed = (cause: unknown) => world.log('A schedule could not be looked at.', cause);

  async function look(id: string): Promise<void> {
    try {
      const { wake, fired } = await desk.look(id);
      due.set(id, wake);
      if (fired === undefined) return;
      const recorded: Promise<unknown> = fired.catch(failed).finally(() => firing.delete(recorded));
      firing.add(recorded);
    } catch (cause) {
      failed(cause);
      due.set(id, clock.now() + PAUSE);
    }
  }

  async function everything(): Promise<void> {
    all = false;
    try {
      for (const row of await store.list()) if (isScheduled(row)) changed.add(row.id);
    } catch (cause) {
      failed(cause);
      all = true;
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      // A clock that was set back: what was due then is due at other times now.
      if (clock.now() < seen) all = true;
      seen = clock.now();
      if (all) await everything();
      const ready = new Set([...changed, ...due.take(clock.now())]);
      changed.clear();
      for (const id of ready) if (!stopped) await look(id);
      if (stopped) break;
      if (changed.size > 0) continue;
      const wait = all
        ? PAUSE
        : Math.min(LONGEST_SLEEP, (due.soonest() ?? Number.POSITIVE_INFINITY) - clock.now());
      if (wait <= 0 || poke.signal.aborted) poke = new AbortController();
      else await clock.sleep(wait, poke.signal).catch(() => undefined);
    }
  }

  const running = run();
  return {
    refresh(id) {
      if (id === undefined) all = true;
      else changed.add(id);
      poke.abort();
    },
    async stop() {
      stopped = true;
      poke.abort();
      await running;
      await Promise.all(firing);
    },
  };
}
