// ERR-6: an output is JSON throughout.
import { type Json, setOwn } from '../model/json';

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
  const found = walk(value, []);
  return found.ok ? found : { ok: false, fault: { path: found.keys.reverse().join('.'), type: found.type } };
}

/** `keys`: where the fault lies, from the inside out. They are gathered on the way back, for most values have none. */
type Walked =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly keys: string[]; readonly type: string };

function fault(type: string): Walked {
  return { ok: false, keys: [], type };
}

/** @param open the objects that lie around the value. */
function walk(at: unknown, open: object[]): Walked {
  if (at === null || typeof at === 'string' || typeof at === 'boolean') return { ok: true, value: at };
  if (typeof at === 'number') return Number.isFinite(at) ? { ok: true, value: at } : fault(String(at));
  if (typeof at !== 'object') return fault(typeof at);
  if (open.includes(at)) return fault('cycle');
  if (open.length >= MAX_DEPTH) return fault(`nesting deeper than ${MAX_DEPTH}`);
  open.push(at);
  try {
    return Array.isArray(at) ? walkList(at, open) : walkObject(at, open);
  } catch (thrown) {
    // A `toJSON` or a getter of the value itself failed.
    return fault(
      `a value that cannot be read (${thrown instanceof Error ? thrown.message : String(thrown)})`,
    );
  } finally {
    open.pop();
  }
}

function walkList(list: readonly unknown[], open: object[]): Walked {
  const plain: Json[] = [];
  for (let i = 0; i < list.length; i += 1) {
    const found = walk(list[i], open);
    if (!found.ok) return within(String(i), found);
    plain.push(found.value);
  }
  return { ok: true, value: plain };
}

function walkObject(object: object, open: object[]): Walked {
  const form: unknown = 'toJSON' in object ? object.toJSON : undefined;
  if (typeof form === 'function') return walk(Reflect.apply(form, object, []), open);
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && prototype !== Object.prototype && !isForeignPlain(prototype)) {
    return fault(object.constructor?.name ?? 'object');
  }
  const plain: { [key: string]: Json } = {};
  for (const [key, member] of Object.entries(object)) {
    const found = walk(member, open);
    if (!found.ok) return within(key, found);
    setOwn(plain, key, found.value);
  }
  return { ok: true, value: plain };
}

function within(key: string, found: Extract<Walked, { ok: false }>): Walked {
  found.keys.push(key);
  return found;
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
