// Defence in depth: the text of a secret is taken out of what a node says, wherever it comes back.
import { isArray, isObject, type Json } from '../../model/json';

/** What stands where a secret was. */
export const SECRET = '<secret>';
/** A shorter value is in too many texts that have nothing to do with it. In characters. */
export const SHORTEST_MASKED = 4;

export type Mask = {
  text(text: string): string;
  /** Strings and keys, nested ones too. */
  value(value: Json): Json;
};

/** Takes these values out: as they are, trimmed, as JSON, an address or base64 spells them. */
export function maskOf(secrets: readonly string[]): Mask {
  const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((a, b) => b.length - a.length);
  const text = (given: string) =>
    spellings.reduce((left, spelling) => left.replaceAll(spelling, SECRET), given);
  const value = (given: Json): Json => {
    if (typeof given === 'string') return text(given);
    if (typeof given === 'number') return text(String(given)) === String(given) ? given : SECRET;
    if (isArray(given)) return given.map(value);
    if (isObject(given))
      return Object.fromEntries(Object.entries(given).map(([key, item]) => [text(key), value(item)]));
    return given;
  };
  return { text, value };
}

function spellingsOf(secret: string): readonly string[] {
  const trimmed = secret.trim();
  // Not `encodeURIComponent`, which throws for half a surrogate pair.
  const encoded = new URLSearchParams({ key: trimmed }).toString().slice('key='.length);
  const bytes = new TextEncoder().encode(trimmed);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replace(/=+$/, '');
  return [
    secret,
    trimmed,
    encoded,
    encoded.replaceAll('+', '%20'),
    JSON.stringify(trimmed).slice(1, -1),
    base64,
  ].filter((spelling) => [...spelling].length >= SHORTEST_MASKED);
}
