// What the journal of runs says: each operation puts or removes one row. Their written form, and its one decoder.
import type { InterruptRow } from '../../engine/interrupts/row';
import type { JobRow, LogRow, StoredCheckpoint, ValueRow } from '../../engine/ports';
import type { QueueEntry } from '../../engine/queue/types';
import { isArray, isObject, type Json } from '../../model/json';
import { fail, ok, type Problem, type Result } from '../../model/problem';
import { decodeInterrupt } from '../../store/interrupt-rows';
import { decodeQueueEntry } from '../../store/queue-rows';
import { decodeJob, decodeLog, decodeRun, decodeValue, type StoredRun } from '../../store/run-rows';

export type RunOperation =
  /** `head.frozen` names the values that hold what never changes; they are put before the run. */
  | { readonly kind: 'run'; readonly head: StoredRun; readonly owner: string | null }
  | { readonly kind: 'job'; readonly job: JobRow }
  /** A value that this run needs. It goes when no run needs it any more. */
  | { readonly kind: 'value'; readonly run: string; readonly value: ValueRow }
  /** A value that another run has put already. */
  | { readonly kind: 'hold'; readonly run: string; readonly hash: string }
  | { readonly kind: 'log'; readonly line: LogRow }
  | { readonly kind: 'checkpoint'; readonly run: string; readonly checkpoint: StoredCheckpoint }
  | { readonly kind: 'interrupt'; readonly interrupt: InterruptRow }
  | { readonly kind: 'run-gone'; readonly run: string }
  /** The run's entry in the queue of runs, as it is from now on. */
  | { readonly kind: 'queue'; readonly entry: QueueEntry }
  | { readonly kind: 'queue-gone'; readonly run: string }
  /** SG-12: the thread stands at the last checkpoint of this run, or, where that run is gone, at `kept`. */
  | {
      readonly kind: 'thread';
      readonly workflow: string;
      readonly thread: string;
      readonly run: string;
      readonly kept?: StoredCheckpoint;
    }
  | { readonly kind: 'thread-gone'; readonly workflow: string; readonly thread: string };

/** `[kind, …]`. */
export function encodeRunOperation(operation: RunOperation): Json {
  switch (operation.kind) {
    case 'run':
      return [operation.kind, plain(operation.head), operation.owner];
    case 'job':
      return [operation.kind, plain(operation.job)];
    case 'value':
      return [operation.kind, operation.run, operation.value];
    case 'hold':
      return [operation.kind, operation.run, operation.hash];
    case 'log':
      return [operation.kind, plain(operation.line)];
    case 'interrupt':
      return [operation.kind, plain(operation.interrupt)];
    case 'checkpoint':
      return [operation.kind, operation.run, operation.checkpoint.seq, operation.checkpoint.state];
    case 'queue':
      return [operation.kind, plain(operation.entry)];
    case 'run-gone':
    case 'queue-gone':
      return [operation.kind, operation.run];
    case 'thread': {
      const { kind, workflow, thread, run: of, kept } = operation;
      return [kind, workflow, thread, of, ...(kept === undefined ? [] : [kept.seq, kept.state])];
    }
    case 'thread-gone':
      return [operation.kind, operation.workflow, operation.thread];
  }
}

/** Keys that a row does not have are not written. */
function plain(row: { readonly [key: string]: unknown }): Json {
  const json: Json = JSON.parse(JSON.stringify(row));
  return json;
}

/** Reads an operation; fails with a sentence that says what of it is wrong. */
export function decodeRunOperation(value: Json): Result<RunOperation, string> {
  const [kind, first, second, third] = isArray(value) ? value : [];
  const run = typeof first === 'string' ? first : undefined;
  switch (kind) {
    case 'run': {
      const head = decodeRun(first);
      const owner = typeof second === 'string' ? second : null;
      return head.ok ? ok({ kind, head: head.value, owner }) : unreadable('A run', head.error);
    }
    case 'job': {
      const job = decodeJob(isObject(first) ? { ...first, refs: [] } : first);
      if (!job.ok) return unreadable('A job', job.error);
      const { refs: _refs, ...row } = job.value;
      return ok({ kind, job: row });
    }
    case 'value': {
      const decoded = decodeValue(second);
      if (!decoded.ok) return unreadable('A value', decoded.error);
      return run === undefined ? nameless(kind) : ok({ kind, run, value: decoded.value });
    }
    case 'hold':
      return run === undefined || typeof second !== 'string'
        ? nameless(kind)
        : ok({ kind, run, hash: second });
    case 'log': {
      const line = decodeLog(first);
      return line.ok ? ok({ kind, line: line.value }) : unreadable('A log line', line.error);
    }
    case 'interrupt': {
      const interrupt = decodeInterrupt(first);
      return interrupt.ok
        ? ok({ kind, interrupt: interrupt.value })
        : unreadable('An interrupt', interrupt.error);
    }
    case 'checkpoint':
      return run === undefined || typeof second !== 'number' || !isObject(third)
        ? fail('A checkpoint has a run, a number and a state.')
        : ok({ kind, run, checkpoint: { seq: second, state: third } });
    case 'queue': {
      const entry = decodeQueueEntry(first);
      return entry.ok ? ok({ kind, entry: entry.value }) : unreadable('A queue entry', entry.error);
    }
    case 'run-gone':
    case 'queue-gone':
      return run === undefined ? nameless(kind) : ok({ kind, run });
    case 'thread':
      return decodeThreadOperation(value);
    case 'thread-gone':
      return run === undefined || typeof second !== 'string'
        ? fail('A thread has a workflow and a name.')
        : ok({ kind, workflow: run, thread: second });
    default:
      return fail(`An operation of the kind ${JSON.stringify(kind ?? null)} is not known.`);
  }
}

function decodeThreadOperation(value: Json): Result<RunOperation, string> {
  const [, workflow, thread, run, seq, state] = isArray(value) ? value : [];
  if (typeof workflow !== 'string' || typeof thread !== 'string' || typeof run !== 'string')
    return fail('A thread has a workflow, a name and a run.');
  if (seq === undefined) return ok({ kind: 'thread', workflow, thread, run });
  return typeof seq !== 'number' || !isObject(state)
    ? fail('What a thread keeps has a number and a state.')
    : ok({ kind: 'thread', workflow, thread, run, kept: { seq, state } });
}

function nameless(kind: string): Result<never, string> {
  return fail(`"${kind}" names no run.`);
}

function unreadable(what: string, problems: readonly Problem[]): Result<never, string> {
  return fail(`${what}: ${problems.map(({ path, message }) => `${path}: ${message}`).join(' ')}`);
}
