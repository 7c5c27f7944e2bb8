// A queue in memory: what the stores that keep everything in memory have beside their runs.
import { byTurn, freedom } from './judge';
import type { ClaimRequest, QueueEntry, QueueOutlook, QueuePlace } from './types';

export type QueueTable = {
  /** By run. */
  readonly entries: ReadonlyMap<string, QueueEntry>;
  put(entry: QueueEntry): void;
  remove(run: string): void;
  /** The entry that the request is given; changes nothing. @param inFlight whether a job of the run is running. */
  pick(request: ClaimRequest, inFlight: (run: string) => boolean): QueueEntry | undefined;
  /** The run's entry at a new place, behind those that are due at the same time; nobody has it. */
  placed(run: string, place: QueuePlace): QueueEntry;
  outlook(): QueueOutlook;
};

export function createQueueTable(): QueueTable {
  const entries = new Map<string, QueueEntry>();
  let turns = 0;
  return {
    entries,
    put(entry) {
      turns = Math.max(turns, entry.turn);
      entries.set(entry.run, entry);
    },
    remove: (run) => void entries.delete(run),
    pick(request, inFlight) {
      let first: QueueEntry | undefined;
      for (const entry of entries.values()) {
        if (first !== undefined && byTurn(first, entry) <= 0) continue;
        const free = freedom(entry, request);
        if (free === 'free' || (free === 'unless' && !inFlight(entry.run))) first = entry;
      }
      return first;
    },
    placed(run, place) {
      turns += 1;
      return { v: 1, run, ...place, turn: turns, claim: null };
    },
    outlook() {
      let due: number | undefined;
      const claims: QueueOutlook['claims'][number][] = [];
      for (const entry of entries.values()) {
        if (entry.claim !== null) claims.push({ ...entry.claim, run: entry.run });
        else due = Math.min(due ?? entry.due, entry.due);
      }
      return { due, claims };
    },
  };
}
