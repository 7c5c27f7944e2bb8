// Snapshots for the doors of a browser.
import { isOutdated, ownedBy } from '../api/snapshot-order';
import type { SnapshotRepository } from '../api/types';
import type { Snapshots } from '../store/snapshots';

/** {@link SnapshotRepository} over the browser's database. */
export function createBrowserSnapshots(on: () => Promise<Snapshots>): SnapshotRepository {
  return {
    async list({ owner, limit, offset }) {
      const found = ownedBy(await (await on()).all(), owner);
      return { rows: found.slice(offset, offset + limit), total: found.length };
    },
    get: async (execution) => (await on()).get(execution),
    save: async (execution, change) => (await on()).save(execution, change),
    delete: async (execution) => (await on()).delete(execution),
    cleanup: async (what) => (await on()).deleteWhere((record) => isOutdated(record, what)),
  };
}
