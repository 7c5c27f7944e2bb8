// PIPE-1, PIPE-8, PIPE-9: the two documents of a run. Read from what is persisted, and from nothing else.
import type { Json, JsonObject } from '../../model/json';
import { jobEntry } from './job-entry';
import { nodeStatuses } from './node-statuses';
import type { PersistedJob, Report } from './persisted-job';
import { summarise } from './status-summary';

/** A run as a store gives it back. Times are milliseconds since the epoch. */
export type PersistedRun = {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** As persisted: it is published verbatim. */
  readonly status: string;
  readonly created: number | null;
  readonly started: number | null;
  readonly ended: number | null;
  /** How often anything of it executed. */
  readonly executionCount: number;
  /** The interrupt that it waits for, as a list of interrupts prints it; null where it waits for none. */
  readonly pendingInterrupt: JsonObject | null;
  readonly pausedReason: string | null;
  readonly inputs: JsonObject;
  /** Declared outputs by name; null until the run has ended. */
  readonly outputs: JsonObject | null;
  readonly strategy: string;
  /** The stored context with everything in it; {@link publishedContext} decides what of it leaves. */
  readonly context: JsonObject;
};

/** `id` to `pausedReason`, without any job. */
export function lightDocument(run: PersistedRun): JsonObject {
  return {
    id: run.id,
    status: run.status,
    createdAt: instant(run.created),
    lastExecuted: instant(run.ended),
    pendingInterrupt: run.pendingInterrupt,
    pausedReason: run.pausedReason,
  };
}

/**
 * The whole document.
 *
 * @param jobs the run's own jobs that the caller may view, in run order (PIPE-5): list, summary and statuses are of the same.
 */
export function fullDocument(run: PersistedRun, jobs: readonly PersistedJob[], report: Report): JsonObject {
  const { summary, unrecognised } = summarise(jobs);
  if (unrecognised.length > 0) {
    report('Jobs of a run are stored with statuses that are none.', { run: run.id, statuses: unrecognised });
  }
  return {
    id: run.id,
    name: run.name,
    description: run.description,
    status: run.status,
    createdAt: instant(run.created),
    lastExecuted: instant(run.ended),
    executionCount: run.executionCount,
    timestamp: instant(newest([run.created, run.started, run.ended])),
    node_statuses: nodeStatuses(jobs),
    jobs: jobs.map((job) => jobEntry(job, run.id, report)),
    job_status_summary: summary,
    execution_data: executionData(run),
  };
}

/** `strategy, inputs, outputs, context`. */
function executionData(run: PersistedRun): JsonObject {
  return {
    strategy: run.strategy,
    inputs: run.inputs,
    outputs: run.outputs,
    context: publishedContext(run.context),
  };
}

/** What of the stored context is for readers. All else is the engine's own: it may change without notice (PIPE-8). */
const PUBLISHED = [
  'orchestrator',
  'thread_id',
  'checkpoint',
  'snapshot',
  'rerun_of',
  'parent',
  'warnings',
  'skipped',
] as const;

/** PIPE-8: the one filter in front of every publisher of the context. A list of what leaves, so that nothing new slips out. */
export function publishedContext(context: JsonObject): JsonObject {
  return Object.fromEntries(
    PUBLISHED.flatMap((key): [string, Json][] => {
      const value = Object.hasOwn(context, key) ? context[key] : undefined;
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/** PIPE-9: ISO 8601 with its offset, or null. No other time stands in for one that is not there. */
export function instant(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString().replace(/\.\d+Z$/, '+00:00');
}

function newest(stamps: readonly (number | null)[]): number | null {
  const known = stamps.filter((stamp) => stamp !== null);
  return known.length === 0 ? null : Math.max(...known);
}
