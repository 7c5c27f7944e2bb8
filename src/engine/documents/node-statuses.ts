// PIPE-4: how each node of the workflow fared, all its executions in one entry.
import type { Json, JsonObject } from '../../model/json';
import { executionTimeUs, type PersistedJob, seconds } from './persisted-job';

/**
 * By id of the workflow's node, for nodes that have jobs; in the order in which their first jobs come.
 *
 * @param jobs in run order: of two that are equally new, the later one decides.
 */
export function nodeStatuses(jobs: readonly PersistedJob[]): JsonObject {
  const groups = new Map<string, PersistedJob[]>();
  for (const job of jobs) {
    const group = groups.get(job.node);
    if (group === undefined) groups.set(job.node, [job]);
    else group.push(job);
  }
  return Object.fromEntries([...groups].map(([node, group]): [string, Json] => [node, entryOf(group)]));
}

/**
 * `last_executed`: seconds since the epoch of the newest start. `execution_time`: seconds. `error`: of the job that last
 * started; of the newest one where none did.
 */
function entryOf(group: readonly PersistedJob[]): JsonObject {
  const newest = latest(group, ({ created }) => created ?? Number.NEGATIVE_INFINITY);
  const begun = group.filter(({ started }) => started !== null);
  const started = latest(begun, (job) => job.started ?? Number.NEGATIVE_INFINITY);
  const micros = started === undefined ? null : executionTimeUs(started);
  return {
    status: newest?.status ?? 'idle',
    last_executed: started === undefined || started.started === null ? null : seconds(started.started),
    execution_time: micros === null ? null : micros / 1_000_000,
    execution_time_us: micros,
    error: (started ?? newest)?.error ?? null,
    executions: begun.length,
    status_counts: countsOf(group),
  };
}

/** Unguarded on purpose (PIPE-3): whatever was persisted is a key. */
function countsOf(group: readonly PersistedJob[]): JsonObject {
  const counts = new Map<string, number>();
  for (const { status } of group) counts.set(status, (counts.get(status) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function latest(
  group: readonly PersistedJob[],
  stamp: (job: PersistedJob) => number,
): PersistedJob | undefined {
  let best: PersistedJob | undefined;
  for (const job of group) if (best === undefined || stamp(job) >= stamp(best)) best = job;
  return best;
}
