// Taking over a run: from its rows back to a state, without executing what has ended.
import type { Catalog } from '../catalog/types';
import { decodeWorkflow } from '../model/api-form';
import { activeBranches } from '../model/branches';
import type { JsonObject } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { isTerminal } from '../model/status';
import { compile } from './compile/compile';
import { type Drive, type DriverOptions, type Driving, drive } from './driver';
import { errorOutput } from './error-output';
import type { RunInput } from './events';
import type { Plan } from './plan';
import type { EngineWorld, JobRow, RunRow } from './ports';
import { type Cell, initialState, type RunState } from './state';
import { follow } from './step';
import { readValues } from './values';
import { itemAt, withItem } from './vector';

export type RecoverFailure = {
  readonly code: 'PIPELINE_NOT_FOUND' | 'PIPELINE_TERMINAL' | 'NO_ACTIVE_PAUSE' | 'RUN_NOT_RESTORABLE';
  readonly message: string;
};

/**
 * Takes over a run whose owner is gone. INT-11: an ended run is left alone. INT-12: a run that waits for a person is
 * taken over only where `resume` says that the person answered.
 *
 * A job that was running when its owner died is in flight: whether it took effect cannot be known. It runs again only if
 * its processor declares no side effects. Otherwise it fails with the code `interrupted_in_flight`, not retryable, and
 * takes the ordinary path of a node failure (ERR-13): an error edge if the author drew one, else the run fails. Jobs that
 * have ended are never executed again.
 *
 * @returns the drive, or `undefined` where the run keeps waiting for a person.
 */
export async function recoverRun(
  world: EngineWorld,
  catalog: Catalog,
  runId: string,
  options: DriverOptions & { readonly resume?: boolean },
): Promise<Result<(Driving & { readonly run: RunRow }) | undefined, RecoverFailure>> {
  const stored = await world.store.run(runId);
  if (stored === undefined) return fail({ code: 'PIPELINE_NOT_FOUND', message: `There is no run ${runId}.` });
  if (isWaiting(stored) && options.resume !== true && stored.signal?.type !== 'cancel') return ok(undefined);
  // INT-16: of those who resume a pause at once, one enters the run.
  const run = await world.store.acquire(runId, options.resume === true ? 'paused' : undefined);
  if (run === undefined) {
    const now = await world.store.run(runId);
    if (now !== undefined && !isTerminal(now.status))
      return fail({ code: 'NO_ACTIVE_PAUSE', message: `The run ${runId} is not paused.` });
    return fail({
      code: 'PIPELINE_TERMINAL',
      message: `The run ${runId} has ended and is not entered again.`,
    });
  }
  const restored = await restore(world, catalog, run);
  if (!restored.ok) return restored;
  const driving = drive(world, restored.value, options);
  return ok({ ...driving, run });
}

function isWaiting(run: RunRow): boolean {
  return run.status === 'paused' && run.pauseReason === null;
}

async function restore(
  world: EngineWorld,
  catalog: Catalog,
  run: RunRow,
): Promise<Result<Drive, RecoverFailure>> {
  const decoded = decodeWorkflow(run.document);
  // CMP-2: from the frozen workflow and the live node types.
  const compiled = decoded.ok ? compile(decoded.value.document, catalog) : undefined;
  if (compiled === undefined || !compiled.ok) {
    const why = compiled === undefined ? 'its workflow cannot be read' : compiled.error.message;
    return fail({ code: 'RUN_NOT_RESTORABLE', message: `The run ${run.id} cannot be continued: ${why}` });
  }
  const plan = compiled.value;
  const byNode = new Map((await world.store.jobs(run.id)).map((job) => [job.node, job]));
  const jobs: JobRow[] = [];
  const outputs = new Map<string, JsonObject>();
  for (const node of plan.nodes) {
    const job = byNode.get(node.id);
    if (job === undefined) {
      return fail({
        code: 'RUN_NOT_RESTORABLE',
        message: `The run ${run.id} has no job for node ${node.id}.`,
      });
    }
    jobs.push(job);
    if (job.outputs === null) continue;
    const values = await readValues(job.outputs, (hash) => world.store.value(hash));
    if (values === undefined) {
      return fail({
        code: 'RUN_NOT_RESTORABLE',
        message: `Values of node ${node.id} in run ${run.id} are gone.`,
      });
    }
    outputs.set(node.id, values);
  }
  const logs = await world.store.logs(run.id);
  const { state, inFlight } = restoreState(plan, run, jobs, outputs);
  const at = world.clock.now();
  const { first, ...entry } = firstEvent(plan, state, run, inFlight, at);
  const answered =
    run.signal !== null && (run.signal.type === 'cancel' || run.status === 'paused')
      ? run.signal.id
      : undefined;
  return ok({ plan, run, jobs, state: entry.state, first, answered, logSeq: logs.at(-1)?.seq ?? 0 });
}

