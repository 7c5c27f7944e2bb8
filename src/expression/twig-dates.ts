// `date` and `date_modify` of templates. The zone is UTC unless a template names another one.
import { isAMarkup } from 'twing/light';
import { formatPhpDate, PhpDate } from './php-date';
import { parsePhpDate } from './php-date-text';
import { knownZone } from './time-zone';
import { entriesOf, twigText } from './twig-values';

const DEFAULT_FORMAT = 'F j, Y H:i';

/** `date(value, zone)`: nothing is now, a number is seconds since 1970, a text is read as PHP reads it. */
export function twigDate(value: unknown, zone: unknown): PhpDate {
  const shown = zone === null || zone === undefined || zone === false ? undefined : zoneOf(zone);
  if (value instanceof PhpDate) return shown === undefined ? value : new PhpDate(value.milliseconds, shown);
  const given = isAMarkup(value) ? value.toString() : value;
  const now = new PhpDate(Date.now(), 'UTC');
  if (given === null || given === undefined || given === '' || given === 'now')
    return new PhpDate(now.milliseconds, shown ?? 'UTC');
  if (typeof given === 'number') return moment(given * 1000, shown);
  if (typeof given !== 'string')
    throw new Error(`${entriesOf(given) === undefined ? 'This' : 'A list or map'} is no date.`);
  if (/^-?\d+$/.test(given)) return moment(Number(given) * 1000, shown);
  const read = parsePhpDate(given, now);
  if (read === undefined)
    throw new Error(
      `"${given.slice(0, 60)}" is no date: it is written as in "2024-05-06", "2024-05-06 10:00", "@1714953600" or "+1 day".`,
    );
  // Without a named zone a date is shown in that of the environment, as Twig does.
  return new PhpDate(read.milliseconds, shown ?? (zone === false ? read.zone : 'UTC'));
}

function moment(milliseconds: number, zone: string | undefined): PhpDate {
  if (Math.abs(milliseconds) > 8.64e15) throw new Error('The time is beyond the range of dates.');
  return new PhpDate(Math.trunc(milliseconds), zone ?? 'UTC');
}

function zoneOf(name: unknown): string {
  const known = knownZone(twigText(name));
  if (known === undefined)
    throw new Error(`There is no time zone "${twigText(name)}"; an example is "Europe/Paris".`);
  return known;
}

export function formatTwigDate(value: unknown, format: unknown, zone: unknown): string {
  const pattern = format === null || format === undefined ? DEFAULT_FORMAT : twigText(format);
  return formatPhpDate(twigDate(value, zone), pattern);
}

export function modifyTwigDate(value: unknown, change: unknown): PhpDate {
  const date = twigDate(value, null);
  const changed = parsePhpDate(twigText(change), date);
  if (changed === undefined)
    throw new Error(
      `"${twigText(change).slice(0, 60)}" changes no date; examples are "+1 day" and "last day of next month".`,
    );
  return changed;
}
