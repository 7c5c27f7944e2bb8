// What a Twig template sees of JSON: ordered maps, as the language's own literals are. A plain object is never handed over:
// its prototype would be readable, and one with the right keys would pass for text that is already escaped.
import { isAMarkup } from 'twing/light';
import { isArray, isObject, type Json } from '../model/json';
import { PhpDate } from './php-date';

/** A list or a map of the context. `object` tells an empty object from an empty list. */
export class TwigMap extends Map<string | number, unknown> {
  readonly object: boolean;
  constructor(entries: Iterable<readonly [string | number, unknown]>, object: boolean) {
    super(entries);
    this.object = object;
  }
  /** What a list or map prints as. */
  override toString(): string {
    return 'Array';
  }
}

const INTEGER_KEY = /^(?:0|-?[1-9]\d{0,14})$/;

/** A key as maps of the language hold it: text that spells an integer is that integer. */
export function twigKey(key: unknown): unknown {
  if (typeof key === 'string') return INTEGER_KEY.test(key) ? Number(key) : key;
  if (typeof key === 'boolean') return key ? 1 : 0;
  if (typeof key === 'number') return Math.trunc(key);
  return key === null || key === undefined ? '' : isAMarkup(key) ? twigKey(key.toString()) : key;
}

/** The same, for a key that is written. */
export function writtenKey(key: unknown): string | number {
  const known = twigKey(key);
  return typeof known === 'number' ? known : twigText(known);
}

/** A JSON value as a template sees it. */
export function toTwig(value: Json): unknown {
  if (isArray(value))
    return new TwigMap(
      value.map((item, index): [number, unknown] => [index, toTwig(item)]),
      false,
    );
  if (!isObject(value)) return value;
  return new TwigMap(
    Object.entries(value).map(([key, item]): [string | number, unknown] => [
      INTEGER_KEY.test(key) ? Number(key) : key,
      toTwig(item),
    ]),
    true,
  );
}

/** The variables of a template, by name. */
export function twigContext(variables: { readonly [name: string]: Json }): Map<string, unknown> {
  return new Map(Object.entries(variables).map(([name, value]) => [name, toTwig(value)]));
}

/** A list of values, numbered from 0. */
export function twigList(values: readonly unknown[]): TwigMap {
  return new TwigMap(
    values.map((value, index): [number, unknown] => [index, value]),
    false,
  );
}

export type MapLike = {
  has(key: unknown): boolean;
  get(key: unknown): unknown;
  entries(): Iterable<readonly [unknown, unknown]>;
};

/** Maps, and the template's own view of its variables (`_context`). */
export function isMapLike(value: unknown): value is MapLike {
  if (value instanceof Map) return true;
  if (typeof value !== 'object' || value === null) return false;
  return (
    'has' in value &&
    typeof value.has === 'function' &&
    'get' in value &&
    typeof value.get === 'function' &&
    'entries' in value
  );
}

export type Entry = readonly [string | number, unknown];

/** The entries of a list or map; `undefined` for anything else. */
export function entriesOf(value: unknown): readonly Entry[] | undefined {
  if (Array.isArray(value)) return value.map((item: unknown, index): Entry => [index, item]);
  if (!isMapLike(value)) return undefined;
  return [...value.entries()].map(
    ([key, item]): Entry => [typeof key === 'number' ? key : String(key), item],
  );
}

/** True for numbers 0, 1, 2 and so on as keys. */
export function isSequence(entries: readonly Entry[]): boolean {
  return entries.every(([key], index) => key === index);
}

/** A value as it is printed: null and false are empty, true is 1, a list or map is `Array`. */
export function twigText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return '1';
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (isAMarkup(value)) return value.toString();
  if (Array.isArray(value) || isMapLike(value)) return 'Array';
  if (value instanceof PhpDate)
    throw new Error('A date has no text of its own: give it a form with the filter "date".');
  throw new Error('A function cannot be printed.');
}

/** Whether a condition holds: everything but null, false, 0, "", "0" and what is empty. */
export function twigTruth(value: unknown): boolean {
  if (
    value === null ||
    value === undefined ||
    value === false ||
    value === 0 ||
    value === '' ||
    value === '0'
  )
    return false;
  if (typeof value === 'number') return !Number.isNaN(value);
  if (isAMarkup(value)) return value.toString() !== '';
  const entries = typeof value === 'object' ? entriesOf(value) : undefined;
  return entries === undefined || entries.length > 0;
}
