// The engine as a host holds it: runs are launched, driven a few at once, signalled, taken over at the start, and left
// between two jobs when the host stops.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RunService } from '../../api/run-service';
import { StoreFailure } from '../../api/types';
import { createCatalog } from '../../catalog/catalog';
import type { Catalog } from '../../catalog/types';
import { createEngine } from '../../engine/engine';
import { type LaunchFailure, type LaunchRequest, rerunRequest } from '../../engine/launch';
import type { Memory } from '../../engine/memory/store';
import type { ContentStore, EngineWorld, RunEvent, RunRow, WorkflowLibrary } from '../../engine/ports';
import { processors } from '../../engine/processors';
import { encodeSnapshot } from '../../engine/snapshots/document';
import { makeSnapshot } from '../../engine/snapshots/make';
import { isSynchronous, resolveStrategy, strategyById } from '../../engine/strategies';
import { webCryptoHash } from '../../engine/values';
import { decodeWorkflow } from '../../model/api-form';
import { fail, ok, type Result } from '../../model/problem';
import { isTerminal } from '../../model/status';
import { realmClock } from '../../worker/clock';
import { browserLocks, realmManager } from '../../worker/locks';
import { createRunKeeper } from '../../worker/run-keeper';
import { createRunWaker } from '../../worker/run-waker';
import { createSweeper } from '../../worker/sweeper';
import type { HostRunStore } from './run-store';
import { createSlots } from './slots';
import { stoppingStore } from './stopping-store';

export type HostRunsOptions = {
  readonly runs: HostRunStore;
  readonly expressions: EngineWorld['expressions'];
  readonly network: EngineWorld['network'];
  readonly models: EngineWorld['models'];
  /** Absent where there are no secrets. */
  readonly secrets?: EngineWorld['secrets'];
  readonly clock?: EngineWorld['clock'];
  /** What executes; default everything that ships. */
  readonly executors?: typeof processors;
  /** Absent where workflows cannot be run as nodes. */
  readonly workflows?: WorkflowLibrary;
  /** INT-20: where a machine answers; absent where none can reach this place. */
  readonly callbackUrl?: (interrupt: string) => string;
  /** Absent where no content is kept. */
  readonly content?: ContentStore;
  /** Absent where nothing is remembered between runs. */
  readonly memory?: Memory;
  /** Queued runs that are driven at once; default {@link WORKERS}. */
  readonly workers?: number;
  /** Runs that are driven at once; default {@link MOST_AT_ONCE}. */
  readonly atOnce?: number;
  /** Hears what could not be made. */
  readonly log?: (message: string, cause: unknown) => void;
  /** Hears every event, after those who wait for runs. */
  readonly announce?: (event: RunEvent) => void;
};

export const MOST_AT_ONCE = 16;
export const WORKERS = 8;

/** Longest time that a resume waits for the first step of the run. */
const RESUMED_MS = 1_000;

export type HostRuns = {
  readonly service: RunService;
  /** OCX-1: launches a run that a trigger fired, as this principal's. */
  fire(
    catalog: Catalog,
    request: Omit<LaunchRequest, 'caller'>,
    owner: string,
  ): Promise<Result<RunRow, LaunchFailure>>;
  /** TRIG-1: ends a run at once, jobs in flight included. */
  terminate(run: string, reason: string): Promise<boolean>;
  /** Takes over every run that a process before left. Answers the ids of those that are driven now. */
  recover(catalog: Catalog): Promise<readonly string[]>;
  /** Lets the jobs in flight end, at most this long, claims no other, and lets go of the store. */
  stop(milliseconds: number): Promise<void>;
};

const DIRECT = 'flowdrop_runtime:synchronous';

