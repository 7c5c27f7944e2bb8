// Reading and writing the parts of a stored object without losing the parts that have no field.
import type { Json, JsonObject } from './json';
import { isArray, isObject } from './json';
import type { Problem } from './problem';

/** What a tolerant decoder changed so that a value could be used; the source value itself is kept. */
export type Repair = Problem & { readonly code: RepairCode };
export type RepairCode =
  | 'position'
  | 'list'
  | 'map'
  | 'entry'
  | 'binding'
  | 'type'
  | 'duplicate-key'
  | 'number'
  | 'text';

/** Reads known keys off one object and remembers which of them had a usable value. */
export class RecordReader {
  readonly #source: JsonObject;
  readonly #taken = new Set<string>();

  constructor(source: JsonObject) {
    this.#source = source;
  }

  /** The value at `key` whatever it is; the key counts as read. */
  any(key: string): Json | undefined {
    if (!Object.hasOwn(this.#source, key)) return undefined;
    this.#taken.add(key);
    return this.#source[key];
  }

  /** The value at `key` if `guard` takes it; else the key stays unread and so goes to {@link rest}. */
  when<T extends Json>(key: string, guard: (value: Json) => value is T): T | undefined {
    const value = Object.hasOwn(this.#source, key) ? this.#source[key] : undefined;
    if (value === undefined || !guard(value)) return undefined;
    this.#taken.add(key);
    return value;
  }

  string(key: string): string | undefined {
    return this.when(key, isString);
  }

  boolean(key: string): boolean | undefined {
    return this.when(key, isBoolean);
  }

  object(key: string): JsonObject | undefined {
    return this.when(key, isObject);
  }

  list(key: string): readonly Json[] | undefined {
    return this.when(key, isArray);
  }

  /** True where `key` is present and has not been read. */
  left(key: string): boolean {
    return Object.hasOwn(this.#source, key) && !this.#taken.has(key);
  }

  /** Every key that was not read, verbatim. */
  rest(): JsonObject {
    return Object.fromEntries(Object.entries(this.#source).filter(([key]) => !this.#taken.has(key)));
  }
}

/** `object` without `keys`; the object itself where it has none of them. */
export function omit(object: JsonObject, keys: readonly string[]): JsonObject {
  if (!keys.some((key) => Object.hasOwn(object, key))) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

/**
 * The inverse of reading: `fields`, then what `extra` holds beside them. A field that is `undefined` is left to `extra`;
 * so is a field listed in `blankable` while it is empty (the decoder put an empty value where it could not use the source's).
 */
export function compose(
  extra: JsonObject,
  fields: { readonly [key: string]: Json | undefined },
  blankable: readonly string[] = [],
): JsonObject {
  const written = new Map<string, Json>();
  for (const [key, value] of Object.entries(fields)) {
    const kept = Object.hasOwn(extra, key) ? extra[key] : undefined;
    if (value === undefined || (kept !== undefined && blankable.includes(key) && isBlank(value))) {
      if (kept !== undefined) written.set(key, kept);
    } else written.set(key, value);
  }
  for (const [key, value] of Object.entries(extra)) if (!written.has(key)) written.set(key, value);
  return Object.fromEntries(written);
}

/** True for an object without keys and for an empty list: PHP writes both alike. */
export function isEmptyCollection(value: Json | undefined): boolean {
  return isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}

function isBlank(value: Json): boolean {
  return value === '' || isEmptyCollection(value);
}

function isString(value: Json): value is string {
  return typeof value === 'string';
}

function isBoolean(value: Json): value is boolean {
  return typeof value === 'boolean';
}
