// A JSON value as the rows of a tree. Nothing is ever dumped whole: children come in pages, long texts in slices.
import { isArray, isObject, type Json } from '../model/json';

export const CHILD_PAGE = 100;
export const TEXT_PAGE = 4000;
/** Characters of a text shown before anyone asks for more. */
export const TEXT_START = 240;
/** Fewer characters than this are not left over: to show them takes no more room than to offer them. */
const TEXT_SLACK = 60;

/** How much of each place is open: children shown of a container, characters shown of a text. By path. */
export type Opened = ReadonlyMap<string, number>;

export type JsonRow = {
  /** Unique in the tree; the path as JSON Pointer (RFC 6901). */
  readonly path: string;
  readonly depth: number;
  /** Property name or index; null for the root. */
  readonly name: string | number | null;
} & (
  | { readonly kind: 'scalar'; readonly value: null | boolean | number }
  | { readonly kind: 'text'; readonly shown: string; readonly left: number; readonly value: string }
  | { readonly kind: 'list' | 'object'; readonly count: number; readonly open: boolean; readonly value: Json }
  | { readonly kind: 'more'; readonly of: string; readonly next: number; readonly left: number }
);

/** The rows to draw, top to bottom. */
export function jsonRows(value: Json, opened: Opened): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  visit(value, '', 0, null, opened, rows);
  return rows;
}

/** What is open at first: the root, a text that is the whole value, and children where they are few and small. */
export function openedAtFirst(value: Json): Opened {
  if (typeof value === 'string') return new Map([['', TEXT_PAGE]]);
  const opened = new Map<string, number>([['', CHILD_PAGE]]);
  for (const [name, child] of childrenOf(value, 20)) {
    if (typeof child === 'object' && child !== null && countOf(child) <= 5)
      opened.set(pathOf('', name), CHILD_PAGE);
  }
  return opened;
}

function visit(
  value: Json,
  path: string,
  depth: number,
  name: string | number | null,
  opened: Opened,
  rows: JsonRow[],
): void {
  if (typeof value === 'string') {
    const shown = cut(value, opened.get(path) ?? TEXT_START);
    rows.push({ path, depth, name, kind: 'text', value, shown, left: value.length - shown.length });
    return;
  }
  if (typeof value !== 'object' || value === null) {
    rows.push({ path, depth, name, kind: 'scalar', value });
    return;
  }
  const count = countOf(value);
  const limit = opened.get(path);
  rows.push({
    path,
    depth,
    name,
    kind: isArray(value) ? 'list' : 'object',
    count,
    open: limit !== undefined,
    value,
  });
  if (limit === undefined) return;
  for (const [key, child] of childrenOf(value, limit))
    visit(child, pathOf(path, key), depth + 1, key, opened, rows);
  if (count > limit) {
    rows.push({
      path: `${path}#more`,
      depth: depth + 1,
      name: null,
      kind: 'more',
      of: path,
      next: Math.min(CHILD_PAGE, count - limit),
      left: count - limit,
    });
  }
}

/** The first characters of a text, never half of a surrogate pair. */
function cut(text: string, limit: number): string {
  if (text.length <= limit + TEXT_SLACK) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

function countOf(value: Json): number {
  return isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
}

function* childrenOf(value: Json, limit: number): Generator<readonly [string | number, Json]> {
  if (isArray(value)) {
    for (let i = 0; i < value.length && i < limit; i += 1) yield [i, value[i] ?? null];
  } else if (isObject(value)) {
    for (const [key, child] of Object.entries(value).slice(0, limit)) yield [key, child];
  }
}

/** JSON Pointer of a child. */
export function pathOf(parent: string, name: string | number): string {
  return `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
