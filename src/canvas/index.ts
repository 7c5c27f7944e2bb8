// The public face of the canvas: what the app mounts, and the actions that its menus and command palette list.

export type { CanvasAction } from './actions/action';
export { canvasActions } from './actions/all';
export { createEditor, type EditorOptions } from './editor/create-editor';
export {
  EditorProvider,
  useCanvasUi,
  useCanvasUiState,
  useEditor,
  useEditorState,
} from './editor/editor-context';
export type {
  Editor,
  EditorPersistence,
  EditorState,
  LogEntry,
  NodeRunState,
  SaveState,
} from './editor/types';
export { WorkflowCanvas } from './flow/flow-canvas';
export { type CanvasUi, createCanvasUi } from './interaction/canvas-ui';
export { keysText } from './interaction/keymap';
export { LaterList } from './lists/open-list';
export { NodePalette } from './palette/node-palette';
