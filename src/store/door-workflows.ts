// The stored workflows as doors read and write them. Every write is one transaction over the workflow and its draft, so a
// draft is never seen that does not know what became of its workflow.
//
// A draft without edits of its own follows (`draft-follow.ts`). A draft that has edits which are not stored stays as it is,
// and the row is marked `open`: then nobody overwrites anybody until the author has decided (`door-changes.ts`).
import type { Table } from 'dexie';
import { sameOutside } from '../contract/outside';
import type { WorkflowDocument } from '../model/document';
import { ownString } from '../model/json';
import type { Announce, Announcement } from './announcements';
import type { SluiceDatabase } from './database';
import { type DoorRecord, recordOf, rowOf, stampOf, stampOfStored } from './door-record';
import { follow } from './draft-follow';
import { headOf } from './draft-head';
import { deleteCommands, snapshot } from './draft-log';
import { keepVersion } from './publish';
import { type DraftRow, decodeDraft, decodeWorkflowRow, type WorkflowRow } from './rows';
import { toStored } from './stored-document';
import { storedWorkflow } from './stored-workflow';
import { syncTriggers, triggerTables } from './triggers';
import { memoryOf } from './unsaved';

/** A record with what tells whether it is still the stored one. */
export type HeldRecord = { readonly record: DoorRecord; readonly stamp: string };

export type Known = (id: string) => HeldRecord | undefined;

/** Rejects only where the database does. */
export type DoorWorkflows = {
  /** What its writes touch, for a transaction around them. */
  readonly tables: readonly Table[];
  /** True where a create would be refused. */
  isTaken(id: string): Promise<boolean>;
  /**
   * Every stored workflow that can be read, in no order. `known` answers what was read of an id before: where that is still
   * stored it is given back as it is, for decoding a hundred workflows takes longer than reading them.
   */
  all(known?: Known): Promise<readonly HeldRecord[]>;
  get(id: string, known?: Known): Promise<HeldRecord | undefined>;
  /** STORE-3: undefined, and nothing is changed, where the id is taken. */
  create(record: DoorRecord, document: WorkflowDocument): Promise<HeldRecord | undefined>;
  /** Puts a record in the place of the one with this stamp; undefined, and nothing is changed, where that is not stored any more. */
  replace(stamp: string, record: DoorRecord, document: WorkflowDocument): Promise<HeldRecord | undefined>;
  /** Deletes with undo. False where there is none, or another one than that with the stamp. */
  remove(id: string, stamp?: string): Promise<boolean>;
};

