// The last version of a workflow without errors: what every door, contract, trigger and other workflow reads.
import { hasOutside, outsideOf, sameOutside, sameType } from '../contract/outside';
import type { WorkflowDocument } from '../model/document';
import { type JsonObject, ownString } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { readable } from './draft-log';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { contractToPublish, keepVersion, type Publish } from './publish';
import { decodeDraft, decodeWorkflowRow, type WorkflowRow } from './rows';
import { frozenWorkflow, storedWorkflow } from './stored-workflow';
import { syncTriggers, triggerTables } from './triggers';

export type WorkflowRepository = {
  /**
   * Makes a draft without errors the stored workflow, and publishes its contract in the same transaction (MAN-18). The
   * caller has validated it. An older revision than the stored one changes nothing, so that late calls never go back in
   * time. `missing`: its draft is deleted.
   *
   * @param publish what the contract is built with; without it, the contract stays as it is stored.
   */
  promote(
    id: string,
    document: JsonObject,
    revision: number,
    publish?: Publish,
  ): Promise<Result<WorkflowRow, StoreFault>>;
  get(id: string): Promise<Result<WorkflowRow, StoreFault>>;
  /** Newest change first; rows that cannot be read are left out. */
  list(): Promise<Result<readonly WorkflowRow[], StoreFault>>;
  /** What workflows that declare a contract offer to others as node types (MAN-9); in the order of their ids. */
  outsides(): Promise<Result<readonly WorkflowDocument[], StoreFault>>;
};

export function createWorkflows(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
): WorkflowRepository {
  return {
    async promote(id, document, revision, publish) {
      try {
        const { row, seen, rebuilt, fires } = await db.transaction(
          'rw',
          [db.workflows, db.drafts, db.versions, ...triggerTables(db)],
          async () => {
            // A draft that was deleted meanwhile, in another tab perhaps, brings no workflow back.
            const draft = decodeDraft(await db.drafts.get(id));
            if (draft.ok && draft.value.removed !== null) throw new StoreRefusal({ reason: 'missing' });
            const stored = await db.workflows.get(id);
            const before = stored === undefined ? undefined : readable(decodeWorkflowRow(stored));
            if (before !== undefined && isCurrent(before, revision, publish)) {
              return { row: before, seen: false, rebuilt: undefined, fires: false };
            }
            // What a door stored meanwhile is not overwritten before the author has decided.
            if (before?.door?.open === true)
              throw new StoreRefusal({ reason: 'conflict', revision: before.revision });
            const published =
              publish === undefined
                ? undefined
                : await contractToPublish(db, before, frozenWorkflow(document), publish);
            const at = world.now();
            const next: WorkflowRow = {
              v: 1,
              id,
              name: ownString(document, 'name') ?? '',
              created: before?.created ?? at,
              changed: at,
              revision,
              document,
              contract: published?.contract ?? before?.contract,
              removed: null,
            };
            await db.workflows.put(next);
            if (published !== undefined)
              await keepVersion(db, before, next, published, publish?.force === true);
            const was = before === undefined || before.removed !== null ? undefined : storedWorkflow(before);
            const now = storedWorkflow(next);
            const same = publish === undefined ? sameOutside(was, now) : sameType(was, now, publish.catalog);
            const fires = await syncTriggers(db, id, document, at);
            return { row: next, seen: !same, rebuilt: published, fires };
          },
        );
        world.announce({ kind: 'workflow', id });
        if (seen) world.announce({ kind: 'contracts' });
        if (fires) world.announce({ kind: 'triggers' });
        if (rebuilt !== undefined) publish?.report?.(rebuilt);
        return ok(row);
      } catch (error) {
        return fail(faultOf(error));
      }
    },
    async get(id) {
      try {
        const stored = await db.workflows.get(id);
        if (stored === undefined) throw new StoreRefusal({ reason: 'missing' });
        const row = readable(decodeWorkflowRow(stored));
        return row.removed === null ? ok(row) : fail({ reason: 'missing' });
      } catch (error) {
        return fail(faultOf(error));
      }
    },
    async list() {
      try {
        const rows = await db.workflows.orderBy('changed').reverse().toArray();
        return ok(
          rows
            .map(decodeWorkflowRow)
            .flatMap((row) => (row.ok && row.value.removed === null ? [row.value] : [])),
        );
      } catch (error) {
        return fail(faultOf(error));
      }
    },
    async outsides() {
      try {
        const rows = await db.workflows.toArray();
        return ok(
          rows.map(decodeWorkflowRow).flatMap((row) => {
            if (!row.ok || row.value.removed !== null) return [];
            const workflow = storedWorkflow(row.value);
            return hasOutside(workflow) ? [outsideOf({ ...workflow, id: row.value.id })] : [];
          }),
        );
      } catch (error) {
        return fail(faultOf(error));
      }
    },
  };
}

/** Whether a stored workflow is what a promotion of this revision would store. */
function isCurrent(before: WorkflowRow, revision: number, publish: Publish | undefined): boolean {
  if (before.removed !== null || before.revision < revision) return false;
  if (before.revision > revision) return true;
  // The same revision again: something is left to do where a build is forced, or none was ever made.
  return publish === undefined || (publish.force !== true && before.contract !== undefined);
}
