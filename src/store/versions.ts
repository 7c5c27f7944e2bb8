// Every version of a workflow's contract, with the workflow as it was then. Written by the promotion that publishes it.
import Dexie from 'dexie';
import type { Contract, WorkflowDocument } from '../model/document';
import { encodeStoredEntry } from '../model/manifest-form';
import { fail, ok, type Result } from '../model/problem';
import type { SluiceDatabase } from './database';
import { readable } from './draft-log';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { decodeVersion, type VersionRow } from './rows';

export type VersionRepository = {
  /** Newest first; rows that cannot be read are left out. */
  list(workflow: string): Promise<Result<readonly VersionRow[], StoreFault>>;
  get(workflow: string, n: number): Promise<Result<VersionRow, StoreFault>>;
  /** The newest that was published under this version; `undefined` where there is none. */
  find(workflow: string, version: string): Promise<VersionRow | undefined>;
};

export function createVersions(db: SluiceDatabase): VersionRepository {
  const list = async (workflow: string) =>
    (await ofWorkflow(db, workflow).reverse().toArray()).flatMap((stored) => {
      const row = decodeVersion(stored);
      return row.ok ? [row.value] : [];
    });
  return {
    async list(workflow) {
      try {
        return ok(await list(workflow));
      } catch (error) {
        return fail(faultOf(error));
      }
    },
    async get(workflow, n) {
      try {
        const stored = await db.versions.get([workflow, n]);
        if (stored === undefined) throw new StoreRefusal({ reason: 'missing' });
        return ok(readable(decodeVersion(stored)));
      } catch (error) {
        return fail(faultOf(error));
      }
    },
    async find(workflow, version) {
      try {
        return (await list(workflow)).find(({ contract }) => contract.schema_version === version);
      } catch {
        return undefined;
      }
    },
  };
}

/** Appends a version, inside the transaction that publishes it. */
export async function addVersion(
  db: SluiceDatabase,
  version: Pick<VersionRow, 'at' | 'reason' | 'document'> & {
    readonly contract: Contract;
    readonly of: WorkflowDocument;
  },
): Promise<void> {
  const { at, reason, document, contract, of } = version;
  const last = await ofWorkflow(db, of.id).reverse().primaryKeys();
  await db.versions.add({
    v: 1,
    workflow: of.id,
    n: (last[0]?.[1] ?? 0) + 1,
    at,
    reason,
    contract,
    manifest: { inputs: of.inputs.map(encodeStoredEntry), outputs: of.outputs.map(encodeStoredEntry) },
    document,
  });
}

/** Ends all versions of a workflow, inside a transaction. */
export async function deleteVersions(db: SluiceDatabase, workflow: string): Promise<void> {
  await ofWorkflow(db, workflow).delete();
}

function ofWorkflow(db: SluiceDatabase, workflow: string) {
  return db.versions.where('[workflow+n]').between([workflow, Dexie.minKey], [workflow, Dexie.maxKey]);
}
