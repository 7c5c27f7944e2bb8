import type { JobStatus, RunStatus } from '../../model/status';
import { isStep, isWay, JOB_TRANSITIONS, RUN_TRANSITIONS } from '../../model/transitions';
import type { RunStore, StepCommit } from '../ports';

/** One change of a status that was committed. */
export type Seen =
  | { readonly of: 'run'; readonly from: RunStatus | null; readonly to: RunStatus }
  | { readonly of: 'job'; readonly from: JobStatus | null; readonly to: JobStatus };

/**
 * The same store, which lets no commit take a run or a job over a transition that the tables do not have. Direct
 * execution writes many steps as one (ORC-7), so of it any way through the tables is taken.
 *
 * A transition that is none fails the test as an unhandled rejection: the driver makes of a store that throws a run that
 * can be recovered, which not every test would notice.
 *
 * @param tell hears every change.
 * @param refuse is given what is no transition.
 */
export function watchedStore(
  store: RunStore,
  tell: (seen: Seen) => void = () => undefined,
  refuse: (fault: Error) => void = unhandled,
): RunStore {
  const runs = new Map<string, RunStatus>();
  const jobs = new Map<string, JobStatus>();

  const read = async (id: string) => {
    const run = await store.run(id);
    if (run !== undefined) runs.set(id, run.status);
    for (const job of await store.jobs(id)) jobs.set(job.id, job.status);
  };

  const judge = ({ run, jobs: changed }: StepCommit) => {
    const direct = run.strategy === 'flowdrop_runtime:synchronous';
    const was = runs.get(run.id) ?? null;
    runs.set(run.id, run.status);
    if (was !== run.status) tell({ of: 'run', from: was, to: run.status });
    if (!(direct ? isWay : isStep)(RUN_TRANSITIONS, was, run.status))
      refuse(fault(`The run ${run.id}`, was, run.status));
    for (const { id, node, status } of changed) {
      const before = jobs.get(id) ?? null;
      jobs.set(id, status);
      if (before !== status) tell({ of: 'job', from: before, to: status });
      if (!(direct ? isWay : isStep)(JOB_TRANSITIONS, before, status))
        refuse(fault(`A job of node ${node}`, before, status));
    }
  };

  return {
    ...store,
    async create(commit) {
      await store.create(commit);
      judge(commit);
    },
    async commit(commit) {
      if (!runs.has(commit.run.id)) await read(commit.run.id);
      const result = await store.commit(commit);
      if (result.ok) judge(commit);
      return result;
    },
    queue: {
      ...store.queue,
      async claim(request) {
        const claimed = await store.queue.claim(request);
        if (claimed !== undefined) await read(claimed.run.id);
        return claimed;
      },
    },
    async acquire(id, only) {
      const run = await store.acquire(id, only);
      // Whoever had it before may have changed it since.
      if (run !== undefined) await read(id);
      return run;
    },
  };
}

function fault(what: string, from: string | null, to: string): Error {
  return new Error(
    `${what} went from ${from ?? 'nothing'} to ${to}, which src/model/transitions.ts does not have.`,
  );
}

function unhandled(error: Error): void {
  void Promise.reject(error);
}
