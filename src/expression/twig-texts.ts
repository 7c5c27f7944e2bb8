// The filters of templates that work on texts, as Twig documents them. Lengths are counted in code points.
import { createMarkup, isAMarkup } from 'twing/light';
import type { Meter } from './bounds';
import { stripTags } from './html-tags';
import { twigNumber } from './twig-numbers';
import { type Entry, entriesOf, isMapLike, twigText } from './twig-values';

export function codePoints(text: string): readonly string[] {
  return Array.from(text);
}

/** First letter large, the rest small. */
export function capitalize(text: string): string {
  const [first = '', ...rest] = codePoints(text);
  return first.toUpperCase() + rest.join('').toLowerCase();
}

/** Every word begins large; an apostrophe does not begin a word. */
export function titleCase(text: string): string {
  let inWord = false;
  let titled = '';
  for (const character of text) {
    const cased = /^\p{Cased}$/u.test(character);
    titled += cased && inWord ? character.toLowerCase() : cased ? character.toUpperCase() : character;
    if (cased) inWord = true;
    else if (!/^\p{Case_Ignorable}$/u.test(character)) inWord = false;
  }
  return titled;
}

const BLANKS = ' \t\n\r\0\x0B';

/** Takes the characters of `mask` off the ends; `a..z` in it is a run of characters. */
export function trimText(text: string, mask: unknown, side: unknown): string {
  const set = new Set(maskCharacters(mask === null || mask === undefined ? BLANKS : twigText(mask)));
  if (side !== 'both' && side !== 'left' && side !== 'right')
    throw new Error(`A text is trimmed at the side "left", "right" or "both", not "${twigText(side)}".`);
  const characters = codePoints(text);
  let start = 0;
  let end = characters.length;
  while (side !== 'right' && start < end && set.has(characters[start] ?? '')) start += 1;
  while (side !== 'left' && end > start && set.has(characters[end - 1] ?? '')) end -= 1;
  return characters.slice(start, end).join('');
}

function maskCharacters(mask: string): readonly string[] {
  return codePoints(
    mask.replace(/([\s\S])\.\.([\s\S])/g, (whole: string, from: string, to: string) => {
      const [low, high] = [from.charCodeAt(0), to.charCodeAt(0)];
      if (low > high || high > 255) return whole;
      return String.fromCharCode(...Array.from({ length: high - low + 1 }, (_, index) => low + index));
    }),
  );
}

