// A browser's database in memory with what the doors need over it. Two with the same factory are two tabs.
import { IDBFactory } from 'fake-indexeddb';
import { ok } from '../../model/problem';
import type { Announcement } from '../../store/announcements';
import { countingClock, memoryDatabase } from '../../store/testing/memory-database';
import { realmManager } from '../../worker/locks';
import { createBrowserWorld } from '../browser-world';
import { createAlone } from '../locks';

const manager = realmManager();

export async function browserDatabase(factory: IDBFactory = new IDBFactory()) {
  const db = await memoryDatabase(factory);
  const heard: Announcement[] = [];
  const now = countingClock(Date.UTC(2026, 0, 1));
  let minted = 0;
  const world = createBrowserWorld({
    database: async () => ok(db),
    announce: (announcement) => heard.push(announcement),
    now,
    uuid() {
      minted += 1;
      return `00000000-0000-4000-8000-${minted.toString(16).padStart(12, '0')}`;
    },
    log: () => undefined,
    // The tests' realm is all there is; every database of it is behind the same locks, as tabs are.
    alone: createAlone(manager),
  });
  return { db, world, heard, now };
}
