// What workflows remember, in the browser's database.
import type { MemoryRow, MemoryStore } from '../engine/memory/store';
import { canonicalJson } from '../model/canonical-json';
import type { Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { json, list, nullable, number, object, optional, type Reader, rowDecoder, string } from './decode';

const v1: Reader<1> = () => 1;

export const decodeMemory: (row: unknown) => Result<MemoryRow> = rowDecoder(
  'memory row',
  1,
  object({
    v: v1,
    scope: string,
    key: string,
    value: json,
    created: number,
    changed: number,
    expires: nullable(number),
    jobs: optional(list(string)),
  }),
);

/**
 * {@link MemoryStore} over the table `memory`. A row that cannot be read is no row: it is neither given nor replaced. Changes
 * are announced.
 */
export function createMemoryStore(db: SluiceDatabase, announce: Announce = () => undefined): MemoryStore {
  return {
    async get(scope, key) {
      const row: unknown = await db.memory.get([scope, key]);
      return row === undefined ? undefined : readable(row);
    },
    async list() {
      const rows: readonly unknown[] = await db.memory.orderBy('[scope+key]').toArray();
      return rows.flatMap((row) => readable(row) ?? []);
    },
    async update(scope, key, change) {
      let changes = false;
      const left = await db.transaction('rw', db.memory, async () => {
        const row: unknown = await db.memory.get([scope, key]);
        const stored = row === undefined ? undefined : decodeMemory(row);
        if (stored !== undefined && !stored.ok)
          throw new Error(`What is remembered as "${key}" cannot be read: ${stored.error[0]?.message ?? ''}`);
        const changed = change(stored?.value);
        if (changed === undefined) return stored?.value;
        changes = changed !== null || stored !== undefined;
        if (changed === null) await db.memory.delete([scope, key]);
        else await db.memory.put(changed);
        return changed ?? undefined;
      });
      if (changes) announce({ kind: 'memory' });
      return left;
    },
    async forget(before) {
      const gone = await db.memory.where('expires').below(before).delete();
      if (gone > 0) announce({ kind: 'memory' });
      return gone;
    },
  };
}

/** Whether two rows are the same in all that is stored of them. */
export function sameMemory(a: MemoryRow | undefined, b: MemoryRow | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.changed === b.changed && canonicalJson(a.value) === canonicalJson(b.value);
}

function readable(row: unknown): MemoryRow | undefined {
  const read = decodeMemory(row);
  return read.ok ? read.value : undefined;
}
