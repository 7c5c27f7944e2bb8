// Offsets of time zones, by Intl: names of the IANA database, `UTC`, and fixed offsets such as `+02:00`.

const FIXED = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?$/i;
const formats = new Map<string, Intl.DateTimeFormat>();

/** The zone as it is kept, or undefined where there is none of that name. */
export function knownZone(name: string): string | undefined {
  const text = name.trim();
  if (/^(?:z|utc|gmt)$/i.test(text)) return 'UTC';
  const fixed = FIXED.exec(text);
  if (fixed !== null) {
    const hours = Number(fixed[2]);
    return hours > 14 ? undefined : `${fixed[1]}${String(hours).padStart(2, '0')}:${fixed[3] ?? '00'}`;
  }
  // A single word that is no zone here is one to some engines ("EST").
  if (!/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(text)) return undefined;
  try {
    return formatOf(text).resolvedOptions().timeZone === 'UTC' ? 'UTC' : canonical(text);
  } catch {
    return undefined;
  }
}

function canonical(name: string): string {
  return name
    .split('/')
    .map((part) => (part === part.toLowerCase() ? part.replace(/(^|[_-])([a-z])/g, capital) : part))
    .join('/');
}

function capital(_match: string, before: string, letter: string): string {
  return before + letter.toUpperCase();
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    era: 'short',
  });
  if (formats.size > 100) formats.clear();
  formats.set(zone, made);
  return made;
}

/** Seconds east of UTC, at a moment. The zone is one of {@link knownZone}. */
export function offsetAt(milliseconds: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const fixed = FIXED.exec(zone);
  if (fixed !== null) {
    const size = Number(fixed[2]) * 3600 + Number(fixed[3] ?? 0) * 60;
    return fixed[1] === '-' ? -size : size;
  }
  const parts = new Map(
    formatOf(zone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, value]),
  );
  const number = (name: Intl.DateTimeFormatPartTypes): number => Number(parts.get(name) ?? 0);
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year');
  const local = utcOf(
    year,
    number('month'),
    number('day'),
    number('hour'),
    number('minute'),
    number('second'),
  );
  return Math.round((local - Math.floor(milliseconds / 1000) * 1000) / 1000);
}

/** Milliseconds of a date of the calendar read as UTC; months and days beyond their ends run over. */
export function utcOf(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, 0);
  return date.getTime();
}

/** The moment at which clocks of the zone show what UTC clocks show at `local`. In a gap, the hour after it. */
export function momentOf(local: number, zone: string): number {
  const first = local - offsetAt(local, zone) * 1000;
  const second = local - offsetAt(first, zone) * 1000;
  if (second === first) return first;
  const third = local - offsetAt(second, zone) * 1000;
  return third === second ? second : Math.max(first, second);
}

/** The short name of the zone at a moment, as `CET`; an offset where it has none. */
export function zoneAbbreviation(milliseconds: number, zone: string): string {
  if (zone === 'UTC' || FIXED.test(zone)) return zone;
  for (const locale of ['en-US', 'en-GB', 'en-AU']) {
    const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
      milliseconds,
    );
    const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    if (/^[A-Z]{2,5}$/.test(name)) return name;
  }
  return offsetText(offsetAt(milliseconds, zone), ':');
}

/** `+02:00`, or with another separator `+0200`. */
export function offsetText(seconds: number, separator: string): string {
  const size = Math.abs(seconds);
  const hours = String(Math.floor(size / 3600)).padStart(2, '0');
  const minutes = String(Math.floor((size % 3600) / 60)).padStart(2, '0');
  return `${seconds < 0 ? '-' : '+'}${hours}${separator}${minutes}`;
}
