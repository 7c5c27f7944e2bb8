// ERR-6: an output is JSON throughout.
import type { Json } from '../model/json';

/** Where a value is no JSON, and what is there instead. `path` is dotted, e.g. `rows.3.when`. */
export type Unserializable = { readonly path: string; readonly type: string };

export type Serialized =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly fault: Unserializable };

/** Nesting that no document that a door lets in has; beyond it a value cannot be walked safely. */
const MAX_DEPTH = 512;

/**
 * The JSON value that `value` is, as a copy of its own, so that a processor that keeps and changes what it returned changes
 * no record. Where an object defines its JSON form (`toJSON`, as dates do), that form stands in its place. Everything else is a fault: undefined, functions, symbols, big integers, numbers that are not finite, class
 * instances, cycles.
 */
export function toJson(value: unknown): Serialized {
  const path: string[] = [];
  const open: object[] = [];

  const fault = (type: string): Serialized => ({ ok: false, fault: { path: path.join('.'), type } });

  const walk = (at: unknown): Serialized => {
    if (at === null || typeof at === 'string' || typeof at === 'boolean') return { ok: true, value: at };
    if (typeof at === 'number') return Number.isFinite(at) ? { ok: true, value: at } : fault(String(at));
    if (typeof at !== 'object') return fault(typeof at);
    if (open.includes(at)) return fault('cycle');
    if (open.length >= MAX_DEPTH) return fault(`nesting deeper than ${MAX_DEPTH}`);
    open.push(at);
    const found = Array.isArray(at) ? walkList(at) : walkObject(at);
    open.pop();
    return found;
  };

  const walkList = (list: readonly unknown[]): Serialized => {
    const plain: Json[] = [];
    for (let i = 0; i < list.length; i += 1) {
      path.push(String(i));
      const found = walk(list[i]);
      if (!found.ok) return found;
      path.pop();
      plain.push(found.value);
    }
    return { ok: true, value: plain };
  };

  const walkObject = (object: object): Serialized => {
    const form: unknown = 'toJSON' in object ? object.toJSON : undefined;
    if (typeof form === 'function') return walk(Reflect.apply(form, object, []));
    const prototype: unknown = Object.getPrototypeOf(object);
    if (prototype !== null && prototype !== Object.prototype && !isForeignPlain(prototype)) {
      return fault(object.constructor?.name ?? 'object');
    }
    const plain: [string, Json][] = [];
    for (const [key, member] of Object.entries(object)) {
      path.push(key);
      const found = walk(member);
      if (!found.ok) return found;
      path.pop();
      plain.push([key, found.value]);
    }
    return { ok: true, value: Object.fromEntries(plain) };
  };

  try {
    return walk(value);
  } catch (thrown) {
    // A `toJSON` or a getter of the value itself failed.
    return fault(
      `a value that cannot be read (${thrown instanceof Error ? thrown.message : String(thrown)})`,
    );
  }
}

/** A plain object of another realm (a worker's message, a test's sandbox): its prototype has none itself. */
function isForeignPlain(prototype: unknown): boolean {
  return (
    typeof prototype === 'object' &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, 'hasOwnProperty')
  );
}
