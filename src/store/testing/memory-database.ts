import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { openDatabase, type SluiceDatabase } from '../database';

/** A database of its own in memory, for tests. Two with the same factory are two tabs. */
export async function memoryDatabase(factory: IDBFactory = new IDBFactory()): Promise<SluiceDatabase> {
  const opened = await openDatabase({ indexedDB: factory, IDBKeyRange });
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

/** A clock that moves one millisecond with every look. */
export function countingClock(start = 1_000): () => number {
  let at = start;
  return () => {
    at += 1;
    return at;
  };
}

/** Makes the next write to a table fail as a full disk does; every later one works. */
export async function failNextWrite(
  db: SluiceDatabase,
  table: string,
  name = 'QuotaExceededError',
): Promise<void> {
  let armed = true;
  // A layer is taken up when the database opens.
  db.close();
  db.use({
    stack: 'dbcore',
    name: `fail-${table}`,
    create: (core) => ({
      ...core,
      table: (wanted) => {
        const inner = core.table(wanted);
        if (wanted !== table) return inner;
        return {
          ...inner,
          mutate: (request) => {
            if (!armed) return inner.mutate(request);
            armed = false;
            return Promise.reject(new DOMException('The quota has been exceeded.', name));
          },
        };
      },
    }),
  });
  await db.open();
}
