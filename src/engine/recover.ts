// Taking over a run: from its rows back to a state, without executing what has ended.
import type { Catalog } from '../catalog/types';
import { decodeWorkflow } from '../model/api-form';
import type { JsonObject } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { isTerminal } from '../model/status';
import { takesUpChild } from './children/executor-of';
import { compile } from './compile/compile';
import { planFiredBy } from './direct';
import { type Drive, type DriverOptions, type Driving, drive } from './driver';
import type { RunInput } from './events';
import { actsOnce, askAbout, interruptedBy, lostInMemory } from './interrupts/cut-off-run';
import { askedBy, readyAgain } from './interrupts/ready-again';
import { hasUnreadAnswer } from './interrupts/reentry';
import type { InterruptRow } from './interrupts/row';
import { withLoops } from './loops/membership';
import type { Plan } from './plan';
import type { EngineWorld, JobRow, RunRow } from './ports';
import { isHeld } from './queue/judge';
import type { QueueEntry } from './queue/types';
import { hasEnded, newestJobs, type RestoredValues, restoreState } from './restore';
import { UNOWNED } from './rows';
import { RESUME_ASKED } from './signals';
import type { RunState } from './state';
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
 * A job that was running when its owner died is in flight: whether it took effect cannot be known. It runs again where its
 * processor declares no side effects, or its author allows that. Otherwise the run pauses, and a person decides: it is run
 * again, or it fails with the code `interrupted_in_flight`, not retryable, and takes the ordinary path of a node failure
 * (ERR-13). Jobs that have ended are never executed again. A job that waited for a run which it had started takes that run up
 * again.
 *
 * INT-3: a run whose question was answered goes on, if whoever answered it died before that.
 *
 * A run that another waited for is cancelled where that one has ended.
 *
 * @returns the drive, or `undefined` where the run keeps waiting for a person.
 */
export async function recoverRun(
  world: EngineWorld,
  catalog: Catalog,
  runId: string,
  options: DriverOptions & RecoverOptions,
): Promise<Result<(Driving & { readonly run: RunRow }) | undefined, RecoverFailure>> {
  const stored = await world.store.run(runId);
  if (stored === undefined) return fail({ code: 'PIPELINE_NOT_FOUND', message: `There is no run ${runId}.` });
  const left = await isLeftOver(world, stored);
  if (left) await world.store.signal(runId, { id: world.ids.uuid(), type: 'cancel', reason: LEFT_OVER });
  const cancelled = left || stored.signal?.type === 'cancel';
  // INT-3: an answer that nobody has gone on with, for whoever gave it was gone before.
  const unread =
    !isWaiting(stored) || options.resume === true ? false : await hasUnreadAnswer(world.store, stored);
  const resumed = options.resume === true || stored.pauseReason === RESUME_ASKED || unread;
  const how = { ...options, resume: resumed, answered: unread || options.answered === true };
  const woken = options.wake === true && isDue(stored, world.clock.now());
  if (isWaiting(stored) && !resumed && !cancelled && !woken) return ok(undefined);
  // INT-16: of those who resume a pause at once, one enters the run.
  const only = resumed || (woken && !cancelled) ? 'paused' : undefined;
  const run = await world.store.acquire(runId, only);
  if (run === undefined) {
    const now = await world.store.run(runId);
    if (now !== undefined && !isTerminal(now.status))
      return fail({ code: 'NO_ACTIVE_PAUSE', message: `The run ${runId} is not paused.` });
    return fail({
      code: 'PIPELINE_TERMINAL',
      message: `The run ${runId} has ended and is not entered again.`,
    });
  }
  const restored = await restore(world, catalog, run, how);
  if (!restored.ok) return restored;
  const driving = drive(world, restored.value, options);
  return ok({ ...driving, run });
}

/**
 * Enters a run that was claimed from the queue: where it was left here and nobody has entered it since, as it is known;
 * else as its rows tell, like a takeover.
 */
export async function enterClaimed(
  world: EngineWorld,
  catalog: Catalog,
  { entry, run }: { readonly entry: QueueEntry; readonly run: RunRow },
  options: DriverOptions,
  known: Drive | undefined,
): Promise<Result<Driving, RecoverFailure>> {
  const signal = (await isLeftOver(world, run)) ? await cancelLeftOver(world, run) : run.signal;
  const owned: RunRow = { ...run, signal };
  const how = { ...options, resume: entry.reason === 'skipped' };
  const untouched = known !== undefined && known.run.fence + 1 === run.fence && known.run.seq === run.seq;
  const restored = untouched
    ? ok({
        ...known,
        ...entryOf(known.plan, known.state, owned, undefined, world.clock.now(), how),
        run: owned,
      })
    : await restore(world, catalog, owned, how);
  if (!restored.ok) return restored;
  // INT-12: it was paused by a person while it waited for its turn.
  const held = isHeld(owned);
  const drawn: Drive = held ? { ...restored.value, held, answered: undefined } : restored.value;
  return ok(drive(world, drawn, options));
}

