// Between an editor and its draft. Steps are written in order, all that wait in one transaction; what could not be written
// waits for the next try, so a full disk or a failed write loses nothing that is on the screen.
import type { EditorPersistence, LogEntry, SaveState } from '../../canvas';
import type { WorkflowDocument } from '../../model/document';
import type { DraftRepository, ProblemCounts, SaveStep } from '../../store';

export type DraftPersistence = EditorPersistence & {
  /** The revision that this editor's document is based on. */
  revision(): number;
  /** Whether something on the screen is not stored. */
  pending(): boolean;
};

/** @param counts the findings of the document that is being written. */
export function createDraftPersistence(options: {
  readonly drafts: Pick<DraftRepository, 'append'>;
  readonly id: string;
  readonly revision: number;
  readonly now: () => number;
  readonly counts: () => ProblemCounts;
}): DraftPersistence {
  const { drafts, id, now, counts } = options;
  let revision = options.revision;
  let waiting: SaveStep[] = [];
  let latest: WorkflowDocument | undefined;
  let writing: Promise<SaveState> = Promise.resolve({ state: 'saved', at: now() });

  function write(step: SaveStep, document: WorkflowDocument): Promise<SaveState> {
    waiting.push(step);
    latest = document;
    writing = writing.then(flush);
    return writing;
  }

  async function flush(): Promise<SaveState> {
    if (latest === undefined || waiting.length === 0) return { state: 'saved', at: now() };
    const steps = waiting;
    const document = latest;
    waiting = [];
    const result = await drafts.append({ id, baseRevision: revision, steps, document, problems: counts() });
    if (result.ok) {
      revision = result.value;
      return { state: 'saved', at: now() };
    }
    waiting = [...steps, ...waiting];
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
      case 'unreadable':
        return { state: 'failed', reason: 'write', message: fault.reason };
    }
  }

  return {
    revision: () => revision,
    pending: () => waiting.length > 0,
    append: (entry: LogEntry, document, merge) =>
      write(
        merge ? { kind: 'command', command: entry, amend: true } : { kind: 'command', command: entry },
        document,
      ),
    undo: (document) => write({ kind: 'undo' }, document),
    redo: (document) => write({ kind: 'redo' }, document),
  };
}
