import type { ContentRow, ContentStore } from '../ports';

/** {@link ContentStore} in memory. Rows are plain data and never changed in place. */
export function createMemoryContent(initial: readonly ContentRow[] = []): ContentStore {
  const rows = new Map(initial.map((row) => [key(row.collection, row.id), row]));
  return {
    get: async (collection, id) => rows.get(key(collection, id)),
    list: async (collection) =>
      [...rows.values()]
        .filter((row) => row.collection === collection)
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
    async update(collection, id, change) {
      const changed = change(rows.get(key(collection, id)));
      if (changed !== undefined) rows.set(key(collection, id), changed);
      return changed;
    },
  };
}

function key(collection: string, id: string): string {
  return JSON.stringify([collection, id]);
}
