import type { Messages } from 'use-intl';
import type { NodeKey } from '../../model/document';
import type { Editor, EditorState } from '../editor/types';
import type { CanvasUi } from '../interaction/canvas-ui';

/** One thing a person can do on the canvas. Key, menu, toolbar and command palette run the same object. */
export type CanvasAction = {
  readonly id: string;
  /** Key of the catalogue under `canvas.action`. */
  readonly label: keyof Messages['canvas']['action'];
  /** As written in menus: `Mod` is Ctrl, on a Mac Cmd. The first is the one that is shown. */
  readonly keys: readonly string[];
  /** The browser's own clipboard events do it, so the keys are not bound. */
  readonly native?: boolean;
  /** Not listed in menus and palette: it makes sense as a key alone. */
  readonly keyOnly?: boolean;
  enabled(state: EditorState, ui: CanvasUi): boolean;
  run(editor: Editor, ui: CanvasUi): void;
};

/** The node that an action is about: the lead if it still exists, else the only selected one. */
export function leadOf(state: EditorState, ui: CanvasUi): NodeKey | null {
  const { lead } = ui.store.getState();
  const view = ui.graph(state);
  if (lead !== null && view.wiring.node(lead) !== undefined) return lead;
  const [only, second] = state.selection.nodes;
  return only !== undefined && second === undefined ? only : null;
}

export const always = () => true;
export const hasNodes = (state: EditorState) => state.document.nodes.length > 0;
export const canEdit = (state: EditorState) => !state.readOnly;
export const hasSelectedNodes = (state: EditorState) => state.selection.nodes.size > 0;

/** Makes one node the lead and the only selection, and brings it into sight. */
export function goTo(editor: Editor, ui: CanvasUi, key: NodeKey): void {
  ui.set({ lead: key });
  editor.select({ nodes: [key] });
  ui.view?.reveal(key);
}
