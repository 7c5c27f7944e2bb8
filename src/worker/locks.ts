// Who drives a run: whoever holds its lock. The browser lets go of a lock when its holder is gone, however that happened.
import type { Liveness } from '../engine/queue/crew';

/** Locks that this realm holds, by name. */
export type Locks = {
  /** Takes the lock where it is free. False: somebody else holds it. Taking a lock that is held here is true. */
  take(name: string): Promise<boolean>;
  /** Waits until the lock is free, and takes it. */
  wait(name: string): Promise<void>;
  release(name: string): void;
  holds(name: string): boolean;
};

/** The part of the browser's LockManager that is used. */
export type Manager = {
  request(
    name: string,
    options: { ifAvailable?: boolean },
    work: (lock: unknown) => Promise<void>,
  ): Promise<unknown>;
};

/** Locks of the browser, shared by every tab and worker of this origin. */
export function browserLocks(manager: Manager): Locks {
  const releases = new Map<string, () => void>();

  function request(name: string, ifAvailable: boolean): Promise<boolean> {
    if (releases.has(name)) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const hold = (lock: unknown): Promise<void> => {
        if (lock === null) {
          resolve(false);
          return Promise.resolve();
        }
        return new Promise((release) => {
          releases.set(name, release);
          resolve(true);
        });
      };
      manager.request(name, { ifAvailable }, hold).catch(reject);
    });
  }

  return {
    take: (name) => request(name, true),
    wait: async (name) => {
      await request(name, false);
    },
    release(name) {
      releases.get(name)?.();
      releases.delete(name);
    },
    holds: (name) => releases.has(name),
  };
}

/** A manager for realms without one. It sees this realm alone; the fencing number of a run keeps others off. */
export function realmManager(): Manager {
  const queues = new Map<string, (() => void)[]>();
  return {
    async request(name, { ifAvailable = false }, work) {
      const queue = queues.get(name);
      if (queue !== undefined) {
        if (ifAvailable) return work(null);
        await new Promise<void>((resolve) => queue.push(resolve));
      } else queues.set(name, []);
      try {
        return await work({ name });
      } finally {
        const next = queues.get(name)?.shift();
        if (next === undefined) queues.delete(name);
        else next();
      }
    },
  };
}

/** How a worker of the queue shows the others of this browser that it lives, and sees that of them. */
export function lockLiveness(locks: Locks): Required<Liveness> {
  const lockOf = (worker: string) => `worker:${worker}`;
  return {
    async begin(worker) {
      await locks.take(lockOf(worker));
    },
    // A tab that is frozen or slow keeps its locks; the browser frees those of one that is gone.
    async isAlive(worker) {
      const lock = lockOf(worker);
      if (locks.holds(lock)) return true;
      const free = await locks.take(lock);
      if (free) locks.release(lock);
      return !free;
    },
    async gone(worker) {
      const lock = lockOf(worker);
      await locks.wait(lock);
      locks.release(lock);
    },
  };
}
