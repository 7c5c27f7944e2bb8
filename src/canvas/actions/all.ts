import type { CanvasAction } from './action';
import {
  addNodeHere,
  copy,
  cut,
  duplicateSelected,
  edit,
  nudges,
  pasteHere,
  redo,
  remove,
  rename,
  selectAll,
  undo,
  unwire,
  wire,
} from './edit';
import { clearSelection, fit, fitSelection, searchPalette, walks, zoomIn, zoomOut } from './look';

/** Every action of the canvas, in the order in which lists show them. */
export const canvasActions: readonly CanvasAction[] = [
  undo,
  redo,
  addNodeHere,
  wire,
  unwire,
  edit,
  rename,
  duplicateSelected,
  copy,
  cut,
  pasteHere,
  remove,
  selectAll,
  clearSelection,
  fit,
  fitSelection,
  zoomIn,
  zoomOut,
  searchPalette,
  ...walks,
  ...nudges,
];
