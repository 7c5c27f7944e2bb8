// The engine as a page's worker, a host or a test holds it: launches, signals, takes over.
import type { Catalog } from '../catalog/types';
import { fail, ok, type Result } from '../model/problem';
import { isTerminal, type RunStatus } from '../model/status';
import { createBells } from './children/bells';
import { createChildRuns } from './children/child-runs';
import type { Drive, DriveEnd, DriverOptions, Driving } from './driver';
import { checkpointMemory } from './graph/checkpoints';
import {
  type AnswerRequest,
  createInterruptDesk,
  type DeskEngine,
  type InterruptDesk,
  type InterruptRefusal,
  type Withdrawal,
} from './interrupts/desk';
import { hasUnreadAnswer } from './interrupts/reentry';
import type { InterruptRow } from './interrupts/row';
import { type LaunchFailure, type LaunchRequest, launch } from './launch';
import type { EngineWorld, RunEvent, RunRow } from './ports';
import type { CrewOptions } from './queue/crew';
import { createQueuedRuns, isQueued } from './queue/queued-runs';
import { type RecoverFailure, type RecoverOptions, recoverRun } from './recover';
import { terminateRun } from './terminate';
import { webCryptoHash } from './values';

/** INT-16: why a signal was refused; `status` is that of the door. */
export type SignalRefusal = {
  readonly status: 404 | 409;
  readonly code:
    | 'PIPELINE_NOT_FOUND'
    | 'PIPELINE_TERMINAL'
    | 'INWARD_SIGNAL_ALREADY_PENDING'
    | 'NO_ACTIVE_PAUSE'
    | 'RUN_NOT_RESTORABLE';
  readonly message: string;
};
/** INT-16: 202 for a new signal, 200 for a pause that was resolved. */
export type SignalAnswer = { readonly status: 200 | 202; readonly signalId: string };

export type Engine = {
  launch(
    catalog: Catalog,
    request: LaunchRequest,
  ): Promise<Result<Driving & { readonly run: RunRow }, LaunchFailure>>;
  /** INT-5: observed when the job in flight has ended; that job's AbortSignal fires at once where it runs here. */
  cancel(catalog: Catalog, runId: string, reason: string): Promise<Result<SignalAnswer, SignalRefusal>>;
  pause(runId: string, reason: string): Promise<Result<SignalAnswer, SignalRefusal>>;
  /** TRIG-1: ends a run at once, jobs in flight included. False where it has ended, or there is none. */
  terminate(runId: string, reason: string): Promise<boolean>;
  /** Tells the job in flight here, if any, of a cancel that another realm has stored (INT-5). */
  observe(runId: string, signal: NonNullable<RunRow['signal']>): void;
  resume(catalog: Catalog, runId: string): Promise<Result<SignalAnswer, SignalRefusal>>;
  /** Goes on with a run for whose wait the time has come; leaves alone one that is not due, or that a person has paused. */
  wake(catalog: Catalog, runId: string): Promise<Result<Driving | undefined, RecoverFailure>>;
  /** Takes over a run whose owner is gone; see `recover.ts`. */
  recover(catalog: Catalog, runId: string): Promise<Result<Driving | undefined, RecoverFailure>>;
  /** INT-3, INT-19: of those who answer at once, one does; the run then goes on. */
  answer(
    catalog: Catalog,
    interrupt: string,
    request: AnswerRequest,
  ): Promise<Result<InterruptRow, InterruptRefusal>>;
  /** Takes a question back. */
  withdraw(
    catalog: Catalog,
    interrupt: string,
    request: Withdrawal,
  ): Promise<Result<InterruptRow, InterruptRefusal>>;
  /** INT-18: ends what expired questions held open. Answers their ids. Does not reject. */
  sweep(catalog: Catalog): Promise<readonly string[]>;
  /** Resolves once the run is not driven here (any more); `undefined` where it was not. */
  settled(runId: string): Promise<DriveEnd | undefined>;
  /**
   * Begins to claim runs from the queue, which launching or resuming one begins as well; {@link EngineOptions.queue} says how.
   *
   * @returns the ids of the queued runs that are driven here once all are claimed that there is room for.
   */
  work(catalog: Catalog): Promise<readonly string[]>;
  /** Hears of runs that are driven elsewhere, which may have come into the queue. */
  heard(event: RunEvent): void;
  /** Claims nothing from the queue any more. */
  stop(): void;
};

