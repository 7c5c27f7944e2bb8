// SG-12: the rows of threads, their one decoder, and those of a database from before there were any.
import Dexie, { type Transaction } from 'dexie';
import type { StoredCheckpoint } from '../engine/ports';
import type { Result } from '../model/problem';
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
