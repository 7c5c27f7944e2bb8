// Small readers for rows that come back from IndexedDB. Each answers a value, or notes problems with their paths.
import { isObject, type Json, type JsonObject } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';

/** Reads an unknown value at `path`. Notes what is wrong in `problems`; what it then answers is not used. */
export type Reader<T> = (value: unknown, path: string, problems: Problem[]) => T;

function wrong(path: string, expected: string, problems: Problem[]): void {
  problems.push({ path, message: `Expected ${expected}.` });
}

export const string: Reader<string> = (value, path, problems) => {
  if (typeof value === 'string') return value;
  wrong(path, 'text', problems);
  return '';
};

/** A finite number. */
export const number: Reader<number> = (value, path, problems) => {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  wrong(path, 'a number', problems);
  return 0;
};

/** A whole number from 0. */
export const count: Reader<number> = (value, path, problems) => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  wrong(path, 'a whole number from 0', problems);
  return 0;
};

export const boolean: Reader<boolean> = (value, path, problems) => {
  if (typeof value === 'boolean') return value;
  wrong(path, 'true or false', problems);
  return false;
};

/** What is written only where it is so. */
export const flag: Reader<true> = (value, path, problems) => {
  if (value !== true) wrong(path, 'true', problems);
  return true;
};

export function oneOf<const T extends string>(allowed: readonly T[]): Reader<T> {
  return (value, path, problems) => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) wrong(path, `one of ${allowed.join(', ')}`, problems);
    return found ?? allowed[0] ?? ('' as T);
  };
}

export function nullable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path, problems) => (value === null ? null : reader(value, path, problems));
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, path, problems) => (value === undefined ? undefined : reader(value, path, problems));
}

export function list<T>(reader: Reader<T>): Reader<readonly T[]> {
  return (value, path, problems) => {
    if (!Array.isArray(value)) {
      wrong(path, 'a list', problems);
      return [];
    }
    return value.map((item, index) => reader(item, `${path}[${index}]`, problems));
  };
}

/** A map from any key to what `reader` reads. Keys are own keys only; `__proto__` stays an ordinary key. */
export function map<T>(reader: Reader<T>): Reader<{ readonly [key: string]: T }> {
  return (value, path, problems) => {
    if (!isPlain(value)) {
      wrong(path, 'an object', problems);
      return {};
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, reader(item, `${path}.${key}`, problems)]),
    );
  };
}

type Shape = { readonly [key: string]: Reader<unknown> };
type Read<S extends Shape> = { readonly [K in keyof S]: ReturnType<S[K]> };

/** An object with exactly the known keys; other keys are dropped. */
export function object<S extends Shape>(shape: S): Reader<Read<S>> {
  const fields = Object.entries(shape);
  return (value, path, problems) => {
    const source: { readonly [key: string]: unknown } = isPlain(value) ? value : {};
    if (source !== value) wrong(path, 'an object', problems);
    const entries: [string, unknown][] = [];
    for (const [key, reader] of fields) {
      const held = Object.hasOwn(source, key) ? source[key] : undefined;
      const read = reader(held, path === '' ? key : `${path}.${key}`, problems);
      if (read !== undefined) entries.push([key, read]);
    }
    // The entries are those of the shape, each read by its own reader.
    return Object.fromEntries(entries) as Read<S>;
  };
}

/** Any JSON value. A date, a function or a number that is not finite is none. */
export const json: Reader<Json> = (value, path, problems) => {
  if (isJson(value)) return value;
  wrong(path, 'a JSON value', problems);
  return null;
};

export const jsonObject: Reader<JsonObject> = (value, path, problems) => {
  const read = json(value, path, problems);
  if (isObject(read)) return read;
  wrong(path, 'a JSON object', problems);
  return {};
};

function isPlain(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a value that JSON can hold. `undefined` members are allowed, as JSON text leaves them out. */
function isJson(value: unknown): value is Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== 'object') return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false;
  return Object.values(value).every((member) => member === undefined || isJson(member));
}

/**
 * A decoder for one kind of row. Every row carries `v`; a row that a newer Sluice wrote, or that is malformed, is
 * refused whole and never half-read.
 */
export function rowDecoder<T>(kind: string, version: number, reader: Reader<T>): (row: unknown) => Result<T> {
  return (row) => {
    if (!isPlain(row)) return fail([{ path: '', message: `This ${kind} is no object.` }]);
    const v = Object.hasOwn(row, 'v') ? row.v : undefined;
    if (typeof v === 'number' && v > version) {
      return fail([
        {
          path: 'v',
          message: `This ${kind} was written by a newer version of Sluice (row version ${v}, this one reads ${version}). Reload to get the newer version.`,
        },
      ]);
    }
    if (v !== version)
      return fail([
        { path: 'v', message: `This ${kind} has row version ${String(v)}; ${version} was expected.` },
      ]);
    const problems: Problem[] = [];
    const value = reader(row, '', problems);
    return problems.length === 0 ? ok(value) : fail(problems);
  };
}
