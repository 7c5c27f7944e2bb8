import { mintKey, type NodeKey, titleOf } from '../../model/document';
import { decodeFragment, encodeFragment, fragmentOf } from '../clipboard/fragment';
import { duplicate, paste } from '../commands/copies';
import { type Move, moveNodes } from '../commands/nodes';
import { removeItems } from '../commands/remove';
import { walk } from '../derive/walk';
import type { Editor, EditorState } from '../editor/types';
import type { CanvasUi } from '../interaction/canvas-ui';
import { type CanvasAction, canEdit, hasNodes, hasSelectedNodes, leadOf } from './action';

/** Canvas units that one press of an arrow key moves. */
export const NUDGE = 4;

export const undo: CanvasAction = {
  id: 'undo',
  label: 'undo',
  keys: ['Mod+Z'],
  enabled: (state) => state.undo !== null && !state.readOnly,
  run(editor, ui) {
    ui.say('undone');
    editor.undo();
  },
};

export const redo: CanvasAction = {
  id: 'redo',
  label: 'redo',
  keys: ['Mod+Shift+Z', 'Mod+Y'],
  enabled: (state) => state.redo !== null && !state.readOnly,
  run(editor, ui) {
    ui.say('redone');
    editor.redo();
  },
};

export const addNodeHere: CanvasAction = {
  id: 'addNode',
  label: 'addNode',
  keys: ['A'],
  enabled: canEdit,
  run(editor, ui) {
    const state = editor.store.getState();
    ui.openList({
      kind: 'addNode',
      at: ui.view?.beside(leadOf(state, ui)) ?? { x: 0, y: 0 },
      place: null,
      from: null,
    });
  },
};

export const wire: CanvasAction = {
  id: 'wire',
  label: 'wire',
  keys: ['W'],
  enabled: (state, ui) => canEdit(state) && leadOf(state, ui) !== null,
  run: (editor, ui) => openForLead(editor, ui, 'choosePort'),
};

export const unwire: CanvasAction = {
  id: 'unwire',
  label: 'unwire',
  keys: ['Shift+W'],
  enabled: (state, ui) => canEdit(state) && leadOf(state, ui) !== null,
  run: (editor, ui) => openForLead(editor, ui, 'chooseWire'),
};

export const declare: CanvasAction = {
  id: 'declare',
  label: 'declare',
  keys: ['I'],
  enabled: (state, ui) => canEdit(state) && leadOf(state, ui) !== null,
  run: (editor, ui) => openForLead(editor, ui, 'declare'),
};

function openForLead(editor: Editor, ui: CanvasUi, kind: 'choosePort' | 'chooseWire' | 'declare'): void {
  const node = leadOf(editor.store.getState(), ui);
  if (node !== null) ui.openList({ kind, node, at: ui.view?.beside(node) ?? { x: 0, y: 0 } });
}

export const edit: CanvasAction = {
  id: 'edit',
  label: 'edit',
  keys: ['Enter'],
  enabled: (state, ui) => leadOf(state, ui) !== null,
  run(editor, ui) {
    const key = leadOf(editor.store.getState(), ui);
    if (key === null) return;
    editor.select({ nodes: [key] });
    ui.host.editNode?.(key);
  },
};

export const rename: CanvasAction = {
  id: 'rename',
  label: 'rename',
  keys: ['F2'],
  enabled: (state, ui) => canEdit(state) && leadOf(state, ui) !== null,
  run: (editor, ui) => ui.set({ renaming: leadOf(editor.store.getState(), ui) }),
};

export const remove: CanvasAction = {
  id: 'remove',
  label: 'remove',
  keys: ['Delete', 'Backspace'],
  enabled: (state) => canEdit(state) && (state.selection.nodes.size > 0 || state.selection.edges.size > 0),
  run(editor, ui) {
    const { nodes, edges } = editor.store.getState().selection;
    const lead = leadOf(editor.store.getState(), ui);
    // The walk goes on from a neighbour, so that a person on the keyboard is not thrown back to the start.
    const next = lead === null ? null : walk(ui.graph(editor.store.getState()), lead, false);
    editor.dispatch(removeItems({ nodes, edges }));
    ui.say('removed', { nodes: nodes.size, edges: edges.size });
    if (lead !== null && nodes.has(lead)) ui.set({ lead: next !== null && !nodes.has(next) ? next : null });
  },
};