/** The state that the rows of a run tell. Pure. */
export function restoreState(
  plan: Plan,
  run: Pick<RunRow, 'status' | 'pauseReason' | 'passes'>,
  jobs: readonly JobRow[],
  outputs: ReadonlyMap<string, JsonObject>,
): { readonly state: RunState; readonly inFlight: number | undefined } {
  let state = initialState(plan);
  let inFlight: number | undefined;
  const pending: number[] = [];
  const ended: { readonly index: number; readonly order: number }[] = [];
  for (const [index, job] of jobs.entries()) {
    const cell = itemAt(state.cells, index);
    if (cell === undefined || job.status === 'idle') continue;
    const produced = outputs.get(job.node) ?? null;
    const done = job.status === 'completed' || job.status === 'failed';
    const restored: Cell = {
      ...cell,
      status: job.status,
      queued: false,
      order: job.order,
      attempts: job.attempts,
      routed: job.errorRouted,
      outputs: done ? (produced ?? (job.status === 'completed' ? {} : null)) : null,
      activeBranches: activeBranches(job.activeBranches ?? undefined),
    };
    state = { ...state, cells: withItem(state.cells, index, restored) };
    if (done) ended.push({ index, order: job.order ?? 0 });
    if (job.status === 'pending') pending.push(index);
    if (job.status === 'running') inFlight = index;
  }
  // What had ended tells its targets again, in the order in which it ended; nothing is executed.
  for (const { index } of ended.sort((a, b) => a.order - b.order)) state = follow(plan, state, index, []);
  const promotable = plan.nodes.flatMap((_, index) =>
    itemAt(state.cells, index)?.queued === true ? [index] : [],
  );
  return {
    state: {
      ...state,
      status: run.status,
      pauseReason: run.pauseReason,
      passes: run.passes,
      executed: Math.max(0, ...jobs.map((job) => job.order ?? 0)),
      promotable,
      batch: pending,
      at: 0,
    },
    inFlight,
  };
}

/** How the run is entered: begun, resumed, cancelled, or with the verdict on the job that was in flight. */
function firstEvent(
  plan: Plan,
  state: RunState,
  run: RunRow,
  inFlight: number | undefined,
  at: number,
): { readonly state: RunState; readonly first: RunInput } {
  const cell = inFlight === undefined ? undefined : itemAt(state.cells, inFlight);
  const node = inFlight === undefined ? undefined : plan.nodes[inFlight];
  const cancel = run.signal?.type === 'cancel' ? run.signal : undefined;
  if (inFlight !== undefined && cell !== undefined && node?.sideEffects === true) {
    const message = `The run was interrupted while node ${node.id} was executing; it may have taken effect, so it was not executed again`;
    return {
      state: { ...state, status: 'running', pauseReason: null, sliceStart: at, current: inFlight },
      first: {
        type: 'jobFinished',
        outcome: {
          kind: 'error',
          output: errorOutput({ code: 'interrupted_in_flight', message, retryable: false }),
        },
        at,
        ...(cancel === undefined ? {} : { signal: cancel }),
      },
    };
  }
  const again =
    inFlight === undefined || cell === undefined
      ? state
      : {
          ...state,
          cells: withItem(state.cells, inFlight, { ...cell, status: 'pending' as const, order: null }),
          // DATA-2: it was the last to start, and takes its place again.
          executed: cell.order === state.executed ? state.executed - 1 : state.executed,
          batch: [inFlight, ...state.batch],
        };
  if (cancel !== undefined) return { state: again, first: { type: 'signal', signal: cancel, at } };
  return again.status === 'pending'
    ? { state: again, first: { type: 'begin', at } }
    : { state: { ...again, status: 'paused' }, first: { type: 'resume', at } };
}
