// Waits of runs in one realm: a run whose time has come is entered, by whichever realm is first.
import type { Clock, RunEvent, RunStore } from '../engine/ports';

export type RunWaker = {
  /** Looks for the waits that were there before this realm. */
  start(): Promise<void>;
  /** Hears of runs, driven here or elsewhere. */
  heard(event: RunEvent): void;
  /** Wakes nobody any more. */
  stop(): void;
};

/** A clock that was set, or a machine that slept, is noticed within this time. */
const LOOK_MS = 30_000;
/** A run that is due and was not entered, because another realm has it or the store failed, is tried again after this. */
const AGAIN_MS = 5_000;

/**
 * @param wake enters a run; leaves alone what is not due. Its failure is not told: the run is tried again.
 */
export function createRunWaker(options: {
  readonly store: Pick<RunStore, 'run'>;
  readonly clock: Clock;
  /** Ids of the runs that have not ended. */
  readonly unfinished: () => Promise<readonly string[]>;
  readonly wake: (runId: string) => Promise<unknown>;
}): RunWaker {
  const { store, clock, unfinished, wake } = options;
  const due = new Map<string, number>();
  let sleeping: AbortController | undefined;
  let stopped = false;

  /** Notes when the run wants to be woken, as it is stored. */
  async function look(runId: string): Promise<void> {
    const run = await store.run(runId);
    if (run?.status !== 'paused' || run.wakeAt === undefined) {
      due.delete(runId);
      return;
    }
    // A person holds it: it is looked at again when they let go.
    if (run.signal !== null) due.delete(runId);
    else due.set(runId, run.wakeAt);
  }

  function arm(): void {
    sleeping?.abort();
    sleeping = undefined;
    if (stopped || due.size === 0) return;
    const mine = new AbortController();
    sleeping = mine;
    const left = Math.min(...due.values()) - clock.now();
    clock.sleep(Math.min(Math.max(left, 0), LOOK_MS), mine.signal).then(
      () => (sleeping === mine ? wakeDue() : undefined),
      () => undefined,
    );
  }

  async function wakeDue(): Promise<void> {
    const now = clock.now();
    for (const [runId, at] of [...due]) {
      if (at > now || stopped) continue;
      due.delete(runId);
      await wake(runId).catch(() => undefined);
      await look(runId).catch(() => due.set(runId, now));
      const still = due.get(runId);
      if (still !== undefined && still <= clock.now()) due.set(runId, clock.now() + AGAIN_MS);
    }
    arm();
  }

  return {
    async start() {
      for (const runId of await unfinished()) await look(runId);
      arm();
    },
    heard({ runId, kind, finished }) {
      if (finished !== undefined) due.delete(runId);
      if (kind === 'paused') void look(runId).then(arm, () => undefined);
    },
    stop() {
      stopped = true;
      sleeping?.abort();
    },
  };
}
