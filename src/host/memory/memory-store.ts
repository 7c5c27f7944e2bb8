// What workflows remember on a host: all rows in memory, every change in a journal before anybody sees it.
import type { MemoryRow, MemoryStore } from '../../engine/memory/store';
import { isArray, type Json } from '../../model/json';
import { fail, ok, type Result } from '../../model/problem';
import { decodeMemory } from '../../store/memory';
import { type Journal, type JournalOptions, NO_JOURNAL, openJournal } from '../journal/journal';
import { createQueue } from '../journal/queue';

export type HostMemory = {
  readonly store: MemoryStore;
  /** Waits for changes that are under way. Later ones are refused. */
  close(): Promise<void>;
};

type Change =
  | { readonly kind: 'memory'; readonly row: MemoryRow }
  | { readonly kind: 'memory-gone'; readonly scope: string; readonly key: string };
type Rows = Map<string, MemoryRow>;

/** Keeps nothing beyond the process. */
export function memoryMemory(): HostMemory {
  return createHostMemory(new Map(), NO_JOURNAL);
}

/** Opens a directory. Fails with a sentence for people: it is in use, damaged, or cannot be written. */
export async function openMemory(
  directory: string,
  options: JournalOptions = {},
): Promise<Result<HostMemory, string>> {
  const journal = await openJournal(directory, options);
  if (!journal.ok) return journal;
  const rows: Rows = new Map();
  for (const written of journal.value.operations) {
    const change = decodeChange(written);
    if (!change.ok) {
      await journal.value.abandon();
      return fail(`The journal in ${directory} cannot be read. ${change.error}`);
    }
    apply(rows, change.value);
  }
  const started = journal.value.start(() =>
    [...rows.values()].map((row) => encodeChange({ kind: 'memory', row })),
  );
  return ok(createHostMemory(rows, started));
}

function createHostMemory(rows: Rows, journal: Journal): HostMemory {
  // Changes of one row follow one another: each is given what the one before it has stored.
  const queue = createQueue();
  const write = (changes: readonly Change[]) =>
    journal.append(changes.map(encodeChange), () => {
      for (const change of changes) apply(rows, change);
    });
  const update: MemoryStore['update'] = (scope, key, change) =>
    queue(nameOf(scope, key), async () => {
      const stored = rows.get(nameOf(scope, key));
      const changed = change(stored);
      if (changed === undefined || (changed === null && stored === undefined)) return stored;
      await write([
        changed === null ? { kind: 'memory-gone', scope, key } : { kind: 'memory', row: changed },
      ]);
      return changed ?? undefined;
    });
  return {
    store: {
      get: async (scope, key) => rows.get(nameOf(scope, key)),
      list: async () =>
        [...rows.values()].sort((a, b) =>
          a.scope === b.scope ? (a.key < b.key ? -1 : 1) : a.scope < b.scope ? -1 : 1,
        ),
      update,
      async forget(before) {
        const isGone = (row: MemoryRow | undefined) =>
          row !== undefined && row.expires !== null && row.expires < before;
        let gone = 0;
        for (const { scope, key } of [...rows.values()].filter(isGone))
          await update(scope, key, (stored) => {
            if (!isGone(stored)) return undefined;
            gone += 1;
            return null;
          });
        return gone;
      },
    },
    close: () => journal.close(),
  };
}

function nameOf(scope: string, key: string): string {
  return JSON.stringify([scope, key]);
}

function apply(rows: Rows, change: Change): void {
  if (change.kind === 'memory') rows.set(nameOf(change.row.scope, change.row.key), change.row);
  else rows.delete(nameOf(change.scope, change.key));
}

/** `["memory", row]`, `["memory-gone", scope, key]`. */
function encodeChange(change: Change): Json {
  if (change.kind === 'memory-gone') return [change.kind, change.scope, change.key];
  const row: Json = JSON.parse(JSON.stringify(change.row));
  return [change.kind, row];
}

function decodeChange(written: Json): Result<Change, string> {
  const [kind, first, second] = isArray(written) ? written : [];
  if (kind === 'memory-gone')
    return typeof first === 'string' && typeof second === 'string'
      ? ok({ kind, scope: first, key: second })
      : fail('What is forgotten has a scope and a key.');
  if (kind !== 'memory')
    return fail(`An operation of the kind ${JSON.stringify(kind ?? null)} is not known.`);
  const row = decodeMemory(first);
  if (row.ok) return ok({ kind, row: row.value });
  return fail(`A memory row: ${row.error.map(({ path, message }) => `${path}: ${message}`).join(' ')}`);
}
