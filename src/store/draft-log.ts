// One draft and its log inside a transaction: commands appended, amended, undone and redone; snapshots; trimming.
import { EDITOR_KEY } from '../model/ids';
import type { Result } from '../model/problem';
import type { SluiceDatabase } from './database';
import { type StoreFault, StoreRefusal } from './faults';
import { type HistoryStep, replay, stripKeys, takeBack } from './history';
import { type CommandRow, type DraftRow, decodeCommand, decodeDraft, decodeDraftSnapshot } from './rows';
import type { StoredDocument } from './stored-document';

/** One thing that the editor did, in the order it did them. `amend`: the command takes the place of the last one. */
export type SaveStep =
  | { readonly kind: 'command'; readonly command: HistoryStep; readonly amend?: boolean }
  | { readonly kind: 'undo' }
  | { readonly kind: 'redo' };

/** How many steps of undo are kept. */
export const KEPT_STEPS = 500;
/** A snapshot is written when the log has grown this long since the last, which bounds the work of opening. */
export const SNAPSHOT_EVERY = 100;

/** Stands for the number of a snapshot that no command leads from any more; never stored. */
const UNREACHABLE = Number.MAX_SAFE_INTEGER;

/** The value, or the end of the transaction with the row's problems. */
export function readable<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new StoreRefusal({ reason: 'unreadable', problems: result.error });
}

/** The draft's row. Ends the transaction where there is none or it is deleted. */
export async function draftRow(
  db: SluiceDatabase,
  id: string,
  options: { removed?: boolean } = {},
): Promise<DraftRow> {
  const stored = await db.drafts.get(id);
  if (stored === undefined) throw new StoreRefusal({ reason: 'missing' });
  const row = readable(decodeDraft(stored));
  if (row.removed !== null && options.removed !== true) throw new StoreRefusal({ reason: 'missing' });
  return row;
}

/** Commands with numbers above `after`, up to `last`, in order. */
export async function commandsBetween(
  db: SluiceDatabase,
  draft: string,
  after: number,
  last: number,
): Promise<readonly CommandRow[]> {
  const rows = await db.commands
    .where('[draft+seq]')
    .between([draft, after], [draft, last], false, true)
    .toArray();
  return rows.map((row) => readable(decodeCommand(row)));
}

/** The document as it is at the draft's cursor. */
export async function documentAt(db: SluiceDatabase, row: DraftRow): Promise<StoredDocument> {
  const stored = await db.draftSnapshots.get(row.id);
  if (stored === undefined) throw unreadable(`The draft ${row.id} has lost its snapshot.`);
  const snapshot = readable(decodeDraftSnapshot(stored));
  const from = Math.min(snapshot.seq, row.cursor);
  const to = Math.max(snapshot.seq, row.cursor);
  const commands = await commandsBetween(db, row.id, from, to);
  if (commands.length !== to - from)
    throw unreadable(`The draft ${row.id} has lost commands between ${from} and ${to}.`);
  const document = fitting(() =>
    snapshot.seq <= row.cursor ? replay(snapshot.document, commands) : takeBack(snapshot.document, commands),
  );
  if (row.memory === undefined) return document;
  return { ...document, extra: { ...document.extra, [EDITOR_KEY]: row.memory } };
}

function unreadable(message: string): StoreRefusal {
  const fault: StoreFault = { reason: 'unreadable', problems: [{ path: '', message }] };
  return new StoreRefusal(fault);
}

/** Runs what applies stored patches; a patch that does not fit is a damaged row, told as such. */
export function fitting<T>(apply: () => T): T {
  try {
    return apply();
  } catch (error) {
    throw unreadable(
      `The log of commands does not fit the document: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * Writes `steps` to the log, and a snapshot where one is due. Writes neither the draft's row nor its head.
 * @param document the document after the last step; asked for only where a snapshot is due.
 * @returns the row with its new numbers.
 */
export async function writeSteps(
  db: SluiceDatabase,
  row: DraftRow,
  steps: readonly SaveStep[],
  document: () => StoredDocument,
): Promise<DraftRow> {
  let at = row;
  let lost = false;
  for (const step of steps) {
    if (step.kind === 'command')
      at = step.amend === true ? await amend(db, at, step.command) : await append(db, at, step.command);
    else {
      const seq = step.kind === 'undo' ? at.cursor : at.cursor + 1;
      // The editor may remember further back than the log: then the log starts anew from the document.
      const known = await db.commands.where('[draft+seq]').equals([row.id, seq]).count();
      if (known === 0) lost = true;
      else at = { ...at, cursor: step.kind === 'undo' ? at.cursor - 1 : at.cursor + 1 };
    }
  }
  if (lost) {
    await deleteCommands(db, row.id);
    return snapshot(db, { ...at, last: at.cursor }, document());
  }
  // The snapshot lies in a future that was undone and then overwritten.
  const unreachable = at.snapshot > at.last;
  if (unreachable || at.cursor - at.snapshot >= SNAPSHOT_EVERY)
    return trim(db, await snapshot(db, at, document()));
  return at;
}

async function append(db: SluiceDatabase, row: DraftRow, command: HistoryStep): Promise<DraftRow> {
  const seq = row.cursor + 1;
  if (row.cursor < row.last) await deleteCommands(db, row.id, seq, row.last);
  await db.commands.put(commandRow(row.id, seq, command));
  // A snapshot from above the cursor is of a document that no command leads to any more.
  const snapshotSeq = row.snapshot > row.cursor ? UNREACHABLE : row.snapshot;
  return { ...row, cursor: seq, last: seq, snapshot: snapshotSeq };
}

/**
 * Puts `command` in the place of the last one that is done, and drops what was undone. A snapshot that includes the old one
 * is first taken back before it.
 */
async function amend(db: SluiceDatabase, row: DraftRow, command: HistoryStep): Promise<DraftRow> {
  const { id, cursor } = row;
  if ((await db.commands.get([id, cursor])) === undefined) return append(db, row, command);
  let at = row;
  if (row.snapshot >= cursor && row.snapshot !== UNREACHABLE) {
    const earlier = { ...row, cursor: cursor - 1 };
    at = await snapshot(db, earlier, await documentAt(db, earlier));
  }
  if (cursor < row.last) await deleteCommands(db, id, cursor + 1, row.last);
  await db.commands.put(commandRow(id, cursor, command));
  return { ...at, cursor, last: cursor };
}

function commandRow(
  draft: string,
  seq: number,
  { name, params, patches, inverse, at }: HistoryStep,
): CommandRow {
  return { v: 1, draft, seq, name, params, patches: stripKeys(patches), inverse: stripKeys(inverse), at };
}

/** Writes the whole document as it is at the cursor. */
export async function snapshot(
  db: SluiceDatabase,
  row: DraftRow,
  document: StoredDocument,
): Promise<DraftRow> {
  await db.draftSnapshots.put({ v: 1, id: row.id, seq: row.cursor, document });
  return { ...row, snapshot: row.cursor };
}

/** Drops what lies further back than undo is kept, and no further than the snapshot. */
export async function trim(db: SluiceDatabase, row: DraftRow): Promise<DraftRow> {
  const upTo = Math.min(row.cursor - KEPT_STEPS, row.snapshot);
  if (upTo > 0) await deleteCommands(db, row.id, 0, upTo);
  return row;
}

/** Deletes the commands numbered `from` to `to`; all of them where no bounds are given. */
export async function deleteCommands(
  db: SluiceDatabase,
  draft: string,
  from = 0,
  to = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  await db.commands.where('[draft+seq]').between([draft, from], [draft, to], true, true).delete();
}
