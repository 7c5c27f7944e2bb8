// The engine as a page's worker, a host or a test holds it: launches, signals, takes over.
import type { Catalog } from '../catalog/types';
import { fail, ok, type Result } from '../model/problem';
import { isTerminal, type RunStatus } from '../model/status';
import { createBells } from './children/bells';
import { createChildRuns } from './children/child-runs';
import type { DriveEnd, DriverOptions, Driving } from './driver';
import { checkpointMemory } from './graph/checkpoints';
import { type LaunchFailure, type LaunchRequest, launch } from './launch';
import type { EngineWorld, RunRow } from './ports';
import { type RecoverFailure, recoverRun } from './recover';
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
  /** Tells the job in flight here, if any, of a cancel that another realm has stored (INT-5). */
  observe(runId: string, signal: NonNullable<RunRow['signal']>): void;
  resume(catalog: Catalog, runId: string): Promise<Result<SignalAnswer, SignalRefusal>>;
  /** Goes on with a run for whose wait the time has come; leaves alone one that is not due, or that a person has paused. */
  wake(catalog: Catalog, runId: string): Promise<Result<Driving | undefined, RecoverFailure>>;
  /** Takes over a run whose owner is gone; see `recover.ts`. */
  recover(catalog: Catalog, runId: string): Promise<Result<Driving | undefined, RecoverFailure>>;
  /** Resolves once the run is not driven here (any more); `undefined` where it was not. */
  settled(runId: string): Promise<DriveEnd | undefined>;
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
export function createEngine(
  made: EngineWorld,
  given: Omit<DriverOptions, 'children'> & { readonly care?: RunCare },
): Engine {
  const care = given.care ?? ALONE;
  const bells = createBells();
  const world: EngineWorld = {
    ...made,
    announce(event) {
      try {
        made.announce(event);
      } finally {
        if (event.finished !== undefined || event.kind === 'paused') bells.ring(event.runId);
      }
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
          const launched = await launch(world, catalog, request, optionsFor(catalog), child);
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
    drives.set(driving.runId, driving);
    void driving.done.then(() => {
      if (drives.get(driving.runId) === driving) drives.delete(driving.runId);
    });
    return driving;
  };

  const entering = new Map<string, Promise<Result<Driving | undefined, RecoverFailure>>>();

  /** Enters a run once: what is driven here, or just being entered, is not entered a second time. */
  const takeOver = async (
    catalog: Catalog,
    runId: string,
    resume: boolean,
    wake = false,
  ): Promise<Result<Driving | undefined, RecoverFailure>> => {
    const driving = drives.get(runId);
    if (driving === undefined && !entering.has(runId)) {
      const entered = recoverRun(world, catalog, runId, { ...optionsFor(catalog), resume, wake })
        .then((recovered) =>
          recovered.ok && recovered.value !== undefined ? ok(watch(recovered.value)) : recovered,
        )
        .finally(() => entering.delete(runId));
      entering.set(runId, entered);
      return entered;
    }
    if (resume) return fail({ code: 'NO_ACTIVE_PAUSE', message: `The run ${runId} is not paused.` });
    return driving === undefined ? (entering.get(runId) ?? ok(undefined)) : ok(driving);
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

  const cancel: Engine['cancel'] = async (catalog, runId, reason) => {
    const raised = await raise(runId, 'cancel', reason);
    if (!raised.ok) return raised;
    const driving = drives.get(runId);
    driving?.cancel(raised.value.signal);
    // A run that nobody drives has no one to observe the signal.
    if (driving === undefined && raised.value.status === 'paused') await takeOver(catalog, runId, false);
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
    return ok({ status: 200, signalId: run.signal?.id ?? '' });
  };

  return {
    async launch(catalog, request) {
      const launched = await launch(world, catalog, request, optionsFor(catalog));
      return launched.ok ? ok(watch(launched.value)) : launched;
    },
    cancel,
    async pause(runId, reason) {
      const raised = await raise(runId, 'pause', reason);
      // A job that waits for a run passes it on.
      bells.ring(runId);
      return raised.ok ? ok({ status: 202, signalId: raised.value.signal.id }) : raised;
    },
    observe(runId, signal) {
      if (signal.type === 'cancel') drives.get(runId)?.cancel(signal);
    },
    resume,
    wake: (catalog, runId) => takeOver(catalog, runId, false, true),
    recover: (catalog, runId) => takeOver(catalog, runId, false),
    settled: async (runId) => drives.get(runId)?.done,
  };
}

function notFound(runId: string): SignalRefusal {
  return { status: 404, code: 'PIPELINE_NOT_FOUND', message: `There is no run ${runId}.` };
}

function terminal(runId: string, status: RunStatus): SignalRefusal {
  return { status: 409, code: 'PIPELINE_TERMINAL', message: `The run ${runId} has ended as ${status}.` };
}
