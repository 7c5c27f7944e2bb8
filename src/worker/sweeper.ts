// Expired questions in one realm: a sweep when the next one is due, and now and then, for a clock that was set. Every realm may
// sweep: of two that do at once, one expires a question.
import type { Clock, InterruptStore, RunEvent } from '../engine/ports';

export type Sweeper = {
  /** Sweeps now, and from now on. */
  start(): void;
  /** Hears of questions that are asked, here or elsewhere. */
  heard(event: RunEvent): void;
  /** Sweeps no more. */
  stop(): void;
};

/** Longest time between two looks. */
const LOOK_MS = 30_000;
/** Shortest time between two sweeps: what could not be ended is tried again. */
const AGAIN_MS = 1_000;

export function createSweeper(options: {
  readonly store: Pick<InterruptStore, 'soonest'>;
  readonly clock: Clock;
  /** INT-18; does not reject. */
  readonly sweep: () => Promise<unknown>;
}): Sweeper {
  const { store, clock, sweep } = options;
  let sleeping: AbortController | undefined;
  let running = false;
  let swept = Number.NEGATIVE_INFINITY;

  async function arm(): Promise<void> {
    sleeping?.abort();
    const mine = new AbortController();
    sleeping = mine;
    const due = await store.soonest().catch(() => undefined);
    if (!running || sleeping !== mine) return;
    const now = clock.now();
    // One that was due at the last sweep could not be ended by it.
    const next = due === undefined || due > swept ? due : swept + AGAIN_MS;
    const wait = next === undefined ? LOOK_MS : Math.max(next - now, 0);
    clock.sleep(Math.min(wait, LOOK_MS), mine.signal).then(
      () => (sleeping === mine ? look() : undefined),
      () => undefined,
    );
  }

  async function look(): Promise<void> {
    if (!running) return;
    swept = clock.now();
    await sweep().catch(() => undefined);
    await arm();
  }

  return {
    start() {
      running = true;
      void look();
    },
    heard({ interrupts }) {
      if (running && interrupts !== undefined) void arm();
    },
    stop() {
      running = false;
      sleeping?.abort();
    },
  };
}
