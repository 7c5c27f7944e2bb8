// ORC-12, ORC-14: runs of one engine that are handed out by the queue: put into it, claimed, driven a slice at a time.
import type { Catalog } from '../../catalog/types';
import { fail, ok, type Result } from '../../model/problem';
import { isTerminal } from '../../model/status';
import type { Drive, DriveEnd, DriverOptions, Driving } from '../driver';
import { giveUpRun, notStored } from '../give-up';
import type { EngineWorld, RunEvent, RunRow } from '../ports';
import {
  cancelLeftOver,
  enterClaimed,
  isLeftOver,
  type RecoverFailure,
  type RecoverOptions,
} from '../recover';
import { type Claimed, type CrewOptions, createCrew, isWaitedFor } from './crew';
import { leftOver, QUEUED, resumes, wakes } from './judge';
import type { Lease } from './lease';

export type QueuedRuns = {
  /** Takes up a run that has just been launched. Its `done` tells of the run, over all its slices. */
  launched(catalog: Catalog, entry: Drive): Driving;
  /**
   * Puts a run into the queue that is not in it: one that was left, that a person resumes, whose time has come. What is
   * driven here then, is answered.
   */
  takeOver(
    catalog: Catalog,
    run: RunRow,
    how: RecoverOptions,
  ): Promise<Result<Driving | undefined, RecoverFailure>>;
  /** A signal waits: where nobody drives the run, it is entered at once, so that the signal is observed. */
  signalled(catalog: Catalog | undefined, runId: string): Promise<void>;
  /** Resolves once the run is over or waits, or is somebody else's; `undefined`: it is not this engine's. */
  settled(runId: string): Promise<DriveEnd> | undefined;
  /** Begins to claim runs. Resolves when those are claimed that there is room for. */
  work(catalog: Catalog): Promise<void>;
  /** Ids of the runs that are claimed and driven here. */
  driven(): readonly string[];
  /** The run may have left the queue without a claim: whoever waits for it is told. */
  left(runId: string): Promise<void>;
  /** Hears of runs that are driven elsewhere. */
  heard(event: RunEvent): void;
  /** A run that is driven here waits for another one. What it gives is called when it goes on. */
  waits(run: string): () => void;
  stop(): void;
};

/** Runs in the queue of which everything is kept that goes on with them; the others are read again. */
const MOST_KNOWN = 32;

type Waiting = { readonly done: Promise<DriveEnd>; readonly end: (end: DriveEnd) => void };

