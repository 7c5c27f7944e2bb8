// What a page could not store any more before it went: the steps that were waiting, as text for a place that is written at
// once. The next page that opens the draft takes them up.
import { EDITOR_KEY } from '../model/ids';
import { isObject, type JsonObject, own } from '../model/json';
import { fail, type Problem, type Result } from '../model/problem';
import type { SluiceDatabase } from './database';
import {
  boolean,
  count,
  jsonObject,
  list,
  object,
  optional,
  type Reader,
  rowDecoder,
  string,
} from './decode';
import { documentAt, fitting, readable, type SaveStep, writeSteps } from './draft-log';
import { StoreRefusal } from './faults';
import { type HistoryStep, replay, stripKeys, takeBack } from './history';
import { type CommandRow, type DraftRow, decodeCommand, readStep } from './rows';
import type { StoredDocument } from './stored-document';

/** Steps that are not known to be stored. */
export type Unsaved = {
  readonly id: string;
  /** The revision that `flying` is based on. */
  readonly base: number;
  /** Steps that were being written: they are stored, or they are not. */
  readonly flying: readonly SaveStep[];
  /** Steps that came after them. */
  readonly waiting: readonly SaveStep[];
  /** What only this editor remembers of the document. */
  readonly memory?: JsonObject | undefined;
};

/** The steps as text. Internal keys stay behind. */
export function encodeUnsaved({ id, base, flying, waiting, memory }: Unsaved): string {
  const plain = (step: SaveStep): SaveStep =>
    step.kind === 'command' ? { ...step, command: withoutKeys(step.command) } : step;
  return JSON.stringify({ v: 1, id, base, flying: flying.map(plain), waiting: waiting.map(plain), memory });
}

function withoutKeys(command: HistoryStep): HistoryStep {
  return { ...command, patches: stripKeys(command.patches), inverse: stripKeys(command.inverse) };
}

const saveStep: Reader<SaveStep> = (value, path, problems) => {
  const kind = own(value, 'kind');
  if (kind === 'undo' || kind === 'redo') return { kind };
  const command = readStep(own(value, 'command'), `${path}.command`, problems);
  const amend = optional(boolean)(own(value, 'amend'), `${path}.amend`, problems);
  return amend === true ? { kind: 'command', command, amend } : { kind: 'command', command };
};

const decodeRow = rowDecoder(
  'unsaved work',
  1,
  object({
    id: string,
    base: count,
    flying: list(saveStep),
    waiting: list(saveStep),
    memory: optional(jsonObject),
  }),
);

/** Reads what {@link encodeUnsaved} wrote. */
export function decodeUnsaved(text: string): Result<Unsaved, readonly Problem[]> {
  try {
    return decodeRow(JSON.parse(text));
  } catch {
    return fail([{ path: '', message: 'This is no JSON text.' }]);
  }
}

/** What only this editor remembers of a document, beside it in the draft's row: no step of history holds it. */
export function memoryOf(extra: JsonObject): JsonObject | undefined {
  const memory = own(extra, EDITOR_KEY);
  return isObject(memory) ? memory : undefined;
}

/**
 * Writes the steps that are not stored. Ends the transaction with a conflict where another tab has written since: nothing
 * of anybody is overwritten.
 * @returns the row and the document after them; `undefined`: all of them are stored.
 */
export async function writeUnsaved(
  db: SluiceDatabase,
  row: DraftRow,
  unsaved: Unsaved,
): Promise<{ readonly row: DraftRow; readonly document: StoredDocument } | undefined> {
  const steps = await missingSteps(db, row, unsaved);
  if (steps.length === 0) return undefined;
  let at = row;
  let document = await documentAt(db, row);
  for (const step of steps) {
    const next = await documentAfter(db, at, document, step);
    document = next;
    at = await writeSteps(db, at, [step], () => next);
  }
  return { row: at, document };
}

async function missingSteps(
  db: SluiceDatabase,
  row: DraftRow,
  { base, flying, waiting }: Unsaved,
): Promise<readonly SaveStep[]> {
  if (row.revision === base) return [...flying, ...waiting];
  const last = flying.at(-1);
  if (row.revision === base + 1 && last?.kind === 'command') {
    const stored = await command(db, row.id, row.cursor);
    if (stored?.at === last.command.at && stored.name === last.command.name) return waiting;
  }
  throw new StoreRefusal({ reason: 'conflict', revision: row.revision });
}

async function documentAfter(
  db: SluiceDatabase,
  row: DraftRow,
  document: StoredDocument,
  step: SaveStep,
): Promise<StoredDocument> {
  if (step.kind === 'command' && step.amend !== true) return fitting(() => replay(document, [step.command]));
  const found = await command(db, row.id, step.kind === 'redo' ? row.cursor + 1 : row.cursor);
  return fitting(() => {
    if (found === undefined) throw new Error('a step that is not in the log was to be taken back');
    if (step.kind === 'redo') return replay(document, [found]);
    const before = takeBack(document, [found]);
    return step.kind === 'undo' ? before : replay(before, [step.command]);
  });
}

async function command(db: SluiceDatabase, draft: string, seq: number): Promise<CommandRow | undefined> {
  const stored = await db.commands.get([draft, seq]);
  return stored === undefined ? undefined : readable(decodeCommand(stored));
}
