import type { StoreApi } from 'zustand/vanilla';
import type { Editor } from '../../canvas';
import { type CanvasUi, createCanvasUi, createEditor } from '../../canvas';
import type { JudgeExpressions } from '../../canvas/editor/expression-watch';
import { fail, ok, type Result } from '../../model/problem';
import type { RunSource } from '../../playground/ports';
import { createRunStore, type RunStore } from '../../playground/run-store';
import type { ProblemCounts, StoreFault } from '../../store';
import { iconBook } from '../../ui/icon-book';
import { expressionsOf, judgeExpressions } from '../../validation/expressions';
import type { Services } from '../services';
import { createDraftPersistence, type DraftPersistence } from './draft-persistence';
import { keepCompact } from './keep-compact';
import { clearDock, createLayout, decodeLayout, type Layout, OVERLAID } from './layout-store';
import { type OutsideWatch, watchOutside } from './outside';
import { keepPromoted } from './promotion';
import { createPublished, type Published } from './published';
import { noteRemovals, takeUpRemovals } from './removed-runs';
import { noteOnLeaving, takeUpNotes, unsavedNotes } from './unsaved-notes';

/** One open workflow with all that its page needs. */
export type OpenEditor = {
  readonly editor: Editor;
  readonly ui: CanvasUi;
  readonly runs: RunStore;
  readonly published: Published;
  readonly outside: OutsideWatch;
  readonly layout: StoreApi<Layout>;
  readonly persistence: DraftPersistence;
  close(): void;
};

export type OpenFailure = StoreFault;

/** Opens a draft: document, history, catalog, panels; then follows what other tabs do to it. */
export async function openEditor(services: Services, id: string): Promise<Result<OpenEditor, OpenFailure>> {
  // Panels cover the canvas where it is narrow, so how they stand there is remembered apart.
  const narrow = window.matchMedia(OVERLAID).matches;
  const layoutKey = narrow ? 'layout:narrow' : 'layout';
  await takeUpNotes(id, services.drafts);
  await takeUpRemovals(id, services.runs);
  const [draft, catalog, stored] = await Promise.all([
    services.drafts.open(id),
    services.catalog(),
    services.memory.recall(layoutKey),
    // Nodes are drawn with their icons.
    iconBook.ready(),
  ]);
  if (!draft.ok) return fail(draft.error);
  const { document, revision, undo, redo, changed } = draft.value;

  const persistence = createDraftPersistence({
    drafts: services.drafts,
    id,
    revision,
    now: Date.now,
    counts: () => countsOf(editor),
    notes: unsavedNotes(id),
  });
  const judge: JudgeExpressions = (judged, of, signal) =>
    signal.aborted
      ? Promise.resolve([])
      : judgeExpressions(
          judged.nodes.flatMap((node) => expressionsOf(node, of)),
          services.expressions,
        );
  const editor = createEditor({
    document,
    catalog,
    persistence,
    log: { undo, redo },
    now: Date.now,
    uuid: () => crypto.randomUUID(),
    judgeExpressions: judge,
  });
  editor.setSave({ state: 'saved', at: changed });
  const published = createPublished(services, id, {
    catalog: () => editor.store.getState().catalog,
    revision: persistence.revision,
  });
  const source: RunSource = {
    ...services.runs,
    // A run is checked against the contract that the draft has once it is stored.
    launch(request) {
      const state = editor.store.getState();
      return services.runs.launch({
        ...request,
        contract: published.planned(state.document, state.catalog).contract,
      });
    },
  };
  const runs = createRunStore({ source, workflow: id, editor });
  const layout = createLayout(
    { ...decodeLayout(stored, narrow), ...clearDock() },
    (next) => void services.memory.remember(layoutKey, next),
  );
  const outside = watchOutside({ services, id, editor, persistence });
  const stops = [
    outside.dispose,
    services.onChange((kind) => {
      if (kind === 'site' || kind === 'contracts') void services.catalog().then(editor.setCatalog);
    }),
    keepPromoted({
      editor,
      judge,
      settled: () => !persistence.pending(),
      promote: (document) => published.promote(document),
    }),
    warnBeforeLoss(persistence),
    noteRemovals(id, runs),
    noteOnLeaving(persistence),
  ];
  const endCompacting = keepCompact({
    editor,
    settled: () => !persistence.pending(),
    compact: () => services.drafts.compact(id),
  });
  return ok({
    editor,
    ui: createCanvasUi(),
    runs,
    published,
    outside,
    layout,
    persistence,
    close() {
      for (const stop of stops) stop();
      runs.dispose();
      published.dispose();
      editor.dispose();
      // What the disk refused is not lost by going to another page of the app.
      persistence.leave(true);
      if (endCompacting()) void services.drafts.compact(id);
    },
  });
}

function countsOf(editor: Editor): ProblemCounts {
  const { findings } = editor.store.getState();
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: findings.length - errors };
}

/** Leaving the page is questioned only while something on the screen is not stored. */
function warnBeforeLoss(persistence: DraftPersistence): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (persistence.pending()) event.preventDefault();
  };
  window.addEventListener('beforeunload', ask);
  return () => window.removeEventListener('beforeunload', ask);
}
