// What a Twig template sees of JSON: ordered maps, as the language's own literals are. A plain object is never handed over:
// its prototype would be readable, and one with the right keys would pass for text that is already escaped.
import { isArray, isObject, type Json } from '../model/json';

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
  return key === null || key === undefined ? '' : key;
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

export type MapLike = { has(key: unknown): boolean; get(key: unknown): unknown };

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
