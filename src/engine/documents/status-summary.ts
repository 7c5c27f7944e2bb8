// PIPE-2, PIPE-3: how many jobs stand how.
import { JOB_STATUSES, type JobStatus } from '../../model/status';

/** `total` first, then one counter for each defined job status, in the order of the vocabulary. */
export type JobStatusSummary = { readonly total: number } & { readonly [S in JobStatus]: number };

/** The counters, and the distinct persisted values that are no job status, in the order in which they were met. */
export type Summary = {
  readonly summary: JobStatusSummary;
  readonly unrecognised: readonly string[];
};

/** Counts jobs. Without any it is the shape that is published for a run that cannot be found or read: all zeros. */
export function summarise(jobs: readonly { readonly status: string }[]): Summary {
  const counts = new Map<string, number>(JOB_STATUSES.map((status) => [status, 0]));
  const unrecognised = new Set<string>();
  for (const { status } of jobs) {
    const count = counts.get(status);
    if (count === undefined) unrecognised.add(status);
    else counts.set(status, count + 1);
  }
  const count = (status: JobStatus) => counts.get(status) ?? 0;
  return {
    summary: {
      total: jobs.length,
      idle: count('idle'),
      pending: count('pending'),
      running: count('running'),
      completed: count('completed'),
      failed: count('failed'),
      cancelled: count('cancelled'),
      skipped: count('skipped'),
      interrupted: count('interrupted'),
    },
    unrecognised: [...unrecognised],
  };
}