export type EngineOptions = Omit<DriverOptions, 'children' | 'lease'> & {
  readonly care?: RunCare;
  /** Hears what a sweep could not do. */
  readonly log?: (message: string, cause: unknown) => void;
  /** How the engine works on the queue. `catalog`: with what it drives runs; absent: with what the last command brought. */
  readonly queue?: CrewOptions & { readonly catalog?: () => Catalog };
};

/** How whoever owns runs, where several may, lets the engine's own work enter one. */
export type RunCare = {
  /** A run has begun here that nobody asked for from outside. */
  keep(runId: string): void;
  /** Does work that signals a run: under its lock where that is free. */
  under<T>(runId: string, work: () => Promise<T>): Promise<T>;
  /** Does work that may begin to drive a run; `undefined`: another owner has it. */
  owning<T>(runId: string, work: () => Promise<T>): Promise<T | undefined>;
};

const ALONE: RunCare = {
  keep: () => undefined,
  under: (_, work) => work(),
  owning: (_, work) => work(),
};

/** An engine over one world. Holds no state but the drives in flight, which end by themselves. */
export function createEngine(made: EngineWorld, given: EngineOptions): Engine {
  const care = given.care ?? ALONE;
  const bells = createBells();
  /** What runs are compiled with that nobody commands. */
  let latest: Catalog | undefined;
  const world: EngineWorld = {
    ...made,
    announce(event) {
      try {
        made.announce(event);
      } finally {
        if (event.finished !== undefined || event.kind === 'paused') bells.ring(event.runId);
        if (event.kind === 'paused') void lookAgain(event.runId).catch(() => undefined);
      }
    },
    waits(run, child) {
      const [lane, room] = [queued.waits(run), made.waits?.(run, child)];
      return async () => {
        await room?.();
        lane();
      };
    },
  };
  /** Runs that nodes start are compiled from what the run that starts them was. */
  const optionsFor = (catalog: Catalog): DriverOptions => ({
    ...given,
    checkpoints,
    children: createChildRuns(
      world,
      {
        async launch(request, child) {
          const launched = await launch(world, catalog, request, launching(catalog), child);
          if (launched.ok) care.keep(watch(launched.value).runId);
          return launched;
        },
        drives: (run) => drives.has(run),
        ensure: (run) => care.owning(run, () => takeOver(catalog, run, false)),
        resume: (run) => care.owning(run, () => resume(catalog, run)),
        cancel: (run, reason) => care.under(run, () => cancel(catalog, run, reason)),
      },
      bells,
      given.hash ?? webCryptoHash,
    ),
  });
  const checkpoints = given.checkpoints ?? checkpointMemory();
  const drives = new Map<string, Driving>();
  const watch = <T extends Driving>(driving: T): T => {
    // A queued run is driven by whoever claims it.
    if (queued.settled(driving.runId) !== undefined) return driving;
    drives.set(driving.runId, driving);
    void driving.done.then(() => {
      if (drives.get(driving.runId) === driving) drives.delete(driving.runId);
    });
    return driving;
  };

  const queued = createQueuedRuns(world, drives, {
    ...given.queue,
    driving: (catalog) => optionsFor(catalog),
  });
  const launching = (catalog: Catalog) => ({
    ...optionsFor(catalog),
    queued: (entry: Drive) => queued.launched(catalog, entry),
  });

  const settled = async (runId: string): Promise<DriveEnd | undefined> =>
    queued.settled(runId) ?? drives.get(runId)?.done;

  /** Runs that have paused here, and whose end is awaited. */
  const pausing = new Set<string>();

  /** INT-3: an answer may have come while the run was being paused: whoever gave it found a run that was not paused. */
  async function lookAgain(runId: string): Promise<void> {
    if (pausing.has(runId)) return;
    pausing.add(runId);
    const end = await settled(runId).finally(() => pausing.delete(runId));
    if (end?.kind !== 'paused' || end.open === undefined) return;
    // Whoever keeps the run's lock lets go of it.
    await world.clock.sleep(0);
    const run = await world.store.run(runId);
    if (run !== undefined && (await hasUnreadAnswer(world.store, run, end.open))) await desks.goOn(runId);
  }

  /** A run that waits goes on with its answer, and so do those that wait for it. */
  const desks: DeskEngine = {
    async goOn(runId) {
      let run = await world.store.run(runId);
      for (let above = false; run !== undefined; above = true) {
        const { id, status, pauseReason, signal, parent } = run;
        // What a person has paused waits for that person.
        const waits =
          status === 'paused' && pauseReason === null && (!above || (run.asked === true && signal === null));
        const catalog = latest;
        if (waits && catalog !== undefined)
          await care.owning(id, () => takeOver(catalog, id, true, false, true));
        run =
          parent === undefined || parent.detached === true ? undefined : await world.store.run(parent.run);
      }
    },
    async cancel(runId, reason) {
      const catalog = latest;
      if (catalog === undefined) throw new Error('There are no node types yet.');
      const raised = await care.under(runId, () => cancel(catalog, runId, reason));
      if (!raised.ok && raised.error.code !== 'PIPELINE_TERMINAL') throw new Error(raised.error.message);
    },
    log: (message, cause) => given.log?.(message, cause),
  };
  const desk = createInterruptDesk(world, desks);
  const knowing = (catalog: Catalog): InterruptDesk => {
    latest = catalog;
    return desk;
  };

  const entering = new Map<string, Promise<Result<Driving | undefined, RecoverFailure>>>();

  /** A run of the queue is put into it, any other is taken over. */
  const enter = async (catalog: Catalog, runId: string, how: RecoverOptions) => {
    const run = await world.store.run(runId);
    if (run !== undefined && isQueued(run) && !isTerminal(run.status)) {
      const unread =
        how.resume !== true && run.pauseReason === null && (await hasUnreadAnswer(world.store, run));
      if (unread) {
        const goesOn = await queued.takeOver(catalog, run, { resume: true, answered: true });
        if (goesOn.ok) return goesOn;
      }
      // It may be in the queue already, put there by whoever answered.
      return queued.takeOver(catalog, run, how);
    }
    const recovered = await recoverRun(world, catalog, runId, { ...optionsFor(catalog), ...how });
    return recovered.ok && recovered.value !== undefined ? ok(watch(recovered.value)) : recovered;
  };

  /** Enters a run once: what is driven here, or just being entered, is not entered a second time. */
  const takeOver = async (
    catalog: Catalog,
    runId: string,
    resume: boolean,
    wake = false,
    answered = false,
  ): Promise<Result<Driving | undefined, RecoverFailure>> => {
    latest = catalog;
    const driving = drives.get(runId);
    if (driving === undefined && !entering.has(runId)) {
      const entered = enter(catalog, runId, { resume, wake, answered }).finally(() => entering.delete(runId));
      entering.set(runId, entered);
      return entered;
    }
    if (resume) return fail({ code: 'NO_ACTIVE_PAUSE', message: `The run ${runId} is not paused.` });
    return driving === undefined ? (entering.get(runId) ?? ok(undefined)) : ok(driving);
  };

  /** Runs whose node waits for this one are entered, where they wait for a question of it. */
  const released = async (runId: string): Promise<void> => {
    const run = await world.store.run(runId);
    const { parent } = run ?? {};
    if (parent === undefined || parent.detached === true) return;
    const above = await world.store.run(parent.run);
    if (above?.asked === true && above.signal === null && above.status === 'paused')
      await desks.goOn(above.id).catch(() => undefined);
  };

  const raise = async (
    runId: string,
    type: 'cancel' | 'pause',
    reason: string,
  ): Promise<
    Result<{ readonly status: RunStatus; readonly signal: NonNullable<RunRow['signal']> }, SignalRefusal>
  > => {
    const signal = { id: world.ids.uuid(), type, reason };
    const raised = await world.store.signal(runId, signal);
    if (raised.ok) return ok({ status: raised.status, signal });
    switch (raised.reason) {
      case 'missing':
        return fail(notFound(runId));
      case 'ended':
        return fail(terminal(runId, raised.status));
      case 'pending':
        return fail({
          status: 409,
          code: 'INWARD_SIGNAL_ALREADY_PENDING',
          message: `A ${raised.waiting} signal is already pending for the run ${runId}.`,
        });
    }
  };

  /** Enters a run that nobody drives, for a signal of it that waits. */
  const observed = async (catalog: Catalog, runId: string, status: RunStatus): Promise<void> => {
    const run = await world.store.run(runId);
    if (run !== undefined && isQueued(run)) await queued.signalled(catalog, runId);
    else if (status === 'paused') await takeOver(catalog, runId, false);
  };

  const cancel: Engine['cancel'] = async (catalog, runId, reason) => {
    const raised = await raise(runId, 'cancel', reason);
    if (!raised.ok) return raised;
    const driving = drives.get(runId);
    driving?.cancel(raised.value.signal);
    // A run that nobody drives has no one to observe the signal.
    if (driving === undefined) await observed(catalog, runId, raised.value.status);
    // Who waits for it goes on without it.
    if (raised.value.status === 'paused') void released(runId);
    return ok({ status: 202, signalId: raised.value.signal.id });
  };

  const resume: Engine['resume'] = async (catalog, runId) => {
    const run = await world.store.run(runId);
    if (run === undefined) return fail(notFound(runId));
    if (isTerminal(run.status)) return fail(terminal(runId, run.status));
    if (run.status !== 'paused') {
      return fail({ status: 409, code: 'NO_ACTIVE_PAUSE', message: `The run ${runId} is not paused.` });
    }
    const taken = await takeOver(catalog, runId, true);
    if (!taken.ok) return fail({ status: 409, ...taken.error });
    if (run.parent !== undefined) void released(runId);
    return ok({ status: 200, signalId: run.signal?.id ?? '' });
  };

  return {
    async launch(catalog, request) {
      latest = catalog;
      const launched = await launch(world, catalog, request, launching(catalog));
      return launched.ok ? ok(watch(launched.value)) : launched;
    },
    cancel,
    async pause(runId, reason) {
      const raised = await raise(runId, 'pause', reason);
      // A job that waits for a run passes it on.
      bells.ring(runId);
      if (raised.ok && !drives.has(runId)) {
        const run = await world.store.run(runId);
        if (run !== undefined && isQueued(run)) await queued.signalled(undefined, runId);
      }
      return raised.ok ? ok({ status: 202, signalId: raised.value.signal.id }) : raised;
    },
    async terminate(runId, reason) {
      const done = await terminateRun(world, runId);
      drives.get(runId)?.cancel({ id: world.ids.uuid(), type: 'cancel', reason });
      // One that waited for its turn has nobody to tell those that wait for its end.
      await queued.left(runId);
      return done;
    },
    observe(runId, signal) {
      if (signal.type === 'cancel') drives.get(runId)?.cancel(signal);
    },
    resume,
    wake: (catalog, runId) => takeOver(catalog, runId, false, true),
    recover: (catalog, runId) => takeOver(catalog, runId, false),
    settled,
    answer: (catalog, id, request) => knowing(catalog).answer(id, request),
    withdraw: (catalog, id, request) => knowing(catalog).withdraw(id, request),
    sweep: (catalog) => knowing(catalog).sweep(),
    async work(catalog) {
      await queued.work(catalog);
      return queued.driven();
    },
    heard: queued.heard,
    stop: queued.stop,
  };
}

function notFound(runId: string): SignalRefusal {
  return { status: 404, code: 'PIPELINE_NOT_FOUND', message: `There is no run ${runId}.` };
}

function terminal(runId: string, status: RunStatus): SignalRefusal {
  return { status: 409, code: 'PIPELINE_TERMINAL', message: `The run ${runId} has ended as ${status}.` };
}
