// The engine's RunStore on Dexie: one transaction a commit, fenced; readers see whole steps only.
import Dexie from 'dexie';
import type { RunLoops } from '../engine/loops/membership';
import type { CommitResult, JobRow, LogRow, RunRow, RunStore, StepCommit } from '../engine/ports';
import { changeOf } from '../engine/queue/judge';
import { judgeSignal } from '../engine/signals';
import { webCryptoHash } from '../engine/values';
import { isObject, type Json, type JsonObject, own } from '../model/json';
import { isTerminal } from '../model/status';
import type { SluiceDatabase } from './database';
import { readable } from './draft-log';
import { StoreRefusal } from './faults';
import { createInterruptStore, writeInterrupts } from './interrupts';
import { createRunQueue, writeQueue } from './run-queue';
import {
  decodeJob,
  decodeLog,
  decodeLoops,
  decodeRun,
  decodeValue,
  type RunFrozen,
  referencesOf,
  type StoredJob,
  type StoredRun,
} from './run-rows';
import { checkpointOfRow, lastCheckpoint, latestOfThread, noteThread } from './threads';

/**
 * The store of runs. Reads throw only where the database fails or a row is unreadable: both are the run's end, and the
 * driver tells them as such.
 */
export function createRunStore(db: SluiceDatabase): RunStore {
  /** By run that is written to here: where what never changes of it lies. */
  const places = new Map<string, StoredRun['frozen']>();

  /** The tables that a commit writes, and no others: a reader of another one does not wait for it. */
  const tablesOf = (commit: StepCommit) => [
    db.runs,
    db.jobs,
    ...(commit.values.length > 0 ? [db.values] : []),
    ...(commit.logs.length > 0 ? [db.logs] : []),
    ...(commit.checkpoints === undefined && commit.checkpoint === undefined
      ? []
      : [db.checkpoints, db.threads]),
    ...(commit.run.asked === undefined ? [] : [db.interrupts]),
    ...(changeOf(commit) === undefined ? [] : [db.queue]),
  ];

  /** All parts at once: each is a way to the database and back, and the transaction waits for all of them anyway. */
  function writeParts(commit: StepCommit): Promise<unknown> {
    const { run, jobs, values, logs, checkpoint } = commit;
    const kept = [
      ...(commit.checkpoints ?? []),
      ...(checkpoint === undefined ? [] : [{ seq: run.seq, state: checkpoint }]),
    ];
    const parts: PromiseLike<unknown>[] = [writeQueue(db, commit)];
    if (jobs.length > 0) parts.push(db.jobs.bulkPut(jobs.map(storedJob)));
    if (values.length > 0) parts.push(db.values.bulkPut(values));
    if (logs.length > 0) parts.push(db.logs.bulkPut(logs));
    if (run.asked !== undefined) parts.push(writeInterrupts(db, run, commit.interrupts));
    if (kept.length > 0)
      parts.push(db.checkpoints.bulkPut(kept.map(({ seq, state }) => ({ v: 1, run: run.id, seq, state }))));
    if (commit.checkpoints !== undefined && commit.checkpoints.length > 0) parts.push(noteThread(db, run));
    return Promise.all(parts);
  }

  async function storedRun(id: string): Promise<StoredRun | undefined> {
    const stored = await db.runs.get(id);
    return stored === undefined ? undefined : readable(decodeRun(stored));
  }

  async function storedValue(hash: string): Promise<Json | undefined> {
    const stored = await db.values.get(hash);
    if (stored === undefined) return undefined;
    return parseJson(readable(decodeValue(stored)).json);
  }

  async function thaw(row: StoredRun): Promise<RunRow> {
    const [document, given] = [await storedValue(row.frozen.document), await storedValue(row.frozen.given)];
    const loops = own(given, 'loops');
    const startState = own(given, 'startState');
    return runRow(row, {
      document: asObject(document),
      initialData: asObject(own(given, 'initialData')),
      inputs: asObject(own(given, 'inputs')),
      ...(loops === undefined ? {} : { loops: readable(decodeLoops(loops)) }),
      ...(startState === undefined ? {} : { startState: asObject(startState) }),
    });
  }

  return {
    async create(commit) {
      const { document, initialData, inputs, loops, startState } = commit.run;
      const given: JsonObject = {
        initialData,
        inputs,
        ...(loops === undefined ? {} : { loops: storedLoops(loops) }),
        ...(startState === undefined ? {} : { startState }),
      };
      // Hashes are made first: a transaction ends while anything but the database is waited for.
      const frozen = [await valueRow(document), await valueRow(given)] as const;
      const [documentRow, givenRow] = frozen;
      const row = runHeadRow(commit.run, { document: documentRow.hash, given: givenRow.hash });
      await db.transaction('rw', [...tablesOf(commit), db.values], async () => {
        await db.runs.add(row);
        await db.values.bulkPut(frozen);
        await writeParts(commit);
      });
    },

    async commit(commit) {
      let refused: CommitResult | undefined;
      const written = db.transaction('rw', tablesOf(commit), async (step): Promise<CommitResult> => {
        // All is on its way while the owner is judged: whoever is none takes the whole transaction back. The row is written as
        // it is without a signal of others, which is how it almost always is; the read before it tells.
        const reading = storedRun(commit.run.id);
        const supposed = waitingSignal(null, commit);
        const kept = places.get(commit.run.id);
        const head =
          kept === undefined ? undefined : db.runs.put(runHeadRow({ ...commit.run, signal: supposed }, kept));
        const parts = Promise.all([head, writeParts(commit)]);
        const stored = await reading;
        if (stored === undefined) refused = { ok: false, reason: 'missing' };
        else if (stored.fence > commit.run.fence) refused = { ok: false, reason: 'stale' };
        if (stored === undefined || refused !== undefined) {
          parts.catch(() => undefined);
          step.abort();
          return refused ?? { ok: false, reason: 'missing' };
        }
        const signal = waitingSignal(stored.signal, commit);
        if (head === undefined || signal?.id !== supposed?.id)
          await db.runs.put(runHeadRow({ ...commit.run, signal }, stored.frozen));
        await parts;
        if (isTerminal(commit.run.status)) places.delete(commit.run.id);
        else places.set(commit.run.id, stored.frozen);
        return { ok: true, signal };
      });
      return written.catch((cause: unknown): CommitResult => {
        if (refused === undefined) throw cause;
        return refused;
      });
    },

    async run(id) {
      return db.transaction('r', db.runs, db.values, async () => {
        const row = await storedRun(id);
        return row === undefined ? undefined : thaw(row);
      });
    },

    async jobs(run) {
      const rows = await db.jobs
        .where('[run+status]')
        .between([run, Dexie.minKey], [run, Dexie.maxKey])
        .toArray();
      return rows.map((row) => jobRow(readable(decodeJob(row)))).sort(byStart);
    },

    value: storedValue,

    async logs(run, after = -1) {
      const rows = await db.logs
        .where('[run+seq]')
        .between([run, after], [run, Dexie.maxKey], false)
        .toArray();
      return rows.map((row): LogRow => readable(decodeLog(row)));
    },

    async checkpoint(run, seq) {
      if (seq === undefined) return lastCheckpoint(db, run);
      return checkpointOfRow(await db.checkpoints.where('[run+seq]').equals([run, seq]).first());
    },

    latestOfThread: (workflow, thread) => latestOfThread(db, workflow, thread),

    async runs(filter) {
      return db.transaction('r', db.runs, db.values, async () => {
        const rows: RunRow[] = [];
        for (const row of await runHeads(db, filter)) rows.push(await thaw(row));
        return rows;
      });
    },

    acquire: (run, only) =>
      db.transaction('rw', db.runs, db.values, async () => {
        const row = await storedRun(run);
        if (row === undefined || isTerminal(row.status)) return undefined;
        if (only !== undefined && row.status !== only) return undefined;
        const owned: StoredRun = { ...row, fence: row.fence + 1 };
        await db.runs.put(owned);
        return thaw(owned);
      }),

    signal: (run, signal) =>
      db.transaction('rw', db.runs, async () => {
        const row = await storedRun(run);
        const verdict = judgeSignal(row, signal.type);
        if (verdict.ok && row !== undefined) await db.runs.put({ ...row, signal });
        return verdict;
      }),

    queue: createRunQueue(db, thaw),

    interrupts: createInterruptStore(db),
  };
}

