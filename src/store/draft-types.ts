import type { WorkflowDocument } from '../model/document';
import type { Problem, Result } from '../model/problem';
import type { SaveStep } from './draft-log';
import type { StoreFault } from './faults';
import type { HistoryStep } from './history';
import type { DraftHead, ProblemCounts } from './rows';
import type { RunHead } from './run-rows';
import type { Unsaved } from './unsaved';

/** A line of the list of workflows. */
export type DraftSummary = {
  readonly id: string;
  readonly head: DraftHead;
  readonly created: number;
  readonly changed: number;
  readonly revision: number;
  /** When it was deleted; null in the ordinary list. */
  readonly removed: number | null;
  readonly lastRun: Pick<RunHead, 'id' | 'status' | 'created' | 'ended'> | null;
};

/** A draft that cannot be read by this version: shown as such, never dropped. */
export type UnreadableDraft = { readonly id: string; readonly problems: readonly Problem[] };

export type DraftList = {
  readonly drafts: readonly DraftSummary[];
  readonly unreadable: readonly UnreadableDraft[];
};

/** A draft as the editor takes it. `undo` oldest first; `redo` with the one that is redone next last. */
export type OpenDraft = {
  readonly document: WorkflowDocument;
  readonly revision: number;
  readonly changed: number;
  readonly undo: readonly HistoryStep[];
  readonly redo: readonly HistoryStep[];
};

export type AppendRequest = {
  readonly id: string;
  /** The revision that the writer's document is based on. */
  readonly baseRevision: number;
  /** What was done since, in order: all of it is written, or nothing. */
  readonly steps: readonly SaveStep[];
  readonly document: WorkflowDocument;
  readonly problems: ProblemCounts;
};

export type DraftRepository = {
  /** Newest change first. `search`: a literal part of the name, in any case. */
  list(filter?: {
    readonly search?: string;
    readonly removed?: boolean;
  }): Promise<Result<DraftList, StoreFault>>;
  open(id: string): Promise<Result<OpenDraft, StoreFault>>;
  /** The stored revision; `undefined` where there is no such draft. */
  revision(id: string): Promise<number | undefined>;
  /** `taken`: the id is in use. A deleted draft of that id comes back with the document as its newest step. */
  create(document: WorkflowDocument, problems?: ProblemCounts): Promise<Result<number, StoreFault>>;
  append(request: AppendRequest): Promise<Result<number, StoreFault>>;
  /**
   * Writes what an earlier page could not. `false`: all of it was stored. `conflict`: another tab has written since; nothing
   * was changed.
   */
  takeUp(unsaved: Unsaved): Promise<Result<boolean, StoreFault>>;
  /** One step of history, so an open editor is told and undo takes it back. */
  rename(id: string, name: string): Promise<Result<number, StoreFault>>;
  /** A copy without history and without the published contract, which belongs to the original. */
  duplicate(
    id: string,
    copy: { readonly id: string; readonly name: string },
  ): Promise<Result<number, StoreFault>>;
  /** Puts another document under the id, as one step of history: undo brings the old one back. */
  replace(
    id: string,
    document: WorkflowDocument,
    problems?: ProblemCounts,
  ): Promise<Result<number, StoreFault>>;
  /** Deletes with undo: nothing is lost until {@link DraftRepository.purge}. */
  remove(id: string): Promise<Result<number, StoreFault>>;
  restore(id: string): Promise<Result<number, StoreFault>>;
  /** Writes a snapshot and trims the log. For idle moments; changes nothing that can be seen. */
  compact(id: string): Promise<Result<number, StoreFault>>;
  /** Ends drafts that were deleted before a time, with their history and stored workflows. Answers their ids. */
  purge(before: number): Promise<Result<readonly string[], StoreFault>>;
};
