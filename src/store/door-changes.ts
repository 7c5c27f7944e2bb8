// What an author has to decide after a door changed a workflow whose draft had edits that were not stored. Until then the
// workflow is what the door stored, the draft is what the author has, and neither overwrites the other.
import type { Table } from 'dexie';
import { fail, ok, type Result } from '../model/problem';
import type { Announce, Announcement } from './announcements';
import type { SluiceDatabase } from './database';
import { recordOf } from './door-record';
import { FROM_OUTSIDE, follow } from './draft-follow';
import { commandsBetween, draftRow, readable } from './draft-log';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { type CommandRow, decodeDraft, decodeWorkflowRow, type WorkflowRow } from './rows';
import { storedWorkflow } from './stored-workflow';

/** `writes` names the change; an answer to an older one is refused. */
export type DoorChange = {
  readonly kind: 'changed' | 'deleted';
  readonly writes: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
};

/** What happened to a draft since a revision. */
export type DraftNews =
  /** The draft followed its workflow, by nothing but these steps. */
  | { readonly kind: 'followed'; readonly revision: number; readonly steps: readonly CommandRow[] }
  /** It was deleted, and can be brought back. */
  | { readonly kind: 'removed'; readonly revision: number }
  /** Something else wrote it. */
  | { readonly kind: 'other' };

export type DoorChanges = {
  /** What waits for a decision; undefined where nothing does. */
  pending(id: string): Promise<DoorChange | undefined>;
  /**
   * Takes what the door stored: the draft becomes like it, as one step of history, or is deleted with it. Undo and restore
   * bring back what was. @returns the draft's revision. `conflict`: the doors have written again, or another tab has.
   */
  take(id: string, writes: number, baseRevision: number): Promise<Result<number, StoreFault>>;
  /** Keeps the draft: the next promotion stores it in the place of what the door stored. `conflict` as above. */
  keep(id: string, writes: number): Promise<Result<null, StoreFault>>;
  news(id: string, since: number): Promise<DraftNews>;
};

export function createDoorChanges(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
): DoorChanges {
  const tables: Table[] = [db.workflows, db.drafts, db.commands, db.draftSnapshots];

  async function attempt<T>(work: (news: Announcement[]) => Promise<T>): Promise<Result<T, StoreFault>> {
    try {
      const news: Announcement[] = [];
      const value = await db.transaction('rw', tables, async () => work(news));
      for (const announcement of news) world.announce(announcement);
      return ok(value);
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  /** The row that waits for a decision about exactly this change. Ends the transaction where there is none. */
  async function openRow(id: string, writes: number): Promise<WorkflowRow> {
    const stored = await db.workflows.get(id);
    if (stored === undefined) throw new StoreRefusal({ reason: 'missing' });
    const row = readable(decodeWorkflowRow(stored));
    if (row.door?.open !== true || row.door.writes !== writes)
      throw new StoreRefusal({ reason: 'conflict', revision: row.revision });
    return row;
  }

  return {
    async pending(id) {
      const row = decodeWorkflowRow(await db.workflows.get(id));
      if (!row.ok || row.value.door?.open !== true) return undefined;
      const { removed, changed, door } = row.value;
      return {
        kind: removed === null ? 'changed' : 'deleted',
        writes: door.writes,
        at: removed ?? changed,
      };
    },

    take: (id, writes, baseRevision) =>
      attempt(async (news) => {
        const row = await openRow(id, writes);
        const draft = await draftRow(db, id);
        if (draft.revision !== baseRevision)
          throw new StoreRefusal({ reason: 'conflict', revision: draft.revision });
        const at = world.now();
        const revision = draft.revision + 1;
        const door = { writes, open: false };
        if (row.removed === null) {
          const record = recordOf(row);
          const next = await follow(db, draft, { record, document: storedWorkflow(row) }, at);
          await db.drafts.put({ ...next, changed: at, revision });
          await db.workflows.put({ ...row, revision, door });
        } else {
          await db.drafts.put({ ...draft, removed: at, changed: at, revision });
          await db.workflows.put({ ...row, revision, door });
          news.push({ kind: 'drafts' });
        }
        news.push({ kind: 'draft', id, revision }, { kind: 'workflow', id });
        return revision;
      }),

    keep: (id, writes) =>
      attempt(async (news) => {
        const row = await openRow(id, writes);
        await db.workflows.put({ ...row, door: { writes, open: false } });
        news.push({ kind: 'workflow', id });
        return null;
      }),

    async news(id, since) {
      return db.transaction('r', db.drafts, db.commands, async () => {
        const draft = decodeDraft(await db.drafts.get(id));
        if (!draft.ok) return { kind: 'other' };
        const { removed, revision, cursor } = draft.value;
        const writes = revision - since;
        if (removed !== null) return writes === 1 ? { kind: 'removed', revision } : { kind: 'other' };
        if (writes < 1 || writes > cursor) return { kind: 'other' };
        const steps = await commandsBetween(db, id, cursor - writes, cursor);
        return steps.length === writes && steps.every(({ name }) => name === FROM_OUTSIDE)
          ? { kind: 'followed', revision, steps }
          : { kind: 'other' };
      });
    },
  };
}
