// The jobs of a run that is entered, which had asked somebody: who has an answer, or nothing to wait for, is pending.
import type { JobRow, RunRow, RunStore } from '../ports';
import { type InterruptRow, isOverdue } from './row';

/** The interrupts that these jobs asked with last, by id. */
export async function askedBy(
  store: Pick<RunStore, 'interrupts'>,
  jobs: readonly JobRow[],
): Promise<ReadonlyMap<string, InterruptRow>> {
  const found = new Map<string, InterruptRow>();
  for (const { interrupt, status } of jobs) {
    if (interrupt === undefined || !WAITS.includes(status)) continue;
    const row = await store.interrupts.get(interrupt);
    if (row !== undefined) found.set(interrupt, row);
  }
  return found;
}

const WAITS: readonly JobRow['status'][] = ['interrupted', 'pending', 'running'];

/**
 * INT-3: a job whose question is settled is pending, and so is one whose question is not there (INT-4: it asks again). It takes
 * its attempt again: asking was part of it. RT-GATE-1: so is one whose gate's question is overdue.
 */
export function readyAgain(
  job: JobRow,
  asked: ReadonlyMap<string, InterruptRow>,
  { strategy }: Pick<RunRow, 'strategy'>,
  now: number,
): JobRow {
  if (job.interrupt === undefined || job.timer?.ended === null) return job;
  const row = asked.get(job.interrupt);
  if (job.status === 'interrupted') {
    if (row?.status === 'pending' && !(row.asker === 'gate' && isOverdue(row, now))) return job;
  } else if (job.status !== 'pending' || job.order === null) return job;
  // ORC-7: a direct run was cut off as a whole, before this job had its turn.
  if (strategy === 'flowdrop_runtime:synchronous' && row?.asker === 'recovery')
    return { ...job, status: 'idle', order: null, attempts: 0 };
  return { ...job, status: 'pending', order: null, attempts: Math.max(0, job.attempts - 1) };
}
