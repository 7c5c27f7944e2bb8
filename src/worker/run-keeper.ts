// Ownership of runs in one realm: a run is driven under its lock; a run whose driver is gone, in this realm or another, is
// taken over by whoever gets the lock next.
import type { Catalog } from '../catalog/types';
import type { Engine } from '../engine/engine';
import { giveUpRun, notStored } from '../engine/give-up';
import type { Clock, RunEvent, RunStore } from '../engine/ports';
import type { Locks } from './locks';

export type RunKeeper = {
  /** The store that the engine is given: a new run's lock is taken before its rows exist, so nobody takes it over. */
  readonly store: RunStore;
  /** Watches a drive that began here: the lock is let go when it ends, and the run is entered again where its store failed. */
  keep(runId: string): void;
  /** Takes over runs whose lock is free; waits for the locks of the others. Answers the ids of those taken over. */
  recover(): Promise<readonly string[]>;
  /** Hears of a run that is driven elsewhere: if its driver goes, it is taken over here. */
  heard(event: RunEvent): void;
  /** Tells the job in flight here, if any, that a stored cancel waits; a run that nobody drives is entered for it. */
  signalled(runId: string): Promise<void>;
  /**
   * Does the work under the run's lock where that is free, else without: another drives then. Afterwards a run that waits
   * for nobody is driven.
   */
  under<T>(runId: string, work: () => Promise<T>): Promise<T>;
  /**
   * Does work that may begin to drive the run: under its lock, one at a time. `undefined`: another realm has the lock and
   * keeps it.
   */
  owning<T>(runId: string, work: () => Promise<T>): Promise<T | undefined>;
};

/** How often a run whose store failed is entered again before it is left to the next start. */
const ATTEMPTS = 3;
const PAUSE_MS = 2_000;

/** How often, and how long apart, a lock that somebody may hold for a moment only is asked for. */
const LOCK_TRIES = 20;
const LOCK_PAUSE_MS = 25;

export function createRunKeeper(options: {
  readonly store: RunStore;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly engine: () => Engine;
  readonly catalog: () => Catalog;
  readonly announce: (event: RunEvent) => void;
  /** Ids of the runs that have not ended. */
  readonly unfinished: () => Promise<readonly string[]>;
}): RunKeeper {
  const { store, locks, clock, engine, catalog, announce, unfinished } = options;
  const awaited = new Set<string>();
  const owners = new Map<string, Promise<void>>();
  const lockOf = (runId: string) => `run:${runId}`;

  /** Waits for the drive here, if there is one, and lets go of the lock. */
  async function keepUntilEnd(runId: string, attempt: number): Promise<void> {
    const end = await engine().settled(runId);
    if (end?.kind === 'lost') {
      if (attempt < ATTEMPTS) {
        await clock.sleep(PAUSE_MS);
        await enter(runId, attempt + 1);
        return;
      }
      // Where this cannot be written either, the run stays as it is, for the next start.
      await giveUp(runId, notStored(end.cause)).catch(() => undefined);
    }
    locks.release(lockOf(runId));
  }

  /** Enters a run whose lock is held here. True: it is driven now. */
  async function enter(runId: string, attempt = 1): Promise<boolean> {
    let driven = false;
    try {
      const entered = await engine().recover(catalog(), runId);
      driven = entered.ok && entered.value !== undefined;
      if (!entered.ok && entered.error.code === 'RUN_NOT_RESTORABLE')
        await giveUp(runId, { message: entered.error.message, code: 'run_not_restorable' });
    } catch {
      // The store failed: the run stays as it is, for the next start.
    }
    void keepUntilEnd(runId, attempt);
    return driven;
  }

  const giveUp = (runId: string, why: Parameters<typeof giveUpRun>[2]) =>
    giveUpRun({ store, clock, announce }, runId, why);

  /** Claims of the queue tell who drives a run that is in it; nobody takes its lock. */
  const isQueued = async (runId: string) => (await store.queue.entry(runId)) !== undefined;

  /** After work under a lock that was taken for it: what is driven keeps the lock, what waits for nobody is entered. */
  async function settle(runId: string): Promise<void> {
    const idle = Symbol('idle');
    const settled: unknown = await Promise.race([engine().settled(runId), Promise.resolve(idle)]);
    if (settled === undefined) await enter(runId);
    else void keepUntilEnd(runId, 1);
  }

  async function owned<T>(runId: string, work: () => Promise<T>): Promise<T | undefined> {
    const lock = lockOf(runId);
    if (locks.holds(lock)) return work();
    for (let tries = 1; !(await locks.take(lock)); tries += 1) {
      if (tries === LOCK_TRIES) return undefined;
      await clock.sleep(LOCK_PAUSE_MS);
    }
    try {
      return await work();
    } finally {
      await settle(runId);
    }
  }

  function awaitLock(runId: string): void {
    if (awaited.has(runId) || locks.holds(lockOf(runId))) return;
    awaited.add(runId);
    locks.wait(lockOf(runId)).then(
      () => {
        awaited.delete(runId);
        return enter(runId);
      },
      () => awaited.delete(runId),
    );
  }

  return {
    store: {
      ...store,
      async create(commit) {
        if (commit.queue !== undefined) return store.create(commit);
        const lock = lockOf(commit.run.id);
        await locks.take(lock);
        try {
          await store.create(commit);
        } catch (error) {
          locks.release(lock);
          throw error;
        }
      },
    },

    keep(runId) {
      void keepUntilEnd(runId, 1);
    },

    async recover() {
      const taken: string[] = [];
      for (const runId of await unfinished()) {
        if (locks.holds(lockOf(runId)) || (await isQueued(runId))) continue;
        if (!(await locks.take(lockOf(runId)))) awaitLock(runId);
        else if (await enter(runId)) taken.push(runId);
      }
      return taken;
    },

    heard({ runId, finished, kind, queued }) {
      if (queued !== true && finished === undefined && kind !== 'paused' && kind !== 'cancelled')
        awaitLock(runId);
    },

    async signalled(runId) {
      const signal = (await store.run(runId))?.signal ?? null;
      if (signal !== null) engine().observe(runId, signal);
      // Where nobody drives the run, whoever is first answers the signal: a door that drives nothing has stored it.
      const lock = lockOf(runId);
      if (!locks.holds(lock) && (await locks.take(lock))) await enter(runId);
    },

    async owning(runId, work) {
      if (await isQueued(runId)) return work();
      const before = owners.get(runId) ?? Promise.resolve();
      const mine = before.then(() => owned(runId, work));
      const settled = mine.then(
        () => undefined,
        () => undefined,
      );
      owners.set(runId, settled);
      void settled.then(() => {
        if (owners.get(runId) === settled) owners.delete(runId);
      });
      return mine;
    },

    async under(runId, work) {
      if (await isQueued(runId)) return work();
      const lock = lockOf(runId);
      const mine = !locks.holds(lock) && (await locks.take(lock));
      try {
        return await work();
      } finally {
        if (mine) await settle(runId);
      }
    },
  };
}
