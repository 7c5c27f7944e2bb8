// A run that nothing can continue ends as failed and says why; it must not look as if it ran for ever.
import { isTerminal } from '../model/status';
import { BRANCH_NOT_ACTIVE } from './endings';
import type { EngineWorld, JobRow, RunRow } from './ports';
import { QUEUED } from './queue/judge';

/** @param fence of the owner; absent: whatever is stored. */
export async function giveUpRun(
  { store, clock, announce }: Pick<EngineWorld, 'store' | 'clock' | 'announce'>,
  runId: string,
  { message, code }: { readonly message: string; readonly code: 'run_not_restorable' | 'run_not_stored' },
  fence?: number,
): Promise<void> {
  const run = await store.run(runId);
  if (run === undefined || isTerminal(run.status)) return;
  const now = clock.now();
  // ORC-11: what was begun is cut off, what was not is skipped.
  const jobs = (await store.jobs(runId))
    .filter(({ status }) => status === 'running' || status === 'pending' || status === 'idle')
    .map(
      (job): JobRow =>
        job.status === 'running'
          ? { ...job, status: 'cancelled', ended: now }
          : { ...job, status: 'skipped', skipReason: BRANCH_NOT_ACTIVE, ended: now },
    );
  const skipped = jobs.filter(({ status }) => status === 'skipped').map(({ node }) => node);
  const failed: RunRow = {
    ...run,
    fence: fence ?? run.fence,
    status: 'failed',
    pauseReason: null,
    error: { message, code, node_id: '', retryable: false },
    skipped,
    ended: now,
    seq: run.seq + 1,
  };
  if (!(await store.commit({ run: failed, jobs, values: [], logs: [] })).ok) return;
  announce({
    runId,
    workflow: run.workflow,
    seq: failed.seq,
    kind: 'failed',
    finished: { status: 'failed', durationMs: Math.max(0, now - (run.started ?? run.created)) },
    jobIds: jobs.map(({ id }) => id),
    ...(run.strategy === QUEUED ? { queued: true } : {}),
  });
}

/** What the end of a run says whose steps could not be written. */
export function notStored(cause: unknown): { readonly message: string; readonly code: 'run_not_stored' } {
  const why = cause instanceof Error ? cause.message : String(cause);
  return {
    message: `The run could not go on, for what it did could not be stored: ${why}`,
    code: 'run_not_stored',
  };
}
