// Answers to what runs ask, withdrawals, and the sweep of what has expired (INT-3, INT-18, INT-19, INT-23).
import type { Json } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { isTerminal } from '../../model/status';
import type { EngineWorld, InterruptNews, RunRow } from '../ports';
import { answerFault } from './check-answer';
import { expire } from './reentry';
import { type InterruptRow, isOverdue } from './row';

export type InterruptRefusal = {
  readonly status: 400 | 404 | 409;
  readonly code:
    | 'INTERRUPT_NOT_FOUND'
    | 'INTERRUPT_TYPE_MISMATCH'
    | 'INTERRUPT_NOT_PENDING'
    | 'INTERRUPT_EXPIRED'
    | 'VALUE_REQUIRED'
    | 'VALUE_INVALID';
  readonly message: string;
};

export type AnswerRequest = {
  /** Absent: none was given, which is refused before anything is looked up (INT-19). */
  readonly value: Json | undefined;
  /** Id of whoever answers; null: nobody is known. */
  readonly by: string | null;
  /** INT-19: a person answers whatever is asked of people, a machine what waits for a machine. */
  readonly via: 'person' | 'callback';
};

export type Withdrawal = { readonly by: string | null; readonly reason: string };

export type InterruptDesk = {
  answer(id: string, request: AnswerRequest): Promise<Result<InterruptRow, InterruptRefusal>>;
  /** The run stays paused, for whoever resumes it to be asked again; a gate declines at once (RT-GATE-2). */
  withdraw(id: string, request: Withdrawal): Promise<Result<InterruptRow, InterruptRefusal>>;
  /** INT-18: expires what is overdue and ends the runs that it held open. Answers the ids of those interrupts. Does not reject. */
  sweep(): Promise<readonly string[]>;
};

/** What of the engine the desk needs. */
export type DeskEngine = {
  /** Goes on with a paused run that has an answer, and with the runs that wait for it. */
  goOn(run: string): Promise<void>;
  /** Ends a run, whoever drives it, and lets the runs that wait for it go on. */
  cancel(run: string, reason: string): Promise<void>;
  /** Hears what could not be done in a sweep. */
  log(message: string, cause: unknown): void;
};

/** Interrupts that one sweep looks at. */
const MOST_AT_ONCE = 200;

