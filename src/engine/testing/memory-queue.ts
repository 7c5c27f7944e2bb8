import { isTerminal } from '../../model/status';
import type { JobRow, RunQueue, RunRow, StepCommit } from '../ports';
import { changeOf, claimed } from '../queue/judge';
import { createQueueTable } from '../queue/table';

/** The queue of the store in memory, over its runs and jobs. */
export function memoryQueue(
  runs: Map<string, RunRow>,
  jobs: ReadonlyMap<string, ReadonlyMap<string, JobRow>>,
): { readonly queue: RunQueue; readonly write: (commit: StepCommit) => void } {
  const table = createQueueTable();
  const { entries } = table;
  const inFlight = (run: string) =>
    [...(jobs.get(run)?.values() ?? [])].some(({ status }) => status === 'running');

  return {
    write(commit) {
      const change = changeOf(commit);
      if (change?.kind === 'put') table.put(table.placed(commit.run.id, change.place));
      if (change?.kind === 'remove') table.remove(commit.run.id);
    },
    queue: {
      async claim(request) {
        const found = table.pick(request, inFlight);
        const run = found === undefined ? undefined : runs.get(found.run);
        if (found === undefined || run === undefined) return undefined;
        const owned = { ...run, fence: run.fence + 1 };
        const entry = claimed(found, request, owned.fence);
        runs.set(run.id, owned);
        table.put(entry);
        return { entry, run: owned };
      },
      async renew(run, claim) {
        const entry = entries.get(run);
        if (entry?.claim?.fence !== claim.fence || entry.claim.worker !== claim.worker) return false;
        table.put({ ...entry, claim });
        return true;
      },
      async release(run, fence, place) {
        if (entries.get(run)?.claim?.fence !== fence) return false;
        table.put(table.placed(run, place));
        return true;
      },
      async enqueue(id, decide) {
        const run = runs.get(id);
        const waiting = entries.get(id);
        if (run === undefined || isTerminal(run.status) || (waiting?.claim ?? null) !== null) return false;
        const decided = decide(run, waiting);
        if (decided === undefined) return false;
        const { clearsPause, ...place } = decided;
        table.put(table.placed(id, place));
        if (clearsPause === true && run.signal?.type === 'pause') runs.set(id, { ...run, signal: null });
        return true;
      },
      entry: async (run) => entries.get(run),
      outlook: async () => table.outlook(),
    },
  };
}