/** A run that is handed out by the queue and that nobody waits for any more is cancelled. */
export async function cancelLeftOver({ store, ids }: EngineWorld, run: RunRow): Promise<RunRow['signal']> {
  await store.signal(run.id, { id: ids.uuid(), type: 'cancel', reason: LEFT_OVER });
  return (await store.run(run.id))?.signal ?? null;
}

/** How a run is entered: by a person who resumes it, or because a time has come that one of its jobs waits for. */
export type RecoverOptions = {
  readonly resume?: boolean;
  /** With `resume`: by an answer that one of its jobs waits for; other jobs wait on for their times. */
  readonly answered?: boolean;
  readonly wake?: boolean;
};

/** A time has come, and no person holds the run. */
function isDue({ status, wakeAt, signal }: RunRow, now: number): boolean {
  return status === 'paused' && wakeAt !== undefined && wakeAt <= now && signal === null;
}

const LEFT_OVER = 'The run that it is part of has ended.';

/** Whether the run was waited for by one that has ended, or is gone. */
export async function isLeftOver({ store }: EngineWorld, { parent, status }: RunRow): Promise<boolean> {
  if (parent === undefined || parent.detached === true || isTerminal(status)) return false;
  const waits = await store.run(parent.run);
  return waits === undefined || isTerminal(waits.status);
}

function isWaiting(run: RunRow): boolean {
  return run.status === 'paused' && run.pauseReason === null;
}

async function restore(
  world: EngineWorld,
  catalog: Catalog,
  run: RunRow,
  options: DriverOptions & RecoverOptions,
): Promise<Result<Drive, RecoverFailure>> {
  const decoded = decodeWorkflow(run.document);
  // CMP-2: from the frozen workflow and the live node types.
  const compiled = decoded.ok ? compile(decoded.value.document, catalog) : undefined;
  if (compiled === undefined || !compiled.ok) {
    const why = compiled === undefined ? 'its workflow cannot be read' : compiled.error.message;
    return fail({ code: 'RUN_NOT_RESTORABLE', message: `The run ${run.id} cannot be continued: ${why}` });
  }
  // SG-17: on the loops that it was launched with.
  const looped = run.loops === undefined ? compiled.value : withLoops(compiled.value, run.loops);
  const direct = run.strategy === 'flowdrop_runtime:synchronous';
  const fired = direct ? planFiredBy(looped, run.initialData) : ok(looped);
  const plan = fired.ok ? fired.value : looped;
  const at = world.clock.now();
  const left = await world.store.jobs(run.id);
  const asked = run.asked === undefined ? NOBODY : await askedBy(world.store, left);
  const rows = run.asked === undefined ? left : left.map((row) => readyAgain(row, asked, run, at));
  const newest = newestJobs(rows);
  const jobs: JobRow[] = [];
  const values: RestoredValues = { outputs: new Map(), inputs: new Map(), updates: new Map() };
  for (const row of rows) {
    if (row.outputs === null || !Object.hasOwn(row.outputs, 'state_update')) continue;
    const update = row.outputs.state_update;
    if (update === undefined) continue;
    const found = 'inline' in update ? update.inline : await world.store.value(update.ref);
    if (found === undefined) return gone(row.node, run.id);
    values.updates.set(row.id, found);
  }
  const read = async (row: JobRow, stored: JobRow['outputs'], into: Map<string, JsonObject>) => {
    if (stored === null) return true;
    const found = await readValues(stored, (hash) => world.store.value(hash));
    if (found !== undefined) into.set(row.id, found);
    return found !== undefined;
  };
  for (const node of plan.nodes) {
    const job = newest.get(node.id);
    if (job === undefined) {
      return fail({
        code: 'RUN_NOT_RESTORABLE',
        message: `The run ${run.id} has no job for node ${node.id}.`,
      });
    }
    jobs.push(job);
    // Edges read the newest execution that has ended; a ForEach head is told by what it was given.
    const ended = rows.filter((row) => row.node === node.id && hasEnded(row));
    const last = ended.reduce<JobRow | undefined>(
      (found, row) => ((found?.occurrence ?? -1) < (row.occurrence ?? 0) ? row : found),
      undefined,
    );
    const given = node.iterates ? ended : [];
    const there = await Promise.all([
      ...(last === undefined ? [] : [read(last, last.outputs, values.outputs)]),
      ...given.map((row) => read(row, row.inputs, values.inputs)),
    ]);
    if (there.includes(false)) {
      return gone(node.id, run.id);
    }
  }
  const logs = await world.store.logs(run.id);
  const { state, inFlight } = restoreState(plan, run, rows, values);
  const logSeq = logs.at(-1)?.seq ?? 0;
  // A run that nobody entered before has done nothing that could be lost.
  if (direct && run.signal?.type !== 'cancel') {
    const decided = [...asked.values()].find((row) => row.asker === 'recovery' && row.taken === null);
    const cutOff = !isWaiting(run) && run.fence > UNOWNED + 1;
    const { executors } = options;
    const lost =
      cutOff || decided !== undefined
        ? lostInMemory(world, plan, run, { jobs, state, asked: decided, executors })
        : undefined;
    if (lost !== undefined) return ok({ plan, run, jobs, answered: undefined, logSeq, ...lost });
  }
  const entry = entryOf(plan, state, run, inFlight, at, options);
  const base = { plan, run, jobs, logSeq };
  const question =
    inFlight === undefined ? undefined : cutOffBy(world, plan, run, jobs, inFlight, asked, options);
  if (question === undefined || inFlight === undefined) return ok({ ...base, ...entry });
  // What acts on the world, and was cut off, or asks already.
  const { answered } = entry;
  const { asks, by } = question;
  return ok({ ...base, ...interruptedBy(state, inFlight, by, at), answered, asks });
}

