// Sections that follow one another, in every tab and worker of this origin where the browser has locks.
import { type Manager, realmManager } from '../worker/locks';

/** Runs `work` alone among those of the same name; the lock is let go of however it ends. */
export type Alone = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** @param manager the browser's locks; where it has none, only this realm is seen. */
export function createAlone(manager: Manager = browserManager() ?? realmManager()): Alone {
  return (name, work) =>
    new Promise((resolve, reject) => {
      manager.request(name, {}, () => work().then(resolve, reject)).catch(reject);
    });
}

function browserManager(): Manager | undefined {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return undefined;
  const { locks } = navigator;
  return { request: (name, options, work) => locks.request(name, options, work) };
}
