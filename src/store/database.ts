import Dexie, { type DexieOptions, type Table } from 'dexie';
import type { MemoryRow } from '../engine/memory/store';
import type { ContentRow, LogRow, ValueRow } from '../engine/ports';
import type { QueueEntry } from '../engine/queue/types';
import type { TriggerRow } from '../engine/triggers/types';
import { fail, ok, type Result } from '../model/problem';
import type { StoredInterrupt } from './interrupt-rows';
import { DATABASE_VERSIONS, type DatabaseVersion, declareVersions } from './migrations';
import type {
  CommandRow,
  DraftRow,
  DraftSnapshotRow,
  SecretLockRow,
  SecretRow,
  SettingRow,
  SiteRecordRow,
  VersionRow,
  WorkflowRow,
} from './rows';
import type { CheckpointRow, StoredJob, StoredRun } from './run-rows';
import type { SnapshotRow } from './snapshot-rows';
import type { ThreadRow } from './thread-rows';

/** The key of the secrets, which the browser never gives out; kept in the secrets' table under a name of its own. */
export type SecretKeyRow = { readonly v: 1; readonly name: string; readonly key: CryptoKey };

/**
 * The database. Whatever is read from a table is unknown until its decoder has read it: rows may be of another version.
 */
export class SluiceDatabase extends Dexie {
  declare readonly drafts: Table<unknown, string, DraftRow>;
  declare readonly commands: Table<unknown, [string, number], CommandRow>;
  declare readonly draftSnapshots: Table<unknown, string, DraftSnapshotRow>;
  declare readonly workflows: Table<unknown, string, WorkflowRow>;
  declare readonly versions: Table<unknown, [string, number], VersionRow>;
  declare readonly nodeTypes: Table<unknown, string, SiteRecordRow>;
  declare readonly categories: Table<unknown, string, SiteRecordRow>;
  declare readonly lanes: Table<unknown, string, SiteRecordRow>;
  declare readonly runs: Table<unknown, string, StoredRun>;
  declare readonly jobs: Table<unknown, string, StoredJob>;
  declare readonly values: Table<unknown, string, ValueRow>;
  declare readonly checkpoints: Table<unknown, [string, number], CheckpointRow>;
  declare readonly threads: Table<unknown, [string, string], ThreadRow>;
  declare readonly queue: Table<unknown, string, QueueEntry>;
  declare readonly interrupts: Table<unknown, string, StoredInterrupt>;
  declare readonly snapshots: Table<unknown, string, SnapshotRow>;
  declare readonly logs: Table<unknown, [string, number], LogRow>;
  declare readonly triggers: Table<unknown, string, TriggerRow>;
  declare readonly content: Table<unknown, [string, string], ContentRow>;
  declare readonly memory: Table<unknown, [string, string], MemoryRow>;
  declare readonly secrets: Table<unknown, string, SecretRow | SecretKeyRow | SecretLockRow>;
  declare readonly settings: Table<unknown, string, SettingRow>;

  constructor(
    name: string,
    options: DexieOptions = {},
    versions: readonly DatabaseVersion[] = DATABASE_VERSIONS,
  ) {
    super(name, options);
    declareVersions(this, versions);
  }
}

/** Why there is no database. `message` is for people and says what to do. */
export type OpenFault = {
  /**
   * `newer`: written by a newer Sluice. `blocked`: another tab holds an older version open. `deleted`: everything was
   * deleted while it was open. `unavailable`: the browser has none.
   */
  readonly code: 'newer' | 'blocked' | 'deleted' | 'unavailable' | 'failed';
  readonly message: string;
};

export type OpenOptions = {
  readonly name?: string;
  /** For tests: another IndexedDB. */
  readonly indexedDB?: IDBFactory;
  readonly IDBKeyRange?: typeof IDBKeyRange;
  readonly versions?: readonly DatabaseVersion[];
  /** Called while another tab with an older version keeps the database from opening. It opens when that tab lets go. */
  readonly onBlocked?: (fault: OpenFault) => void;
  /** Called when a newer version in another tab took over, or everything was deleted: nothing can be read or written now. */
  readonly onSuperseded?: (fault: OpenFault) => void;
};

const DATABASE_NAME = 'sluice';

/**
 * Opens the database and migrates what an older version wrote. A failed migration leaves everything as it was.
 */
export async function openDatabase(options: OpenOptions = {}): Promise<Result<SluiceDatabase, OpenFault>> {
  const versions = options.versions ?? DATABASE_VERSIONS;
  const newest = Math.max(...versions.map(({ version }) => version));
  const db = new SluiceDatabase(options.name ?? DATABASE_NAME, dexieOptions(options), versions);
  db.on('blocked', () =>
    options.onBlocked?.({
      code: 'blocked',
      message: 'Another tab has an older version of Sluice open. Close or reload that tab to go on here.',
    }),
  );
  db.on('versionchange', ({ newVersion }) => {
    db.close();
    options.onSuperseded?.(
      newVersion === null
        ? { code: 'deleted', message: 'What Sluice had stored in this browser was deleted.' }
        : { code: 'newer', message: 'Sluice was updated in another tab.' },
    );
  });
  const stored = await storedVersion(options);
  if (stored !== undefined && stored > newest) return fail(newerFault(stored, newest));
  try {
    await db.open();
  } catch (error) {
    return fail(openFault(error, newest));
  }
  // Another tab may have upgraded between the two looks.
  if (db.verno > newest) {
    const { verno } = db;
    db.close();
    return fail(newerFault(verno, newest));
  }
  return ok(db);
}

function dexieOptions({ indexedDB, IDBKeyRange }: OpenOptions): DexieOptions {
  return indexedDB === undefined || IDBKeyRange === undefined ? {} : { indexedDB, IDBKeyRange };
}

/** The version in the browser, read without changing it: Dexie would open a newer one as if it knew it. */
async function storedVersion(options: OpenOptions): Promise<number | undefined> {
  const factory: IDBFactory | undefined = options.indexedDB ?? globalThis.indexedDB;
  if (factory?.databases === undefined) return undefined;
  const name = options.name ?? DATABASE_NAME;
  try {
    const found = (await factory.databases()).find((database) => database.name === name);
    return found?.version === undefined ? undefined : found.version / 10;
  } catch {
    return undefined;
  }
}

function newerFault(stored: number, known: number): OpenFault {
  return {
    code: 'newer',
    message: `Your workflows were saved by a newer version of Sluice (database version ${stored}, this one knows ${known}). Reload to get the newer version; nothing was changed.`,
  };
}

function openFault(error: unknown, newest: number): OpenFault {
  const name = error instanceof Error ? error.name : '';
  if (name === 'VersionError') return newerFault(newest + 1, newest);
  if (name === 'MissingAPIError' || name === 'InvalidStateError' || name === 'SecurityError') {
    return {
      code: 'unavailable',
      message:
        'This browser gives Sluice no place to save, as in some private windows. Work can be downloaded, but not kept here.',
    };
  }
  const detail = error instanceof Error ? error.message : String(error);
  return {
    code: 'failed',
    message: `The place where your workflows are saved could not be opened: ${detail}`,
  };
}
