// SG-12: which checkpoint of which run is the latest of a thread, in the browser's database.
import Dexie, { type Transaction } from 'dexie';
import type { RunRow, StoredCheckpoint } from '../engine/ports';
import { isObject } from '../model/json';
import type { Result } from '../model/problem';
import type { SluiceDatabase } from './database';
import { count, jsonObject, object, optional, type Reader, rowDecoder, string } from './decode';
import { decodeRun } from './run-rows';

/** `run` has the last checkpoint of the thread; `kept` is that checkpoint, once the run is gone. */
export type ThreadRow = {
  readonly v: 1;
  readonly workflow: string;
  readonly thread: string;
  readonly run: string;
  readonly kept?: StoredCheckpoint;
};

const v1: Reader<1> = () => 1;

export const decodeThread: (row: unknown) => Result<ThreadRow> = rowDecoder(
  'thread',
  1,
  object({
    v: v1,
    workflow: string,
    thread: string,
    run: string,
    kept: optional(object({ seq: count, state: jsonObject })),
  }),
);

/** Notes, within a transaction, that a run has committed checkpoints. */
export async function noteThread(db: SluiceDatabase, { id, workflow, config }: RunRow): Promise<void> {
  if (config?.thread === undefined) return;
  await db.threads.put({ v: 1, workflow, thread: config.thread, run: id });
}

export function latestOfThread(
  db: SluiceDatabase,
  workflow: string,
  thread: string,
): Promise<StoredCheckpoint | undefined> {
  return db.transaction('r', db.threads, db.checkpoints, async () => {
    const row = decodeThread(await db.threads.get([workflow, thread]));
    if (!row.ok) return undefined;
    return row.value.kept ?? lastCheckpoint(db, row.value.run);
  });
}

/** The last checkpoint of a run. */
export async function lastCheckpoint(db: SluiceDatabase, run: string): Promise<StoredCheckpoint | undefined> {
  return checkpointOfRow(
    await db.checkpoints.where('[run+seq]').between([run, Dexie.minKey], [run, Dexie.maxKey]).last(),
  );
}

/** The checkpoints of a run, in the order they were made. Rows that cannot be read are left out. */
export async function checkpointsOf(db: SluiceDatabase, run: string): Promise<readonly StoredCheckpoint[]> {
  const rows: readonly unknown[] = await db.checkpoints
    .where('[run+seq]')
    .between([run, Dexie.minKey], [run, Dexie.maxKey])
    .toArray();
  return rows.flatMap((row) => checkpointOfRow(row) ?? []);
}

export function checkpointOfRow(row: unknown): StoredCheckpoint | undefined {
  if (!isObject(row) || typeof row.seq !== 'number' || !isObject(row.state)) return undefined;
  return { seq: row.seq, state: row.state };
}

/** Before a run's checkpoints go, within the same transaction: threads that stand at one of them keep it. */
export async function keepThreads(db: SluiceDatabase, run: string): Promise<void> {
  const rows: readonly unknown[] = await db.threads.where('run').equals(run).toArray();
  for (const stored of rows) {
    const row = decodeThread(stored);
    const kept = row.ok && row.value.kept === undefined ? await lastCheckpoint(db, run) : undefined;
    if (row.ok && kept !== undefined) await db.threads.put({ ...row.value, kept });
  }
}

/** Ends the threads of a workflow that is gone for good. */
export async function forgetThreads(db: SluiceDatabase, workflow: string): Promise<void> {
  await db.threads
    .where('[workflow+thread]')
    .between([workflow, Dexie.minKey], [workflow, Dexie.maxKey])
    .delete();
}

/** The threads of a database from before there was a table of them: of each, the newest run that has a checkpoint. */
export async function fillThreads(transaction: Transaction): Promise<void> {
  const threads = transaction.table<unknown, [string, string], ThreadRow>('threads');
  const checkpoints = transaction.table('checkpoints');
  const runs: readonly unknown[] = await transaction.table('runs').orderBy('created').toArray();
  for (const stored of runs) {
    const run = decodeRun(stored);
    if (!run.ok || run.value.config?.thread === undefined) continue;
    const { id, workflow } = run.value;
    const { thread } = run.value.config;
    const has = await checkpoints.where('[run+seq]').between([id, Dexie.minKey], [id, Dexie.maxKey]).count();
    if (has > 0) await threads.put({ v: 1, workflow, thread, run: id });
  }
}
