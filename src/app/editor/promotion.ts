// A draft becomes the stored workflow as soon as the validator finds no error (data-model: two tables). Expressions are
// judged before (R11): a workflow is never stored on a verdict that has not arrived.

import type { Editor } from '../../canvas';
import type { JudgeExpressions } from '../../canvas/editor/expression-watch';
import type { Catalog } from '../../catalog/types';
import { encodeWorkflow } from '../../model/api-form';
import type { WorkflowDocument } from '../../model/document';
import type { Finding } from '../../model/finding';
import { withoutEditorKey } from '../../model/ids';
import type { JsonObject } from '../../model/json';
import { settledPatterns } from '../../model/linear-engine';
import { reduceWorkflow } from '../../model/wire';

const REST_MILLIS = 800;

/**
 * Promotes what is saved and without errors, once edits have rested. @returns ends it.
 *
 * @param settled whether everything on the screen is stored.
 */
export function keepPromoted(options: {
  readonly editor: Editor;
  readonly judge: JudgeExpressions;
  readonly settled: () => boolean;
  /** False: it could not be stored; it is tried again after the next save. */
  readonly promote: (document: WorkflowDocument) => Promise<boolean>;
  readonly rest?: number;
}): () => void {
  const { editor, judge, settled, promote, rest = REST_MILLIS } = options;
  let promoted: WorkflowDocument | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let controller = new AbortController();

  async function attempt(): Promise<void> {
    const { document, catalog, findings, save } = editor.store.getState();
    if (document === promoted || save.state !== 'saved' || !settled() || findings.some(isError)) return;
    controller = new AbortController();
    const { signal } = controller;
    const late = await judge(document, catalog, signal);
    await settledPatterns();
    if (signal.aborted || late.some(isError) || editor.store.getState().findings.some(isError)) return;
    if (editor.store.getState().document !== document || !settled()) return;
    promoted = document;
    if (!(await promote(document)) && promoted === document) promoted = undefined;
  }

  function ask(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void attempt().catch(() => undefined), rest);
  }

  const stop = editor.store.subscribe((state, before) => {
    if (state.document !== before.document) controller.abort();
    if (state.save !== before.save || state.findings !== before.findings) ask();
  });
  ask();
  return () => {
    stop();
    clearTimeout(timer);
    controller.abort();
  };
}

/** The workflow as doors read it: reduced for storage (STORE-6, STORE-7, MAN-20), without what only this editor remembers. */
export function storedForm(document: WorkflowDocument, catalog: Catalog): JsonObject {
  const exists = (nodeType: string) => catalog.nodeType(nodeType) !== undefined;
  return encodeWorkflow(reduceWorkflow(withoutEditorKey(document), exists));
}

function isError(finding: Finding): boolean {
  return finding.severity === 'error';
}
