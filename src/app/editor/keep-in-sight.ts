import type { CanvasUi, Editor } from '../../canvas';

/**
 * Changes the space that the canvas has. Where the whole workflow was in sight before, it is afterwards; a view that
 * somebody has zoomed into stays as it is.
 */
export function keepInSight(editor: Editor, ui: CanvasUi, change: () => void): void {
  const whole = isWholeInSight(editor, ui);
  change();
  // Two frames: the panel is laid out in the first, the canvas knows its new size in the second.
  if (whole) requestAnimationFrame(() => requestAnimationFrame(() => ui.view?.fit()));
}

function isWholeInSight(editor: Editor, ui: CanvasUi): boolean {
  const area = document.querySelector('.react-flow')?.getBoundingClientRect();
  const { nodes } = editor.store.getState().document;
  if (area === undefined || ui.view === null || nodes.length === 0) return false;
  const from = ui.view.toCanvas({ x: area.left + 1, y: area.top + 1 });
  const to = ui.view.toCanvas({ x: area.right - 1, y: area.bottom - 1 });
  if (from === null || to === null) return false;
  return nodes.every(
    ({ position }) =>
      position.x >= from.x && position.y >= from.y && position.x <= to.x && position.y <= to.y,
  );
}
