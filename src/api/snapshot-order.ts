// What every repository of snapshots filters and orders with.
import type { SnapshotRecord, SnapshotRepository } from './types';

/** Those of one owner, the latest change first, then by execution. */
export function ownedBy(records: readonly SnapshotRecord[], owner: string): readonly SnapshotRecord[] {
  return records
    .filter((record) => record.owner === owner)
    .sort((a, b) => b.changed - a.changed || (a.execution < b.execution ? -1 : 1));
}

/** INT-9: what a cleanup deletes: nothing else is asked, and nobody's name is. */
export function isOutdated(
  { created, status }: SnapshotRecord,
  { before, statuses }: Parameters<SnapshotRepository['cleanup']>[0],
): boolean {
  return created < before && (statuses === undefined || statuses.includes(status));
}
