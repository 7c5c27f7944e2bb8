// The rows of the queue of runs, and how they were made where there was none.
import type { Transaction } from 'dexie';
import { QUEUED } from '../engine/queue/judge';
import { QUEUE_REASONS, type QueueEntry } from '../engine/queue/types';
import type { Result } from '../model/problem';
import { count, nullable, number, object, oneOf, type Reader, rowDecoder, string } from './decode';
import { decodeRun } from './run-rows';

const v1: Reader<1> = () => 1;

export const decodeQueueEntry: (row: unknown) => Result<QueueEntry> = rowDecoder(
  'queue entry',
  1,
  object({
    v: v1,
    run: string,
    due: number,
    turn: count,
    reason: oneOf(QUEUE_REASONS),
    claim: nullable(object({ worker: string, fence: count, until: number })),
  }),
);

/** Runs of before there was a queue, which were to go on by themselves, are in it; in the order in which they were made. */
export async function fillQueue(transaction: Transaction): Promise<void> {
  const rows: unknown[] = await transaction
    .table('runs')
    .where('status')
    .anyOf('pending', 'running', 'paused')
    .toArray();
  const entries = rows
    .flatMap((row) => {
      const run = decodeRun(row);
      if (!run.ok || run.value.strategy !== QUEUED) return [];
      const { id, status, pauseReason, created } = run.value;
      return status === 'paused' && pauseReason === null ? [] : [{ id, created }];
    })
    .sort((a, b) => a.created - b.created)
    .map(
      ({ id, created }, at): QueueEntry => ({
        v: 1,
        run: id,
        due: created,
        turn: at + 1,
        reason: 'left',
        claim: null,
      }),
    );
  await transaction.table('queue').bulkPut(entries);
}
