import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo } from 'react';
import { useStore } from 'zustand';
import { laneVariable, laneVariables } from '../../ui/lane-colours';
import { type CanvasUi, type CanvasUiState, createCanvasUi } from '../interaction/canvas-ui';
import type { Editor, EditorState } from './types';

const EditorContext = createContext<{ readonly editor: Editor; readonly ui: CanvasUi } | null>(null);

/** Gives one editor to the views below. `ui` is what the views share beyond the document; made here where none is given. */
export function EditorProvider({
  editor,
  ui,
  children,
}: {
  readonly editor: Editor;
  readonly ui?: CanvasUi;
  readonly children: ReactNode;
}) {
  const value = useMemo(() => ({ editor, ui: ui ?? createCanvasUi() }), [editor, ui]);
  useLaneColours(editor);
  return <EditorContext value={value}>{children}</EditorContext>;
}

/**
 * SCH-36: declares the colour of every lane that the catalog serves, on the document, so that lists and dialogs outside of
 * the canvas have it too. What an editor declared stays when it closes; another may be open.
 */
function useLaneColours(editor: Editor): void {
  const lanes = useStore(editor.store, (state) => state.catalog.portConfig.dataTypes);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const variables = laneVariables(lanes, (text) => CSS.supports('color', text));
    for (const [name, value] of Object.entries(variables)) style.setProperty(name, value);
    // What is no colour is drawn like the sink, and not as the lane was before.
    for (const name of lanes.map(({ id }) => laneVariable(id))) {
      if (!Object.hasOwn(variables, name)) style.removeProperty(name);
    }
  }, [lanes]);
}

function useBoth() {
  const found = useContext(EditorContext);
  if (found === null) throw new Error('This view stands outside of an EditorProvider.');
  return found;
}

/** The editor of the nearest EditorProvider. */
export function useEditor(): Editor {
  return useBoth().editor;
}

/** A slice of the editor's state. Draws again only when the slice changed (compared by identity). */
export function useEditorState<T>(selector: (state: EditorState) => T): T {
  return useStore(useBoth().editor.store, selector);
}

/** What the views of one editor share beyond the document: lead node, open list, announcements. */
export function useCanvasUi(): CanvasUi {
  return useBoth().ui;
}

/** A slice of the state that the views share. */
export function useCanvasUiState<T>(selector: (state: CanvasUiState) => T): T {
  return useStore(useBoth().ui.store, selector);
}