export const duplicateSelected: CanvasAction = {
  id: 'duplicate',
  label: 'duplicate',
  keys: ['Mod+D'],
  enabled: (state) => canEdit(state) && hasSelectedNodes(state),
  run(editor, ui) {
    const { document, selection } = editor.store.getState();
    const keys = document.nodes.filter((node) => selection.nodes.has(node.key)).map(() => mintKey<NodeKey>());
    editor.dispatch(duplicate(selection.nodes, { uuid: ui.uuid, keys }));
    selectNew(editor, ui, keys);
    ui.say('duplicated', { count: keys.length });
  },
};

/** The text of the selected nodes for a clipboard; null where nothing is selected. */
export function copiedText(state: EditorState): string | null {
  if (state.selection.nodes.size === 0) return null;
  return encodeFragment(fragmentOf(state.document, state.selection.nodes));
}

/** Adds what a clipboard's text holds; says so where it is no part of a workflow. */
export function pasteText(editor: Editor, ui: CanvasUi, text: string): void {
  const read = decodeFragment(text);
  if (!read.ok) {
    ui.say('nothingToPaste');
    return;
  }
  const keys = read.value.nodes.map(() => mintKey<NodeKey>());
  const at = ui.view?.freeSpot() ?? { x: 0, y: 0 };
  editor.dispatch(paste(read.value, at, { uuid: ui.uuid, keys }));
  selectNew(editor, ui, keys);
  ui.say('pasted', { count: keys.length });
}

function selectNew(editor: Editor, ui: CanvasUi, keys: readonly NodeKey[]): void {
  editor.select({ nodes: keys });
  ui.set({ lead: keys[0] ?? null });
}

export const copy: CanvasAction = {
  id: 'copy',
  label: 'copy',
  keys: ['Mod+C'],
  native: true,
  enabled: hasSelectedNodes,
  run(editor, ui) {
    const text = copiedText(editor.store.getState());
    if (text === null) return;
    void ui.clipboard.write(text);
    ui.say('copied', { count: editor.store.getState().selection.nodes.size });
  },
};

export const cut: CanvasAction = {
  id: 'cut',
  label: 'cut',
  keys: ['Mod+X'],
  native: true,
  enabled: (state) => canEdit(state) && hasSelectedNodes(state),
  run(editor, ui) {
    copy.run(editor, ui);
    remove.run(editor, ui);
  },
};

export const pasteHere: CanvasAction = {
  id: 'paste',
  label: 'paste',
  keys: ['Mod+V'],
  native: true,
  enabled: canEdit,
  run(editor, ui) {
    void ui.clipboard.read().then((text) => pasteText(editor, ui, text ?? ''));
  },
};

export const selectAll: CanvasAction = {
  id: 'selectAll',
  label: 'selectAll',
  keys: ['Mod+A'],
  enabled: hasNodes,
  run(editor, ui) {
    const { document } = editor.store.getState();
    editor.select({ nodes: document.nodes.map((node) => node.key) });
    ui.say('selectedAll', { count: document.nodes.length });
  },
};

const STEPS = [
  ['moveLeft', 'ArrowLeft', -1, 0],
  ['moveRight', 'ArrowRight', 1, 0],
  ['moveUp', 'ArrowUp', 0, -1],
  ['moveDown', 'ArrowDown', 0, 1],
] as const;

/** Arrow keys, alone and ten times as far with Shift. */
export const nudges: readonly CanvasAction[] = STEPS.flatMap(([label, key, x, y]) =>
  [1, 10].map(
    (times): CanvasAction => ({
      id: times === 1 ? label : `${label}Far`,
      label,
      keys: [times === 1 ? key : `Shift+${key}`],
      keyOnly: true,
      enabled: (state) => canEdit(state) && hasSelectedNodes(state),
      run: (editor, ui) => nudge(editor, ui, x * NUDGE * times, y * NUDGE * times),
    }),
  ),
);

function nudge(editor: Editor, ui: CanvasUi, x: number, y: number): void {
  const { document, selection } = editor.store.getState();
  const moves = document.nodes
    .filter((node) => selection.nodes.has(node.key))
    .map((node): Move => ({ key: node.key, position: { x: node.position.x + x, y: node.position.y + y } }));
  editor.dispatch(moveNodes(moves, { nudge: true }));
  const lead = leadOf(editor.store.getState(), ui);
  const node = lead === null ? undefined : ui.graph(editor.store.getState()).wiring.node(lead);
  if (node === undefined) return;
  ui.view?.reveal(node.key);
  ui.say('moved', {
    count: moves.length,
    name: titleOf(node),
    x: String(node.position.x),
    y: String(node.position.y),
  });
}
