// The queue of a host's runs: in memory, every change in the journal before anybody sees it.
import type { RunQueue } from '../../engine/ports';
import { claimed, freedom } from '../../engine/queue/judge';
import type { ClaimRequest, QueueEntry } from '../../engine/queue/types';
import { isTerminal } from '../../model/status';
import type { RunOperation } from './run-operations';
import { headOf, type RunEntry, type RunTables } from './run-tables';

/** Under this key claims follow one another; no run has such an id. */
const CLAIMS = '\u0000claims';

/** @param inTurn does what concerns one run one after the other. */
export function createQueueTable(
  tables: RunTables,
  inTurn: <T>(run: string, work: () => Promise<T>) => Promise<T>,
  write: (operations: readonly RunOperation[]) => Promise<void>,
): RunQueue {
  const { queue } = tables;
  const inFlight = (run: string) =>
    [...(tables.runs.get(run)?.jobs.values() ?? [])].some(({ status }) => status === 'running');
  const put = (entry: QueueEntry): RunOperation => ({ kind: 'queue', entry });

  /** The entry may have been claimed, or its run have gone on, until it was this run's turn. */
  const claimOne = (run: string, request: ClaimRequest) =>
    inTurn(run, async () => {
      const entry = queue.entries.get(run);
      const row = tables.runs.get(run);
      if (entry === undefined || row === undefined) return undefined;
      const free = freedom(entry, request);
      if (free === 'taken' || (free === 'unless' && inFlight(run))) return undefined;
      const owned = { ...row.row, fence: row.row.fence + 1 };
      const taken = claimed(entry, request, owned.fence);
      await write([runOf(row, owned), put(taken)]);
      return { entry: taken, run: row.row };
    });

  return {
    claim: (request) =>
      inTurn(CLAIMS, async () => {
        for (;;) {
          const found = queue.pick(request, inFlight);
          if (found === undefined) return undefined;
          const taken = await claimOne(found.run, request);
          if (taken !== undefined) return taken;
        }
      }),

    renew: (run, claim) =>
      inTurn(run, async () => {
        const entry = queue.entries.get(run);
        if (entry?.claim?.fence !== claim.fence || entry.claim.worker !== claim.worker) return false;
        await write([put({ ...entry, claim })]);
        return true;
      }),

    release: (run, fence, place) =>
      inTurn(run, async () => {
        if (queue.entries.get(run)?.claim?.fence !== fence) return false;
        await write([put(queue.placed(run, place))]);
        return true;
      }),

    enqueue: (id, decide) =>
      inTurn(id, async () => {
        const entry = tables.runs.get(id);
        const waiting = queue.entries.get(id);
        if (entry === undefined || isTerminal(entry.row.status) || (waiting?.claim ?? null) !== null)
          return false;
        const decided = decide(entry.row, waiting);
        if (decided === undefined) return false;
        const { clearsPause, ...place } = decided;
        const clears = clearsPause === true && entry.row.signal?.type === 'pause';
        await write([
          ...(clears ? [runOf(entry, { ...entry.row, signal: null })] : []),
          put(queue.placed(id, place)),
        ]);
        return true;
      }),

    entry: async (run) => queue.entries.get(run),
    outlook: async () => queue.outlook(),
  };
}

function runOf(entry: RunEntry, row: RunEntry['row']): RunOperation {
  return { kind: 'run', head: headOf(row, entry.frozen), owner: entry.owner };
}
