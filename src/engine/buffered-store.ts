// ORC-7: direct execution keeps its results in memory, and tells the store of a run when it is over or waits.
import { isTerminal } from '../model/status';
import type { JobRow, LogRow, RunStore, StepCommit, ValueRow } from './ports';

/** A store whose commits are held back and written as one: at the end of a run, or where it waits. */
export function bufferedStore(store: RunStore): RunStore {
  const jobs = new Map<string, JobRow>();
  const values = new Map<string, ValueRow>();
  let logs: LogRow[] = [];

  return {
    ...store,
    async commit(commit: StepCommit) {
      for (const job of commit.jobs) jobs.set(job.id, job);
      for (const value of commit.values) values.set(value.hash, value);
      logs.push(...commit.logs);
      const { status } = commit.run;
      if (!isTerminal(status) && status !== 'paused') return { ok: true, signal: null };
      const whole: StepCommit = { ...commit, jobs: [...jobs.values()], values: [...values.values()], logs };
      jobs.clear();
      values.clear();
      logs = [];
      return store.commit(whole);
    },
  };
}
