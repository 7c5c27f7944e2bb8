// Versions of the database as data. A version names the tables whose indexes change and, for rows of an older shape, a
// pure function from row to row. A published version is never edited: a change is a new version.
import type Dexie from 'dexie';
import type { Transaction } from 'dexie';
import { withDue } from './interrupt-rows';
import { fillQueue } from './queue-rows';
import { fillThreads } from './thread-rows';

export type RowMigration = (row: unknown) => unknown;

export type DatabaseVersion = {
  readonly version: number;
  /** Table to its keys and indexes, in Dexie's words; null removes the table. Tables that are not named stay. */
  readonly tables: { readonly [table: string]: string | null };
  /** Table to the function that makes a row of this version from one of the version before. `undefined` drops the row. */
  readonly rows?: { readonly [table: string]: RowMigration };
  /** Fills a new table from older ones, within the same transaction, after the rows. */
  readonly fill?: (transaction: Transaction) => Promise<void>;
};

export const DATABASE_VERSIONS: readonly DatabaseVersion[] = [
  {
    version: 1,
    tables: {
      drafts: 'id, changed',
      commands: '[draft+seq]',
      // Apart from `drafts`, so that an edit writes a small row and one command, never the whole document.
      draftSnapshots: 'id',
      workflows: 'id, changed',
      versions: '[workflow+n]',
      nodeTypes: 'id',
      categories: 'id',
      lanes: 'id',
      runs: 'id, workflow, status, created, [workflow+created], [status+created], *refs',
      jobs: 'id, [run+order], [run+status], [run+node], *refs',
      values: 'hash',
      checkpoints: '[run+seq]',
      snapshots: 'execution',
      logs: '[run+seq]',
      interrupts: 'id, run, status, expires',
      sessions: 'id, workflow',
      messages: '[session+seq], id',
      memory: '[scope+key]',
      triggers: 'id, workflow',
      content: '[collection+id]',
      secrets: 'name',
      settings: 'key',
    },
  },
  {
    version: 2,
    // SG-12: the latest checkpoint of a thread, without looking through runs.
    tables: { threads: '[workflow+thread], run' },
    fill: fillThreads,
  },
  {
    version: 3,
    // INT-18: the open questions that a sweep has to look at, without looking through settled ones.
    tables: { interrupts: 'id, run, job, status, due' },
    rows: { interrupts: withDue },
  },
  {
    version: 4,
    // ORC-14: runs that workers claim.
    tables: { queue: 'run, [due+turn], turn, claim.until' },
    fill: fillQueue,
  },
  {
    version: 5,
    // What has expired is found without looking through all that is remembered.
    tables: { memory: '[scope+key], expires' },
  },
];

/** Declares every version on a database that is not open yet, oldest first. */
export function declareVersions(db: Dexie, versions: readonly DatabaseVersion[]): void {
  for (const { version, tables, rows, fill } of versions) {
    const declared = db.version(version).stores({ ...tables });
    if (rows === undefined && fill === undefined) continue;
    declared.upgrade(async (transaction) => {
      for (const [table, migrate] of Object.entries(rows ?? {})) {
        await transaction
          .table(table)
          .toCollection()
          .modify((row: unknown, context: { value?: unknown }) => {
            const migrated = migrate(row);
            if (migrated === undefined) delete context.value;
            else context.value = migrated;
          });
      }
      await fill?.(transaction);
    });
  }
}
