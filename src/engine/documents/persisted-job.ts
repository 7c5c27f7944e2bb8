// A job as a store gives it back, for those who publish it: statuses are what was persisted, whatever they are (PIPE-3).
import type { Json, JsonObject } from '../../model/json';

/** Times are milliseconds since the epoch; null where there is none (PIPE-9). */
export type PersistedJob = {
  readonly id: string;
  readonly label: string;
  /** As persisted: a value outside the vocabulary is published where the rules say so (PIPE-3). */
  readonly status: string;
  readonly priority: number;
  /** Id of the node in the stored workflow, without anything that tells iterations apart (PIPE-4). */
  readonly node: string;
  /** As stored beside the job; only a text or a whole number is ever published (PIPE-7). */
  readonly pipeline?: Json;
  readonly created: number | null;
  readonly started: number | null;
  readonly ended: number | null;
  /** Precise duration in microseconds where one was recorded. */
  readonly durationUs?: number | null;
  readonly retryCount: number;
  readonly maxRetries: number;
  readonly error: string | null;
  readonly inputs: JsonObject | null;
  readonly outputs: JsonObject | null;
  readonly metadata: JsonObject;
};

/** Hears what a reader found broken and did not publish. */
export type Report = (message: string, details: JsonObject) => void;

/**
 * PIPE-7: microseconds that a job took, computed here for every surface. The recorded duration where there is one; else the
 * difference of the stamps at second granularity; null for a job that never completed.
 */
export function executionTimeUs(job: Pick<PersistedJob, 'started' | 'ended' | 'durationUs'>): number | null {
  const { started, ended, durationUs } = job;
  if (started === null || ended === null) return null;
  if (typeof durationUs === 'number' && Number.isFinite(durationUs))
    return Math.max(0, Math.round(durationUs));
  return Math.max(0, seconds(ended) - seconds(started)) * 1_000_000;
}

/** Whole seconds since the epoch. */
export function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
