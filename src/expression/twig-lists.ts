// The filters of templates that work on lists and maps, as Twig documents them. Keys are kept where Twig keeps them.
import type { Meter } from './bounds';
import { twigOrder } from './twig-compare';
import { twigNumber } from './twig-numbers';
import { codePoints } from './twig-texts';
import {
  type Entry,
  entriesOf,
  isSequence,
  TwigMap,
  twigList,
  twigText,
  twigTruth,
  writtenKey,
} from './twig-values';

/** A function of a template: `v => …`, `(v, k) => …`. */
export type Arrow = (...given: readonly unknown[]) => unknown;

export function arrowOf(value: unknown, filter: string): Arrow {
  if (typeof value !== 'function')
    throw new Error(`The filter "${filter}" needs a function, as in "v => v.name".`);
  return (...given) => Reflect.apply(value, undefined, [...given]);
}

/** The entries of a list or map; a sentence for anything else. Null counts as empty. */
export function collection(value: unknown, filter: string, meter: Meter): readonly Entry[] {
  if (value === null || value === undefined) return [];
  const entries = entriesOf(value);
  if (entries === undefined)
    throw new Error(
      `The filter "${filter}" needs a list or a map, not the ${typeof value} "${shortened(value)}".`,
    );
  meter.step(2 * entries.length);
  return entries;
}

