// Query parameters: paging (API-6), the search term (STORE-15), plain filters.
import { fail, ok, type Result } from '../model/problem';
import { type Refusal, refuse } from './envelope';

export const DEFAULT_LIMIT = 50;
export const MAX_LIMIT = 100;

/** API-6: corrected silently; what is answered here is what is served and reported. */
export function readPaging(query: URLSearchParams): { readonly limit: number; readonly offset: number } {
  const limit = wholeNumber(query.getAll('limit')) ?? 0;
  const offset = wholeNumber(query.getAll('offset')) ?? 0;
  return {
    limit: limit < 1 ? DEFAULT_LIMIT : Math.min(limit, MAX_LIMIT),
    offset: Math.min(Math.max(offset, 0), Number.MAX_SAFE_INTEGER),
  };
}

/**
 * One scalar text; `undefined` where it is absent. Refused: the same parameter twice, and the list and map spellings
 * (`search[]=…`, `search[x]=…`) that some clients send.
 */
export function readText(query: URLSearchParams, name: string): Result<string | undefined, Refusal> {
  const values = query.getAll(name);
  const shaped = [...query.keys()].some((key) => key.startsWith(`${name}[`));
  if (values.length > 1 || shaped) return fail(refuse('SEARCH_INVALID', `"${name}" is one single value.`));
  return ok(values[0]);
}

/** STORE-15: a literal part of the name, without regard to case (the Unicode default mapping on both sides). */
export function matchesName(name: string, term: string): boolean {
  return name.toLowerCase().includes(term.toLowerCase());
}

function wholeNumber(values: readonly string[]): number | undefined {
  const [text = ''] = values;
  if (values.length !== 1 || text.trim() === '') return undefined;
  const number = Number(text);
  return Number.isNaN(number) ? undefined : Math.trunc(number);
}
