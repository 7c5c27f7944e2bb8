// What becomes of a job that had asked, when it is executed again.
import type { JsonObject } from '../../model/json';
import { own } from '../../model/json';
import { isTerminal } from '../../model/status';
import type { JobRow, RunRow, RunStore } from '../ports';
import type { Execute, Resume } from '../processors/types';
import { type InterruptRow, isOverdue } from './row';

/** The reserved parameter that names the interrupt whose answer a job may go on with. */
export const INTERRUPT_ID = '__interrupt_id';

/**
 * INT-4: the way on with the answer, which is taken only if all four conditions hold; `undefined`: the node is executed afresh.
 * A gate's question, and one about a step that was cut off, is never the node's own (RT-GATE-1).
 */
export function resumeOf(
  parameters: JsonObject,
  execute: Execute,
  interrupt: InterruptRow | undefined,
  job: string,
): Resume | undefined {
  const named = own(parameters, INTERRUPT_ID);
  if (interrupt === undefined || named !== interrupt.id || interrupt.asker !== 'node') return undefined;
  if (interrupt.status !== 'resolved' || interrupt.job !== job) return undefined;
  return execute.resume;
}

/**
 * The question that a job asked with last, as it stands now. RT-GATE-1, INT-23: a gate's question that is found to be overdue
 * expires here, is recorded so, and nothing is announced.
 */
export async function askedBefore(
  store: Pick<RunStore, 'interrupts'>,
  { interrupt: id }: Pick<JobRow, 'interrupt'>,
  now: number,
): Promise<InterruptRow | undefined> {
  if (id === undefined) return undefined;
  const row = await store.interrupts.get(id);
  if (row?.asker !== 'gate' || row.status !== 'pending' || !isOverdue(row, now)) return row;
  await store.interrupts.update(id, (stored) => expire(stored, now));
  return store.interrupts.get(id);
}

/** INT-23: an open question that is overdue, expired; `undefined`: it is not. */
export function expire(row: InterruptRow, now: number): InterruptRow | undefined {
  if (row.status !== 'pending' || !isOverdue(row, now)) return undefined;
  return { ...row, status: 'expired', resolved: now };
}

/** Whether what was asked has an end that whoever asked goes on with, and nobody has read it. */
function isAnswered({ status, asker, taken }: InterruptRow): boolean {
  if (taken !== null) return false;
  // A gate takes a question that was withdrawn for a decline (RT-GATE-2); a node would only ask again.
  return status === 'resolved' || (status === 'cancelled' && asker === 'gate');
}

/**
 * Whether a paused run has an answer that nobody has gone on with: whoever gave it died before the run was resumed, or the run
 * paused while it was given. A run that a person has paused waits for that person.
 *
 * @param seen ids of the questions that were open as far as the run's last owner knew; absent: nobody knows.
 */
export async function hasUnreadAnswer(
  store: Pick<RunStore, 'jobs' | 'interrupts' | 'run'>,
  run: RunRow,
  seen?: readonly string[],
): Promise<boolean> {
  if (run.asked === undefined || run.status !== 'paused') return false;
  if (seen === undefined && run.signal !== null) return false;
  const ids = seen ?? (await store.jobs(run.id)).flatMap(waitingFor);
  for (const id of ids) {
    const row = await store.interrupts.get(id);
    if (row === undefined) continue;
    // Of a run that a node of this one had started: that run has gone on.
    if (row.run !== run.id ? row.status === 'resolved' || (await hasEnded(store, row.run)) : isAnswered(row))
      return true;
  }
  return false;
}

function waitingFor({ status, interrupt }: JobRow): readonly string[] {
  return interrupt !== undefined && (status === 'interrupted' || status === 'pending') ? [interrupt] : [];
}

async function hasEnded(store: Pick<RunStore, 'run'>, id: string): Promise<boolean> {
  const run = await store.run(id);
  return run === undefined || isTerminal(run.status);
}

/** The open question that a run waits for, its own or that of a run which one of its nodes has started. */
export async function openQuestion(
  store: Pick<RunStore, 'jobs'> & { readonly interrupts: Pick<RunStore['interrupts'], 'get'> },
  run: RunRow,
): Promise<InterruptRow | undefined> {
  if (run.asked === undefined || run.status !== 'paused') return undefined;
  for (const { status, interrupt } of await store.jobs(run.id)) {
    if (status !== 'interrupted' || interrupt === undefined) continue;
    const row = await store.interrupts.get(interrupt);
    if (row?.status === 'pending') return row;
  }
  return undefined;
}
