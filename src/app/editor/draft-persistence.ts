// Between an editor and its draft. Steps are written in order, all that wait in one transaction; what could not be written
// waits for the next try, so a full disk or a failed write loses nothing that is on the screen. A page that goes has no time
// for a transaction: from then on steps are noted in a place that is written at once.
import type { EditorPersistence, LogEntry, SaveState } from '../../canvas';
import type { WorkflowDocument } from '../../model/document';
import { type DraftRepository, memoryOf, type ProblemCounts, type SaveStep, type Unsaved } from '../../store';

export type DraftPersistence = EditorPersistence & {
  /** The revision that this editor's document is based on. */
  revision(): number;
  /** Whether something on the screen is not known to be stored. */
  pending(): boolean;
  /** The page goes, or comes back: while it is going, what is not stored is noted at once. */
  leave(going: boolean): void;
  /** The editor has taken up what is stored under this revision; steps that wait are written on it. */
  follow(revision: number): Promise<SaveState>;
};

/** Where unsaved steps are noted. Writes at once; a failure is let go. */
export type UnsavedNotes = {
  note(unsaved: Unsaved): void;
  forget(): void;
};

/** @param counts the findings of the document that is being written. */
export function createDraftPersistence(options: {
  readonly drafts: Pick<DraftRepository, 'append'>;
  readonly id: string;
  readonly revision: number;
  readonly now: () => number;
  readonly counts: () => ProblemCounts;
  readonly notes: UnsavedNotes;
}): DraftPersistence {
  const { drafts, id, now, counts, notes } = options;
  let revision = options.revision;
  let flying: readonly SaveStep[] = [];
  let waiting: SaveStep[] = [];
  let latest: WorkflowDocument | undefined;
  let going = false;
  let noted = false;
  let overtaken = false;
  let writing: Promise<SaveState> = Promise.resolve({ state: 'saved', at: now() });

  function write(step: SaveStep, document: WorkflowDocument): Promise<SaveState> {
    waiting.push(step);
    latest = document;
    writing = writing.then(flush);
    if (going) note();
    return writing;
  }

  function note(): void {
    const pending = flying.length > 0 || waiting.length > 0;
    // What another tab has overtaken fits nothing any more; the person was told, and chooses.
    if (pending && !overtaken) {
      noted = true;
      const memory = latest === undefined ? undefined : memoryOf(latest.extra);
      notes.note({ id, base: revision, flying, waiting: [...waiting], memory });
    } else if (noted) {
      noted = false;
      notes.forget();
    }
  }

  async function flush(): Promise<SaveState> {
    if (latest === undefined || waiting.length === 0) return { state: 'saved', at: now() };
    const steps = waiting;
    const document = latest;
    flying = steps;
    waiting = [];
    const result = await drafts.append({ id, baseRevision: revision, steps, document, problems: counts() });
    flying = [];
    if (result.ok) revision = result.value;
    else {
      waiting = [...steps, ...waiting];
      overtaken = result.error.reason === 'conflict' || result.error.reason === 'missing';
    }
    if (going || noted) note();
    if (result.ok) return { state: 'saved', at: now() };
    const fault = result.error;
    switch (fault.reason) {
      case 'conflict':
      // Deleted in another tab: the same choice, go on from nothing or keep this one as a copy.
      case 'missing':
        return { state: 'conflict' };
      case 'quota':
        return { state: 'failed', reason: 'quota', message: fault.message };
      case 'write':
        return { state: 'failed', reason: 'write', message: fault.message };
      case 'taken':
      case 'locked':
      case 'unreadable':
        return { state: 'failed', reason: 'write', message: fault.reason };
    }
  }

  return {
    revision: () => revision,
    pending: () => flying.length > 0 || waiting.length > 0,
    leave(now) {
      going = now;
      if (going) note();
    },
    follow(next) {
      revision = next;
      overtaken = false;
      writing = writing.then(flush);
      return writing;
    },
    append: (entry: LogEntry, document, merge) =>
      write(
        merge ? { kind: 'command', command: entry, amend: true } : { kind: 'command', command: entry },
        document,
      ),
    undo: (document) => write({ kind: 'undo' }, document),
    redo: (document) => write({ kind: 'redo' }, document),
  };
}