export function createInterruptDesk(
  { store, clock, announce }: Pick<EngineWorld, 'store' | 'clock' | 'announce'>,
  engine: DeskEngine,
): InterruptDesk {
  async function tell(row: InterruptRow): Promise<void> {
    const run = await store.run(row.run);
    const news: InterruptNews = { id: row.id, type: row.type, status: row.status };
    try {
      announce({
        runId: row.run,
        workflow: row.workflow,
        seq: run?.seq ?? 0,
        kind: 'interrupt',
        jobIds: [row.job],
        interrupts: [news],
      });
    } catch {
      // What is true is persisted; readers that were not told find it there.
    }
  }

  /** Changes an open, timely interrupt. INT-23: one that is overdue expires by this, and nobody is told. */
  async function settle(
    id: string,
    now: number,
    change: (row: InterruptRow) => InterruptRow,
  ): Promise<Result<InterruptRow, InterruptRefusal>> {
    let refused: InterruptRefusal | undefined;
    const written = await store.interrupts.update(id, (row) => {
      refused = stateRefusal(row, now);
      return refused === undefined ? change(row) : expire(row, now);
    });
    if (refused !== undefined) return fail(refused);
    return written === undefined ? fail(notFound(id)) : ok(written);
  }

  async function runOf(row: InterruptRow): Promise<RunRow | undefined> {
    const run = await store.run(row.run);
    return run === undefined || isTerminal(run.status) ? undefined : run;
  }

  return {
    async answer(id, { value, by, via }) {
      // INT-19: the order in which a refusal is found.
      if (value === undefined)
        return fail({ status: 400, code: 'VALUE_REQUIRED', message: 'An answer has a "value".' });
      const row = await store.interrupts.get(id);
      if (row === undefined) return fail(notFound(id));
      const mismatch = mismatchOf(row, via);
      if (mismatch !== undefined) return fail(mismatch);
      const now = clock.now();
      const late = stateRefusal(row, now);
      const fault = late === undefined ? answerFault(row, value) : undefined;
      if (fault !== undefined) return fail({ status: 400, code: 'VALUE_INVALID', message: fault });
      const settled = await settle(id, now, (open) => ({
        ...open,
        status: 'resolved',
        response: value,
        resolved: now,
        resolvedBy: by,
      }));
      if (!settled.ok) return settled;
      await tell(settled.value);
      if ((await runOf(settled.value)) !== undefined) await engine.goOn(settled.value.run);
      return ok((await store.interrupts.get(id)) ?? settled.value);
    },

    async withdraw(id, { by, reason }) {
      const row = await store.interrupts.get(id);
      if (row === undefined) return fail(notFound(id));
      if (row.direction !== 'outward')
        return fail(mismatchRefusal(`The interrupt ${id} is a signal to a run.`));
      const now = clock.now();
      const settled = await settle(id, now, (open) => ({
        ...open,
        status: 'cancelled',
        resolved: now,
        resolvedBy: by,
        reason: reason === '' ? null : reason,
      }));
      if (!settled.ok) return settled;
      await tell(settled.value);
      if (settled.value.asker === 'gate' && (await runOf(settled.value)) !== undefined)
        await engine.goOn(settled.value.run);
      return ok((await store.interrupts.get(id)) ?? settled.value);
    },

    async sweep() {
      const now = clock.now();
      const swept: string[] = [];
      let due: readonly InterruptRow[] = [];
      try {
        due = await store.interrupts.due(now, MOST_AT_ONCE);
      } catch (cause) {
        engine.log('The interrupts that have expired could not be looked for.', cause);
      }
      for (const { id } of due) {
        try {
          const before = await store.interrupts.get(id);
          await store.interrupts.update(id, (row) => expire(row, now));
          const row = await store.interrupts.get(id);
          if (row?.status !== 'expired' || row.taken !== null) continue;
          if (before?.status === 'pending') await tell(row);
          // INT-18: an expiring signal ends no run, and a run that has ended keeps its outcome.
          const holds = row.direction === 'outward' && (await runOf(row)) !== undefined;
          if (holds) await engine.cancel(row.run, `Nobody answered in time: ${row.message ?? row.type}`);
          await store.interrupts.update(id, (stored) =>
            stored.taken === null ? { ...stored, taken: now } : undefined,
          );
          swept.push(id);
        } catch (cause) {
          // It stays due, for the next sweep.
          engine.log(`The run that the expired interrupt ${id} held open could not be ended.`, cause);
        }
      }
      return swept;
    },
  };
}

function mismatchOf(row: InterruptRow, via: AnswerRequest['via']): InterruptRefusal | undefined {
  // INT-19: by type first; the direction is a second defence.
  if (via === 'callback' && row.type !== 'external_call')
    return mismatchRefusal('This interrupt waits for a person, not for a callback.');
  if (via === 'person' && row.type === 'external_call')
    return mismatchRefusal('This interrupt waits for the callback of another system, not for a person.');
  if (row.direction !== 'outward')
    return mismatchRefusal('This interrupt is a signal to a run, and no question.');
  return undefined;
}

function stateRefusal(row: InterruptRow, now: number): InterruptRefusal | undefined {
  if (row.status === 'expired' || (row.status === 'pending' && isOverdue(row, now)))
    return { status: 409, code: 'INTERRUPT_EXPIRED', message: 'The time to answer is over.' };
  return row.status === 'pending'
    ? undefined
    : { status: 409, code: 'INTERRUPT_NOT_PENDING', message: `The interrupt is ${row.status} already.` };
}

function mismatchRefusal(message: string): InterruptRefusal {
  return { status: 409, code: 'INTERRUPT_TYPE_MISMATCH', message };
}

function notFound(id: string): InterruptRefusal {
  return { status: 404, code: 'INTERRUPT_NOT_FOUND', message: `There is no interrupt ${id}.` };
}
