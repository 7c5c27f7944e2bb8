// The queue of runs in the browser's database. Commits change it in their own transaction (`runs.ts`).
import Dexie from 'dexie';
import type { RunQueue, RunRow, StepCommit } from '../engine/ports';
import { changeOf, claimed, freedom } from '../engine/queue/judge';
import type { ClaimRequest, QueueEntry, QueuePlace } from '../engine/queue/types';
import { isTerminal } from '../model/status';
import type { SluiceDatabase } from './database';
import { readable } from './draft-log';
import { decodeQueueEntry } from './queue-rows';
import { decodeRun, type StoredRun } from './run-rows';

/** Entries that are looked at in one read while a free one is looked for: those in front are mostly claimed. */
const PAGE = 32;

/** @param thaw makes a whole row of a stored one, within the transaction. */
export function createRunQueue(db: SluiceDatabase, thaw: (row: StoredRun) => Promise<RunRow>): RunQueue {
  async function entryOf(run: string): Promise<QueueEntry | undefined> {
    const stored = await db.queue.get(run);
    return stored === undefined ? undefined : readable(decodeQueueEntry(stored));
  }

  async function runOf(id: string): Promise<StoredRun | undefined> {
    const stored = await db.runs.get(id);
    return stored === undefined ? undefined : readable(decodeRun(stored));
  }

  async function inFlight(run: string): Promise<boolean> {
    return (await db.jobs.where('[run+status]').equals([run, 'running']).count()) > 0;
  }

  async function isFree(entry: QueueEntry, request: ClaimRequest): Promise<boolean> {
    const free = freedom(entry, request);
    return free === 'free' || (free === 'unless' && !(await inFlight(entry.run)));
  }

  async function pick(request: ClaimRequest): Promise<QueueEntry | undefined> {
    if (request.run !== undefined) {
      const entry = await entryOf(request.run);
      return entry !== undefined && (await isFree(entry, request)) ? entry : undefined;
    }
    // From where the page before has ended: an offset would count off all before it again.
    for (let from: readonly [unknown, unknown] = [Dexie.minKey, Dexie.minKey]; ; ) {
      const rows = await db.queue
        .where('[due+turn]')
        .between(from, [request.now, Dexie.maxKey], false, true)
        .limit(PAGE)
        .toArray();
      for (const row of rows) {
        const entry = readable(decodeQueueEntry(row));
        if (await isFree(entry, request)) return entry;
        from = [entry.due, entry.turn];
      }
      if (rows.length < PAGE) return undefined;
    }
  }

  return {
    claim: (request) =>
      db.transaction('rw', db.queue, db.runs, db.jobs, db.values, async () => {
        const found = await pick(request);
        const run = found === undefined ? undefined : await runOf(found.run);
        if (found === undefined || run === undefined) return undefined;
        const owned: StoredRun = { ...run, fence: run.fence + 1 };
        const entry = claimed(found, request, owned.fence);
        await db.runs.put(owned);
        await db.queue.put(entry);
        return { entry, run: await thaw(owned) };
      }),

    renew: (run, claim) =>
      db.transaction('rw', db.queue, async () => {
        const entry = await entryOf(run);
        if (entry?.claim?.fence !== claim.fence || entry.claim.worker !== claim.worker) return false;
        await db.queue.put({ ...entry, claim });
        return true;
      }),

    release: (run, fence, place) =>
      db.transaction('rw', db.queue, async () => {
        if ((await entryOf(run))?.claim?.fence !== fence) return false;
        await placeEntry(db, run, place);
        return true;
      }),

    enqueue: (id, decide) =>
      db.transaction('rw', db.queue, db.runs, async () => {
        const run = await runOf(id);
        const waiting = await entryOf(id);
        if (run === undefined || isTerminal(run.status) || (waiting?.claim ?? null) !== null) return false;
        const decided = decide(run, waiting);
        if (decided === undefined) return false;
        const { clearsPause, ...place } = decided;
        await placeEntry(db, id, place);
        if (clearsPause === true && run.signal?.type === 'pause') await db.runs.put({ ...run, signal: null });
        return true;
      }),

    entry: entryOf,

    outlook: () =>
      db.transaction('r', db.queue, async () => {
        const rows = await db.queue.where('claim.until').above(Dexie.minKey).toArray();
        const claims = rows.flatMap((row) => {
          const { run, claim } = readable(decodeQueueEntry(row));
          return claim === null ? [] : [{ ...claim, run }];
        });
        const had = new Set(claims.map(({ run }) => run));
        const [next] = await db.queue
          .orderBy('[due+turn]')
          .filter((row) => {
            const entry = decodeQueueEntry(row);
            return entry.ok && !had.has(entry.value.run);
          })
          .limit(1)
          .toArray();
        return { due: next === undefined ? undefined : readable(decodeQueueEntry(next)).due, claims };
      }),
  };
}

/** Does to the queue what the commit says, within its transaction, which has the table where `changeOf` gives something. */
export async function writeQueue(db: SluiceDatabase, commit: StepCommit): Promise<void> {
  const change = changeOf(commit);
  if (change?.kind === 'put') await placeEntry(db, commit.run.id, change.place);
  if (change?.kind === 'remove') await db.queue.delete(commit.run.id);
}

/** Behind all others that are due at the same time. */
async function placeEntry(db: SluiceDatabase, run: string, place: QueuePlace): Promise<void> {
  const [last] = await db.queue.orderBy('turn').reverse().limit(1).keys();
  await db.queue.put({ v: 1, run, ...place, turn: (typeof last === 'number' ? last : 0) + 1, claim: null });
}
