// Reads the texts that PHP's `strtotime` reads, those that people write: ISO 8601 and its relatives, dates by month name,
// American and European digits, clock times, `@timestamp`, and the relative words.
import { type ClockFields, DAYS, dateOf, daysInMonth, fieldsOf, MONTHS, PhpDate } from './php-date';
import { knownZone } from './time-zone';

/** A longer text is no date. */
const LONGEST = 200;
/** The furthest moment that JavaScript's dates hold. */
const FURTHEST = 8.64e15;

type Parts = { -readonly [field in keyof Omit<ClockFields, 'weekday'>]: number };
type State = {
  parts: Parts;
  zone: string;
  /** A moment that was given as a number of seconds. */
  moment: number | undefined;
  /** Milliseconds to add to the moment: hours and less are time that passes, not what a clock shows. */
  elapsed: number;
  readonly later: ((parts: Parts) => void)[];
  weekday: { readonly day: number; readonly direction: number } | undefined;
};

/**
 * The date that a text names. What it leaves open is taken from `base`, a time of day that it leaves open beside a date is
 * midnight. `undefined` where it cannot be read.
 */
export function parsePhpDate(text: string, base: PhpDate): PhpDate | undefined {
  if (text.length > LONGEST) return undefined;
  const { weekday: _unused, ...parts } = fieldsOf(base);
  const state: State = {
    parts: { ...parts },
    zone: base.zone,
    moment: undefined,
    elapsed: 0,
    later: [],
    weekday: undefined,
  };
  let rest = text.trim();
  while (rest !== '') {
    const taken = RULES.reduce((length, [pattern, apply]) => {
      if (length > 0) return length;
      const match = pattern.exec(rest);
      return match !== null && apply(match, state) ? match[0].length : 0;
    }, 0);
    if (taken === 0) return undefined;
    rest = rest.slice(taken).replace(/^[\s,]+/, '');
  }
  return finished(state);
}

function finished(state: State): PhpDate | undefined {
  const start =
    state.moment === undefined ? state.parts : { ...fieldsOf(new PhpDate(state.moment, state.zone)) };
  const { year, month, day, hour, minute, second, millisecond } = start;
  let parts: Parts = { year, month, day, hour, minute, second, millisecond };
  for (const change of state.later) change(parts);
  if (!Object.values(parts).every((value) => Number.isFinite(value) && Math.abs(value) < 1e12))
    return undefined;
  let date = dateOf(parts, state.zone);
  if (!Number.isFinite(date.milliseconds) || Math.abs(date.milliseconds) > FURTHEST) return undefined;
  if (state.weekday !== undefined) {
    const { weekday, ...fields } = fieldsOf(date);
    const { day: wanted, direction } = state.weekday;
    let ahead = (wanted - weekday + 7) % 7;
    if (direction > 0 && ahead === 0) ahead = 7;
    if (direction < 0) ahead = ahead === 0 ? -7 : ahead - 7;
    parts = { ...fields, day: fields.day + ahead };
    date = dateOf(parts, state.zone);
  }
  const moment = date.milliseconds + state.elapsed;
  return Math.abs(moment) > FURTHEST ? undefined : new PhpDate(moment, date.zone);
}

const MONTH = MONTHS.map((name) => `${name}|${name.slice(0, 3)}`).join('|');
const DAY = DAYS.map((name) => `${name}|${name.slice(0, 3)}`).join('|');
const UNIT =
  'milliseconds?|msecs?|ms|seconds?|secs?|minutes?|mins?|hours?|days?|weekdays?|weeks?|fortnights?|months?|years?';

type Rule = readonly [RegExp, (match: RegExpExecArray, state: State) => boolean];

function rule(pattern: string, apply: Rule[1]): Rule {
  return [new RegExp(`^(?:${pattern})`, 'i'), apply];
}

function date(state: State, year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > 31) return false;
  Object.assign(state.parts, { year, month, day });
  midnight(state);
  return true;
}

