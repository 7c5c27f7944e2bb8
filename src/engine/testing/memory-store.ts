import type { Json } from '../../model/json';
import { isTerminal } from '../../model/status';
import { closedWith } from '../interrupts/close';
import { dueAt, type InterruptRow } from '../interrupts/row';
import type { JobRow, LogRow, RunRow, RunStore, StepCommit, StoredCheckpoint } from '../ports';
import { judgeSignal } from '../signals';
import { threadKey, threadKeyOf } from '../thread-key';
import { memoryQueue } from './memory-queue';

/** A run store that lives as long as the object: for tests, and for a host without a data directory. */
export function memoryStore(): RunStore {
  const runs = new Map<string, RunRow>();
  const jobs = new Map<string, Map<string, JobRow>>();
  const values = new Map<string, string>();
  const logs = new Map<string, LogRow[]>();
  const checkpoints = new Map<string, StoredCheckpoint[]>();
  const threads = new Map<string, StoredCheckpoint>();

  const interrupts = new Map<string, InterruptRow>();

  const queue = memoryQueue(runs, jobs);

  const writeParts = (commit: StepCommit) => {
    const { id } = commit.run;
    queue.write(commit);
    for (const row of commit.interrupts ?? []) interrupts.set(row.id, row);
    if (commit.run.asked === true && isTerminal(commit.run.status)) {
      for (const row of interrupts.values()) {
        const closed = row.run === id ? closedWith(row, commit.run) : undefined;
        if (closed !== undefined) interrupts.set(row.id, closed);
      }
    }
    const rows = jobs.get(id) ?? new Map<string, JobRow>();
    jobs.set(id, rows);
    for (const job of commit.jobs) rows.set(job.id, job);
    for (const value of commit.values) values.set(value.hash, value.json);
    if (commit.checkpoints !== undefined) {
      checkpoints.set(id, [...(checkpoints.get(id) ?? []), ...commit.checkpoints]);
      const last = commit.checkpoints.at(-1);
      const thread = threadKeyOf(commit.run);
      if (last !== undefined && thread !== undefined) threads.set(thread, last);
    }
    if (commit.logs.length > 0) {
      const lines = logs.get(id);
      if (lines === undefined) logs.set(id, [...commit.logs]);
      else lines.push(...commit.logs);
    }
  };

  const dueRows = () =>
    [...interrupts.values()]
      .flatMap((row) => {
        const at = dueAt(row);
        return at === undefined ? [] : [{ at, row }];
      })
      .sort((a, b) => a.at - b.at);

  return {
    async create(commit) {
      if (runs.has(commit.run.id)) throw new Error(`The run ${commit.run.id} exists already.`);
      runs.set(commit.run.id, commit.run);
      writeParts(commit);
    },
    async commit(commit) {
      const stored = runs.get(commit.run.id);
      if (stored === undefined) return { ok: false, reason: 'missing' };
      if (stored.fence > commit.run.fence) return { ok: false, reason: 'stale' };
      const waiting =
        stored.signal !== null && stored.signal.id !== commit.answered ? stored.signal : commit.run.signal;
      const signal = isTerminal(commit.run.status) ? null : waiting;
      runs.set(commit.run.id, signal === commit.run.signal ? commit.run : { ...commit.run, signal });
      writeParts(commit);
      return { ok: true, signal };
    },
    run: async (id) => runs.get(id),
    jobs: async (run) => [...(jobs.get(run)?.values() ?? [])].sort((a, b) => a.priority - b.priority),
    async value(hash) {
      const json = values.get(hash);
      if (json === undefined) return undefined;
      const value: Json = JSON.parse(json);
      return value;
    },
    logs: async (run, after = 0) => (logs.get(run) ?? []).filter((line) => line.seq > after),
    async checkpoint(run, seq) {
      const kept = checkpoints.get(run);
      return seq === undefined ? kept?.at(-1) : kept?.find((entry) => entry.seq === seq);
    },
    latestOfThread: async (workflow, thread) => threads.get(threadKey(workflow, thread)),
    async runs({ workflow, status, limit, before }) {
      return [...runs.values()]
        .filter(
          (run) =>
            (workflow === undefined || run.workflow === workflow) &&
            (status === undefined || run.status === status) &&
            (before === undefined || run.created < before),
        )
        .reverse()
        .sort((a, b) => b.created - a.created)
        .slice(0, limit);
    },
    async acquire(id, only) {
      const stored = runs.get(id);
      if (stored === undefined || isTerminal(stored.status)) return undefined;
      if (only !== undefined && stored.status !== only) return undefined;
      const owned = { ...stored, fence: stored.fence + 1 };
      runs.set(id, owned);
      return owned;
    },
    async signal(id, signal) {
      const stored = runs.get(id);
      const verdict = judgeSignal(stored, signal.type);
      if (verdict.ok && stored !== undefined) runs.set(id, { ...stored, signal });
      return verdict;
    },
    queue: queue.queue,
    interrupts: {
      get: async (id) => interrupts.get(id),
      list: async ({ run, job, status }) =>
        [...interrupts.values()]
          .filter(
            (row) =>
              (run === undefined || row.run === run) &&
              (job === undefined || row.job === job) &&
              (status === undefined || row.status === status),
          )
          .sort((a, b) => a.created - b.created),
      due: async (now, limit) =>
        dueRows()
          .filter(({ at }) => at <= now)
          .map(({ row }) => row)
          .slice(0, limit),
      soonest: async () => dueRows()[0]?.at,
      async update(id, change) {
        const before = interrupts.get(id);
        const after = before === undefined ? undefined : change(before);
        if (before === undefined || after === undefined) return undefined;
        interrupts.set(id, after);
        const run = runs.get(after.run);
        const job = jobs.get(after.run)?.get(after.job);
        const settled = before.status === 'pending' && after.status !== 'pending';
        if (settled && job?.status === 'interrupted' && run !== undefined && !isTerminal(run.status))
          jobs.get(after.run)?.set(job.id, { ...job, status: 'pending' });
        return after;
      },
    },
  };
}
