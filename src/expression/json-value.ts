import type { Json } from '../model/json';

/** A value of an engine as JSON. Throws a sentence for what JSON has not: a number that is not finite, a function, … */
export function toJson(value: unknown): Json {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new Error(`The result ${value} is no number that JSON can hold.`);
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, item]) => [String(key), toJson(item)]));
  if (typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
  throw new Error(`A result of type ${typeof value} is no JSON value.`);
}
