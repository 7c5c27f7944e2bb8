import type { NodeKey } from '../../model/document';
import type { GraphView } from '../derive/graph-view';
import { edgeOfOrder, stepInOrder, walk } from '../derive/walk';
import { always, type CanvasAction, goTo, hasNodes, hasSelectedNodes, leadOf } from './action';

/** An action that goes from the lead to another node. */
function going(
  id: CanvasAction['id'],
  label: CanvasAction['label'],
  keys: readonly string[],
  to: (view: GraphView, from: NodeKey | null) => NodeKey | null,
): CanvasAction {
  return {
    id,
    label,
    keys,
    keyOnly: true,
    enabled: hasNodes,
    run(editor, ui) {
      const state = editor.store.getState();
      const next = to(ui.graph(state), leadOf(state, ui));
      if (next !== null) goTo(editor, ui, next);
    },
  };
}

export const walks: readonly CanvasAction[] = [
  going('nextAlongWire', 'nextAlongWire', [']'], (view, from) => walk(view, from, true)),
  going('previousAlongWire', 'previousAlongWire', ['['], (view, from) => walk(view, from, false)),
  going('nextNode', 'nextNode', ['PageDown'], (view, from) => stepInOrder(view, from, true)),
  going('previousNode', 'previousNode', ['PageUp'], (view, from) => stepInOrder(view, from, false)),
  going('firstNode', 'firstNode', ['Home'], (view) => edgeOfOrder(view, true)),
  going('lastNode', 'lastNode', ['End'], (view) => edgeOfOrder(view, false)),
];

export const fit: CanvasAction = {
  id: 'fit',
  label: 'fit',
  keys: ['Shift+1'],
  enabled: hasNodes,
  run: (_editor, ui) => ui.view?.fit(),
};

export const fitSelection: CanvasAction = {
  id: 'fitSelection',
  label: 'fitSelection',
  keys: ['Shift+2'],
  enabled: hasSelectedNodes,
  run: (editor, ui) => ui.view?.fitNodes(editor.store.getState().selection.nodes),
};

export const zoomIn: CanvasAction = {
  id: 'zoomIn',
  label: 'zoomIn',
  keys: ['+', '='],
  enabled: always,
  run: (_editor, ui) => ui.view?.zoom('in'),
};

export const zoomOut: CanvasAction = {
  id: 'zoomOut',
  label: 'zoomOut',
  keys: ['-'],
  enabled: always,
  run: (_editor, ui) => ui.view?.zoom('out'),
};

export const searchPalette: CanvasAction = {
  id: 'searchPalette',
  label: 'searchPalette',
  keys: ['/'],
  enabled: always,
  run: (_editor, ui) => ui.host.searchPalette?.(),
};

export const clearSelection: CanvasAction = {
  id: 'clearSelection',
  label: 'clearSelection',
  keys: ['Escape'],
  keyOnly: true,
  enabled: (state) => hasSelectedNodes(state) || state.selection.edges.size > 0,
  run: (editor) => editor.select({}),
};