const NOBODY: ReadonlyMap<string, InterruptRow> = new Map();

/**
 * The question that a job which was in flight waits for: one that it has asked before its end (INT-20), or whether it is to be
 * run again. `undefined`: it is executed again, or cancelled with its run.
 */
function cutOffBy(
  world: EngineWorld,
  plan: Plan,
  run: RunRow,
  jobs: readonly JobRow[],
  inFlight: number,
  asked: ReadonlyMap<string, InterruptRow>,
  { executors }: DriverOptions,
): { readonly by: InterruptRow; readonly asks: readonly InterruptRow[] } | undefined {
  const [job, node] = [jobs[inFlight], plan.nodes[inFlight]];
  if (job === undefined || node === undefined || run.signal?.type === 'cancel') return undefined;
  const before = job.interrupt === undefined ? undefined : asked.get(job.interrupt);
  const own = before?.asker === 'node' && before.job === job.id ? before : undefined;
  if (own?.status === 'pending') return { by: own, asks: [] };
  // It was going on with an answer, which it may do again (`Resume`).
  if (own?.status === 'resolved' || !actsOnce(node, executors)) return undefined;
  const by = askAbout(world, run, job);
  return { by, asks: [by] };
}

/** The event that enters the run, and the signal that it answers. */
function entryOf(
  plan: Plan,
  state: RunState,
  run: RunRow,
  inFlight: number | undefined,
  at: number,
  options: DriverOptions & RecoverOptions,
): Pick<Drive, 'state' | 'first' | 'answered'> {
  const answered =
    run.signal !== null && (run.signal.type === 'cancel' || run.status === 'paused')
      ? run.signal.id
      : undefined;
  return { ...firstEvent(plan, state, run, inFlight, at, options), answered };
}

function gone(node: string, run: string): Result<never, RecoverFailure> {
  return fail({
    code: 'RUN_NOT_RESTORABLE',
    message: `Values of node ${node} in run ${run} are gone.`,
  });
}

/** How the run is entered: begun, resumed, or cancelled. A job that was in flight is executed again. */
function firstEvent(
  plan: Plan,
  state: RunState,
  run: RunRow,
  inFlight: number | undefined,
  at: number,
  { executors, resume, answered }: DriverOptions & RecoverOptions,
): { readonly state: RunState; readonly first: RunInput } {
  const cell = inFlight === undefined ? undefined : itemAt(state.cells, inFlight);
  const node = inFlight === undefined ? undefined : plan.nodes[inFlight];
  const cancel = run.signal?.type === 'cancel' ? run.signal : undefined;
  const takesUp = node !== undefined && takesUpChild(executors, node.processor);
  const again =
    inFlight === undefined || cell === undefined
      ? state
      : {
          ...state,
          cells: withItem(state.cells, inFlight, {
            ...cell,
            status: 'pending' as const,
            order: null,
            // The same attempt finds the same run.
            attempts: takesUp ? cell.attempts - 1 : cell.attempts,
          }),
          // DATA-2: it was the last to start, and takes its place again.
          executed: cell.order === state.executed ? state.executed - 1 : state.executed,
          batch: [inFlight, ...state.batch],
        };
  if (cancel !== undefined) return { state: again, first: { type: 'signal', signal: cancel, at } };
  if (again.status === 'pending') return { state: again, first: { type: 'begin', at } };
  if (run.status === 'running') return { state: again, first: { type: 'recover', at } };
  // Who resumes a pause ends that pause; who resumes a run that only waits for a time does not want to wait.
  const skips = resume === true && answered !== true && run.wakeAt !== undefined && run.signal === null;
  return { state: again, first: { type: 'resume', at, ...(skips ? { skip: { user: null } } : {}) } };
}
