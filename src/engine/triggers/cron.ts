// CRON-1, CRON-2: what a stored schedule says. Whoever fires and whoever reports ask this one module.
import { Cron } from 'croner';
import type { TriggerSchedule } from './types';

export type ScheduleCode = 'no_expression' | 'invalid_expression' | 'invalid_timezone';

/** `next_run`: milliseconds; null where there is none. `code`: why, or what is wrong beside it; null where nothing is. */
export type NextRun = { readonly next_run: number | null; readonly code: ScheduleCode | null };

type Expressed = Pick<TriggerSchedule, 'cron_expression' | 'timezone'>;

/**
 * The first moment later than `after` (milliseconds) that a schedule names.
 *
 * CRON-1: only the empty text is no schedule. CRON-2: a text that is malformed, or that no date ever satisfies, is
 * `invalid_expression`, whatever the time zone is; a time zone that is not known is replaced by UTC, and said.
 */
export function nextRun({ cron_expression: expression, timezone }: Expressed, after: number): NextRun {
  if (expression === '') return { next_run: null, code: 'no_expression' };
  const known = isTimeZone(timezone);
  const next = occurrence(expression, known ? timezone : 'UTC', after);
  if (next === undefined) return { next_run: null, code: 'invalid_expression' };
  return { next_run: next, code: known ? null : 'invalid_timezone' };
}

/** The next `count` moments; fewer where the schedule has no next one. */
export function nextRuns(schedule: Expressed, after: number, count: number): readonly number[] {
  const runs: number[] = [];
  for (let from = after; runs.length < count; ) {
    const { next_run } = nextRun(schedule, from);
    if (next_run === null) break;
    runs.push(next_run);
    from = next_run;
  }
  return runs;
}

const zones = new Map<string, boolean>();
/** Texts of others are not remembered without end. */
const MOST_REMEMBERED = 1_000;

/** Whether the realm knows a time zone of this name (IANA, or `UTC`). */
export function isTimeZone(name: string): boolean {
  const remembered = zones.get(name);
  if (remembered !== undefined) return remembered;
  let known = false;
  try {
    known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    // RangeError: there is none.
  }
  if (zones.size >= MOST_REMEMBERED) zones.clear();
  zones.set(name, known);
  return known;
}

/** What is read of a text in a time zone; `null`: it is no schedule. */
const read = new Map<string, Cron | null>();

function occurrence(expression: string, timezone: string, after: number): number | undefined {
  const key = `${timezone} ${expression}`;
  let cron = read.get(key);
  if (cron === undefined) {
    cron = parse(expression, timezone);
    if (read.size >= MOST_REMEMBERED) read.clear();
    read.set(key, cron);
  }
  if (cron === null) return undefined;
  try {
    let next = cron.nextRun(new Date(after))?.getTime();
    // The library rounds to seconds; a moment that is not later than asked for is none.
    if (next !== undefined && next <= after) next = cron.nextRun(new Date(after + 1000))?.getTime();
    return next !== undefined && next > after ? next : undefined;
  } catch {
    return undefined;
  }
}

const NAMES = /^@(?:yearly|annually|monthly|weekly|daily|hourly)$/i;
const FIELD = /^[0-9A-Za-z*/,\-?#]+$/;
const LONGEST = 200;

/** Five fields (minute, hour, day, month, weekday), six with seconds in front, or a name such as `@daily`. */
function parse(expression: string, timezone: string): Cron | null {
  const text = expression.trim();
  const fields = text.split(/\s+/);
  const shaped =
    NAMES.test(text) ||
    ((fields.length === 5 || fields.length === 6) && fields.every((one) => FIELD.test(one)));
  if (text.length > LONGEST || !shaped) return null;
  try {
    // Day of the month and weekday, where both are given: either (as cron has it).
    const cron = new Cron(text, { timezone, paused: true, domAndDow: false });
    // A day that no calendar has (30 February): looked for once, from a leap year on.
    return cron.nextRun(new Date(SOME_LEAP_YEAR)) === null ? null : cron;
  } catch {
    return null;
  }
}

const SOME_LEAP_YEAR = Date.UTC(2024, 0, 1);
