// MAN-18: what a promotion publishes. Runs inside the promotion's transaction, so that of two tabs the later one builds on
// what the earlier one published, and no version is given out twice or lost.
import type { Catalog } from '../catalog/types';
import { publication } from '../contract/publication';
import { reachableWorkflows } from '../contract/reachable';
import { publishedContract, type Rebuilt } from '../contract/rebuild';
import { UNBUILT_VERSION } from '../contract/versions';
import type { Contract, WorkflowDocument } from '../model/document';
import { sameJson } from '../model/json';
import type { SluiceDatabase } from './database';
import { decodeWorkflowRow, type VersionRow, type WorkflowRow } from './rows';
import { storedWorkflow } from './stored-workflow';
import { addVersion } from './versions';

/** What a promotion needs to build the contract. */
export type Publish = {
  readonly catalog: Catalog;
  /** The contract that the draft came with: a file may bring one along. */
  readonly brought?: Contract | undefined;
  /** Builds although the manifest is the published one. */
  readonly force?: boolean;
  /** Told what came of it, after it is stored. */
  readonly report?: (rebuilt: Rebuilt) => void;
};

/** The contract that promoting `document` publishes. `before`: the workflow as it is stored. */
export async function contractToPublish(
  db: SluiceDatabase,
  before: WorkflowRow | undefined,
  document: WorkflowDocument,
  { catalog, brought, force = false }: Publish,
): Promise<Rebuilt> {
  const stored = before === undefined ? undefined : storedWorkflow(before);
  const resolveWorkflow = await reachableWorkflows(document, catalog, async (id) => {
    const row = decodeWorkflowRow(await db.workflows.get(id));
    return row.ok && row.value.removed === null ? storedWorkflow(row.value) : undefined;
  });
  return publication(stored, { ...document, contract: brought }, catalog, { resolveWorkflow, force });
}

/** Keeps the version that a promotion published, where it is a new one. */
export async function keepVersion(
  db: SluiceDatabase,
  before: WorkflowRow | undefined,
  row: WorkflowRow,
  { rebuilt }: Rebuilt,
  force: boolean,
): Promise<void> {
  const { contract } = row;
  if (contract === undefined || sameJson(plain(before?.contract), plain(contract))) return;
  if (contract.schema_version === UNBUILT_VERSION) return;
  const reason: VersionRow['reason'] = !rebuilt ? 'brought' : force ? 'forced' : 'manifest';
  const of = storedWorkflow(row);
  await addVersion(db, {
    at: row.changed,
    reason,
    document: row.document,
    contract,
    of: { ...of, id: row.id },
  });
}

function plain(contract: Contract | undefined) {
  return { ...publishedContract({ contract }) };
}
