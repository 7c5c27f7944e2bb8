// Values of the expression language: what PHP does with scalars, lists and maps, on JSON values.
import { isArray, isObject, type Json, sameJson } from '../model/json';

/** An expression that cannot be evaluated. */
export class LanguageError extends Error {
  override name = 'LanguageError';
}

/** The kind of a value, for messages. */
export function kindOf(value: Json): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'a list';
  return isObject(value) ? 'a map' : `a ${typeof value}`;
}

export function isTruthy(value: Json): boolean {
  if (isArray(value)) return value.length > 0;
  if (isObject(value)) return Object.keys(value).length > 0;
  return value !== '' && value !== '0' && Boolean(value);
}

const NUMERIC = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$/;

export function isNumeric(text: string): boolean {
  return NUMERIC.test(text);
}

/** A number out of a scalar; text that is no number, lists and maps are errors. */
export function toNumber(value: Json, operator: string): number {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && isNumeric(value)) return Number(value);
  throw new LanguageError(
    `"${operator}" needs numbers, ${typeof value === 'string' ? `not "${value}"` : `not ${kindOf(value)}`}.`,
  );
}

/** Text out of a scalar, as concatenation reads it. */
export function toText(value: Json, operator: string): string {
  if (value === null || value === false) return '';
  if (value === true) return '1';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new LanguageError(`"${operator}" needs text, not ${kindOf(value)}.`);
}

/** `==`: numbers and numeric text by number, null and booleans by truth, lists and maps member by member. */
export function looselyEqual(a: Json, b: Json): boolean {
  if (typeof a === 'boolean' || typeof b === 'boolean') return isTruthy(a) === isTruthy(b);
  if (a === null && typeof b === 'string') return b === '';
  if (b === null && typeof a === 'string') return a === '';
  if (a === null || b === null) return isTruthy(a) === isTruthy(b);
  if (isArray(a) || isObject(a) || isArray(b) || isObject(b)) return equalMembers(a, b);
  return order(a, b) === 0;
}

function equalMembers(a: Json, b: Json): boolean {
  if (isArray(a) && isArray(b))
    return a.length === b.length && a.every((item, i) => looselyEqual(item, b[i] ?? null));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && looselyEqual(a[key] ?? null, b[key] ?? null))
  );
}

/** Order of two scalars: by number where both are numeric, else as text; below zero where the first comes first. */
export function order(a: Json, b: Json): number {
  if (isArray(a) || isObject(a) || isArray(b) || isObject(b))
    throw new LanguageError(`${kindOf(a)} and ${kindOf(b)} have no order.`);
  if (typeof a === 'boolean' || typeof b === 'boolean' || a === null || b === null) {
    if (typeof a === 'string' || typeof b === 'string') {
      if (a === null || b === null) return compare(a ?? '', b ?? '');
    }
    return Number(isTruthy(a)) - Number(isTruthy(b));
  }
  const numeric = (value: number | string): boolean => typeof value === 'number' || isNumeric(value);
  if (numeric(a) && numeric(b)) return compare(Number(a), Number(b));
  return compare(String(a), String(b));
}

function compare(a: Json, b: Json): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}

/** `in`: strict membership in a list, or among the values of a map. */
export function isMember(needle: Json, haystack: Json): boolean {
  if (isArray(haystack)) return haystack.some((item) => sameJson(item, needle));
  if (isObject(haystack)) return Object.values(haystack).some((item) => sameJson(item, needle));
  throw new LanguageError(`"in" needs a list on its right side, not ${kindOf(haystack)}.`);
}