export function createDoorWorkflows(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
): DoorWorkflows {
  const tables: Table[] = [
    db.workflows,
    db.versions,
    db.drafts,
    db.commands,
    db.draftSnapshots,
    ...triggerTables(db),
  ];

  /** The row of an id, deleted ones too; `unreadable` is there and nobody's to change. */
  async function rowAt(id: string): Promise<WorkflowRow | 'unreadable' | undefined> {
    const stored = await db.workflows.get(id);
    if (stored === undefined) return undefined;
    const row = decodeWorkflowRow(stored);
    return row.ok ? row.value : 'unreadable';
  }

  async function put(
    record: DoorRecord,
    document: WorkflowDocument,
    before: WorkflowRow | undefined,
    news: Announcement[],
  ): Promise<HeldRecord> {
    const draft = await bringDraft(record, document, before, news);
    const row = rowOf(record, document, before, draft);
    await db.workflows.put(row);
    await keepVersion(
      db,
      before,
      row,
      { contract: row.contract ?? NO_CONTRACT, rebuilt: true, warnings: [], failure: undefined },
      false,
    );
    if (await syncTriggers(db, record.id, row.document, world.now())) news.push({ kind: 'triggers' });
    news.push({ kind: 'workflow', id: record.id });
    const was = before === undefined || before.removed !== null ? undefined : storedWorkflow(before);
    if (!sameOutside(was, storedWorkflow(row))) news.push({ kind: 'contracts' });
    return { record, stamp: stampOf(row) };
  }

  /** What becomes of the draft. Answers the revision that the workflow is then of, and whether its author has to decide. */
  async function bringDraft(
    record: DoorRecord,
    document: WorkflowDocument,
    before: WorkflowRow | undefined,
    news: Announcement[],
  ): Promise<{ readonly revision: number; readonly open: boolean }> {
    const { id } = record;
    const at = world.now();
    const stored = await db.drafts.get(id);
    if (stored === undefined) {
      await addDraft(db, document, at);
      news.push({ kind: 'drafts' });
      return { revision: 1, open: false };
    }
    const decoded = decodeDraft(stored);
    const row = decoded.ok ? decoded.value : undefined;
    if (row === undefined || !(row.removed !== null || isClean(row, before)))
      return { revision: before?.revision ?? 0, open: true };
    const was = row.removed === null && before !== undefined ? recordOf(before) : undefined;
    const next = await follow(db, row, { was, record, document }, at);
    if (next === row && row.removed === null) return { revision: row.revision, open: false };
    const revision = row.revision + 1;
    await db.drafts.put({ ...next, removed: null, changed: at, revision });
    news.push({ kind: 'draft', id, revision });
    if (row.removed !== null) news.push({ kind: 'drafts' });
    return { revision, open: false };
  }

  async function write<T>(work: (news: Announcement[]) => Promise<T>): Promise<T> {
    const { outcome, news } = await db.transaction('rw', tables, async () => {
      const heard: Announcement[] = [];
      return { outcome: await work(heard), news: heard };
    });
    for (const announcement of news) world.announce(announcement);
    return outcome;
  }

  async function isTaken(id: string): Promise<boolean> {
    const row = await rowAt(id);
    return row === 'unreadable' || row?.removed === null;
  }

  return {
    tables,
    isTaken,
    all: async (known = NOTHING) =>
      (await db.workflows.toArray()).flatMap((stored) => read(stored, known) ?? []),
    get: async (id, known = NOTHING) => read(await db.workflows.get(id), known),
    create: (record, document) =>
      write(async (news) => {
        const before = await rowAt(record.id);
        if (before === 'unreadable' || before?.removed === null) return undefined;
        return put(record, document, before, news);
      }),
    replace: (stamp, record, document) =>
      write(async (news) => {
        const before = await rowAt(record.id);
        if (before === undefined || before === 'unreadable' || stampOf(before) !== stamp) return undefined;
        return put(record, document, before, news);
      }),
    remove: (id, stamp) =>
      write(async (news) => {
        const before = await rowAt(id);
        if (before === undefined || before === 'unreadable' || before.removed !== null) return false;
        if (stamp !== undefined && stampOf(before) !== stamp) return false;
        const at = world.now();
        const draft = decodeDraft(await db.drafts.get(id));
        const gone = draft.ok && (draft.value.removed !== null || isClean(draft.value, before));
        let { revision } = before;
        if (draft.ok && draft.value.removed === null && gone) {
          revision = draft.value.revision + 1;
          await db.drafts.put({ ...draft.value, removed: at, changed: at, revision });
          news.push({ kind: 'draft', id, revision }, { kind: 'drafts' });
        }
        const writes = (before.door?.writes ?? 0) + 1;
        await db.workflows.put({ ...before, revision, removed: at, door: { writes, open: !gone } });
        news.push({ kind: 'workflow', id }, { kind: 'contracts' }, { kind: 'triggers' });
        return true;
      }),
  };
}

const NO_CONTRACT = { parameter_schema: null, output_schema: null, schema_version: '' };

/** Whether a draft is what is stored: it has no edit that is not, and its author has nothing to decide. */
function isClean(draft: DraftRow, stored: WorkflowRow | undefined): boolean {
  return stored?.removed === null && stored.revision === draft.revision && stored.door?.open !== true;
}

const NOTHING: Known = () => undefined;

/** Undefined where there is none, it is deleted, or it cannot be read. */
function read(stored: unknown, known: Known): HeldRecord | undefined {
  const before = known(ownString(stored, 'id') ?? '');
  if (before !== undefined && before.stamp === stampOfStored(stored)) return before;
  const row = decodeWorkflowRow(stored);
  if (!row.ok || row.value.removed !== null) return undefined;
  return { record: recordOf(row.value), stamp: stampOf(row.value) };
}

async function addDraft(db: SluiceDatabase, document: WorkflowDocument, at: number): Promise<void> {
  const { id } = document;
  const row: DraftRow = {
    v: 1,
    id,
    head: headOf(document, { errors: 0, warnings: 0 }),
    created: at,
    changed: at,
    revision: 1,
    cursor: 0,
    last: 0,
    snapshot: 0,
    removed: null,
    memory: memoryOf(document.extra),
  };
  await deleteCommands(db, id);
  await snapshot(db, row, toStored({ ...document, contract: undefined }));
  await db.drafts.add(row);
}
