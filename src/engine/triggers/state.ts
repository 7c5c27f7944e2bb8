// TRIG-3: what has happened to a trigger, and how a firing or a skip is recorded.
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';

/** `at`: milliseconds. `execution_number`: null for a skip. `reason`: of a skip, a code; null for an execution. */
export type HistoryEntry = {
  readonly at: number;
  readonly execution_number: number | null;
  readonly execution_id: string | null;
  readonly reason: string | null;
  readonly message: string;
};

export type TriggerState = {
  readonly last_run: number | null;
  readonly run_count: number;
  /** Newest first, at most {@link MOST_ENTRIES}. */
  readonly history: readonly HistoryEntry[];
  /** Moment up to which its schedule is dealt with; null: never looked at. */
  readonly since: number | null;
  /** TRIG-2: moment at which a firing that is held goes off; null: none is held. */
  readonly fire_at: number | null;
  /** TRIG-1: the one deferred firing; `blocked_by`: the run that blocked it, null where that is not known any more. */
  readonly buffer: Buffered | null;
};

export type Buffered = { readonly data: JsonObject; readonly blocked_by: string | null };

export const MOST_ENTRIES = 10;

export const NOTHING_HAPPENED: TriggerState = {
  last_run: null,
  run_count: 0,
  history: [],
  since: null,
  fire_at: null,
  buffer: null,
};

/** TRIG-3: any part that is not in its shape is read as absent. */
export function readState(stored: Json | undefined): TriggerState {
  const history = own(stored, 'history');
  const count = own(stored, 'run_count');
  const buffer = own(stored, 'buffer');
  const data = own(buffer, 'data');
  return {
    last_run: moment(own(stored, 'last_run')),
    run_count: typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : 0,
    history: (isArray(history) ? history : [])
      .flatMap((entry) => readEntry(entry) ?? [])
      .slice(0, MOST_ENTRIES),
    since: moment(own(stored, 'since')),
    fire_at: moment(own(stored, 'fire_at')),
    buffer: isObject(data) ? { data, blocked_by: ownString(buffer, 'blocked_by') ?? null } : null,
  };
}

/** TRIG-3: advances the last run, the count and the history. */
export function recordExecution(
  state: TriggerState,
  { at, execution, message }: { readonly at: number; readonly execution: string; readonly message: string },
): TriggerState {
  const number = state.run_count + 1;
  return {
    ...state,
    last_run: at,
    run_count: number,
    history: newest(
      { at, execution_number: number, execution_id: execution, reason: null, message },
      state.history,
    ),
  };
}

/** TRIG-3: a skip is no execution. */
export function recordSkip(
  state: TriggerState,
  { at, reason, message }: { readonly at: number; readonly reason: string; readonly message: string },
): TriggerState {
  return {
    ...state,
    history: newest({ at, execution_number: null, execution_id: null, reason, message }, state.history),
  };
}

function newest(entry: HistoryEntry, before: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return [entry, ...before].slice(0, MOST_ENTRIES);
}

function moment(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function readEntry(value: Json): HistoryEntry | undefined {
  const at = moment(own(value, 'at'));
  const message = ownString(value, 'message');
  if (at === null || message === undefined) return undefined;
  const number = own(value, 'execution_number');
  return {
    at,
    execution_number: typeof number === 'number' ? number : null,
    execution_id: ownString(value, 'execution_id') ?? null,
    reason: ownString(value, 'reason') ?? null,
    message,
  };
}
