import { enablePatches, produceWithPatches } from 'immer';
import { createStore } from 'zustand/vanilla';
import type { Catalog } from '../../catalog/types';
import type { EdgeKey, NodeKey, WorkflowDocument } from '../../model/document';
import { retireNodeIds } from '../../model/ids';
import { onLinearEngine } from '../../model/linear-engine';
import { createValidator } from '../../validation/incremental';
import type { Validator } from '../../validation/types';
import { applyPatches } from './apply-patches';
import { createExpressionWatch, type JudgeExpressions } from './expression-watch';
import { indexFindings } from './findings-index';
import { compactPatches, mergeEntries, rekeyLog } from './patches';
import type { Editor, EditorPersistence, EditorState, LogEntry, SaveState, Selection } from './types';

enablePatches();

export type EditorOptions = {
  readonly document: WorkflowDocument;
  readonly catalog: Catalog;
  readonly persistence: EditorPersistence;
  /** Steps that an earlier page left, oldest first; `redo` with the next one last. */
  readonly log?: { readonly undo: readonly LogEntry[]; readonly redo: readonly LogEntry[] };
  readonly readOnly?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Ids of new edges. */
  readonly uuid: () => string;
  /** Judges the expressions of a document (R11); asked a moment after the last edit. */
  readonly judgeExpressions?: JudgeExpressions;
  /** Replaces the validator; tests count its calls. */
  readonly validator?: (catalog: Catalog) => Validator;
  /** How many steps stay undoable in memory. */
  readonly depth?: number;
};

const NOTHING: Selection = { nodes: new Set(), edges: new Set() };
const NO_RUN: EditorState['run'] = { runId: null, nodes: new Map() };

