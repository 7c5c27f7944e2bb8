// LANG-9, LANG-12, LANG-14 to LANG-16, LANG-20: JSONPath (RFC 9535), with paths that have no leading `$` read as property paths.
import type { Json } from '../model/json';
import { Meter } from './bounds';
import { toJson } from './json-value';
import { createQueryCompiler, type Query } from './jsonpath-environment';
import { messageOf, queriedContext, recentlyUsed } from './outcome';
import { isJsonPath } from './path-kind';
import { lookUpPath, readPath } from './property-path';
import type { ExpressionEngine, ExpressionFault } from './types';

/** The matches of a query, or why it did not compile or run. */
export type QueryResult =
  | {
      readonly ok: true;
      readonly matches: readonly Json[] /** The query can select many by its syntax (LANG-15). */;
      readonly many: boolean;
    }
  | {
      readonly ok: false;
      readonly message: string /** A bound was passed. */;
      readonly exceeded?: ExpressionFault;
    };

const meter = new Meter();
const compileQuery = createQueryCompiler(meter);
const compiled = recentlyUsed<Query>(200);

function compile(query: string): Query {
  const text = query.trim();
  return compiled.get(text, () => compileQuery(text));
}

/** Runs a `$`-rooted query. Never throws. */
export function runQuery(query: string, context: Json): QueryResult {
  meter.reset();
  try {
    const parsed = compile(query);
    // Wildcards, filters, slices, unions and descent make a query non-singular in RFC 9535.
    const many = !parsed.singularQuery();
    const root = queriedContext(context);
    const matches = parsed.query(root).values().map(toJson);
    return { ok: true, matches, many };
  } catch (thrown) {
    const { exceeded } = meter;
    return exceeded === undefined
      ? { ok: false, message: messageOf(thrown) }
      : { ok: false, message: exceeded.message, exceeded };
  }
}

/**
 * LANG-9, LANG-15: one match is unwrapped unless the query selects many by its syntax; no match, and a query that does not
 * compile or run, give `fallback`.
 */
export function queryJsonPath(query: string, context: Json, fallback: Json = null): Json {
  return resultValue(runQuery(query, context), fallback);
}

function resultValue(result: QueryResult, fallback: Json): Json {
  if (!result.ok) return fallback;
  const [first] = result.matches;
  if (first === undefined) return fallback;
  return result.many ? result.matches : first;
}

/** LANG-20: can this path be read? JSONPath where it begins with `$` (LANG-14), else a property path. */
export function pathExists(path: string, context: Json): boolean {
  if (!isJsonPath(path)) return lookUpPath(path, context).found;
  const result = runQuery(path, context);
  return result.ok && result.matches.length > 0;
}

/** The engine `jsonpath`. */
export function createJsonPathEngine(): ExpressionEngine {
  return {
    id: 'jsonpath',
    family: 'extraction',
    validate(expression) {
      if (!isJsonPath(expression)) return { ok: true }; // LANG-12
      try {
        compile(expression);
        return { ok: true };
      } catch (thrown) {
        return { ok: false, message: messageOf(thrown) };
      }
    },
    evaluate(expression, context) {
      if (!isJsonPath(expression)) {
        const value = readPath(expression, context);
        return { ok: true, value, matches: value === null ? 0 : 1 };
      }
      const result = runQuery(expression, context);
      // A query that was stopped is no query that found nothing.
      if (!result.ok && result.exceeded !== undefined) return { ok: false, fault: result.exceeded };
      if (!result.ok) return { ok: true, value: null, matches: 0 };
      const value = resultValue(result, null);
      const matches = result.matches.length;
      return result.many && matches > 0
        ? { ok: true, value, matches, many: true }
        : { ok: true, value, matches };
    },
  };
}