/** Rows of runs without what never changes, newest first. For lists and views. */
export async function runHeads(
  db: SluiceDatabase,
  filter: Parameters<RunStore['runs']>[0],
): Promise<readonly StoredRun[]> {
  const { workflow, status, limit, before } = filter;
  const newest = before ?? Dexie.maxKey;
  const rows =
    workflow !== undefined
      ? db.runs.where('[workflow+created]').between([workflow, Dexie.minKey], [workflow, newest], true, false)
      : status !== undefined
        ? db.runs.where('[status+created]').between([status, Dexie.minKey], [status, newest], true, false)
        : db.runs.where('created').between(Dexie.minKey, newest, true, false);
  const filtered =
    workflow !== undefined && status !== undefined
      ? rows.filter((row) => isObject(row) && row.status === status)
      : rows;
  const found = await filtered.reverse().limit(limit).toArray();
  return found.flatMap((row) => {
    const decoded = decodeRun(row);
    return decoded.ok ? [decoded.value] : [];
  });
}

/** The stored row of a run, without its frozen parts. `undefined`: no such run. */
export async function runHead(db: SluiceDatabase, id: string): Promise<StoredRun | undefined> {
  const stored = await db.runs.get(id);
  return stored === undefined ? undefined : readable(decodeRun(stored));
}

