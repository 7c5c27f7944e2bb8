// What a launch answers: the run's own response, from what is persisted.

import type { RunRow } from '../engine/ports';
import { iterationVerdict, MAX_ITERATIONS_EXCEEDED, resultRows } from '../engine/results';
import type { Json, JsonObject } from '../model/json';
import { isTerminal } from '../model/status';
import { loaded, pendingInterrupt } from './persisted-runs';
import type { RunService } from './run-service';

/** `execution_id, status, results, outputs, metadata` of a run that has just been created. */
export function launchedResponse(run: RunRow): JsonObject {
  // ORC-12: nothing of it has happened when its caller is answered.
  const status = run.strategy === 'flowdrop_runtime:asynchronous' ? 'queued' : 'pending';
  return {
    execution_id: run.id,
    status,
    results: seededCount(run),
    outputs: {},
    metadata: metadataOf(run, null),
  };
}

/** The same of a run that has come to rest: results by node, later executions as `{id}:{n}`, declared outputs by name. */
export async function restedResponse(runs: RunService, run: RunRow): Promise<JsonObject> {
  const jobs = await runs.rows.jobs(run.id);
  const results: [string, Json][] = [];
  for (const [key, job] of resultRows(run, jobs)) {
    const outputs = await loaded(runs.rows, job.outputs);
    if (outputs !== null) results.push([key, outputs]);
  }
  const open = await pendingInterrupt(runs.rows, run);
  const asks = run.status === 'paused' && jobs.some(({ status }) => status === 'interrupted');
  const verdict = iterationVerdict(run);
  return {
    execution_id: run.id,
    status: verdict !== undefined ? MAX_ITERATIONS_EXCEEDED : asks ? 'interrupted' : run.status,
    results: { ...seededCount(run), ...Object.fromEntries(results) },
    outputs: (await loaded(runs.rows, run.outputs)) ?? {},
    // INT-1: whoever launched it needs no second call to learn what is asked.
    metadata: {
      ...metadataOf(run, runs.signalOf(run.id)),
      ...verdict,
      ...(open === null ? {} : { interrupt: open }),
    },
  };
}

/** True where nothing more happens to a run by itself: it has ended, or waits for a person. */
export function isAtRest({ status, pauseReason }: RunRow): boolean {
  return isTerminal(status) || (status === 'paused' && pauseReason === null);
}

/** INT-10: told in the results and in the metadata of a run that was seeded, and of no other. */
function seededCount({ seeded }: RunRow): JsonObject {
  return seeded === undefined ? {} : { seeded_count: seeded.count };
}

/** INT-5: a run that a signal ended or paused names the signal and its reason. */
function metadataOf(run: RunRow, signal: RunRow['signal']): JsonObject {
  const signalled = run.status === 'cancelled' || (run.status === 'paused' && signal?.type === 'pause');
  return {
    engine: run.strategy,
    nodes_skipped: run.skipped.length,
    skipped_node_ids: run.skipped,
    warnings: run.warnings,
    ...(run.error === null ? {} : { error: run.error }),
    ...seededCount(run),
    ...(run.rerunOf === undefined ? {} : { rerun_of: run.rerunOf }),
    ...(run.config?.thread === undefined ? {} : { thread_id: run.config.thread }),
    ...(signalled && signal !== null ? { signal_id: signal.id, reason: signal.reason } : {}),
  };
}
