// SG-12: which checkpoint of which run is the latest of a thread, in the browser's database.
import Dexie from 'dexie';
import type { RunRow, StoredCheckpoint } from '../engine/ports';
import { isObject } from '../model/json';
import type { SluiceDatabase } from './database';
import { decodeThread } from './thread-rows';

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