/** An editor of one document. Nothing is shared between editors. */
export function createEditor(options: EditorOptions): Editor {
  const { persistence, now, depth = 500 } = options;
  const validatorFor = options.validator ?? createValidator;
  const undoLog: LogEntry[] = rekeyLog(options.log?.undo ?? []);
  const redoLog: LogEntry[] = rekeyLog(options.log?.redo ?? []);
  let validator = validatorFor(options.catalog);
  let lastMergeKey: string | undefined;
  let revealed = 0;
  let writes = 0;
  let disposed = false;

  const firstFindings = validator.judge(options.document);
  const store = createStore<EditorState>(() => ({
    document: options.document,
    catalog: options.catalog,
    findings: firstFindings,
    findingsByKey: indexFindings(firstFindings, new Map()),
    selection: NOTHING,
    undo: undoLog.at(-1) ?? null,
    redo: redoLog.at(-1) ?? null,
    save: { state: 'saved', at: now() },
    run: NO_RUN,
    reveal: null,
    readOnly: options.readOnly ?? false,
  }));
  const expressions = createExpressionWatch(options.judgeExpressions, () => {
    if (!disposed) showFindings();
  });
  expressions.edited(options.document, options.catalog);
  const unlisten = onLinearEngine(() => {
    validator = validatorFor(store.getState().catalog);
    showFindings();
  });

  function judged(document: WorkflowDocument): Pick<EditorState, 'findings' | 'findingsByKey'> {
    const late = expressions.findingsFor(document);
    const findings = late.length === 0 ? validator.judge(document) : [...validator.judge(document), ...late];
    return { findings, findingsByKey: indexFindings(findings, store.getState().findingsByKey) };
  }

  function showFindings(): void {
    store.setState(judged(store.getState().document));
  }

  function show(document: WorkflowDocument): void {
    store.setState({
      document,
      ...judged(document),
      selection: pruned(store.getState().selection, document),
      undo: undoLog.at(-1) ?? null,
      redo: redoLog.at(-1) ?? null,
    });
    expressions.edited(document, store.getState().catalog);
  }

  /** The last write decides what is shown as saved; a failure is shown whenever it comes. */
  function persist(write: () => Promise<SaveState>): void {
    writes += 1;
    const mine = writes;
    store.setState({ save: { state: 'saving' } });
    const settle = (save: SaveState) => {
      if (!disposed && (mine === writes || save.state !== 'saved')) store.setState({ save });
    };
    Promise.resolve()
      .then(write)
      .then(settle, (cause: unknown) =>
        settle({
          state: 'failed',
          reason: 'write',
          message: cause instanceof Error ? cause.message : String(cause),
        }),
      );
  }

  function select(selection: { nodes?: Iterable<NodeKey>; edges?: Iterable<EdgeKey> }): void {
    const next: Selection = { nodes: new Set(selection.nodes ?? []), edges: new Set(selection.edges ?? []) };
    if (sameSelection(next, store.getState().selection)) return;
    lastMergeKey = undefined;
    store.setState({ selection: next });
  }

  return {
    store,
    dispatch(command) {
      const { document, readOnly } = store.getState();
      if (readOnly || disposed) return;
      const [edited, patches, inverse] = produceWithPatches(document, (draft) => {
        command.perform(draft);
      });
      if (patches.length === 0) return;
      // The memory of used numbers only grows and is no part of a step, or undo would give a number out again.
      const next = retireNodeIds(document, edited);
      const entry: LogEntry = {
        name: command.name,
        params: command.params ?? {},
        ...compactPatches(document, edited, { patches, inverse }),
        at: now(),
      };
      const last = undoLog.at(-1);
      const merge = command.mergeKey !== undefined && command.mergeKey === lastMergeKey && last !== undefined;
      const step = merge ? mergeEntries(last, entry) : entry;
      if (merge) undoLog.pop();
      undoLog.push(step);
      if (undoLog.length > depth) undoLog.shift();
      redoLog.length = 0;
      lastMergeKey = command.mergeKey;
      show(next);
      persist(() => persistence.append(step, next, merge));
    },
    undo() {
      const entry = undoLog.at(-1);
      if (entry === undefined || store.getState().readOnly) return;
      undoLog.pop();
      redoLog.push(entry);
      lastMergeKey = undefined;
      const before = store.getState().document;
      const document = retireNodeIds(before, applyPatches(before, entry.inverse));
      show(document);
      persist(() => persistence.undo(document));
    },
    redo() {
      const entry = redoLog.at(-1);
      if (entry === undefined || store.getState().readOnly) return;
      redoLog.pop();
      undoLog.push(entry);
      lastMergeKey = undefined;
      const before = store.getState().document;
      const document = retireNodeIds(before, applyPatches(before, entry.patches));
      show(document);
      persist(() => persistence.redo(document));
    },
    follow(steps) {
      if (disposed || steps.length === 0) return;
      const before = store.getState().document;
      const after = steps.reduce((document, { patches }) => applyPatches(document, patches), before);
      undoLog.push(...steps);
      undoLog.splice(0, Math.max(0, undoLog.length - depth));
      redoLog.length = 0;
      lastMergeKey = undefined;
      show(retireNodeIds(before, after));
    },
    select,
    revealFinding(finding) {
      const { target } = finding;
      if (target.kind === 'node') select({ nodes: [target.key] });
      if (target.kind === 'edge') select({ edges: [target.key] });
      revealed += 1;
      store.setState({ reveal: { finding, seq: revealed } });
    },
    setCatalog(catalog) {
      validator = validatorFor(catalog);
      store.setState({ catalog });
      showFindings();
      expressions.edited(store.getState().document, catalog);
    },
    setRun(run) {
      store.setState({ run });
    },
    setExpressionFindings(findings) {
      expressions.arrived(store.getState().document, findings);
      showFindings();
    },
    setSave(save) {
      store.setState({ save });
    },
    dispose() {
      disposed = true;
      unlisten();
      expressions.dispose();
    },
  };
}

function sameSelection(a: Selection, b: Selection): boolean {
  return sameSet(a.nodes, b.nodes) && sameSet(a.edges, b.edges);
}

function sameSet<T>(a: ReadonlySet<T>, b: ReadonlySet<T>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}

/** The selection without what the document no longer has. */
function pruned(selection: Selection, document: WorkflowDocument): Selection {
  if (selection.nodes.size === 0 && selection.edges.size === 0) return selection;
  const nodes = new Set(
    document.nodes.filter((node) => selection.nodes.has(node.key)).map((node) => node.key),
  );
  const edges = new Set(
    document.edges.filter((edge) => selection.edges.has(edge.key)).map((edge) => edge.key),
  );
  const next = { nodes, edges };
  return sameSelection(next, selection) ? selection : next;
}
