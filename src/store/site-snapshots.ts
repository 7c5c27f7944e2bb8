// The site's records as one state: read whole, and changed only while it is still the state that was read. For writers that
// take their time between the two.
import type { SiteRecords } from '../catalog/types';
import type { WorkflowDocument } from '../model/document';
import { ownString } from '../model/json';
import type { SluiceDatabase } from './database';
import type { DoorRecord } from './door-record';
import { createDoorWorkflows } from './door-workflows';
import { StoreRefusal } from './faults';
import { createSite, type SiteEdit } from './site';

/** Records with what tells two states apart: the same stamp is the same records. */
export type SiteSnapshot = { readonly records: SiteRecords; readonly stamp: string };

export type NewWorkflow = { readonly record: DoorRecord; readonly document: WorkflowDocument };

export type SiteSnapshots = {
  read(): Promise<SiteSnapshot>;
  /**
   * False, and nothing is changed, where the stored state is another one by now, or a workflow that comes with it cannot be
   * created. Rejects where the database does.
   */
  change(stamp: string, edit: SiteEdit, workflows?: readonly NewWorkflow[]): Promise<boolean>;
};

export function createSiteSnapshots(
  db: SluiceDatabase,
  world: Parameters<typeof createSite>[1],
): SiteSnapshots {
  const site = createSite(db, world);
  const doors = createDoorWorkflows(db, world);
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
    change: (stamp, edit, workflows = []) =>
      db.transaction('rw', [...tables, ...doors.tables], async () => {
        if ((await stampOf()) !== stamp) return false;
        // Asked before anything is written: a transaction that only read has nothing to take back.
        for (const { record } of workflows) if (await doors.isTaken(record.id)) return false;
        for (const { record, document } of workflows) await doors.create(record, document);
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
