// Values of a run as rows hold them: small ones inline, large ones once, by hash.
import { canonicalJson } from '../model/canonical-json';
import { type Json, type JsonObject, setOwn } from '../model/json';
import type { StoredValue, StoredValues, ValueRow } from './ports';

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hexadecimal digits. */
export type Hasher = (text: string) => Promise<string>;

/** Most bytes of JSON that a row holds inline. */
export const INLINE_LIMIT = 4096;
const PREVIEW = 200;

/** {@link Hasher} by WebCrypto, which browsers offer in secure contexts and Node everywhere. */
export const webCryptoHash: Hasher = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Turns values into stored values, and collects the rows that the next commit has to write. */
export type ValueWriter = {
  /** By port. A promise only where something has to be hashed. */
  write(values: JsonObject): StoredValues | Promise<StoredValues>;
  /** The rows since the last call. */
  take(): readonly ValueRow[];
};

export function valueWriter(hash: Hasher): ValueWriter {
  let rows: ValueRow[] = [];
  // Values are passed on by reference: what one job gave and the next is given is measured and hashed once. Nobody
  // changes a value in place, so it stays what was stored.
  const known = new WeakMap<object, StoredValue>();
  const keep = (value: Json, stored: StoredValue): StoredValue => {
    if (typeof value === 'object' && value !== null) known.set(value, stored);
    return stored;
  };
  const spill = async (value: Json): Promise<StoredValue> => {
    const json = canonicalJson(value);
    const row: ValueRow = { v: 1, hash: await hash(json), size: byteLength(json), json };
    rows.push(row);
    return { ref: row.hash, size: row.size, preview: json.slice(0, PREVIEW) };
  };
  return {
    write(values) {
      const out: { [port: string]: StoredValue } = {};
      let large: [string, Json][] | undefined;
      for (const port of Object.keys(values)) {
        const value = values[port] ?? null;
        const before = typeof value === 'object' && value !== null ? known.get(value) : undefined;
        if (before !== undefined) setOwn(out, port, before);
        else if (fitsInline(value)) setOwn(out, port, keep(value, { inline: value }));
        else if (large === undefined) large = [[port, value]];
        else large.push([port, value]);
      }
      if (large === undefined) return out;
      const spilling = large.map(async ([port, value]) => ({
        port,
        stored: keep(value, await spill(value)),
      }));
      return Promise.all(spilling).then((spilled) => {
        for (const { port, stored } of spilled) setOwn(out, port, stored);
        return out;
      });
    },
    take() {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

/** The values that rows refer to. `undefined` where one of them is not in the store any more. */
export async function readValues(
  stored: StoredValues,
  read: (hash: string) => Promise<Json | undefined>,
): Promise<JsonObject | undefined> {
  const out: [string, Json][] = [];
  for (const [port, value] of Object.entries(stored)) {
    const found = 'inline' in value ? value.inline : await read(value.ref);
    if (found === undefined) return undefined;
    out.push([port, found]);
  }
  return Object.fromEntries(out);
}

function fitsInline(value: Json): boolean {
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return true;
  // One UTF-16 unit is at most three bytes, an escaped one six; most values are decided without counting.
  if (typeof value === 'string' && value.length * 6 + 2 <= INLINE_LIMIT) return true;
  const json = JSON.stringify(value);
  return json.length * 3 <= INLINE_LIMIT || (json.length <= INLINE_LIMIT && byteLength(json) <= INLINE_LIMIT);
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}