/** The jobs of these ids, those that exist. */
export async function jobsById(db: SluiceDatabase, ids: readonly string[]): Promise<readonly JobRow[]> {
  const rows = await db.jobs.bulkGet([...ids]);
  return rows.flatMap((row) => (row === undefined ? [] : [jobRow(readable(decodeJob(row)))]));
}

/** The JSON text of a stored value and its size in bytes; `undefined` where there is none. */
export async function valueText(
  db: SluiceDatabase,
  hash: string,
): Promise<{ readonly json: string; readonly size: number } | undefined> {
  const stored = await db.values.get(hash);
  return stored === undefined ? undefined : readable(decodeValue(stored));
}

async function valueRow(value: JsonObject): Promise<{ v: 1; hash: string; size: number; json: string }> {
  const json = JSON.stringify(value);
  return { v: 1, hash: await webCryptoHash(json), size: new TextEncoder().encode(json).length, json };
}

/** A signal that another tab has set since stays, until the owner has answered that very one (INT-5, INT-17). */
function waitingSignal(stored: RunRow['signal'], { run, answered }: StepCommit): RunRow['signal'] {
  if (isTerminal(run.status)) return null;
  if (stored !== null && stored.id !== answered) return stored;
  return run.signal !== null && run.signal.id !== answered ? run.signal : null;
}

function runHeadRow(run: RunRow, frozen: StoredRun['frozen']): StoredRun {
  const {
    document: _document,
    initialData: _initialData,
    inputs: _inputs,
    loops: _loops,
    startState: _startState,
    ...head
  } = run;
  return {
    ...head,
    frozen,
    refs: [...new Set([frozen.document, frozen.given, ...referencesOf(run.outputs)])],
  };
}

function runRow(row: StoredRun, parts: RunFrozen): RunRow {
  const { frozen: _frozen, refs: _refs, ...head } = row;
  return { ...head, ...parts };
}

function storedLoops({ loops, reach }: RunLoops): JsonObject {
  return {
    v: 1,
    loops: loops.map(({ head, heads, body }) => ({ head, heads: [...heads], body: [...body] })),
    reach: Object.fromEntries(Object.entries(reach).map(([node, before]) => [node, [...before]])),
  };
}

function storedJob(job: JobRow): StoredJob {
  return { ...job, refs: referencesOf(job.inputs, job.outputs) };
}

function jobRow(row: StoredJob): JobRow {
  const { refs: _refs, ...job } = row;
  return job;
}

/** Started jobs in the order they ran, then those that have not started, by their place in the plan. */
function byStart(a: JobRow, b: JobRow): number {
  if (a.order !== b.order) return (a.order ?? Number.MAX_SAFE_INTEGER) - (b.order ?? Number.MAX_SAFE_INTEGER);
  return a.priority - b.priority || a.created - b.created;
}

function parseJson(text: string): Json {
  try {
    // JSON.parse gives JSON.
    return JSON.parse(text) as Json;
  } catch {
    throw new StoreRefusal({
      reason: 'unreadable',
      problems: [{ path: 'json', message: 'A stored value is no JSON text.' }],
    });
  }
}

function asObject(value: Json | undefined): JsonObject {
  if (isObject(value)) return value;
  throw new StoreRefusal({
    reason: 'unreadable',
    problems: [{ path: 'frozen', message: 'A run has lost its workflow or its inputs.' }],
  });
}
