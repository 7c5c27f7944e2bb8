// The local content of workflows, in the browser's database.
import type { ContentRow, ContentStore } from '../engine/ports';
import type { Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { boolean, count, jsonObject, number, object, type Reader, rowDecoder, string } from './decode';

const v1: Reader<1> = () => 1;

export const decodeContent: (row: unknown) => Result<ContentRow> = rowDecoder(
  'content row',
  1,
  object({
    v: v1,
    collection: string,
    id: string,
    uuid: string,
    bundle: string,
    label: string,
    published: boolean,
    created: number,
    changed: number,
    revision: count,
    log: string,
    values: jsonObject,
  }),
);

/**
 * {@link ContentStore} over the table `content`. A row that cannot be read is no row: it is neither given nor replaced.
 * Changes are announced.
 */
export function createContentStore(db: SluiceDatabase, announce: Announce = () => undefined): ContentStore {
  return {
    async get(collection, id) {
      const row: unknown = await db.content.get([collection, id]);
      return row === undefined ? undefined : readable(row);
    },
    async list(collection) {
      const rows: readonly unknown[] = await db.content
        .where('[collection+id]')
        .between([collection, ''], [collection, []])
        .toArray();
      return rows.flatMap((row) => readable(row) ?? []);
    },
    async update(collection, id, change) {
      const row = await db.transaction('rw', db.content, async () => {
        const row: unknown = await db.content.get([collection, id]);
        const stored = row === undefined ? undefined : decodeContent(row);
        if (stored !== undefined && !stored.ok)
          throw new Error(
            `The stored ${collection} "${id}" cannot be read: ${stored.error[0]?.message ?? ''}`,
          );
        const changed = change(stored?.value);
        if (changed !== undefined) await db.content.put(changed);
        return changed;
      });
      if (row !== undefined) announce({ kind: 'content' });
      return row;
    },
  };
}

function readable(row: unknown): ContentRow | undefined {
  const read = decodeContent(row);
  return read.ok ? read.value : undefined;
}
