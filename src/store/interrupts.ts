// Interrupts of runs in the browser's database. They are written with the steps of their run (`runs.ts`).
import Dexie from 'dexie';
import { closedWith } from '../engine/interrupts/close';
import type { InterruptRow } from '../engine/interrupts/row';
import type { InterruptFilter, InterruptStore, JobRow, RunRow } from '../engine/ports';
import { isTerminal } from '../model/status';
import type { SluiceDatabase } from './database';
import { readable } from './draft-log';
import { decodeInterrupt, storedInterrupt } from './interrupt-rows';
import { decodeJob, decodeRun } from './run-rows';

export function createInterruptStore(db: SluiceDatabase): InterruptStore {
  return {
    async get(id) {
      const stored = await db.interrupts.get(id);
      return stored === undefined ? undefined : readable(decodeInterrupt(stored));
    },

    list: (filter) => listInterrupts(db, filter),

    async due(now, limit) {
      const rows = await db.interrupts.where('due').belowOrEqual(now).limit(limit).toArray();
      return rows.map((row) => readable(decodeInterrupt(row)));
    },

    async soonest() {
      const [first] = await db.interrupts.where('due').above(Dexie.minKey).limit(1).keys();
      return typeof first === 'number' ? first : undefined;
    },

    update: (id, change) =>
      db.transaction('rw', db.interrupts, db.jobs, db.runs, async () => {
        const stored = await db.interrupts.get(id);
        if (stored === undefined) return undefined;
        const before = readable(decodeInterrupt(stored));
        const after = change(before);
        if (after === undefined) return undefined;
        await db.interrupts.put(storedInterrupt(after));
        if (before.status === 'pending' && after.status !== 'pending') await release(db, after);
        return after;
      }),
  };
}

/** INT-3 (1): the interrupted job goes back to pending, unless its run has ended. Within the transaction. */
async function release(db: SluiceDatabase, { run, job }: InterruptRow): Promise<void> {
  const [head, row] = [decodeRun(await db.runs.get(run)), decodeJob(await db.jobs.get(job))];
  if (!head.ok || !row.ok || isTerminal(head.value.status) || row.value.status !== 'interrupted') return;
  const status: JobRow['status'] = 'pending';
  await db.jobs.put({ ...row.value, status });
}

/** Writes, within the transaction of a commit, what it asks and what its end makes of open questions. */
export async function writeInterrupts(
  db: SluiceDatabase,
  run: RunRow,
  interrupts: readonly InterruptRow[] | undefined,
): Promise<void> {
  if (interrupts !== undefined && interrupts.length > 0)
    await db.interrupts.bulkPut(interrupts.map(storedInterrupt));
  if (run.asked === undefined || !isTerminal(run.status)) return;
  for (const row of await listInterrupts(db, { run: run.id })) {
    const closed = closedWith(row, run);
    if (closed !== undefined) await db.interrupts.put(storedInterrupt(closed));
  }
}

/** The oldest first. */
export async function listInterrupts(
  db: SluiceDatabase,
  { run, job, status }: InterruptFilter,
): Promise<readonly InterruptRow[]> {
  const rows =
    job !== undefined
      ? db.interrupts.where('job').equals(job)
      : run !== undefined
        ? db.interrupts.where('run').equals(run)
        : status !== undefined
          ? db.interrupts.where('status').equals(status)
          : db.interrupts.toCollection();
  return (await rows.toArray())
    .map((row) => readable(decodeInterrupt(row)))
    .filter(
      (row) => (run === undefined || row.run === run) && (status === undefined || row.status === status),
    )
    .sort((a, b) => a.created - b.created);
}