export function createHostRuns(options: HostRunsOptions): HostRuns {
  const { runs, expressions, network, models, clock = realmClock } = options;
  const slots = createSlots(options.atOnce ?? MOST_AT_ONCE);
  // A direct run is bounded where it is launched: it tells the store of itself when it is over (ORC-7).
  const stopping = stoppingStore(runs.store, slots, ({ run }) => run.strategy === DIRECT);
  /** The turn of the direct run that this goes on in. */
  const turns = new AsyncLocalStorage<string>();
  const waiting = new Map<string, Set<() => void>>();
  const worker = randomUUID();
  let catalog = createCatalog();
  let stopped = false;

  const listening = new Map<string, () => void>();

  const announce = (event: RunEvent): void => {
    listening.get(event.runId)?.();
    waker.heard(event);
    sweeper.heard(event);
    if (event.finished !== undefined || event.kind === 'paused') void wake(event.runId);
    options.announce?.(event);
  };
  const keeper = createRunKeeper({
    store: stopping.store,
    locks: browserLocks(realmManager()),
    clock,
    engine: () => engine,
    catalog: () => catalog,
    announce,
    unfinished: async () => runs.unfinished(),
  });
  const waker = createRunWaker({
    store: runs.store,
    clock,
    unfinished: async () => runs.unfinished(),
    wake: (run) => keeper.owning(run, () => engine.wake(catalog, run)),
  });
  const sweeper = createSweeper({
    store: runs.store.interrupts,
    clock,
    sweep: () => engine.sweep(catalog),
  });
  const engine = createEngine(
    {
      ...{ store: keeper.store, clock, ids: { uuid: () => randomUUID() }, announce },
      ...{ expressions, network, models },
      ...(options.secrets === undefined ? {} : { secrets: options.secrets }),
      ...(options.workflows === undefined ? {} : { workflows: options.workflows }),
      ...(options.content === undefined ? {} : { content: options.content }),
      ...(options.memory === undefined ? {} : { memory: options.memory }),
      ...(options.callbackUrl === undefined ? {} : { callbackUrl: options.callbackUrl }),
      // A direct child goes on in the turn of the run that waits for it (ORC-7).
      waits: (run, child) =>
        child.strategy === DIRECT
          ? () => Promise.resolve()
          : stopping.waits(slots.inside().has(run) ? run : (turns.getStore() ?? run)),
    },
    {
      executors: options.executors ?? processors,
      log: (message, cause) => options.log?.(message, cause),
      care: keeper,
      queue: {
        worker,
        lanes: options.workers ?? WORKERS,
        catalog: () => catalog,
        // The directory belongs to this process alone: whoever else has claimed a run was of one that is dead.
        liveness: { isAlive: async (other) => other === worker },
      },
    },
  );

  async function wake(run: string): Promise<void> {
    if (!isAtRest(await runs.store.run(run))) return;
    for (const tell of waiting.get(run) ?? []) tell();
    waiting.delete(run);
  }

  async function launch(
    known: Catalog,
    request: LaunchRequest,
    owner: string,
  ): Promise<Result<RunRow, LaunchFailure>> {
    if (stopped) throw new StoreFailure('The host is stopping, and starts no run.');
    catalog = known;
    const strategy = resolveStrategy({
      requested: request.strategy,
      event: request.trigger?.event,
      trigger: request.trigger?.strategy,
    });
    const turn = strategy.ok && strategy.value.strategy === DIRECT ? `launch:${randomUUID()}` : undefined;
    if (turn !== undefined) {
      const entered = slots.enter(turn);
      // ORC-2: a save waits for it, perhaps of a run that has the last place.
      if (request.trigger?.event?.includes('.presave') === true) slots.hurry(turn);
      await entered;
    }
    const leave = () => {
      if (turn !== undefined) stopping.leave(turn);
    };
    try {
      const launched = await turns.run(turn ?? '', () => runs.as(owner, () => engine.launch(known, request)));
      if (!launched.ok) {
        leave();
        return launched;
      }
      const { run, done } = launched.value;
      void done.then(leave);
      keeper.keep(run.id);
      return ok(run);
    } catch (cause) {
      leave();
      throw cause;
    }
  }

  const service: RunService = {
    rows: runs.store,
    list: async (query) => runs.list(query),
    async job(id) {
      const found = runs.job(id);
      return found === undefined ? undefined : { job: found.job, runs: [found.run] };
    },
    ownerOf: ({ id }) => runs.ownerOf(id),
    isSynchronous(requested) {
      const strategy = resolveStrategy({ requested });
      return strategy.ok && isSynchronous(strategyById(strategy.value.strategy));
    },
    launch: (known, document, request, owner) =>
      // MAN-12: whoever comes through a door is no caller of the system's own.
      launch(
        known,
        { ...request, identity: request.identity ?? { user_id: owner.id }, document, caller: 'external' },
        owner.id,
      ),
    rerun(known, document, run, owner) {
      const frozen = document === undefined ? decodeWorkflow(run.document) : undefined;
      const repeated = document ?? (frozen?.ok ? frozen.value.document : undefined);
      if (repeated === undefined) throw new Error(`The workflow of the run ${run.id} cannot be read.`);
      // MEM-8: it is for whoever repeats it, and in no session, whoever the first one was for.
      return launch(known, { ...rerunRequest(run, repeated), identity: { user_id: owner.id } }, owner.id);
    },
    async rest(run) {
      if (!stopped && !isAtRest(await runs.store.run(run)))
        await new Promise<void>((tell) => {
          waiting.set(run, (waiting.get(run) ?? new Set()).add(tell));
          // It may have come to rest between the two.
          void wake(run);
        });
      return runs.store.run(run);
    },
    async snapshot(run) {
      const made = await makeSnapshot(runs.store, run, {
        now: clock.now(),
        hash: webCryptoHash,
        log: (message, cause) => options.log?.(message, cause),
      });
      return made === undefined ? undefined : encodeSnapshot(made);
    },
    signalOf: (run) => runs.signalOf(run),
    cancel(known, run, reason) {
      catalog = known;
      const cancelled = keeper.under(run, () => engine.cancel(known, run, reason));
      return cancelled.finally(() => slots.hurry(run));
    },
    pause(known, run, reason) {
      catalog = known;
      return engine.pause(run, reason).finally(() => slots.hurry(run));
    },
    async resume(known, run) {
      catalog = known;
      // Who is told that it goes on finds it going on; where all turns are taken that may be later.
      const heard = new Promise<void>((resolve) => listening.set(run, resolve));
      const resumed = await keeper.owning(run, () => engine.resume(known, run));
      if (resumed?.ok) await Promise.race([heard, clock.sleep(RESUMED_MS)]);
      listening.delete(run);
      return (
        resumed ?? fail({ status: 409, code: 'NO_ACTIVE_PAUSE', message: `The run ${run} is not paused.` })
      );
    },
    answer(known, interrupt, request) {
      catalog = known;
      return engine.answer(known, interrupt, request);
    },
    withdraw(known, interrupt, request) {
      catalog = known;
      return engine.withdraw(known, interrupt, request);
    },
  };

  return {
    service,
    fire: (known, request, owner) =>
      launch(known, { ...request, identity: { user_id: owner }, caller: 'external' }, owner),
    async terminate(run, reason) {
      slots.hurry(run);
      return engine.terminate(run, reason);
    },
    async recover(known) {
      catalog = known;
      const taken = [...(await keeper.recover()), ...(await engine.work(known))];
      await waker.start();
      sweeper.start();
      return taken;
    },
    async stop(milliseconds) {
      stopped = true;
      waker.stop();
      sweeper.stop();
      engine.stop();
      let late: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        late = setTimeout(resolve, milliseconds);
      });
      await Promise.race([stopping.stop(), patience]);
      clearTimeout(late);
      for (const tell of [...waiting.values()].flatMap((each) => [...each])) tell();
      waiting.clear();
      await runs.close();
    },
  };
}

/** True where nothing more happens to a run by itself. */
function isAtRest(run: RunRow | undefined): boolean {
  return run === undefined || isTerminal(run.status) || (run.status === 'paused' && run.pauseReason === null);
}
