// What nobody waits for: ends workflows that were deleted a week ago, with their runs.
import { type DraftRepository, deleteRuns, forgetLive, forgetThreads, type SluiceDatabase } from '../store';
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

/** Ends what was deleted long ago once the page has begun and rests. */
export function keepHouse(
  given: Parameters<typeof endDeleted>[0],
  now: () => number = Date.now,
  idle: Idle = whenIdle,
): void {
  idle(() => void endDeleted(given, now()).catch(() => undefined));
}
