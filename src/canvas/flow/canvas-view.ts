import type { ReactFlowInstance } from '@xyflow/react';
import { type Box, freeSpot, spotBehind } from '../derive/free-spot';
import type { CanvasView } from '../interaction/canvas-ui';
import type { FlowEdge, FlowNode } from './elements';

/** Of a fitted view: room for wires that leave the outer nodes, badges, and the controls below. */
export const FIT_PADDING = { x: '36px', top: '36px', bottom: '48px' } as const;

const DURATION = 140;
const NEW_NODE = { width: 240, height: 140 };

/** What actions ask of the canvas on screen, by React Flow and the element that it stands in. */
export function createCanvasView(
  flow: ReactFlowInstance<FlowNode, FlowEdge>,
  element: HTMLElement,
): CanvasView {
  const duration = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : DURATION);
  const boxes = (): Box[] =>
    flow.getNodes().map((node) => ({
      ...node.position,
      width: node.measured?.width ?? NEW_NODE.width,
      height: node.measured?.height ?? NEW_NODE.height,
    }));
  const rectOf = (key: string) =>
    element.querySelector(`.react-flow__node[data-id="${CSS.escape(key)}"]`)?.getBoundingClientRect();

  return {
    fit: () => void flow.fitView({ padding: FIT_PADDING, maxZoom: 1, duration: duration() }),
    fitNodes: (keys) =>
      void flow.fitView({
        nodes: [...keys].map((id) => ({ id })),
        padding: 0.2,
        maxZoom: 1.25,
        duration: duration(),
      }),
    reveal(key) {
      // After React has drawn what made the node the lead.
      requestAnimationFrame(() => {
        const rect = rectOf(key);
        const around = element.getBoundingClientRect();
        if (rect === undefined) return;
        const inside =
          rect.left >= around.left &&
          rect.right <= around.right &&
          rect.top >= around.top &&
          rect.bottom <= around.bottom;
        if (inside) return;
        const middle = flow.screenToFlowPosition({ x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
        void flow.setCenter(middle.x, middle.y, { zoom: flow.getZoom(), duration: duration() });
      });
    },
    zoom: (by) =>
      void (by === 'in' ? flow.zoomIn({ duration: duration() }) : flow.zoomOut({ duration: duration() })),
    toCanvas(client) {
      const around = element.getBoundingClientRect();
      const over =
        client.x >= around.left &&
        client.x <= around.right &&
        client.y >= around.top &&
        client.y <= around.bottom;
      return over ? flow.screenToFlowPosition(client) : null;
    },
    freeSpot() {
      // Workflows are read along the wires: what is added next stands behind what was added last.
      const [lead, second] = flow.getNodes().filter((node) => node.selected === true);
      if (lead !== undefined && second === undefined) {
        const box = {
          ...lead.position,
          width: lead.measured?.width ?? NEW_NODE.width,
          height: lead.measured?.height ?? NEW_NODE.height,
        };
        return spotBehind(box, NEW_NODE, boxes());
      }
      const around = element.getBoundingClientRect();
      const centre = flow.screenToFlowPosition({
        x: around.x + around.width / 2,
        y: around.y + around.height / 2,
      });
      return freeSpot(centre, NEW_NODE, boxes());
    },
    beside(key) {
      const rect = key === null ? undefined : rectOf(key);
      if (rect !== undefined) return { x: rect.right + 12, y: rect.top };
      const around = element.getBoundingClientRect();
      return { x: around.x + around.width / 2 - 150, y: around.y + around.height / 3 };
    },
    focus: () => element.focus({ preventScroll: true }),
  };
}
