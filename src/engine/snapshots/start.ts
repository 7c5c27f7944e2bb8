// INT-10, INT-14, INT-15: how a run begins that is given a snapshot, and how one does that is not.
import type { WorkflowDocument } from '../../model/document';
import { isObject, type Json, type JsonObject, own } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import type { Plan } from '../plan';
import type { JobRow, LogRow, RunRow, RunWarning, ValueRow } from '../ports';
import { restoreState } from '../restore';
import { initialState, type RunState } from '../state';
import { type Hasher, valueWriter } from '../values';
import { structuralVersion } from './digest';
import { nameOf, type Snapshot } from './document';
import { readSnapshot } from './read';
import { type SeedRefusal, seedJobs } from './seed';
import { validateSnapshot } from './validate';

/** What the creation of a run writes, and the state that it is driven from. */
export type RunStart = {
  readonly jobs: readonly JobRow[];
  readonly values: readonly ValueRow[];
  readonly logs: readonly LogRow[];
  readonly state: RunState;
};

type Unreadable = {
  readonly status: 422;
  readonly code: 'SNAPSHOT_INVALID';
  readonly message: string;
  readonly details: readonly Json[];
};

/** INT-15: what is attached and cannot be read is refused; nothing attached is a fresh start. */
export function attachedSnapshot(snapshot: Json | undefined): Result<Snapshot | undefined, Unreadable> {
  if (snapshot === undefined) return ok(undefined);
  const read = readSnapshot(snapshot, 0);
  if (read.ok) return read;
  const why = read.error.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return fail({
    status: 422,
    code: 'SNAPSHOT_INVALID',
    message: `The snapshot ${nameOf(snapshot)} cannot be read, so nothing was started. ${why.join(' ')}`,
    details: read.error.map(({ path, message }) => ({ locator: `snapshot.${path}`, message })),
  });
}

/** The launch with what the snapshot says where the caller says nothing: the input and the thread. */
export function withSnapshot<T extends Launching>(request: T, snapshot: Snapshot): T & Launching {
  return {
    ...request,
    inputs: request.inputs ?? declaredInputs(request.document, snapshot.initialInput),
    thread: request.thread ?? snapshot.threadId ?? undefined,
  };
}

type Launching = {
  readonly document: WorkflowDocument;
  readonly inputs?: JsonObject | undefined;
  readonly thread?: string | undefined;
};

/** A later version may have dropped an input; what it still declares is given. */
function declaredInputs({ inputs }: WorkflowDocument, given: Json): JsonObject {
  const names = inputs.flatMap(({ name }) => (name === undefined ? [] : [name]));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = own(given, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** INT-15: an engine that cannot seed takes no snapshot at all. */
export function seedingUnsupported({ executionId }: Snapshot, strategy: string): SeedRefusal {
  return {
    status: 422,
    code: 'SNAPSHOT_UNSUPPORTED',
    message: `The strategy "${strategy}" cannot take up the snapshot ${executionId}, so nothing was started; launch without it, or with another strategy.`,
    details: [executionId],
  };
}

/** The start of a run that has done nothing yet. */
export function freshStart(plan: Plan, run: RunRow, jobs: readonly JobRow[]): RunStart {
  return { jobs, values: [], logs: [], state: initialState(plan, run.config, run.startState) };
}

/** What a snapshot means to a run that does not exist yet. */
export type Seeding = {
  readonly seeded: NonNullable<RunRow['seeded']>;
  /** INT-8, INT-10: what of it does not fit. None of it blocks the handover. */
  readonly warnings: readonly RunWarning[];
  /** The same for the run's rows, once they are made. */
  start(run: RunRow, fresh: readonly JobRow[]): Promise<RunStart>;
};

/**
 * INT-10: prepares a run of `plan` that goes on where the snapshot stands. What was judged before (`judgeSnapshot`) is not
 * judged again.
 *
 * @param now when it is seeded; milliseconds.
 */
export async function seedFrom(
  snapshot: Snapshot,
  plan: Plan,
  definition: WorkflowDocument,
  now: number,
  hash: Hasher,
): Promise<Seeding> {
  const version = await structuralVersion(definition, hash);
  const verdict = validateSnapshot(snapshot, definition, version);
  const findings = verdict.errors
    .filter(({ code }) => code !== 'ERROR_UNKNOWN_NODE')
    .map(
      ({ code, message, nodeId }): RunWarning => ({
        code,
        message,
        ...(nodeId === undefined ? {} : { node: nodeId }),
      }),
    );
  const jobNodes = plan.nodes.map(({ id }) => id);
  const states = Object.entries(snapshot.nodeStates);
  const skipped = states
    .filter(([node]) => !jobNodes.includes(node))
    .map(([node]) => ({
      code: 'SNAPSHOT_NODE_SKIPPED',
      message: `The run has no job for "${node}", which the snapshot ${snapshot.executionId} has; it was skipped.`,
      node,
    }));
  const count = states.filter(([node, { status }]) => status === 'completed' && jobNodes.includes(node));
  return {
    seeded: { from: snapshot.executionId, count: count.length },
    warnings: [...findings, ...skipped],
    async start(run, fresh) {
      const { jobs, outputs } = seedJobs(plan, fresh, snapshot, now);
      const writer = valueWriter(hash);
      const written: JobRow[] = [];
      for (const job of jobs) {
        const given = outputs.get(job.id);
        written.push(given === undefined ? job : { ...job, outputs: await writer.write(given) });
      }
      const { state } = restoreState(plan, run, written, {
        outputs: new Map(outputs),
        inputs: new Map(),
        updates: updatesIn(outputs),
      });
      return { jobs: written, values: writer.take(), logs: logsOf(run.id, skipped, now), state };
    },
  };
}

/** SG-3: what the nodes had put into the state that they share. */
function updatesIn(outputs: ReadonlyMap<string, JsonObject>): Map<string, Json> {
  const updates = new Map<string, Json>();
  for (const [job, given] of outputs) {
    const update = own(given, 'state_update');
    if (isObject(update)) updates.set(job, update);
  }
  return updates;
}

function logsOf(run: string, skipped: readonly RunWarning[], at: number): readonly LogRow[] {
  return skipped.map(({ message }, index) => ({
    v: 1,
    run,
    seq: index + 1,
    at,
    level: 'warning',
    message,
  }));
}
