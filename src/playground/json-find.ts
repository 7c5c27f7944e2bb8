// Searching a JSON value as its tree shows it: names and values, in the order of the rows, wherever they are folded away.
import { isArray, isObject, type Json } from '../model/json';
import { CHILD_PAGE, type Opened, pathOf } from './json-rows';

export type Match = {
  /** Path of the row that holds it. */
  readonly path: string;
  /** The containers around it, outermost first, with the place of the next one in each. */
  readonly inside: readonly { readonly path: string; readonly index: number }[];
  /** Characters of the row's text up to the end of the match; 0 where the name matches, or no text is concerned. */
  readonly end: number;
};

/** More matches than this are not collected. */
export const MATCH_LIMIT = 1000;

/** Rows whose name or value contains `wanted`, in any case; at most {@link MATCH_LIMIT}. Nothing matches an empty text. */
export function findInJson(value: Json, wanted: string): readonly Match[] {
  const matches: Match[] = [];
  if (wanted !== '') visit(value, '', null, [], wanted.toLowerCase(), matches);
  return matches;
}

function visit(
  value: Json,
  path: string,
  name: string | number | null,
  inside: Match['inside'],
  wanted: string,
  matches: Match[],
): void {
  if (matches.length >= MATCH_LIMIT) return;
  const container = typeof value === 'object' && value !== null;
  const named = typeof name === 'string' && name.toLowerCase().includes(wanted);
  const at = container ? -1 : String(value).toLowerCase().indexOf(wanted);
  if (named || at >= 0)
    matches.push({ path, inside, end: typeof value === 'string' && at >= 0 ? at + wanted.length : 0 });
  if (!container) return;
  let index = 0;
  for (const [key, child] of isArray(value) ? value.entries() : Object.entries(value)) {
    visit(child, pathOf(path, key), key, [...inside, { path, index }], wanted, matches);
    if (matches.length >= MATCH_LIMIT) return;
    index += 1;
  }
}

/** What is open, with a match in sight: its containers to the page that holds it, its text to the end of the match. */
export function openFor(opened: Opened, { path, inside, end }: Match): Opened {
  const next = new Map(opened);
  const atLeast = (at: string, amount: number) => next.set(at, Math.max(next.get(at) ?? 0, amount));
  for (const { path: at, index } of inside) atLeast(at, Math.ceil((index + 1) / CHILD_PAGE) * CHILD_PAGE);
  if (end > 0) atLeast(path, end + AROUND);
  return next;
}
/** Characters shown behind a match. */
const AROUND = 240;

/** Whether a value is large enough that one would rather search than read it. */
export function isLong(value: Json): boolean {
  let left = 25;
  const walk = (part: Json): boolean => {
    left -= 1;
    if (typeof part === 'string' && part.length > 600) left = 0;
    if (left <= 0) return true;
    if (isArray(part)) return part.some(walk);
    return isObject(part) && Object.values(part).some(walk);
  };
  return walk(value);
}
