// INT-6: a snapshot of a run, from what is persisted.
import { decodeWorkflow } from '../../model/api-form';
import type { JsonObject } from '../../model/json';
import { stateIn } from '../graph/checkpoints';
import { iterationsOf } from '../graph/state';
import type { RunRow, RunStore } from '../ports';
import { newestJobs } from '../restore';
import { type Hasher, readValues } from '../values';
import { structuralVersion } from './digest';
import { type Snapshot, snapshotOf } from './document';

export type SnapshotSource = Pick<RunStore, 'run' | 'jobs' | 'value' | 'checkpoint'>;

export type MakeOptions = {
  /** Told of the snapshot instead of how the run stands, which is its persisted outcome once it has ended (INT-13). */
  readonly status?: string | undefined;
  /** Milliseconds. */
  readonly now: number;
  readonly hash: Hasher;
  /** Hears why there is no snapshot. */
  readonly log: (message: string, cause?: unknown) => void;
};

/** Makes the snapshot of a run. Never throws and never rejects: where none can be made there is none, and the log says why. */
export async function makeSnapshot(
  source: SnapshotSource,
  runId: string,
  options: MakeOptions,
): Promise<Snapshot | undefined> {
  try {
    const run = await source.run(runId);
    if (run !== undefined) return await ofRun(source, run, options);
    tell(options, `There is no snapshot of the run ${runId}: it has no state here.`);
  } catch (cause) {
    tell(options, `There is no snapshot of the run ${runId}: its state could not be read.`, cause);
  }
  return undefined;
}

async function ofRun(
  source: SnapshotSource,
  run: RunRow,
  { status = run.status, now, hash }: MakeOptions,
): Promise<Snapshot> {
  const jobs = await source.jobs(run.id);
  const outputs = new Map<string, JsonObject>();
  for (const job of newestJobs(jobs).values()) {
    if (job.status !== 'completed' || job.outputs === null) continue;
    const read = await readValues(job.outputs, (value) => source.value(value));
    if (read === undefined) throw new Error(`Values of node ${job.node} are gone.`);
    outputs.set(job.id, read);
  }
  const decoded = decodeWorkflow(run.document);
  const version = decoded.ok ? await structuralVersion(decoded.value.document, hash) : '';
  const checkpoint = await source.checkpoint?.(run.id);
  const iterationCount = checkpoint === undefined ? 0 : (iterationsOf(stateIn(checkpoint) ?? {}) ?? 0);
  return snapshotOf(run, jobs, { status, version, outputs, iterationCount, now });
}

function tell({ log }: MakeOptions, message: string, cause?: unknown): void {
  try {
    log(message, cause);
  } catch {
    // A log that fails must not fail the run either.
  }
}