export function createQueuedRuns(
  world: EngineWorld,
  drives: Map<string, Driving>,
  options: CrewOptions & {
    /** With what runs are driven now; absent: with what the last command brought. */
    readonly catalog?: (() => Catalog) | undefined;
    driving(catalog: Catalog): DriverOptions;
  },
): QueuedRuns {
  const { queue } = world.store;
  const worker = options.worker ?? world.ids.uuid();
  const known = new Map<string, Drive>();
  const waiting = new Map<string, Waiting>();
  let last: Catalog | undefined;

  const crew = createCrew({ queue, clock: world.clock }, worker, options, {
    drive: slice,
    giveUp: ({ run }, cause) => giveUpRun(world, run.id, notStored(cause), run.fence),
    ended(run, end) {
      if (end.kind === 'queued' || end.kind === 'again') return;
      waiting.get(run)?.end(end);
      waiting.delete(run);
    },
    idle: letGo,
  });

  async function slice(claimed: Claimed, lease: Lease): Promise<DriveEnd> {
    const { id, fence } = claimed.run;
    const catalog = options.catalog?.() ?? last;
    // Nothing is claimed before there is one.
    if (catalog === undefined) return { kind: 'lost', cause: new Error('There are no node types yet.') };
    const before = known.get(id);
    known.delete(id);
    const entered = await enterClaimed(
      world,
      catalog,
      claimed,
      { ...options.driving(catalog), lease },
      before,
    );
    if (!entered.ok) {
      await giveUpRun(world, id, { message: entered.error.message, code: 'run_not_restorable' }, fence);
      return { kind: 'ended', run: (await world.store.run(id)) ?? claimed.run };
    }
    const driving = entered.value;
    drives.set(id, driving);
    const end = await driving.done;
    if (drives.get(id) === driving) drives.delete(id);
    if (end.kind === 'queued') remember(end.next);
    return end;
  }

  function remember(entry: Drive): void {
    const [oldest] = known.keys();
    if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest);
    known.set(entry.run.id, entry);
  }

  function waitFor(run: string): Waiting {
    const there = waiting.get(run);
    if (there !== undefined) return there;
    let end: Waiting['end'] = () => undefined;
    const done = new Promise<DriveEnd>((resolve) => {
      end = resolve;
    });
    const made = { done, end };
    waiting.set(run, made);
    return made;
  }

  /** Of runs that somebody else has, or that left the queue elsewhere, nothing more is heard here. */
  async function letGo(): Promise<void> {
    for (const [run, { end }] of [...waiting]) {
      if (crew.has(run)) continue;
      const entry = await queue.entry(run);
      const here = entry !== undefined && (entry.claim === null || entry.claim.worker === worker);
      if (here || crew.has(run)) continue;
      waiting.delete(run);
      end({ kind: 'stale' });
    }
  }

  function tellQueued({ id, workflow, seq }: RunRow): void {
    try {
      world.announce({ runId: id, workflow, seq, kind: 'queued', queued: true });
    } catch {
      // What is true is persisted; readers that were not told find it there.
    }
  }

  /** A drive that may begin later, or elsewhere. */
  function drivingOf(run: string): Driving {
    const { done } = waitFor(run);
    return { runId: run, done, cancel: (signal) => drives.get(run)?.cancel(signal) };
  }

  return {
    launched(catalog, entry) {
      last = catalog;
      remember(entry);
      const driving = drivingOf(entry.run.id);
      // ORC-12: whoever launched it is answered before any node runs.
      void world.clock.sleep(0).then(() => (isWaitedFor(entry.run) ? crew.enter(entry.run.id) : crew.look()));
      return driving;
    },

    async takeOver(catalog, run, { resume = false, answered = false, wake = false }) {
      last = catalog;
      const { id } = run;
      if (await isLeftOver(world, run)) await cancelLeftOver(world, run);
      const now = world.clock.now();
      const put = await queue.enqueue(
        id,
        resume ? resumes(now, answered) : wake ? wakes(now) : leftOver(now),
      );
      const refused = resume && !put;
      if (refused) {
        const stored = await world.store.run(id);
        return stored !== undefined && isTerminal(stored.status)
          ? fail({ code: 'PIPELINE_TERMINAL', message: `The run ${id} has ended and is not entered again.` })
          : fail({ code: 'NO_ACTIVE_PAUSE', message: `The run ${id} is not paused.` });
      }
      if (put) waitFor(id);
      await (isWaitedFor(run) ? crew.enter(id) : crew.look());
      // Where there is no room for it here, another worker may have some.
      if (put && !crew.has(id)) tellQueued(run);
      return ok(crew.has(id) ? drivingOf(id) : undefined);
    },

    async signalled(catalog, runId) {
      last = catalog ?? last;
      if (last === undefined && options.catalog === undefined) return;
      await queue.enqueue(runId, (stored, there) =>
        stored.signal?.type === 'cancel' ? leftOver(world.clock.now())(stored, there) : undefined,
      );
      await crew.enter(runId);
    },

    settled: (runId) => waiting.get(runId)?.done,

    work(catalog) {
      last = catalog;
      return crew.look();
    },

    driven: () => crew.runs(),

    async left(runId) {
      // Where the store fails, the next look at the queue tells them.
      if (waiting.has(runId)) await letGo().catch(() => undefined);
    },

    heard({ runId, queued, kind, finished }) {
      if (queued !== true || last === undefined) return;
      if (finished === undefined && (kind === 'created' || kind === 'paused' || kind === 'queued'))
        void crew.look();
      else if (finished !== undefined && waiting.has(runId)) void letGo().catch(() => undefined);
    },

    waits: crew.waits,

    stop: () => crew.stop(),
  };
}

/** Whether the run is handed out by the queue. */
export function isQueued({ strategy }: Pick<RunRow, 'strategy'>): boolean {
  return strategy === QUEUED;
}
