// TRIG-1: ends a run at once, whoever drives it and whatever of it is in flight.
import type { JobStatus } from '../model/status';
import { isTerminal } from '../model/status';
import type { Announcer, Clock, JobRow, RunRow, RunStore } from './ports';
import { QUEUED } from './queue/judge';

const OUTSTANDING: readonly JobStatus[] = ['idle', 'pending', 'running', 'interrupted'];

/**
 * First takes the run away from its driver and cancels every job that has not ended, so that nobody can pick one up after
 * the run is gone; then cancels the run and announces that, once. False where there is no such run, or it has ended.
 */
export async function terminateRun(
  world: { readonly store: RunStore; readonly clock: Pick<Clock, 'now'>; readonly announce: Announcer },
  id: string,
): Promise<boolean> {
  const { store, clock } = world;
  // The fencing number keeps off whoever drives it: no commit of theirs comes through any more.
  const run = await store.acquire(id);
  if (run === undefined) return false;
  const now = clock.now();
  const jobs = (await store.jobs(id))
    .filter(({ status }) => OUTSTANDING.includes(status))
    .map((job): JobRow => ({ ...job, status: 'cancelled', ended: now }));
  if (jobs.length > 0) {
    const taken: RunRow = { ...run, seq: run.seq + 1 };
    if (!(await store.commit({ run: taken, jobs, values: [], logs: [] })).ok) return false;
  }
  const ended: RunRow = { ...run, status: 'cancelled', pauseReason: null, ended: now, seq: run.seq + 2 };
  if (isTerminal(run.status) || !(await store.commit({ run: ended, jobs: [], values: [], logs: [] })).ok)
    return false;
  world.announce({
    runId: id,
    workflow: run.workflow,
    seq: ended.seq,
    kind: 'cancelled',
    finished: { status: 'cancelled', durationMs: Math.max(0, now - (run.started ?? run.created)) },
    jobIds: jobs.map((job) => job.id),
    ...(run.strategy === QUEUED ? { queued: true } : {}),
  });
  return true;
}