function midnight(state: State): void {
  Object.assign(state.parts, { hour: 0, minute: 0, second: 0, millisecond: 0 });
}

function time(state: State, hour: number, minute: number, second = 0, millisecond = 0): boolean {
  if (hour > 24 || minute > 59 || second > 59) return false;
  Object.assign(state.parts, { hour, minute, second, millisecond });
  return true;
}

function named(list: readonly string[], text: string): number {
  return list.findIndex((name) => name.slice(0, 3).toLowerCase() === text.slice(0, 3).toLowerCase());
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

const ends = '(?![\\d:])';
const clock = '(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:[.,](\\d{1,9}))?)?';

const RULES: readonly Rule[] = [
  rule('@(-?\\d{1,13})(?:\\.(\\d{1,6}))?', ([, seconds, fraction], state) => {
    state.moment = Number(seconds) * 1000 + Math.trunc(Number(`0.${fraction ?? 0}`) * 1000);
    state.zone = '+00:00';
    return true;
  }),
  rule(
    `([+-]?\\d{4})-(\\d{1,2})-(\\d{1,2})(?:(?:T|\\s+T?)(?=\\d{1,2}:)|T(?=\\d{2})|${ends})`,
    ([, y, m, d], state) => date(state, Number(y), Number(m), Number(d)),
  ),
  rule(`(\\d{4})/(\\d{1,2})/(\\d{1,2})${ends}`, ([, y, m, d], state) =>
    date(state, Number(y), Number(m), Number(d)),
  ),
  rule(`(\\d{1,2})/(\\d{1,2})/(\\d{4}|\\d{2})${ends}`, ([, m, d, y], state) =>
    date(state, fullYear(y ?? ''), Number(m), Number(d)),
  ),
  rule(`(\\d{1,2})[-.](\\d{1,2})[-.](\\d{4})${ends}`, ([, d, m, y], state) =>
    date(state, Number(y), Number(m), Number(d)),
  ),
  rule(`(\\d{1,2})(?:st|nd|rd|th)?[-.\\s]*(${MONTH})[-.,\\s]*(\\d{4})${ends}`, ([, d, m, y], state) =>
    date(state, Number(y), named(MONTHS, m ?? '') + 1, Number(d)),
  ),
  rule(`(${MONTH})[-.\\s]*(\\d{1,2})(?:st|nd|rd|th)?[,\\s]+(\\d{4})${ends}`, ([, m, d, y], state) =>
    date(state, Number(y), named(MONTHS, m ?? '') + 1, Number(d)),
  ),
  rule(`(${MONTH})\\s+(\\d{4})${ends}`, ([, m, y], state) =>
    date(state, Number(y), named(MONTHS, m ?? '') + 1, 1),
  ),
  rule(`(\\d{1,2})\\s+(${MONTH})\\b`, ([, d, m], state) =>
    date(state, state.parts.year, named(MONTHS, m ?? '') + 1, Number(d)),
  ),
  rule(`(${MONTH})\\s+(\\d{1,2})(?:st|nd|rd|th)?${ends}`, ([, m, d], state) =>
    date(state, state.parts.year, named(MONTHS, m ?? '') + 1, Number(d)),
  ),
  rule('(\\d{4})(\\d{2})(\\d{2})(?:T(?=\\d)|(?!\\d))', ([, y, m, d], state) =>
    date(state, Number(y), Number(m), Number(d)),
  ),
  rule(`(\\d{4})-(\\d{2})${ends}`, ([, y, m], state) => date(state, Number(y), Number(m), 1)),
  rule(
    '(\\d{1,2})(?::(\\d{2}))?(?::(\\d{2}))?\\s*([ap])\\.?m\\.?',
    ([, h, m, s, half], state) =>
      Number(h) >= 1 &&
      Number(h) <= 12 &&
      time(state, (Number(h) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0), Number(m ?? 0), Number(s ?? 0)),
  ),
  rule(`t?${clock}`, ([, h, m, s, fraction], state) =>
    time(state, Number(h), Number(m), Number(s ?? 0), Math.trunc(Number(`0.${fraction ?? 0}`) * 1000)),
  ),
  rule('t?(\\d{2})(\\d{2})(\\d{2})(?!\\d)', ([, h, m, s], state) =>
    time(state, Number(h), Number(m), Number(s)),
  ),
  rule('now\\b', () => true),
  rule('(?:today|midnight)\\b', (_match, state) => {
    midnight(state);
    return true;
  }),
  rule('noon\\b', (_match, state) => time(state, 12, 0)),
  rule('(tomorrow|yesterday)\\b', ([, word], state) => {
    midnight(state);
    state.parts.day += word?.toLowerCase() === 'tomorrow' ? 1 : -1;
    return true;
  }),
  rule('(first|last) day of\\b', ([, which], state) => {
    state.later.push((parts) => {
      // Months that ran over are settled first.
      const start = new Date(Date.UTC(2000, parts.month - 1, 1));
      parts.year += start.getUTCFullYear() - 2000;
      parts.month = start.getUTCMonth() + 1;
      parts.day = which?.toLowerCase() === 'first' ? 1 : daysInMonth(parts.year, parts.month);
    });
    return true;
  }),
  rule(`(next|last|previous|this)\\s+(${UNIT})\\b`, ([, which, unit], state) =>
    shift(state, which?.toLowerCase() === 'next' ? 1 : which?.toLowerCase() === 'this' ? 0 : -1, unit ?? ''),
  ),
  rule(`(next|last|previous|this)?\\s*(${DAY})\\b`, ([, which, day], state) => {
    const word = which?.toLowerCase();
    const direction = word === 'next' ? 1 : word === 'last' || word === 'previous' ? -1 : 0;
    state.weekday = { day: named(DAYS, day ?? ''), direction };
    if (word !== undefined) midnight(state);
    return true;
  }),
  rule(`([+-]?)\\s*(\\d{1,9})\\s*(${UNIT})\\b(\\s+ago\\b)?`, ([, sign, count, unit, ago], state) =>
    shift(state, (sign === '-' ? -1 : 1) * (ago === undefined ? 1 : -1) * Number(count), unit ?? ''),
  ),
  rule('(?:UTC|GMT)?[+-]\\d{1,2}:?(?:\\d{2})?(?!\\d)', ([text], state) => zone(state, text)),
  rule('[A-Za-z]+(?:/[\\w+-]+)*', ([text], state) => zone(state, text)),
];

const LENGTHS: readonly (readonly [string, number])[] = [
  ['hour', 3_600_000],
  ['min', 60_000],
  ['sec', 1000],
  ['ms', 1],
  ['milli', 1],
];

function zone(state: State, name: string): boolean {
  const known = knownZone(name);
  if (known === undefined) return false;
  state.zone = known;
  return true;
}

function shift(state: State, count: number, unit: string): boolean {
  const word = unit.toLowerCase().replace(/(?<!^m)s$/, '');
  const passing = LENGTHS.find(([name]) => word.startsWith(name));
  if (passing !== undefined) {
    state.elapsed += passing[1] * count;
    return true;
  }
  state.later.unshift((parts) => {
    if (word === 'weekday') weekdays(parts, count);
    else if (word === 'day') parts.day += count;
    else if (word === 'week') parts.day += 7 * count;
    else if (word === 'fortnight') parts.day += 14 * count;
    else if (word === 'month') parts.month += count;
    else parts.year += count;
  });
  return true;
}

/** Monday to Friday; at most ten thousand of them. */
function weekdays(parts: Parts, count: number): void {
  const direction = Math.sign(count);
  for (let left = Math.min(Math.abs(count), 10_000); left > 0; ) {
    parts.day += direction;
    const weekday = new Date(Date.UTC(parts.year, parts.month - 1, parts.day)).getUTCDay();
    if (weekday !== 0 && weekday !== 6) left -= 1;
  }
}