function shortened(value: unknown): string {
  const text = twigText(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function made(entries: readonly Entry[]): TwigMap {
  return new TwigMap(entries, false);
}

/** The entries with whole numbers as keys numbered anew; other keys stay. */
function renumbered(entries: readonly Entry[]): TwigMap {
  let next = 0;
  return made(
    entries.map(([key, value]): Entry => {
      if (typeof key !== 'number') return [key, value];
      next += 1;
      return [next - 1, value];
    }),
  );
}

function integer(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : Math.trunc(twigNumber(value));
}

/** From `start`, `length` of them; negative numbers count from the end. */
function window(total: number, start: unknown, length: unknown): readonly [number, number] {
  const first = integer(start) ?? 0;
  const from = first < 0 ? Math.max(0, total + first) : Math.min(first, total);
  const size = integer(length);
  const to = size === undefined ? total : size < 0 ? total + size : Math.min(total, from + size);
  return [from, Math.max(from, to)];
}

/** `slice` of a list, a map or a text. */
export function slice(
  value: unknown,
  start: unknown,
  length: unknown,
  keepKeys: unknown,
  meter: Meter,
): unknown {
  const entries = value === null ? undefined : entriesOf(value);
  if (entries === undefined) {
    const characters = codePoints(twigText(value));
    return characters.slice(...window(characters.length, start, length)).join('');
  }
  meter.step(entries.length);
  const part = entries.slice(...window(entries.length, start, length));
  return twigTruth(keepKeys) ? made(part) : renumbered(part);
}

/** First or last item, or character. Empty gives the empty text, as Twig does. */
export function edge(value: unknown, end: 'first' | 'last', meter: Meter): unknown {
  const entries = value === null || value === undefined ? undefined : entriesOf(value);
  if (entries === undefined) {
    const characters = codePoints(twigText(value));
    return (end === 'first' ? characters[0] : characters.at(-1)) ?? '';
  }
  meter.step(entries.length);
  const entry = end === 'first' ? entries[0] : entries.at(-1);
  return entry === undefined ? '' : entry[1];
}

export function lengthOf(value: unknown): number {
  return entriesOf(value)?.length ?? codePoints(twigText(value)).length;
}

/** Rows of `size` items; the last one filled up with `fill`. */
export function batch(
  value: unknown,
  size: unknown,
  fill: unknown,
  keepKeys: unknown,
  meter: Meter,
): TwigMap {
  const entries = collection(value, 'batch', meter);
  const width = Math.ceil(twigNumber(size));
  if (width < 1) throw new Error('The filter "batch" needs a size of 1 or more.');
  const rows: TwigMap[] = [];
  for (let at = 0; at < entries.length; at += width) {
    const part = entries.slice(at, at + width);
    const row = made(twigTruth(keepKeys) ? part : part.map(([, item], index): Entry => [index, item]));
    rows.push(row);
  }
  const last = rows.at(-1);
  if (last !== undefined && fill !== null && fill !== undefined) {
    meter.step(width);
    let next = Math.max(-1, ...[...last.keys()].filter((key) => typeof key === 'number')) + 1;
    while (last.size < width) {
      last.set(next, fill);
      next += 1;
    }
  }
  return twigList(rows);
}

/** The values of one key of every row, keyed by those of another where it is named. */
export function column(value: unknown, name: unknown, index: unknown, meter: Meter): TwigMap {
  const key = writtenKey(name);
  const found: Entry[] = [];
  let next = 0;
  for (const [, row] of collection(value, 'column', meter)) {
    const cells = new Map(entriesOf(row) ?? []);
    if (!cells.has(key)) continue;
    const at = index === null || index === undefined ? undefined : cells.get(writtenKey(index));
    if (at === undefined) {
      found.push([next, cells.get(key)]);
      next += 1;
    } else found.push([writtenKey(at), cells.get(key)]);
  }
  return made(found);
}

/** Numbered items are appended, named ones replaced. */
export function merge(values: readonly unknown[], meter: Meter): TwigMap {
  return renumbered(
    values.flatMap((value) => {
      if (value === null || value === undefined)
        throw new Error('The filter "merge" needs lists or maps, not null.');
      return collection(value, 'merge', meter);
    }),
  );
}

export function join(value: unknown, glue: unknown, and: unknown, meter: Meter): string {
  const items = entriesOf(value) ?? (value === null || value === undefined ? [] : [[0, value] as const]);
  meter.step(items.length);
  const texts = items.map(([, item]) => twigText(item));
  const between = twigText(glue);
  meter.text(texts.reduce((sum, text) => sum + text.length, between.length * texts.length));
  const last = texts.at(-1);
  if (and === null || and === undefined || texts.length < 2 || last === undefined) return texts.join(between);
  return texts.slice(0, -1).join(between) + twigText(and) + last;
}

export function keys(value: unknown, meter: Meter): TwigMap {
  return twigList(collection(value, 'keys', meter).map(([key]) => key));
}

/** Sorted by value, or by a function that orders two of them; keys stay with their values. */
export function sort(value: unknown, arrow: unknown, meter: Meter): TwigMap {
  const entries = collection(value, 'sort', meter);
  const order =
    arrow === null || arrow === undefined
      ? (a: unknown, b: unknown): number => twigOrder(a, b, meter) || 0
      : (a: unknown, b: unknown): number => twigNumber(arrowOf(arrow, 'sort')(a, b));
  return made(entries.toSorted(([, a], [, b]) => order(a, b)));
}

export function reverse(value: unknown, keepKeys: unknown, meter: Meter): unknown {
  const entries = value === null || value === undefined ? undefined : entriesOf(value);
  if (entries === undefined) return codePoints(twigText(value)).toReversed().join('');
  meter.step(entries.length);
  const turned = entries.toReversed();
  return twigTruth(keepKeys) ? made(turned) : renumbered(turned);
}

export function map(value: unknown, arrow: unknown, meter: Meter): TwigMap {
  const change = arrowOf(arrow, 'map');
  return made(collection(value, 'map', meter).map(([key, item]): Entry => [key, change(item, key)]));
}

export function filter(value: unknown, arrow: unknown, meter: Meter): TwigMap {
  const entries = collection(value, 'filter', meter);
  const keep = arrowOf(arrow, 'filter');
  return made(entries.filter(([key, item]) => twigTruth(keep(item, key))));
}

export function find(value: unknown, arrow: unknown, meter: Meter): unknown {
  const wanted = arrowOf(arrow, 'find');
  const entry = collection(value, 'find', meter).find(([key, item]) => twigTruth(wanted(item, key)));
  return entry === undefined ? null : entry[1];
}

export function reduce(value: unknown, arrow: unknown, initial: unknown, meter: Meter): unknown {
  const fold = arrowOf(arrow, 'reduce');
  return collection(value, 'reduce', meter).reduce<unknown>(
    (carry, [key, item]) => fold(carry, item, key),
    initial,
  );
}

/** `min` and `max`: of the values given, or of the one list given. */
export function extreme(name: 'min' | 'max', given: readonly unknown[], meter: Meter): unknown {
  const values = given.length === 1 ? collection(given[0], name, meter).map(([, item]) => item) : given;
  if (values.length === 0) throw new Error(`"${name}" needs at least one value.`);
  return values.reduce((best, value) => {
    const order = twigOrder(value, best, meter);
    return name === 'min' ? (order < 0 ? value : best) : order > 0 ? value : best;
  });
}

/** `is sequence`, `is mapping`. */
export function isList(value: unknown): boolean {
  const entries = entriesOf(value);
  return (
    entries !== undefined &&
    isSequence(entries) &&
    !(value instanceof TwigMap && value.object && entries.length === 0)
  );
}
