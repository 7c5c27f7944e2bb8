// Dates as PHP writes them: a moment with a zone, and the letters of `date()`.
import { momentOf, offsetAt, offsetText, utcOf, zoneAbbreviation } from './time-zone';

/** A moment, and the zone in which it is shown. */
export class PhpDate {
  readonly milliseconds: number;
  /** A zone that `knownZone` gave. */
  readonly zone: string;
  constructor(milliseconds: number, zone: string) {
    this.milliseconds = milliseconds;
    this.zone = zone;
  }
}

/** What a clock of the zone shows, field by field; the weekday from 0 for Sunday. */
export type ClockFields = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  readonly weekday: number;
};

export function fieldsOf({ milliseconds, zone }: PhpDate): ClockFields {
  const local = new Date(milliseconds + offsetAt(milliseconds, zone) * 1000);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
    millisecond: local.getUTCMilliseconds(),
    weekday: local.getUTCDay(),
  };
}

/** The date at which clocks of the zone show these fields; fields beyond their ends run over. */
export function dateOf(fields: Omit<ClockFields, 'weekday'>, zone: string): PhpDate {
  const { year, month, day, hour, minute, second, millisecond } = fields;
  return new PhpDate(momentOf(utcOf(year, month, day, hour, minute, second), zone) + millisecond, zone);
}

export const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
export const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

export function daysInMonth(year: number, month: number): number {
  return new Date(utcOf(year, month + 1, 0)).getUTCDate();
}

function isLeap(year: number): boolean {
  return daysInMonth(year, 2) === 29;
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

/** The letters of a format replaced by the parts of the date; `\` keeps the next letter. */
export function formatPhpDate(date: PhpDate, format: string): string {
  const fields = fieldsOf(date);
  let text = '';
  for (let at = 0; at < format.length; at += 1) {
    const letter = format[at] ?? '';
    if (letter === '\\') {
      at += 1;
      text += format[at] ?? '';
    } else text += dayPart(letter, fields) ?? clockPart(letter, fields) ?? zonePart(letter, date) ?? letter;
  }
  return text;
}

function dayPart(letter: string, fields: ClockFields): string | undefined {
  const { year, month, day, weekday } = fields;
  switch (letter) {
    case 'd':
      return pad(day);
    case 'D':
      return (DAYS[weekday] ?? '').slice(0, 3);
    case 'j':
      return String(day);
    case 'l':
      return DAYS[weekday] ?? '';
    case 'N':
      return String(weekday === 0 ? 7 : weekday);
    case 'S':
      return ordinalSuffix(day);
    case 'w':
      return String(weekday);
    case 'z':
      return String(dayOfYear(fields));
    case 'W':
      return pad(isoWeek(fields).week);
    case 'o':
      return String(isoWeek(fields).year);
    case 'F':
      return MONTHS[month - 1] ?? '';
    case 'm':
      return pad(month);
    case 'M':
      return (MONTHS[month - 1] ?? '').slice(0, 3);
    case 'n':
      return String(month);
    case 't':
      return String(daysInMonth(year, month));
    case 'L':
      return isLeap(year) ? '1' : '0';
    case 'Y':
      return year < 0 ? `-${pad(-year, 4)}` : pad(year, 4);
    case 'y':
      return pad(Math.abs(year) % 100);
    default:
      return undefined;
  }
}

function clockPart(letter: string, fields: ClockFields): string | undefined {
  const { hour, minute, second, millisecond } = fields;
  switch (letter) {
    case 'a':
      return hour < 12 ? 'am' : 'pm';
    case 'A':
      return hour < 12 ? 'AM' : 'PM';
    case 'g':
      return String(hour % 12 || 12);
    case 'G':
      return String(hour);
    case 'h':
      return pad(hour % 12 || 12);
    case 'H':
      return pad(hour);
    case 'i':
      return pad(minute);
    case 's':
      return pad(second);
    case 'u':
      return `${pad(millisecond, 3)}000`;
    case 'v':
      return pad(millisecond, 3);
    default:
      return undefined;
  }
}

function zonePart(letter: string, date: PhpDate): string | undefined {
  const { milliseconds, zone } = date;
  const offset = offsetAt(milliseconds, zone);
  switch (letter) {
    case 'e':
      return zone;
    case 'I':
      return isSummerTime(date) ? '1' : '0';
    case 'O':
      return offsetText(offset, '');
    case 'P':
      return offsetText(offset, ':');
    case 'p':
      return offset === 0 ? 'Z' : offsetText(offset, ':');
    case 'T':
      return zoneAbbreviation(milliseconds, zone);
    case 'Z':
      return String(offset);
    case 'B':
      return pad(Math.floor(((((milliseconds / 1000 + 3600) % 86_400) + 86_400) % 86_400) / 86.4), 3);
    case 'c':
      return formatPhpDate(date, 'Y-m-d\\TH:i:sP');
    case 'r':
      return formatPhpDate(date, 'D, d M Y H:i:s O');
    case 'U':
      return String(Math.floor(milliseconds / 1000));
    default:
      return undefined;
  }
}

function ordinalSuffix(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}

/** From 0. */
function dayOfYear({ year, month, day }: ClockFields): number {
  return Math.round((utcOf(year, month, day) - utcOf(year, 1, 1)) / 86_400_000);
}

/** The week of ISO 8601 and the year that it belongs to: that of its Thursday. */
function isoWeek({ year, month, day, weekday }: ClockFields): {
  readonly year: number;
  readonly week: number;
} {
  const thursday = new Date(utcOf(year, month, day + 4 - (weekday === 0 ? 7 : weekday)));
  const first = utcOf(thursday.getUTCFullYear(), 1, 1);
  return {
    year: thursday.getUTCFullYear(),
    week: Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1,
  };
}

/** Whether the offset is above the smallest of its year. */
function isSummerTime(date: PhpDate): boolean {
  const { year } = fieldsOf(date);
  const standard = Math.min(offsetAt(utcOf(year, 1, 1), date.zone), offsetAt(utcOf(year, 7, 1), date.zone));
  return offsetAt(date.milliseconds, date.zone) > standard;
}
