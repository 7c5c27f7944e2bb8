// Ending runs: their jobs, logs and checkpoints go with them, and values that nothing else refers to. A thread keeps where it
// stands (SG-12).
import Dexie from 'dexie';
import { isTerminal } from '../model/status';
import type { SluiceDatabase } from './database';
import { decodeJob, decodeRun } from './run-rows';
import { keepThreads } from './threads';

/** Which runs to delete: all of a workflow, or only those beyond the newest `keep`. Runs that have not ended always stay. */
export type Retention = { readonly workflow: string; readonly keep?: number };

/** Ids of the workflows that runs are of. */
export async function workflowsWithRuns(db: SluiceDatabase): Promise<readonly string[]> {
  const ids = await db.runs.orderBy('workflow').uniqueKeys();
  return ids.filter((id) => typeof id === 'string');
}

/** Deletes ended runs with all that is theirs alone. Answers how many went. One transaction a run. */
export async function deleteRuns(db: SluiceDatabase, { workflow, keep = 0 }: Retention): Promise<number> {
  const rows = await db.runs
    .where('[workflow+created]')
    .between([workflow, Dexie.minKey], [workflow, Dexie.maxKey])
    .reverse()
    .toArray();
  let deleted = 0;
  for (const stored of rows.slice(keep)) {
    const row = decodeRun(stored);
    if (!row.ok || !isTerminal(row.value.status)) continue;
    if (await deleteRun(db, row.value.id)) deleted += 1;
  }
  return deleted;
}

/** Deletes one run with all that is its alone, if it has ended. False: it has not, or there is none. */
export async function deleteRun(db: SluiceDatabase, id: string): Promise<boolean> {
  return db.transaction(
    'rw',
    [db.runs, db.jobs, db.values, db.logs, db.checkpoints, db.threads, db.interrupts],
    async () => {
      const whole = [
        [id, Dexie.minKey],
        [id, Dexie.maxKey],
      ] as const;
      const run = decodeRun(await db.runs.get(id));
      if (!run.ok || !isTerminal(run.value.status)) return false;
      const jobs = (
        await db.jobs
          .where('[run+status]')
          .between(...whole)
          .toArray()
      ).map(decodeJob);
      const refs = new Set(run.value.refs);
      for (const job of jobs) if (job.ok) for (const ref of job.value.refs) refs.add(ref);
      await db.jobs
        .where('[run+status]')
        .between(...whole)
        .delete();
      await db.logs
        .where('[run+seq]')
        .between(...whole)
        .delete();
      await db.interrupts.where('run').equals(id).delete();
      await keepThreads(db, id);
      await db.checkpoints
        .where('[run+seq]')
        .between(...whole)
        .delete();
      await db.runs.delete(id);
      for (const ref of refs) {
        const used =
          (await db.jobs.where('refs').equals(ref).count()) +
          (await db.runs.where('refs').equals(ref).count());
        if (used === 0) await db.values.delete(ref);
      }
      return true;
    },
  );
}
