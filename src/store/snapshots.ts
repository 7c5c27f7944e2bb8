// Stored snapshots of runs in the browser's database: one at most an execution (INT-9).
import type { Result } from '../model/problem';
import type { SluiceDatabase } from './database';
import { decodeSnapshotRow, recordOfRow, type StoredSnapshot } from './snapshot-rows';

/** Snapshots over the table `snapshots`. A row that cannot be read is no snapshot. */
export type Snapshots = {
  /** All that can be read. */
  all(): Promise<readonly StoredSnapshot[]>;
  get(execution: string): Promise<StoredSnapshot | undefined>;
  /** An upsert in one transaction: `change` sees what is stored; what it refuses is not written. */
  save<E>(
    execution: string,
    change: (stored: StoredSnapshot | undefined) => Result<StoredSnapshot, E>,
  ): Promise<Result<StoredSnapshot, E>>;
  delete(execution: string): Promise<boolean>;
  /** Deletes those that `which` names. Answers how many went. */
  deleteWhere(which: (stored: StoredSnapshot) => boolean): Promise<number>;
};

export function createSnapshots(db: SluiceDatabase): Snapshots {
  const read = (row: unknown): StoredSnapshot | undefined => {
    const decoded = row === undefined ? undefined : decodeSnapshotRow(row);
    return decoded?.ok ? recordOfRow(decoded.value) : undefined;
  };
  const all = async (): Promise<readonly StoredSnapshot[]> =>
    (await db.snapshots.toArray()).flatMap((row) => read(row) ?? []);
  return {
    all,
    get: async (execution) => read(await db.snapshots.get(execution)),
    save: (execution, change) =>
      db.transaction('rw', db.snapshots, async () => {
        const changed = change(read(await db.snapshots.get(execution)));
        if (changed.ok) await db.snapshots.put({ v: 1, ...changed.value });
        return changed;
      }),
    delete: (execution) =>
      db.transaction('rw', db.snapshots, async () => {
        const there = (await db.snapshots.get(execution)) !== undefined;
        if (there) await db.snapshots.delete(execution);
        return there;
      }),
    deleteWhere: (which) =>
      db.transaction('rw', db.snapshots, async () => {
        const gone = (await all()).filter(which).map(({ execution }) => execution);
        await db.snapshots.bulkDelete(gone);
        return gone.length;
      }),
  };
}
