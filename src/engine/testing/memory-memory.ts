import type { MemoryRow, MemoryStore } from '../memory/store';

/** {@link MemoryStore} in memory. Rows are plain data and never changed in place. */
export function createMemoryMemory(initial: readonly MemoryRow[] = []): MemoryStore {
  const rows = new Map(initial.map((row) => [keyOf(row.scope, row.key), row]));
  return {
    get: async (scope, key) => rows.get(keyOf(scope, key)),
    list: async () => [...rows.values()].sort(byKey),
    async update(scope, key, change) {
      const name = keyOf(scope, key);
      const changed = change(rows.get(name));
      if (changed === null) rows.delete(name);
      else if (changed !== undefined) rows.set(name, changed);
      return rows.get(name);
    },
    async forget(before) {
      const gone = [...rows].filter(([, { expires }]) => expires !== null && expires < before);
      for (const [name] of gone) rows.delete(name);
      return gone.length;
    },
  };
}

/** The order of a list: by scope, then by key. */
export function byKey(a: MemoryRow, b: MemoryRow): number {
  if (a.scope !== b.scope) return a.scope < b.scope ? -1 : 1;
  return a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
}

function keyOf(scope: string, key: string): string {
  return JSON.stringify([scope, key]);
}
