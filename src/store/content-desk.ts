// The local content as its author sees and changes it: collections, their documents, and steps that can be taken back.
import type { ContentRow } from '../engine/ports';
import { canonicalJson } from '../model/canonical-json';
import { isArray, own } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import type { Announce } from './announcements';
import { decodeContent } from './content';
import type { SluiceDatabase } from './database';
import { faultOf, type StoreFault, StoreRefusal } from './faults';

export type Collection = { readonly name: string; readonly count: number };

/** One document of a step. `expect`: what must be stored, null for nothing; left out, anything may be. `next`: null removes it. */
export type ContentPut = {
  readonly collection: string;
  readonly id: string;
  readonly expect?: ContentRow | null;
  readonly next: ContentRow | null;
};

/** All or none. `keep`: collections that are there without documents too; `drop`: those that are no longer. */
export type ContentStep = {
  readonly puts: readonly ContentPut[];
  readonly keep?: readonly string[];
  readonly drop?: readonly string[];
};

export type ContentDesk = {
  /** By name, those without documents included. */
  collections(): Promise<readonly Collection[]>;
  /** The documents that can be read, by id, and how many cannot. */
  documents(
    collection: string,
  ): Promise<{ readonly rows: readonly ContentRow[]; readonly unreadable: number }>;
  one(collection: string, id: string): Promise<ContentRow | undefined>;
  /**
   * Does a step. `conflict`: a document is not what was expected, nothing was changed. @returns the step that takes it back,
   * as long as nobody changes its documents.
   */
  change(step: ContentStep): Promise<Result<ContentStep, StoreFault>>;
  /** Every row as it is stored, those that cannot be read included. */
  everything(): Promise<readonly unknown[]>;
};

/** Where collections are noted that may have no documents. */
const KEPT_COLLECTIONS = 'content:collections';

export function createContentDesk(db: SluiceDatabase, world: { readonly announce: Announce }): ContentDesk {
  async function kept(): Promise<readonly string[]> {
    const names = own(await db.settings.get(KEPT_COLLECTIONS), 'value');
    return isArray(names) ? names.filter((name): name is string => typeof name === 'string') : [];
  }

  const of = (collection: string) =>
    db.content.where('[collection+id]').between([collection, ''], [collection, []]);

  return {
    collections: () =>
      db.transaction('r', db.content, db.settings, async () => {
        const counts = new Map((await kept()).map((name) => [name, 0]));
        // From the first key of a collection to the first of the next: no row is read.
        let [key] = await db.content.orderBy('[collection+id]').limit(1).primaryKeys();
        while (key !== undefined) {
          const [name] = key;
          counts.set(name, await of(name).count());
          [key] = await db.content.where('[collection+id]').above([name, []]).limit(1).primaryKeys();
        }
        return [...counts]
          .map(([name, count]) => ({ name, count }))
          .toSorted((a, b) => (a.name < b.name ? -1 : 1));
      }),

    async documents(collection) {
      const stored: readonly unknown[] = await of(collection).toArray();
      const rows = stored.flatMap((row) => {
        const read = decodeContent(row);
        return read.ok ? [read.value] : [];
      });
      return { rows, unreadable: stored.length - rows.length };
    },

    async one(collection, id) {
      const read = decodeContent(await db.content.get([collection, id]));
      return read.ok ? read.value : undefined;
    },

    async change({ puts, keep = [], drop = [] }) {
      try {
        const back = await db.transaction('rw', db.content, db.settings, async (): Promise<ContentStep> => {
          const rows: readonly unknown[] = await db.content.bulkGet(
            puts.map(({ collection, id }): [string, string] => [collection, id]),
          );
          const backward = puts.map((put, index) => judged(put, rows[index]));
          await db.content.bulkDelete(
            puts.flatMap(({ collection, id, next }): [string, string][] =>
              next === null ? [[collection, id]] : [],
            ),
          );
          await db.content.bulkPut(puts.flatMap(({ next }) => (next === null ? [] : [next])));
          const before = await kept();
          const after = [...new Set([...before, ...keep])].filter((name) => !drop.includes(name));
          if (after.length !== before.length || after.some((name, index) => name !== before[index]))
            await db.settings.put({ v: 1, key: KEPT_COLLECTIONS, value: after });
          return {
            puts: backward.toReversed(),
            keep: before.filter((name) => !after.includes(name)),
            drop: after.filter((name) => !before.includes(name)),
          };
        });
        world.announce({ kind: 'content' });
        return ok(back);
      } catch (error) {
        return fail(faultOf(error));
      }
    },

    everything: () => db.content.toArray(),
  };
}

/** What takes a put back; refuses where the stored row is not the expected one, or cannot be read. */
function judged({ collection, id, expect, next }: ContentPut, row: unknown): ContentPut {
  const read = row === undefined ? undefined : decodeContent(row);
  if (read?.ok === false) throw new StoreRefusal({ reason: 'unreadable', problems: read.error });
  const stored = read?.value ?? null;
  if (expect !== undefined && !sameDocument(stored, expect))
    throw new StoreRefusal({ reason: 'conflict', revision: stored?.revision ?? 0 });
  return { collection, id, expect: next, next: stored };
}

/** Whether two documents are the same in all that is stored of them. */
export function sameDocument(a: ContentRow | null, b: ContentRow | null): boolean {
  if (a === null || b === null) return a === b;
  return canonicalJson(a) === canonicalJson(b);
}
