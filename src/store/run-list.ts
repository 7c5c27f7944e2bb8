// Runs as the doors of a browser list them, and what a door may change of one that nobody drives.
import Dexie from 'dexie';
import { RESUME_ASKED } from '../engine/signals';
import { isObject } from '../model/json';
import { isTerminal, type RunStatus } from '../model/status';
import type { SluiceDatabase } from './database';
import { readable } from './draft-log';
import { decodeRun } from './run-rows';

export type RunFilter = {
  readonly workflow?: string | undefined;
  readonly status?: RunStatus | undefined;
  readonly limit: number;
  readonly offset: number;
};

/** Ids of one page of runs, newest first, and how many there are under the same filter. */
export async function runIds(
  db: SluiceDatabase,
  { workflow, status, limit, offset }: RunFilter,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const rows = () => {
    if (workflow === undefined && status === undefined) return db.runs.orderBy('created');
    const [index, of] =
      workflow === undefined ? ['[status+created]', status] : ['[workflow+created]', workflow];
    const found = db.runs.where(index).between([of, Dexie.minKey], [of, Dexie.maxKey]);
    return workflow === undefined || status === undefined
      ? found
      : found.filter((row) => isObject(row) && row.status === status);
  };
  return db.transaction('r', db.runs, async () => ({
    ids: (await rows().reverse().offset(offset).limit(limit).primaryKeys()).map(String),
    total: await rows().count(),
  }));
}

/** What came of asking that a paused run goes on. `pause`: id of the signal that held it, where one did. */
export type ResumeAnswer =
  | { readonly kind: 'asked'; readonly pause: string | null }
  | { readonly kind: 'missing' }
  | { readonly kind: 'ended'; readonly status: RunStatus }
  | { readonly kind: 'notPaused' };

/** INT-16: notes that a run which waits for a person is to go on; whoever drives runs here next enters it. */
export function askResume(db: SluiceDatabase, id: string): Promise<ResumeAnswer> {
  return db.transaction('rw', db.runs, async (): Promise<ResumeAnswer> => {
    const stored = await db.runs.get(id);
    if (stored === undefined) return { kind: 'missing' };
    const run = readable(decodeRun(stored));
    if (isTerminal(run.status)) return { kind: 'ended', status: run.status };
    // A pause that ends by itself is nobody's to end, and neither is one whose run is told to stop.
    if (run.status !== 'paused' || run.pauseReason !== null || run.signal?.type === 'cancel')
      return { kind: 'notPaused' };
    await db.runs.put({ ...run, pauseReason: RESUME_ASKED, signal: null });
    return { kind: 'asked', pause: run.signal?.id ?? null };
  });
}
