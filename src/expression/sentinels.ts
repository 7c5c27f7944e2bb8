// LANG-25: what a shaper source may say without an engine.
import type { Json } from '../model/json';

const LITERAL = '_LITERAL:';

/** The value that a source stands for by itself; `undefined` where an engine has to read it. `now` in milliseconds. */
export function sentinelValue(source: string, now: () => number): { readonly value: Json } | undefined {
  if (source.startsWith(LITERAL)) return { value: source.slice(LITERAL.length) };
  switch (source) {
    case '_NOW_':
      return { value: new Date(now()).toISOString() };
    case '_NULL_':
      return { value: null };
    case '_EMPTY_ARRAY_':
      return { value: [] };
    case '_EMPTY_OBJECT_':
      return { value: {} };
    default:
      return undefined;
  }
}

/** True for a source that no engine reads, so that none validates it either (R11). */
export function isSentinel(source: string): boolean {
  return sentinelValue(source, () => 0) !== undefined;
}