/** Replaces every key by its value; the longest key wins, and what was put in is not looked at again. */
export function replaceTexts(text: string, pairs: unknown, meter: Meter): string {
  const entries = entriesOf(pairs);
  if (entries === undefined) throw new Error('The filter "replace" needs a map of texts to texts.');
  const table = new Map(entries.map(([key, value]) => [String(key), twigText(value)]));
  table.delete('');
  if (table.size === 0) return text;
  const lengths = [...new Set([...table.keys()].map((key) => key.length))].sort((a, b) => b - a);
  const starts = new Set([...table.keys()].map((key) => key[0]));
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; ) {
    const length = starts.has(text[at])
      ? lengths.find((size) => table.has(text.slice(at, at + size)) && at + size <= text.length)
      : undefined;
    if (length === undefined) {
      at += 1;
      continue;
    }
    const replacement = table.get(text.slice(at, at + length)) ?? '';
    meter.step(lengths.length);
    meter.text(at - from + replacement.length);
    parts.push(text.slice(from, at), replacement);
    at += length;
    from = at;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** Cuts a text at a delimiter, into characters, or into pieces of `limit` characters. */
export function splitText(text: string, delimiter: string, limit: unknown): readonly string[] {
  const most = limit === null || limit === undefined ? undefined : Math.trunc(twigNumber(limit));
  if (delimiter === '') {
    const characters = codePoints(text);
    const size = most === undefined || most < 1 ? 1 : most;
    const pieces: string[] = [];
    for (let at = 0; at < characters.length; at += size)
      pieces.push(characters.slice(at, at + size).join(''));
    return pieces.length === 0 ? [''] : pieces;
  }
  const parts = text.split(delimiter);
  if (most === undefined || parts.length === 1) return most !== undefined && most < 0 ? [] : parts;
  if (most < 0) return parts.slice(0, most);
  const kept = Math.max(1, most);
  return parts.length <= kept ? parts : [...parts.slice(0, kept - 1), parts.slice(kept - 1).join(delimiter)];
}

/** Takes tags and comments out; the names in `allowed` (`<b><i>`, or a list of names) stay. */
export function withoutTags(text: string, allowed: unknown): string {
  const names =
    entriesOf(allowed)?.map(([, name]) => twigText(name)) ?? twigText(allowed).match(/[a-zA-Z][\w-]*/g) ?? [];
  return stripTags(text, new Set(names.map((name) => name.toLowerCase())));
}

/** Percent-encoded text (RFC 3986); a map as a query. */
export function urlEncode(value: unknown, meter: Meter): string {
  const entries = entriesOf(value);
  if (entries === undefined) return rawUrlEncode(twigText(value));
  return query(entries, '', meter).join('&');
}

function query(entries: readonly Entry[], prefix: string, meter: Meter): readonly string[] {
  return entries.flatMap(([key, value]) => {
    meter.step();
    const name = rawUrlEncode(String(key));
    const path = prefix === '' ? name : `${prefix}%5B${name}%5D`;
    const inner = entriesOf(value);
    if (inner !== undefined) return query(inner, path, meter);
    if (value === null || value === undefined) return [];
    const text = typeof value === 'boolean' ? (value ? '1' : '0') : twigText(value);
    meter.text(path.length + text.length);
    return [`${path}=${rawUrlEncode(text)}`];
  });
}

function rawUrlEncode(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** No result of `%…` is wider, and no number has more decimals. */
const WIDEST = 1000;
const DIRECTIVE = /%(?:(\d+)\$)?([-+ 0]|'[\s\S])*(\d+)?(?:\.(\d+))?([bcdeEfFgGosuxX%])/g;

/** `sprintf` of PHP. */
export function formatText(pattern: string, given: readonly unknown[]): string {
  let used = 0;
  return pattern.replace(
    DIRECTIVE,
    (whole: string, position?: string, _flag?: string, width?: string, decimals?: string, kind?: string) => {
      if (kind === '%') return '%';
      const index = position === undefined ? used : Number(position) - 1;
      if (position === undefined) used += 1;
      if (index < 0 || index >= given.length)
        throw new Error(`"${pattern}" needs ${index + 1} values, there are ${given.length}.`);
      const most = Math.max(Number(width ?? 0), Number(decimals ?? 0));
      if (most > WIDEST) throw new Error(`"${whole}" asks for ${most} characters; ${WIDEST} are allowed.`);
      const flags = whole.slice(1 + (position === undefined ? 0 : position.length + 1));
      return padded(directive(kind ?? 's', given[index], decimals, flags), flags, Number(width ?? 0));
    },
  );
}

function flagsOf(flags: string): { readonly left: boolean; readonly plus: boolean; readonly filler: string } {
  const lead = /^(?:[-+ 0]|'[\s\S])*/.exec(flags)?.[0] ?? '';
  const custom = /'([\s\S])/.exec(lead)?.[1];
  const plain = lead.replace(/'[\s\S]/g, '');
  return {
    left: plain.includes('-'),
    plus: plain.includes('+'),
    filler: custom ?? (plain.includes('0') ? '0' : ' '),
  };
}

function directive(kind: string, value: unknown, decimals: string | undefined, flags: string): string {
  if (kind === 's') {
    const text = twigText(value);
    return decimals === undefined ? text : text.slice(0, Number(decimals));
  }
  const number = looseNumber(value);
  const whole = Math.trunc(number);
  const sign = flagsOf(flags).plus && number >= 0 ? '+' : '';
  switch (kind) {
    case 'd':
      return sign + String(whole === 0 ? 0 : whole);
    case 'u':
      return whole < 0 ? String(BigInt.asUintN(64, BigInt(whole))) : String(whole);
    case 'c':
      return String.fromCharCode(whole);
    case 'b':
    case 'o':
    case 'x':
    case 'X': {
      const base = kind === 'b' ? 2 : kind === 'o' ? 8 : 16;
      const digits = BigInt.asUintN(64, BigInt(whole)).toString(base);
      return kind === 'X' ? digits.toUpperCase() : digits;
    }
    case 'e':
    case 'E': {
      const text = number.toExponential(Math.min(Number(decimals ?? 6), 100));
      return sign + (kind === 'E' ? text.toUpperCase() : text);
    }
    default:
      return sign + fixed(number, Math.min(Number(decimals ?? 6), 100));
  }
}

/** The number at the start of anything, as PHP casts: 0 where there is none. */
function looseNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (entriesOf(value) !== undefined) return 1;
  const match = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/.exec(twigText(value));
  return match === null ? 0 : Number(match[0]);
}

function padded(text: string, flags: string, width: number): string {
  const { left, filler } = flagsOf(flags);
  if (left) return text.padEnd(width, filler === '0' ? ' ' : filler);
  if (filler === '0' && /^[+-]/.test(text)) return text.slice(0, 1) + text.slice(1).padStart(width - 1, '0');
  return text.padStart(width, filler);
}

/** Rounded half away from zero, to so many decimals, as the decimals that are written say. */
export function roundHalfUp(value: number, decimals: number): number {
  const shift = (number: number, by: number): number => {
    const [mantissa, exponent = '0'] = String(number).split('e');
    return Number(`${mantissa}e${Number(exponent) + by}`);
  };
  const rounded = shift(Math.round(shift(Math.abs(value), decimals)), -decimals);
  if (!Number.isFinite(rounded)) return value;
  return value < 0 ? -rounded : rounded;
}

function fixed(value: number, decimals: number): string {
  const rounded = roundHalfUp(value, decimals);
  if (Math.abs(rounded) < 1e21) return (rounded === 0 ? 0 : rounded).toFixed(decimals);
  const digits = BigInt(Math.trunc(rounded)).toString();
  return decimals === 0 ? digits : `${digits}.${'0'.repeat(decimals)}`;
}

/** `number_format`: 0 decimals, a point, and commas between thousands, unless told otherwise. */
export function formatNumber(value: unknown, decimals: unknown, point: unknown, thousands: unknown): string {
  const number = value === null || value === undefined || value === '' ? 0 : twigNumber(value);
  const places = Math.max(
    0,
    Math.trunc(decimals === null || decimals === undefined ? 0 : twigNumber(decimals)),
  );
  if (places > 100) throw new Error(`A number is written with at most 100 decimals, not ${places}.`);
  const [whole = '0', fraction] = fixed(Math.abs(number), places).split('.');
  const separator = thousands === null || thousands === undefined ? ',' : twigText(thousands);
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, () => separator);
  const text =
    fraction === undefined
      ? grouped
      : `${grouped}${point === null || point === undefined ? '.' : twigText(point)}${fraction}`;
  return number < 0 && /[1-9]/.test(whole + (fraction ?? '')) ? `-${text}` : text;
}

/** `round`. */
export function roundNumber(value: unknown, precision: unknown, method: unknown): number {
  const number = value === null || value === undefined || value === '' ? 0 : twigNumber(value);
  const places = Math.trunc(precision === null || precision === undefined ? 0 : twigNumber(precision));
  if (Math.abs(places) > 300) throw new Error(`A number is rounded to at most 300 decimals, not ${places}.`);
  if (method === 'common') return roundHalfUp(number, places);
  if (method !== 'ceil' && method !== 'floor')
    throw new Error(`A number is rounded by "common", "ceil" or "floor", not by "${twigText(method)}".`);
  const factor = 10 ** places;
  return (method === 'ceil' ? Math.ceil(number * factor) : Math.floor(number * factor)) / factor;
}

/** Keeps what it is given: escaped text stays escaped, other text is escaped where it is printed. */
export function keepingSafety(value: unknown, change: (text: string) => string): unknown {
  const text = change(twigText(value));
  return isAMarkup(value) ? createMarkup(text) : text;
}

/** True for what can be counted with: used to tell a list from a text. */
export function isCollection(value: unknown): boolean {
  return Array.isArray(value) || isMapLike(value);
}
