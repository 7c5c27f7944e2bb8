// What an author has on the canvas, faults included, with its history. Every write is one transaction that raises the
// draft's revision; a writer that knows another revision is refused, so no tab overwrites another's work silently.
import Dexie, { type Table } from 'dexie';
import type { WorkflowDocument } from '../model/document';
import { retireNodeIds } from '../model/ids';
import { fail, ok, type Result } from '../model/problem';
import type { Announce } from './announcements';
import type { SluiceDatabase } from './database';
import { headOf } from './draft-head';
import {
  commandsBetween,
  deleteCommands,
  documentAt,
  draftRow,
  fitting,
  readable,
  snapshot,
  trim,
  writeSteps,
} from './draft-log';
import type { DraftRepository, DraftSummary, UnreadableDraft } from './draft-types';
import { faultOf, type StoreFault, StoreRefusal } from './faults';
import { type HistoryStep, keyedHistory } from './history';
import { type DraftRow, decodeDraft, decodeWorkflowRow, type ProblemCounts } from './rows';
import { decodeRun } from './run-rows';
import { fromStored, toStored } from './stored-document';
import { memoryOf, type Unsaved, writeUnsaved } from './unsaved';
import { deleteVersions } from './versions';

const UNJUDGED: ProblemCounts = { errors: 0, warnings: 0 };

