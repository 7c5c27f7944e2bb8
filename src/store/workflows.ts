// The last version of a workflow without errors: what every door, contract, trigger and other workflow reads.
import { type JsonObject, ownString } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { readable } from './draft-log';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { decodeDraft, decodeWorkflowRow, type WorkflowRow } from './rows';

export type WorkflowRepository = {
  /**
   * Makes a draft without errors the stored workflow. The caller has validated it. An older revision than the stored one
   * changes nothing, so that late calls never go back in time. `missing`: its draft is deleted.
   */
  promote(id: string, document: JsonObject, revision: number): Promise<Result<WorkflowRow, StoreFault>>;
  get(id: string): Promise<Result<WorkflowRow, StoreFault>>;
  /** Newest change first; rows that cannot be read are left out. */
  list(): Promise<Result<readonly WorkflowRow[], StoreFault>>;
};

export function createWorkflows(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
): WorkflowRepository {
  return {
    async promote(id, document, revision) {
      try {
        const row = await db.transaction('rw', db.workflows, db.drafts, async () => {
          // A draft that was deleted meanwhile, in another tab perhaps, brings no workflow back.
          const draft = decodeDraft(await db.drafts.get(id));
          if (draft.ok && draft.value.removed !== null) throw new StoreRefusal({ reason: 'missing' });
          const stored = await db.workflows.get(id);
          const before = stored === undefined ? undefined : readable(decodeWorkflowRow(stored));
          if (before !== undefined && before.removed === null && before.revision >= revision) return before;
          const at = world.now();
          const next: WorkflowRow = {
            v: 1,
            id,
            name: ownString(document, 'name') ?? '',
            created: before?.created ?? at,
            changed: at,
            revision,
            document,
            removed: null,
          };
          await db.workflows.put(next);
          return next;
        });
        world.announce({ kind: 'workflow', id });
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
  };
}
