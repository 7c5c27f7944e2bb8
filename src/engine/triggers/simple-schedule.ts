// Schedules that can be said in plain words, as an editor offers them; any other text is shown as it is.

/** `hour` 0 to 23, `minute` 0 to 59, weekdays 0 (Sunday) to 6 in order, `day` of the month 1 to 31. */
export type SimpleSchedule =
  | { readonly every: 'minutes'; readonly step: number }
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly hour: number; readonly minute: number }
  | {
      readonly every: 'week';
      readonly days: readonly number[];
      readonly hour: number;
      readonly minute: number;
    }
  | { readonly every: 'month'; readonly day: number; readonly hour: number; readonly minute: number };

/** Steps of minutes that divide an hour: no other one is the same distance over the full hour. */
export const MINUTE_STEPS = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30] as const;

/** The expression of a schedule. */
export function expressionOf(simple: SimpleSchedule): string {
  switch (simple.every) {
    case 'minutes':
      return simple.step === 1 ? '* * * * *' : `*/${simple.step} * * * *`;
    case 'hour':
      return `${simple.minute} * * * *`;
    case 'day':
      return `${simple.minute} ${simple.hour} * * *`;
    case 'week':
      return `${simple.minute} ${simple.hour} * * ${daysText(simple.days)}`;
    case 'month':
      return `${simple.minute} ${simple.hour} ${simple.day} * *`;
  }
}

/** The schedule that an expression is in plain words; `undefined` where it is none of those. */
export function simpleOf(expression: string): SimpleSchedule | undefined {
  const fields = (ALIASES.get(expression.trim().toLowerCase()) ?? expression).trim().split(/\s+/);
  const [minutes = '', hours = '', days = '', months = '', weekdays = ''] = fields;
  if (fields.length !== 5 || months !== '*') return undefined;
  const step = minutes === '*' ? 1 : Number(/^\*\/(\d{1,2})$/.exec(minutes)?.[1] ?? Number.NaN);
  if (!Number.isNaN(step)) {
    const known =
      MINUTE_STEPS.some((one) => one === step) && [hours, days, weekdays].every((one) => one === '*');
    return known ? { every: 'minutes', step } : undefined;
  }
  const minute = whole(minutes, 0, 59);
  if (minute === undefined) return undefined;
  if (hours === '*') return days === '*' && weekdays === '*' ? { every: 'hour', minute } : undefined;
  const hour = whole(hours, 0, 23);
  if (hour === undefined) return undefined;
  if (days !== '*') {
    const day = whole(days, 1, 31);
    return day === undefined || weekdays !== '*' ? undefined : { every: 'month', day, hour, minute };
  }
  if (weekdays === '*') return { every: 'day', hour, minute };
  const named = readDays(weekdays);
  if (named === undefined) return undefined;
  return named.length === 7 ? { every: 'day', hour, minute } : { every: 'week', days: named, hour, minute };
}

const ALIASES = new Map([
  ['@hourly', '0 * * * *'],
  ['@daily', '0 0 * * *'],
  ['@weekly', '0 0 * * 0'],
  ['@monthly', '0 0 1 * *'],
]);

const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function readDays(text: string): readonly number[] | undefined {
  const days = new Set<number>();
  for (const part of text.toLowerCase().split(',')) {
    const [first, last = first, ...rest] = part.split('-').map(readDay);
    if (first === undefined || last === undefined || rest.length > 0 || first > last) return undefined;
    for (let day = first; day <= last; day += 1) days.add(day % 7);
  }
  return [...days].toSorted((a, b) => a - b);
}

function readDay(text: string): number | undefined {
  const named = DAY_NAMES.indexOf(text);
  return named >= 0 ? named : whole(text, 0, 7);
}

function daysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  return sorted.join(',') === '1,2,3,4,5' ? '1-5' : sorted.join(',');
}

function whole(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}
