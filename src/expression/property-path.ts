// LANG-8, LANG-11, LANG-17, LANG-19, LANG-20: property paths. Dots and brackets are one grammar here, read by one parser
// for validation and evaluation alike.
import { isArray, isObject, type Json } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { fault, messageOf, queriedContext } from './outcome';
import type { ExpressionEngine } from './types';

/** A value that was found, or its absence. A stored null is found (LANG-20). */
export type Found = { readonly found: true; readonly value: Json } | { readonly found: false };

/**
 * The segments of a path: `shop.items[0].label` and `[shop][items][0][label]` give the same (LANG-17). Surrounding
 * whitespace does not count; the empty path has no segments. The error is a sentence.
 */
export function parsePropertyPath(path: string): Result<readonly string[], string> {
  const text = path.trim();
  const segments: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] === '[') {
      const close = text.indexOf(']', at);
      if (close < 0) return fail(`The bracket opened at position ${at + 1} of "${text}" is not closed.`);
      if (close === at + 1) return fail(`The brackets at position ${at + 1} of "${text}" hold no segment.`);
      segments.push(text.slice(at + 1, close));
      at = close + 1;
      if (at < text.length && text[at] !== '[' && text[at] !== '.')
        return fail(`A dot or a bracket is expected at position ${at + 1} of "${text}".`);
      continue;
    }
    if (text[at] === '.') {
      if (at === 0 || text[at + 1] === '[')
        return fail(`The dot at position ${at + 1} of "${text}" has an empty segment.`);
      at += 1;
    }
    const rest = text.slice(at);
    const length = rest.search(/[.[]/);
    const segment = length < 0 ? rest : rest.slice(0, length);
    if (segment === '') return fail(`The segment at position ${at + 1} of "${text}" is empty.`);
    segments.push(segment);
    at += segment.length;
  }
  return ok(segments);
}

const INDEX = /^(?:0|[1-9]\d*)$/;

function step(value: Json, segment: string): Found {
  if (isArray(value)) {
    const item = INDEX.test(segment) ? value[Number(segment)] : undefined;
    return item === undefined ? { found: false } : { found: true, value: item };
  }
  if (!isObject(value) || !Object.hasOwn(value, segment)) return { found: false };
  const member = value[segment];
  return member === undefined ? { found: false } : { found: true, value: member };
}

/** Looks a path up. A string context is parsed as JSON where it parses (LANG-16). Never throws. */
export function lookUpPath(path: string, context: Json): Found {
  const parsed = parsePropertyPath(path);
  if (!parsed.ok) return { found: false };
  let current: Found = { found: true, value: queriedContext(context) };
  for (const segment of parsed.value) {
    if (!current.found) return current;
    current = step(current.value, segment);
  }
  return current;
}

/** LANG-8: the value at the path; null where it cannot be read, as for a stored null. */
export function readPath(path: string, context: Json): Json {
  const found = lookUpPath(path, context);
  return found.found ? found.value : null;
}

/** LANG-19: all matches of a property path: the list that was read, else a list of the one value; null gives none. */
export function readAllPath(path: string, context: Json): readonly Json[] {
  return asMatches(readPath(path, context));
}

/** LANG-19, for a value that has been read already. */
export function asMatches(value: Json): readonly Json[] {
  if (value === null) return [];
  return isArray(value) ? value : [value];
}

/** The engine `property_path`. A leading `$` is part of the path (LANG-23). */
export function createPropertyPathEngine(): ExpressionEngine {
  return {
    id: 'property_path',
    family: 'extraction',
    validate(expression) {
      // LANG-11
      const parsed = parsePropertyPath(expression);
      return parsed.ok ? { ok: true } : { ok: false, message: parsed.error };
    },
    evaluate(expression, context) {
      try {
        const value = readPath(expression, context);
        return { ok: true, value, matches: value === null ? 0 : 1 };
      } catch (thrown) {
        return fault('evaluate', messageOf(thrown));
      }
    },
  };
}
