// The store as the engine of a host is given it: runs wait for their turn, and a host that stops leaves them between two jobs.
import type { RunRow, RunStore, StepCommit } from '../../engine/ports';
import { isTerminal } from '../../model/status';
import type { Slots } from './slots';

export type StoppingStore = {
  readonly store: RunStore;
  /**
   * A run waits for another one, and gives its room back meanwhile: else those that wait could keep out what they wait for.
   * What it answers waits for room again.
   */
  waits(run: string): () => Promise<void>;
  /** Makes room, and tells whoever waits for the stop. */
  leave(run: string): void;
  /**
   * From now on no job is claimed: what a run has done is stored, and it stands still, as `pending` or `running`, for the
   * next start to take up. Resolves when no job is in flight any more.
   */
  stop(): Promise<void>;
};

export function stoppingStore(
  store: RunStore,
  slots: Slots,
  ungated: (commit: StepCommit) => boolean,
): StoppingStore {
  const still = new Set<string>();
  let stopped: (() => void) | undefined;

  const look = (): void => {
    if ([...slots.inside()].every((run) => still.has(run))) stopped?.();
  };
  const leave = (run: string): void => {
    slots.leave(run);
    look();
  };

  return {
    leave,
    waits(run) {
      if (!slots.inside().has(run)) return () => Promise.resolve();
      leave(run);
      return async () => {
        const entered = slots.enter(run, true);
        // A run that was cancelled meanwhile is not to wait for its end.
        if ((await store.run(run))?.signal?.type === 'cancel') slots.hurry(run);
        await entered;
      };
    },
    store: {
      ...store,
      async commit(commit) {
        const { id, status, pauseReason } = commit.run;
        if (ungated(commit)) return store.commit(commit);
        // What another run waits for comes before what nobody waits for.
        const entered = slots.enter(id, isWaitedFor(commit.run));
        if (status === 'cancelled') slots.hurry(id);
        await entered;
        const halted = stopped === undefined ? undefined : await withoutClaim(store, commit);
        try {
          const result = await store.commit(halted ?? commit);
          const rests = status === 'paused' && (pauseReason === null || commit.queue !== undefined);
          if (!result.ok || isTerminal(status) || rests) leave(id);
          if (halted === undefined || !result.ok) return result;
        } catch (cause) {
          leave(id);
          throw cause;
        }
        for (let one: RunRow | undefined = commit.run; one !== undefined; one = await waitingFor(store, one))
          still.add(one.id);
        look();
        // The drive ends with the process.
        return new Promise(() => undefined);
      },
    },
    stop: () =>
      new Promise((resolve) => {
        stopped = resolve;
        look();
      }),
  };
}

function isWaitedFor({ parent }: RunRow): boolean {
  return parent !== undefined && parent.detached !== true;
}

/** The run that stands still with this one, its job in flight waiting for it. */
async function waitingFor(store: RunStore, run: RunRow): Promise<RunRow | undefined> {
  return run.parent === undefined || !isWaitedFor(run) ? undefined : store.run(run.parent.run);
}

/** The commit with the job that it claims as it was before, ready to be claimed; `undefined` where it claims none. */
async function withoutClaim(store: RunStore, commit: StepCommit): Promise<StepCommit | undefined> {
  if (!commit.jobs.some(({ status }) => status === 'running')) return undefined;
  const stored = new Map((await store.jobs(commit.run.id)).map((job) => [job.id, job]));
  const claimed = commit.jobs.find(
    ({ id, status }) => status === 'running' && stored.get(id)?.status !== 'running',
  );
  if (claimed === undefined) return undefined;
  const attempts = stored.get(claimed.id)?.attempts ?? 0;
  const before = { ...claimed, status: 'pending', order: null, started: null, attempts } as const;
  return { ...commit, jobs: commit.jobs.map((job) => (job === claimed ? before : job)) };
}
