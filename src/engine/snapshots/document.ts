// INT-6, SNAP-1: what a snapshot of a run says. Pure.
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import type { JobStatus } from '../../model/status';
import type { JobRow, RunRow } from '../ports';
import { newestJobs } from '../restore';

/** One node of a snapshot. `injected` is there only where a job was seeded, and then true (INT-10). */
export type NodeSnapshot = {
  /** Of the job, one to one; `skipped` for a cancelled one, `idle` for a status that nobody knows. */
  readonly status: string;
  /** Of a completed node only. */
  readonly output?: Json | undefined;
  /** Of a failed node only. */
  readonly error?: Json | undefined;
  readonly injected?: true | undefined;
  readonly executionOrder: number | null;
  readonly jobId: string | null;
  /** STORE-13: `visual_type` and `label`, for people. */
  readonly metadata?: JsonObject | undefined;
};

/** Stored progress of a run. Times are milliseconds. */
export type Snapshot = {
  /** `unknown` where the run has no workflow. */
  readonly workflowId: string;
  /** INT-7; `''` where none is known. */
  readonly workflowVersion: string;
  readonly executionId: string;
  readonly status: string;
  /** By node id, one entry a node: several jobs of a node are told by the newest. */
  readonly nodeStates: { readonly [node: string]: NodeSnapshot };
  readonly initialInput: Json;
  readonly iterationCount: number;
  readonly threadId: string | null;
  /** Names the engine and the run. */
  readonly metadata: JsonObject;
  readonly createdAt: number;
  readonly updatedAt: number;
};

const TOLD: readonly string[] = [
  'idle',
  'pending',
  'running',
  'completed',
  'failed',
  'skipped',
  'interrupted',
] satisfies readonly JobStatus[];

/** INT-6: how a snapshot tells the persisted status of a job. */
export function nodeStatusOf(status: string): string {
  if (status === 'cancelled') return 'skipped';
  return TOLD.includes(status) ? status : 'idle';
}

/** What of a run is not in its rows. */
export type SnapshotParts = {
  readonly status: string;
  /** INT-7. */
  readonly version: string;
  /** By job id: what completed jobs gave. */
  readonly outputs: ReadonlyMap<string, JsonObject>;
  readonly iterationCount: number;
  readonly now: number;
};

/** INT-6: the snapshot of a run, from its rows. */
export function snapshotOf(
  run: Pick<RunRow, 'id' | 'workflow' | 'strategy' | 'document' | 'inputs' | 'config' | 'created'>,
  jobs: readonly JobRow[],
  parts: SnapshotParts,
): Snapshot {
  const known = run.workflow !== '';
  return {
    workflowId: known ? run.workflow : 'unknown',
    workflowVersion: known ? parts.version : '',
    executionId: run.id,
    status: parts.status,
    nodeStates: Object.fromEntries(
      [...newestJobs(jobs).values()].map((job) => [job.node, nodeSnapshot(run.document, job, parts.outputs)]),
    ),
    initialInput: run.inputs,
    iterationCount: parts.iterationCount,
    threadId: run.config?.thread ?? null,
    metadata: { engine: run.strategy, pipelineId: run.id },
    createdAt: run.created,
    updatedAt: parts.now,
  };
}

function nodeSnapshot(document: JsonObject, job: JobRow, outputs: SnapshotParts['outputs']): NodeSnapshot {
  const status = nodeStatusOf(job.status);
  return {
    status,
    // A failed job has no stale output, a completed one no error.
    ...(status === 'completed' ? { output: outputs.get(job.id) ?? {} } : {}),
    ...(status === 'failed' ? { error: job.error?.message ?? '' } : {}),
    ...(job.injected === undefined ? {} : { injected: true }),
    executionOrder: job.order,
    jobId: job.id,
    metadata: { node_type_id: job.nodeType, visual_type: visualType(document, job.node), label: job.label },
  };
}

/** STORE-13: what the node is drawn as: its author's choice, else the type's; null where nothing says. */
function visualType(document: JsonObject, id: string): string | null {
  const nodes = own(document, 'nodes');
  const node = (isArray(nodes) ? nodes : []).find((each) => ownString(each, 'id') === id);
  const data = own(node, 'data');
  return ownString(own(data, 'config'), 'nodeType') ?? ownString(own(data, 'metadata'), 'type') ?? null;
}

/** INT-14: these cannot be taken up again. */
const TERMINAL: readonly string[] = ['completed', 'failed', 'cancelled'];

export function isTerminalSnapshot({ status }: Pick<Snapshot, 'status'>): boolean {
  return TERMINAL.includes(status);
}

/** A snapshot as it is published: camelCase, times as ISO 8601. */
export function encodeSnapshot(snapshot: Snapshot): JsonObject {
  const { nodeStates, createdAt, updatedAt, ...rest } = snapshot;
  return {
    ...rest,
    nodeStates: Object.fromEntries(
      Object.entries(nodeStates).map(([id, { output, error, injected, metadata, ...node }]) => [
        id,
        {
          status: node.status,
          ...(output === undefined ? {} : { output }),
          ...(error === undefined ? {} : { error }),
          ...(injected === undefined ? {} : { injected }),
          executionOrder: node.executionOrder,
          jobId: node.jobId,
          ...(metadata === undefined ? {} : { metadata }),
        },
      ]),
    ),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** How a snapshot is named in a refusal. */
export function nameOf(snapshot: Json): string {
  const name = isObject(snapshot)
    ? (ownString(snapshot, 'executionId') ?? ownString(snapshot, 'execution_id') ?? '')
    : '';
  return (name === '' ? 'without an execution id' : name).slice(0, 100);
}
