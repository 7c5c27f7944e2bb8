// What nobody waits for: ends workflows that were deleted a week ago, with their runs; runs of which there are newer ones
// enough; snapshots that are old.
import {
  createMemoryStore,
  createSnapshots,
  type DraftRepository,
  deleteRuns,
  forgetLive,
  forgetThreads,
  type SluiceDatabase,
  workflowsWithRuns,
} from '../store';
import { type Idle, whenIdle } from './idle';

/** A deleted workflow can be brought back for so long; milliseconds. */
export const KEPT_DELETED_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * Ends drafts that were deleted more than seven days before `now`, then their runs that have ended, a run a transaction, and where they were live. A
 * failure is left to the next start. @returns the ids of what was ended.
 */
export async function endDeleted(
  given: { readonly db: SluiceDatabase; readonly drafts: Pick<DraftRepository, 'purge'> },
  now: number,
): Promise<readonly string[]> {
  const purged = await given.drafts.purge(now - KEPT_DELETED_MS);
  if (!purged.ok) return [];
  for (const workflow of purged.value) {
    try {
      await deleteRuns(given.db, { workflow });
      await forgetThreads(given.db, workflow);
      await forgetLive(given.db, workflow);
    } catch {
      // What is left of a workflow takes room, and nothing else.
    }
  }
  return purged.value;
}

/** Of the ended runs of one workflow so many are kept, the newest. */
export const KEPT_RUNS = 200;
/** A snapshot is kept for so long; milliseconds. */
export const KEPT_SNAPSHOTS_MS = 30 * 24 * 60 * 60 * 1000;

/** Ends runs beyond the newest of each workflow, snapshots that were created too long ago (INT-9), and memory that has expired. */
export async function endOutdated(db: SluiceDatabase, now: number): Promise<void> {
  for (const workflow of await workflowsWithRuns(db)) await deleteRuns(db, { workflow, keep: KEPT_RUNS });
  await createSnapshots(db).deleteWhere(({ created }) => created < now - KEPT_SNAPSHOTS_MS);
  await createMemoryStore(db).forget(now);
}

/** Ends what nobody needs any more once the page has begun and rests. A failure is left to the next start. */
export function keepHouse(
  given: Parameters<typeof endDeleted>[0],
  now: () => number = Date.now,
  idle: Idle = whenIdle,
): void {
  idle(
    () =>
      void endDeleted(given, now())
        .then(() => endOutdated(given.db, now()))
        .catch(() => undefined),
  );
}
