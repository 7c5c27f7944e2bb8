// The content of workflows on a host: all rows in memory, every change in a journal before anybody sees it.
import type { ContentRow, ContentStore } from '../../engine/ports';
import { isArray, type Json } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { decodeContent } from '../../store/content';
import { type Journal, type JournalOptions, NO_JOURNAL, openJournal } from '../journal/journal';
import { createQueue } from '../journal/queue';

export type HostContent = {
  readonly store: ContentStore;
  /** Waits for changes that are under way. Later ones are refused. */
  close(): Promise<void>;
};

/** By collection, then by id. */
type Rows = Map<string, Map<string, ContentRow>>;

/** Keeps nothing beyond the process. */
export function memoryContent(): HostContent {
  return createContent(new Map(), NO_JOURNAL);
}

/** Opens a directory. Fails with a sentence for people: it is in use, damaged, or cannot be written. */
export async function openContent(
  directory: string,
  options: JournalOptions = {},
): Promise<Result<HostContent, string>> {
  const journal = await openJournal(directory, options);
  if (!journal.ok) return journal;
  const rows: Rows = new Map();
  for (const written of journal.value.operations) {
    const row = decodeOperation(written);
    if (!row.ok) {
      await journal.value.abandon();
      return fail(`The journal in ${directory} cannot be read. ${row.error}`);
    }
    put(rows, row.value);
  }
  const started = journal.value.start(() =>
    [...rows.values()].flatMap((collection) => [...collection.values()].map(encodeOperation)),
  );
  return ok(createContent(rows, started));
}

function createContent(rows: Rows, journal: Journal): HostContent {
  // Changes of one row follow one another: each is given what the one before it has stored.
  const queue = createQueue();
  return {
    store: {
      get: async (collection, id) => rows.get(collection)?.get(id),
      list: async (collection) =>
        [...(rows.get(collection)?.values() ?? [])].sort((a, b) => (a.id < b.id ? -1 : 1)),
      update: (collection, id, change) =>
        queue(JSON.stringify([collection, id]), async () => {
          const changed = change(rows.get(collection)?.get(id));
          if (changed !== undefined)
            await journal.append([encodeOperation(changed)], () => put(rows, changed));
          return changed;
        }),
    },
    close: () => journal.close(),
  };
}

function put(rows: Rows, row: ContentRow): void {
  const collection = rows.get(row.collection) ?? new Map<string, ContentRow>();
  rows.set(row.collection, collection.set(row.id, row));
}

/** `["content", row]`. */
function encodeOperation(row: ContentRow): Json {
  return ['content', row];
}

function decodeOperation(written: Json): Result<ContentRow, string> {
  const [kind, content] = isArray(written) ? written : [];
  if (kind !== 'content')
    return fail(`An operation of the kind ${JSON.stringify(kind ?? null)} is not known.`);
  const row = decodeContent(content);
  if (row.ok) return row;
  return fail(`A content row: ${row.error.map(({ path, message }) => `${path}: ${message}`).join(' ')}`);
}