/** @param world the time in milliseconds, and how other tabs are told. */
export function createDrafts(
  db: SluiceDatabase,
  world: { readonly now: () => number; readonly announce: Announce },
): DraftRepository {
  const { now, announce } = world;
  const written: Table[] = [db.drafts, db.commands, db.draftSnapshots];

  async function attempt<T>(work: () => PromiseLike<T>): Promise<Result<T, StoreFault>> {
    try {
      return ok(await work());
    } catch (error) {
      return fail(faultOf(error));
    }
  }

  /** One write: the row is read, changed and put in a single transaction; then the other tabs are told. */
  async function write(
    id: string,
    change: (row: DraftRow) => Promise<DraftRow>,
    options: { removed?: boolean; tables?: Table[] } = {},
  ): Promise<Result<number, StoreFault>> {
    const result = await attempt(() =>
      db.transaction('rw', options.tables ?? written, async () => {
        const row = await draftRow(db, id, options);
        const changed: DraftRow = { ...(await change(row)), changed: now(), revision: row.revision + 1 };
        await db.drafts.put(changed);
        return changed;
      }),
    );
    if (!result.ok) return result;
    announce({ kind: 'draft', id, revision: result.value.revision });
    return ok(result.value.revision);
  }

  /** A workflow came or went, and with it the node type that it may be (MAN-9). */
  function announceGone(): void {
    announce({ kind: 'drafts' });
    announce({ kind: 'contracts' });
  }

  function replaced(row: DraftRow, document: WorkflowDocument, problems: ProblemCounts): Promise<DraftRow> {
    return stepWith(row, 'replaceDocument', () => document, problems);
  }

  async function stepWith(
    row: DraftRow,
    name: string,
    change: (document: WorkflowDocument) => WorkflowDocument,
    problems: ProblemCounts,
  ): Promise<DraftRow> {
    const before = fromStored(await documentAt(db, row));
    const after = retireNodeIds(before, change(before));
    const command: HistoryStep = {
      name,
      params: {},
      at: now(),
      patches: [{ op: 'replace', path: [], value: after }],
      inverse: [{ op: 'replace', path: [], value: before }],
    };
    const next = await writeSteps(db, row, [{ kind: 'command', command }], () => toStored(after));
    return { ...next, head: headOf(after, problems), memory: memoryOf(after.extra) };
  }

  async function lastRunOf(workflow: string): Promise<DraftSummary['lastRun']> {
    const row = await db.runs
      .where('[workflow+created]')
      .between([workflow, Dexie.minKey], [workflow, Dexie.maxKey])
      .last();
    const run = row === undefined ? undefined : decodeRun(row);
    if (run === undefined || !run.ok) return null;
    const { id, status, created, ended } = run.value;
    return { id, status, created, ended };
  }

  return {
    list: (filter = {}) =>
      attempt(async () => {
        const drafts: DraftSummary[] = [];
        const unreadable: UnreadableDraft[] = [];
        const wanted = filter.search?.toLowerCase();
        // Not by the index of `changed`: a malformed row may have none, and must be told of all the same.
        for (const stored of await db.drafts.toArray()) {
          const result = decodeDraft(stored);
          if (!result.ok) {
            unreadable.push({ id: idOf(stored), problems: result.error });
            continue;
          }
          const { id, head, created, changed, revision, removed } = result.value;
          if ((removed !== null) !== (filter.removed ?? false)) continue;
          // STORE-15: a literal part, in any case.
          if (wanted !== undefined && !head.name.toLowerCase().includes(wanted)) continue;
          drafts.push({ id, head, created, changed, revision, removed, lastRun: await lastRunOf(id) });
        }
        return { drafts: drafts.sort((a, b) => b.changed - a.changed), unreadable };
      }),

    open: (id) =>
      attempt(async () => {
        const { row, stored, done, undone } = await db.transaction('r', written, async () => {
          const found = await draftRow(db, id);
          return {
            row: found,
            stored: await documentAt(db, found),
            done: await commandsBetween(db, id, 0, found.cursor),
            undone: await commandsBetween(db, id, found.cursor, found.last),
          };
        });
        const document = fromStored(stored);
        const history = fitting(() => keyedHistory(document, done, undone));
        return { document, revision: row.revision, changed: row.changed, ...history };
      }),

    revision: async (id) => {
      const stored = await db.drafts.get(id);
      const row = stored === undefined ? undefined : decodeDraft(stored);
      return row?.ok === true && row.value.removed === null ? row.value.revision : undefined;
    },

    async create(document, problems = UNJUDGED) {
      const result = await attempt(() =>
        db.transaction('rw', written, async () => {
          const { id } = document;
          const stored = await db.drafts.get(id);
          if (stored !== undefined) {
            const row = readable(decodeDraft(stored));
            if (row.removed === null) throw new StoreRefusal({ reason: 'taken' });
            const back = await replaced(row, document, problems);
            const revision = row.revision + 1;
            await db.drafts.put({ ...back, removed: null, changed: now(), revision });
            return revision;
          }
          const at = now();
          const row: DraftRow = {
            v: 1,
            id,
            head: headOf(document, problems),
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
          await snapshot(db, row, toStored(document));
          await db.drafts.add(row);
          return 1;
        }),
      );
      if (result.ok) announce({ kind: 'drafts' });
      return result;
    },

    append: ({ id, baseRevision, steps, document, problems }) =>
      write(id, async (row) => {
        if (row.revision !== baseRevision)
          throw new StoreRefusal({ reason: 'conflict', revision: row.revision });
        const next = await writeSteps(db, row, steps, () => toStored(document));
        return { ...next, head: headOf(document, problems), memory: memoryOf(document.extra) };
      }),

    async takeUp(unsaved: Unsaved) {
      const { id } = unsaved;
      const result = await attempt(() =>
        db.transaction('rw', written, async () => {
          const row = await draftRow(db, id);
          const after = await writeUnsaved(db, row, unsaved);
          if (after === undefined) return undefined;
          const revision = row.revision + 1;
          const head = headOf(fromStored(after.document), row.head.problems);
          const memory = unsaved.memory ?? row.memory;
          await db.drafts.put({ ...after.row, head, memory, changed: now(), revision });
          return revision;
        }),
      );
      if (!result.ok) return result;
      if (result.value === undefined) return ok(false);
      announce({ kind: 'draft', id, revision: result.value });
      return ok(true);
    },

    async rename(id, name) {
      let stored = false;
      const result = await write(
        id,
        async (row) => {
          const command: HistoryStep = {
            name: 'setWorkflowField',
            params: {},
            at: now(),
            patches: [{ op: 'replace', path: ['name'], value: name }],
            inverse: [{ op: 'replace', path: ['name'], value: row.head.name }],
          };
          const renamed = { ...(await documentAt(db, row)), name };
          const next = await writeSteps(db, row, [{ kind: 'command', command }], () => renamed);
          stored = await renameWorkflow(db, row, name, now());
          return { ...next, head: { ...row.head, name } };
        },
        { tables: [...written, db.workflows] },
      );
      // Where it is a node type, that is called after it (MAN-9).
      if (result.ok && stored) announce({ kind: 'contracts' });
      return result;
    },

    async duplicate(id, copy) {
      const source = await attempt(() =>
        db.transaction('r', written, async () => {
          const row = await draftRow(db, id);
          return { row, document: await documentAt(db, row) };
        }),
      );
      if (!source.ok) return source;
      const document: WorkflowDocument = {
        ...fromStored(source.value.document),
        id: copy.id,
        name: copy.name,
        contract: undefined,
      };
      return this.create(document, source.value.row.head.problems);
    },

    replace: (id, document, problems = UNJUDGED) => write(id, (row) => replaced(row, document, problems)),

    async remove(id) {
      const at = now();
      const result = await write(
        id,
        async (row) => {
          await markWorkflow(db, row, at);
          return { ...row, removed: at };
        },
        { tables: [...written, db.workflows] },
      );
      if (result.ok) announceGone();
      return result;
    },

    async restore(id) {
      const result = await write(
        id,
        async (row) => {
          await markWorkflow(db, row, null);
          return { ...row, removed: null };
        },
        { removed: true, tables: [...written, db.workflows] },
      );
      if (result.ok) announceGone();
      return result;
    },

    compact: (id) =>
      attempt(() =>
        db.transaction('rw', written, async () => {
          const row = await draftRow(db, id);
          const compacted =
            row.snapshot === row.cursor ? row : await snapshot(db, row, await documentAt(db, row));
          await db.drafts.put(await trim(db, compacted));
          return row.revision;
        }),
      ),

    purge: (before) =>
      attempt(() =>
        db.transaction('rw', [...written, db.workflows, db.versions, db.triggers], async () => {
          const ended: string[] = [];
          for (const stored of await db.drafts.toArray()) {
            const row = decodeDraft(stored);
            if (!row.ok || row.value.removed === null || row.value.removed >= before) continue;
            const { id } = row.value;
            await deleteCommands(db, id);
            await db.draftSnapshots.delete(id);
            await db.workflows.delete(id);
            await db.triggers.where('workflow').equals(id).delete();
            await deleteVersions(db, id);
            await db.drafts.delete(id);
            ended.push(id);
          }
          return ended;
        }),
      ),
  };
}

/** A stored workflow that is the draft as it was takes the new name along: a name brings no fault. Answers whether it did. */
async function renameWorkflow(
  db: SluiceDatabase,
  draft: DraftRow,
  name: string,
  at: number,
): Promise<boolean> {
  const stored = await db.workflows.get(draft.id);
  const row = stored === undefined ? undefined : decodeWorkflowRow(stored);
  // STORE-2: a stored workflow has a name.
  if (row?.ok !== true || row.value.revision !== draft.revision || name === '') return false;
  const { value } = row;
  await db.workflows.put({
    ...value,
    name,
    document: { ...value.document, name },
    changed: at,
    revision: draft.revision + 1,
  });
  return true;
}

/** A deleted draft takes its stored workflow with it, and brings it back. One that is what is stored stays so. */
async function markWorkflow(db: SluiceDatabase, draft: DraftRow, removed: number | null): Promise<void> {
  const stored = await db.workflows.get(draft.id);
  if (stored === undefined) return;
  const row = readable(decodeWorkflowRow(stored));
  const revision = row.revision === draft.revision ? draft.revision + 1 : row.revision;
  await db.workflows.put({ ...row, revision, removed });
}

function idOf(stored: unknown): string {
  return typeof stored === 'object' && stored !== null && 'id' in stored && typeof stored.id === 'string'
    ? stored.id
    : '';
}
