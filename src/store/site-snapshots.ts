// The site's records as one state: read whole, and changed only while it is still the state that was read. For writers that
// take their time between the two.
import type { SiteRecords } from '../catalog/types';
import { ownString } from '../model/json';
import type { SluiceDatabase } from './database';
import { StoreRefusal } from './faults';
import { createSite, type SiteEdit } from './site';

/** Records with what tells two states apart: the same stamp is the same records. */
export type SiteSnapshot = { readonly records: SiteRecords; readonly stamp: string };

export type SiteSnapshots = {
  read(): Promise<SiteSnapshot>;
  /** False, and nothing is changed, where the stored state is another one by now. Rejects where the database does. */
  change(stamp: string, edit: SiteEdit): Promise<boolean>;
};

export function createSiteSnapshots(
  db: SluiceDatabase,
  world: Parameters<typeof createSite>[1],
): SiteSnapshots {
  const site = createSite(db, world);
  const tables = [db.nodeTypes, db.categories, db.lanes];

  async function stampOf(): Promise<string> {
    const all = await Promise.all(tables.map((table) => table.toArray()));
    return JSON.stringify(all.map((rows) => rows.map((row) => [ownString(row, 'id'), changedOf(row)])));
  }

  return {
    read: () =>
      db.transaction('r', tables, async () => ({
        records: (await site.read()).records,
        stamp: await stampOf(),
      })),
    change: (stamp, edit) =>
      db.transaction('rw', tables, async () => {
        if ((await stampOf()) !== stamp) return false;
        const changed = await site.change(edit);
        if (!changed.ok) throw new StoreRefusal(changed.error);
        return true;
      }),
  };
}

function changedOf(row: unknown): number | null {
  return typeof row === 'object' && row !== null && 'changed' in row && typeof row.changed === 'number'
    ? row.changed
    : null;
}
