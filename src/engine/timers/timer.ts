// A node that waits for a time. Its job is interrupted, and holds nothing but its row, until somebody enters the run again.
import { NodeFailure, type ProcessorContext } from '../processors/types';
import type { JobTimer } from './job-timer';

/**
 * Thrown by a node that waits. Not a failure: no error edge is followed and no attempt is used up. What else is ready goes
 * on; the run pauses when nothing else is. The job is executed again when its time has come, with the wait that has ended in
 * its context.
 */
export class TimerWait extends Error {
  /** Milliseconds. */
  readonly until: number;
  constructor(until: number) {
    super(`The node waits until ${new Date(until).toISOString()}.`);
    this.name = 'TimerWait';
    this.until = until;
  }
}

/** Longest wait of one node: a year. */
export const MOST_WAIT_MS = 31_536_000_000;

/**
 * Waits until a moment (milliseconds), or gives the wait that has ended. `null`: there is nothing to wait for. Fails the
 * node where the run keeps no record between its steps, or the wait is longer than {@link MOST_WAIT_MS}.
 */
export function waitUntil(context: ProcessorContext, until: number): Required<JobTimer> | null {
  const { timer } = context;
  if (timer?.ended != null) return timer;
  const now = context.now();
  if (until <= now) return null;
  if (until - now > MOST_WAIT_MS)
    throw new NodeFailure(
      `The wait would end on ${new Date(until).toISOString()}, more than 365 days from now: the longest wait is 365 days.`,
      { code: 'wait_too_long' },
    );
  if (timer === undefined)
    throw new NodeFailure(
      'Direct execution keeps no record of a run between its steps, so nothing in it can wait. Run the workflow as a pipeline instead.',
      { code: 'wait_not_supported' },
    );
  throw new TimerWait(until);
}
