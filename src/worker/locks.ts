// Who drives a run: whoever holds its lock. The browser lets go of a lock when its holder is gone, however that happened.

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
