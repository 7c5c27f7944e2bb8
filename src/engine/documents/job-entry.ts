// PIPE-7: the one form in which a job is published.
import type { Json, JsonObject } from '../../model/json';
import { executionTimeUs, type PersistedJob, type Report, seconds } from './persisted-job';

/**
 * The 17 keys in their order. Stamps are whole seconds since the epoch; `timestamp` is the newest of them.
 *
 * @param context the run in whose context the job is read; without one it is what `pipelineOf` found (PIPE-5), or null.
 */
export function jobEntry(job: PersistedJob, context: string | null, report: Report): JsonObject {
  const stored = job.pipeline;
  if (stored !== undefined && stored !== null && textOf(stored) === undefined) {
    report('The stored run id of a job is neither a text nor a whole number; it is not published.', {
      job: job.id,
    });
  }
  const stamps = [job.created, job.started, job.ended].filter((stamp) => stamp !== null);
  return {
    id: job.id,
    label: job.label,
    status: job.status,
    priority: job.priority,
    node_id: job.node,
    pipeline_id: context,
    created_at: stamp(job.created),
    started: stamp(job.started),
    completed: stamp(job.ended),
    execution_time_us: executionTimeUs(job),
    retry_count: job.retryCount,
    max_retries: job.maxRetries,
    error_message: job.error,
    input_data: job.inputs,
    output_data: job.outputs,
    metadata: job.metadata,
    timestamp: stamps.length === 0 ? null : seconds(Math.max(...stamps)),
  };
}

/** Keys of a job entry, in their order. */
export const JOB_ENTRY_KEYS = [
  'id',
  'label',
  'status',
  'priority',
  'node_id',
  'pipeline_id',
  'created_at',
  'started',
  'completed',
  'execution_time_us',
  'retry_count',
  'max_retries',
  'error_message',
  'input_data',
  'output_data',
  'metadata',
  'timestamp',
] as const;

function stamp(milliseconds: number | null): number | null {
  return milliseconds === null ? null : seconds(milliseconds);
}

/** A stored reference as it is published; `undefined` where it is none. */
function textOf(stored: Json): string | undefined {
  if (typeof stored === 'string') return stored;
  return typeof stored === 'number' && Number.isInteger(stored) ? String(stored) : undefined;
}

/** A run that names a job among its own. */
export type Candidate = { readonly id: string; readonly created: number };

/** Most candidates that are asked for: a job that is named by more runs than this is damage, not history. */
const LONGEST_WALK = 50;

/**
 * PIPE-5: the run that a job read alone reports: the most recent one that names it and that the caller may view; null where
 * there is none. More than one is a broken invariant, and told of.
 */
export async function pipelineOf(
  job: string,
  candidates: readonly Candidate[],
  mayView: (run: string) => boolean | Promise<boolean>,
  report: Report,
): Promise<string | null> {
  const ordered = [...candidates].sort((a, b) => b.created - a.created || (a.id < b.id ? -1 : 1));
  if (ordered.length > 1) {
    report('More than one run names this job as its own.', { job, runs: ordered.map(({ id }) => id) });
  }
  for (const { id } of ordered.slice(0, LONGEST_WALK)) if (await mayView(id)) return id;
  return null;
}
