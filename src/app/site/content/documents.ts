// Documents of the local content as files and as what an author types.
import type { ContentRow } from '../../../engine/ports';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../../model/json';
import { fail, ok, type Problem, type Result } from '../../../model/problem';
import { decodeContent } from '../../../store';

/** Fields that the store itself keeps of every document, under which `values` say nothing. */
export const STORE_FIELDS = [
  'id',
  'uuid',
  'entity_type',
  'bundle',
  'created',
  'changed',
  'revision_id',
] as const;
const STORED: readonly string[] = STORE_FIELDS;

/** Names of collections that can be given here; nodes may have made others. */
export const COLLECTION_NAME = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,63}$/u;

/** Why a text is no document: it is no JSON (`message` of the parser), no object, or names fields of the store. */
export type TextFault =
  | { readonly code: 'json'; readonly message: string }
  | { readonly code: 'object' }
  | { readonly code: 'field'; readonly field: string };

/** Reads the values of a document as typed. */
export function readValues(text: string): Result<JsonObject, TextFault> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    return fail({ code: 'json', message: cause instanceof Error ? cause.message : String(cause) });
  }
  if (!isObject(read)) return fail({ code: 'object' });
  const field = Object.keys(read).find((name) => STORED.includes(name) || name === '__proto__');
  return field === undefined ? ok(read) : fail({ code: 'field', field });
}

/** A collection as a file's JSON. */
export function encodeCollection(collection: string, rows: readonly ContentRow[]): JsonObject {
  return {
    collection,
    documents: rows.map(({ v: _, collection: _collection, ...document }): JsonObject => document),
  };
}

export type ReadCollection = {
  /** The name in the file; absent where it has none. */
  readonly collection: string | undefined;
  readonly rows: readonly Omit<ContentRow, 'collection'>[];
};

/**
 * Reads a file: one that was exported here, a list of plain objects, or one plain object. Of a plain object, `id` is the id
 * (else a new one is made), `title`, `label` or `name` the label, `status` whether it is published; the rest are its values.
 */
export function decodeCollection(
  text: string,
  world: { readonly now: number; readonly uuid: () => string },
): Result<ReadCollection, readonly Problem[]> {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    return fail([{ path: '', message: cause instanceof Error ? cause.message : String(cause) }]);
  }
  const wrapped = isObject(read) ? own(read, 'documents') : undefined;
  const list: readonly unknown[] = isArray(wrapped) ? wrapped : isArray(read) ? read : [read];
  const problems: Problem[] = [];
  const rows: ContentRow[] = [];
  const ids = new Set<string>();
  list.forEach((item, index) => {
    const path = isArray(wrapped) ? `documents[${index}]` : `[${index}]`;
    const row = isArray(wrapped) ? exported(item, path, problems) : plain(item, path, problems, world);
    if (row === undefined) return;
    if (ids.has(row.id)) problems.push({ path, message: `has the id "${row.id}" of one before it` });
    ids.add(row.id);
    rows.push(row);
  });
  if (problems.length > 0) return fail(problems);
  return ok({ collection: ownString(read, 'collection'), rows });
}

function exported(item: unknown, path: string, problems: Problem[]): ContentRow | undefined {
  const read = decodeContent(isObject(item) ? { v: 1, collection: '', ...item } : item);
  if (read.ok) return read.value;
  problems.push(
    ...read.error.map((problem) => ({ ...problem, path: [path, problem.path].filter(Boolean).join('.') })),
  );
  return undefined;
}

function plain(
  item: unknown,
  path: string,
  problems: Problem[],
  { now, uuid }: { readonly now: number; readonly uuid: () => string },
): ContentRow | undefined {
  if (!isObject(item)) {
    problems.push({ path, message: 'is no object; a document is one, such as {"title": "A title"}' });
    return undefined;
  }
  const given = own(item, 'id');
  const fresh = uuid();
  const id =
    typeof given === 'number' ? String(given) : typeof given === 'string' && given !== '' ? given : fresh;
  const values = Object.fromEntries(
    Object.entries(item).filter(([name]) => !STORED.includes(name) && name !== '__proto__'),
  );
  const status = own(item, 'status');
  return {
    v: 1,
    collection: '',
    id,
    uuid: ownString(item, 'uuid') ?? fresh,
    bundle: ownString(item, 'bundle') ?? '',
    label: labelOf(values),
    published: status !== false && status !== 0 && status !== '0',
    created: now,
    changed: now,
    revision: 1,
    log: '',
    values,
  };
}

/** What a document is called, by its values. */
export function labelOf(values: JsonObject): string {
  const named = ['title', 'label', 'name'].map((name) => own(values, name)).find(isNamed);
  return named === undefined ? '' : String(named);
}

function isNamed(value: Json | undefined): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

export type Sort = 'changed' | 'label' | 'id';

/** What is found, in its order. The search looks at label, id, kind and values, in any case of letters. */
export function listed(
  rows: readonly ContentRow[],
  { search, sort }: { readonly search: string; readonly sort: Sort },
): readonly ContentRow[] {
  const wanted = search.trim().toLowerCase();
  const found = wanted === '' ? rows : rows.filter((row) => textOf(row).includes(wanted));
  const byId = (a: ContentRow, b: ContentRow) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
  if (sort === 'id') return found.toSorted(byId);
  if (sort === 'label') {
    const { compare } = new Intl.Collator(undefined, { numeric: true });
    return found.toSorted((a, b) => compare(a.label || a.id, b.label || b.id) || byId(a, b));
  }
  return found.toSorted((a, b) => b.changed - a.changed || byId(a, b));
}

const texts = new WeakMap<ContentRow, string>();
/** The text that is searched, made once a document. */
function textOf(row: ContentRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = `${row.label}\n${row.id}\n${row.bundle}\n${JSON.stringify(row.values)}`.toLowerCase();
  texts.set(row, text);
  return text;
}

/** A free id from a wished one: `a`, then `a-2`. */
export function freeDocumentId(wished: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wished)) return wished;
  let n = 2;
  while (taken.has(`${wished}-${n}`)) n += 1;
  return `${wished}-${n}`;
}

/** The documents that a first collection begins with: what the nodes ask for where nothing else is set. */
export function sampleDocuments(collection: string, now: number, uuid: () => string): readonly ContentRow[] {
  const samples: readonly Pick<ContentRow, 'id' | 'bundle' | 'values'>[] = [
    {
      id: 'welcome',
      bundle: 'article',
      values: { title: 'Welcome', body: 'A first article.', tags: ['news', 'start'] },
    },
    {
      id: 'opening-hours',
      bundle: 'page',
      values: { title: 'Opening hours', body: 'Monday to Friday, 9 to 17.', tags: ['visit'] },
    },
    {
      id: 'summer-party',
      bundle: 'event',
      values: { title: 'Summer party', date: '2030-07-12', seats: 80, tags: ['news', 'visit'] },
    },
  ];
  return samples.map(({ id, bundle, values }, index) => ({
    v: 1,
    collection,
    id,
    uuid: uuid(),
    bundle,
    label: labelOf(values),
    published: true,
    created: now - index,
    changed: now - index,
    revision: 1,
    log: '',
    values,
  }));
}
