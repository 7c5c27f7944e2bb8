import type { Json } from '../model/json';
import { isObject } from '../model/json';
import type { ExpressionFault, ExpressionOutcome } from './types';

/** A failed evaluation as a value. */
export function fault(kind: ExpressionFault['kind'], message: string): ExpressionOutcome {
  return { ok: false, fault: { kind, message } };
}

/** The text of anything that was thrown, for the author of an expression. */
export function messageOf(thrown: unknown): string {
  // An exhausted call stack: engines of JavaScript word it each in their own way ("too much recursion").
  if (thrown instanceof Error && /call stack|recursion/i.test(thrown.message))
    return 'It is nested too deeply: the expression, or the data that it works on.';
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** LANG-4: a transformation engine gets a context that is no map as the single variable `data`. */
export function variablesOf(context: Json): { readonly [name: string]: Json } {
  return isObject(context) ? context : { data: context };
}

/** LANG-16: a string context is parsed as JSON where it parses; only the context decides, never the path. */
export function queriedContext(context: Json): Json {
  if (typeof context !== 'string') return context;
  try {
    return JSON.parse(context);
  } catch {
    return context;
  }
}

/** A map of at most `limit` entries that forgets the one that was used longest ago. */
export function recentlyUsed<T>(limit: number): { get(key: string, make: () => T): T } {
  const entries = new Map<string, T>();
  return {
    get(key, make) {
      const found = entries.get(key);
      const value = found ?? make();
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > limit) {
        const oldest = entries.keys().next();
        if (!oldest.done) entries.delete(oldest.value);
      }
      return value;
    },
  };
}
