import type { Json } from '../../model/json';
import { isTerminal } from '../../model/status';
import type { JobRow, LogRow, RunRow, RunStore, StepCommit, StoredCheckpoint } from '../ports';
import { judgeSignal } from '../signals';
import { threadKey, threadKeyOf } from '../thread-key';

/** A run store that lives as long as the object: for tests, and for a host without a data directory. */
export function memoryStore(): RunStore {
  const runs = new Map<string, RunRow>();
  const jobs = new Map<string, Map<string, JobRow>>();
  const values = new Map<string, string>();
  const logs = new Map<string, LogRow[]>();
  const checkpoints = new Map<string, StoredCheckpoint[]>();
  const threads = new Map<string, StoredCheckpoint>();

  const writeParts = (commit: StepCommit) => {
    const { id } = commit.run;
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
  };
}
