import { type PointerEvent, useRef } from 'react';
import type { NodeType } from '../../catalog/types';
import type { Position } from '../../model/document';
import { useCanvasUi } from '../editor/editor-context';

const THRESHOLD = 5;

/**
 * Dragging a node type out of the palette with a pointer of any kind: mouse, pen, finger. Answers the handlers of one item.
 * `onDrop` is called with client coordinates.
 */
export function useCarry(onDrop: (type: NodeType, at: Position) => void) {
  const ui = useCanvasUi();
  const start = useRef<Position | null>(null);

  const stop = () => {
    start.current = null;
    if (ui.store.getState().carrying !== null) ui.set({ carrying: null });
  };
  return (type: NodeType) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      start.current = { x: event.clientX, y: event.clientY };
      // From the press on: a fast pointer is over another item, or over none, by the first move that is heard.
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = start.current;
      if (from === null) return;
      const at = { x: event.clientX, y: event.clientY };
      const carrying = ui.store.getState().carrying !== null;
      if (!carrying && Math.hypot(at.x - from.x, at.y - from.y) < THRESHOLD) return;
      ui.set({ carrying: { nodeTypeId: type.id, at } });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const carried = ui.store.getState().carrying !== null;
      stop();
      if (carried) onDrop(type, { x: event.clientX, y: event.clientY });
    },
    onPointerCancel: stop,
    onLostPointerCapture: stop,
  });
}
