// From rows to what the documents of a run are made of. Values that rows hold by reference are loaded.

import { interruptEntry } from '../engine/documents/interrupt-entry';
import type { PersistedJob, Report } from '../engine/documents/persisted-job';
import type { PersistedRun } from '../engine/documents/run-document';
import { openQuestion } from '../engine/interrupts/reentry';
import type { JobRow, RunParent, RunRow, StoredValues } from '../engine/ports';
import { isArray, type Json, type JsonObject, own, ownString } from '../model/json';
import type { RunService } from './run-service';
import type { ApiWorld } from './types';

type Rows = RunService['rows'];

/**
 * The run for its documents. `context` holds all that is stored: the filter of PIPE-8 decides what of it leaves.
 *
 * @param jobs for the count of executions; the lightweight document has no use for it.
 */
export async function persistedRun(rows: Rows, run: RunRow, jobs: readonly JobRow[]): Promise<PersistedRun> {
  const { config, loops, startState } = run;
  return {
    id: run.id,
    name: run.workflowName,
    description: ownString(run.document, 'description') ?? '',
    status: run.status,
    created: run.created,
    started: run.started,
    ended: run.ended,
    executionCount: executionCount(jobs),
    pendingInterrupt: await pendingInterrupt(rows, run),
    pausedReason: run.pauseReason,
    inputs: run.inputs,
    outputs: await loaded(rows, run.outputs),
    strategy: run.strategy,
    context: {
      orchestrator: run.strategy,
      workflow: run.document,
      initial_data: run.initialData,
      warnings: run.warnings,
      skipped: run.skipped,
      passes: run.passes,
      ...(run.seeded === undefined ? {} : { seeded_from: run.seeded.from, seeded_count: run.seeded.count }),
      ...(run.rerunOf === undefined ? {} : { rerun_of: run.rerunOf }),
      ...(run.parent === undefined ? {} : { parent: parentOf(run.parent) }),
      ...(config?.thread === undefined ? {} : { thread_id: config.thread }),
      ...(loops === undefined ? {} : { loops: { loops: loops.loops.length } }),
      ...(startState === undefined ? {} : { start_state: startState }),
    },
  };
}

/** PIPE-8: the run and the job that started a run. A run has the owner of the one that started it. */
function parentOf({ run, job, node, detached = false }: RunParent): JsonObject {
  return { pipeline_id: run, job_id: job, node_id: node, detached };
}

/** INT-2: the persisted question that a run waits for; null where it waits for none. */
export async function pendingInterrupt(rows: Rows, run: RunRow): Promise<JsonObject | null> {
  const row = await openQuestion(rows, run);
  return row === undefined ? null : interruptEntry(row);
}

/** How many executions were begun. */
export function executionCount(jobs: readonly JobRow[]): number {
  return jobs.filter(({ started }) => started !== null).length;
}

export async function persistedJob(rows: Rows, job: JobRow, run: RunRow): Promise<PersistedJob> {
  const { started, ended } = job;
  return {
    id: job.id,
    label: job.label,
    status: job.status,
    priority: job.priority,
    node: job.node,
    pipeline: job.run,
    created: job.created,
    started,
    ended: started === null && job.status === 'skipped' ? null : ended,
    durationUs: started === null || ended === null ? null : (ended - started) * 1000,
    retryCount: Math.max(0, job.attempts - 1),
    maxRetries: retriesOf(run, job.node),
    error: job.error?.message ?? null,
    inputs: await loaded(rows, job.inputs),
    outputs: await loaded(rows, job.outputs),
    metadata: metadataOf(job),
  };
}

function metadataOf(job: JobRow): JsonObject {
  return {
    node_type_id: job.nodeType,
    executor_plugin: job.processor,
    execution_order: job.order,
    occurrence: job.occurrence ?? 0,
    rounds: job.rounds ?? [],
    active_branches: job.activeBranches,
    skip_reason: job.skipReason,
    error_routed: job.errorRouted,
    error_code: job.error?.code ?? null,
    // INT-10: a job that was not seeded has none of these keys.
    ...(job.injected === undefined
      ? {}
      : {
          injected: true,
          injected_from: job.injected.from,
          injected_at: new Date(job.injected.at).toISOString(),
        }),
  };
}

/** ERR-11: further attempts that the node allows, as its frozen configuration says. */
function retriesOf({ document }: RunRow, node: string): number {
  const nodes = own(document, 'nodes');
  const found = (isArray(nodes) ? nodes : []).find((each) => ownString(each, 'id') === node);
  const value = own(own(own(found, 'data'), 'config'), 'maxRetries');
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

/** Values in full. One that is not stored any more is left out: its key was there, and what it held is not made up. */
export async function loaded(rows: Rows, stored: StoredValues | null): Promise<JsonObject | null> {
  if (stored === null) return null;
  const values: [string, Json][] = [];
  for (const [port, value] of Object.entries(stored)) {
    const found = 'inline' in value ? value.inline : await rows.value(value.ref);
    if (found !== undefined) values.push([port, found]);
  }
  return Object.fromEntries(values);
}

/** PIPE-3, PIPE-7: what was found broken is for whoever runs this place. */
export function reporter(world: ApiWorld): Report {
  return (message, details) => world.log({ level: 'warning', message, cause: details });
}

/** True for a value that a filter of statuses may name. */
export function isStatus<T extends string>(value: string, statuses: readonly T[]): value is T {
  return statuses.some((status) => status === value);
}
