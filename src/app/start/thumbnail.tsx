import { useMemo } from 'react';

/** Rectangles as `x, y, width, height` in a row, wires as pairs of rectangle numbers. */
export type Drawing = { readonly rects: readonly number[]; readonly wires: readonly number[] };

type Box = { readonly x: number; readonly y: number; readonly w: number; readonly h: number };

/** A small drawing of a graph. Says nothing to those who do not see it: the card's text does. */
export function Thumbnail({ drawing }: { readonly drawing: Drawing }) {
  const { boxes, view, lines } = useMemo(() => layOut(drawing), [drawing]);
  const round = Math.max(view.w / 60, 4);
  return (
    <svg
      viewBox={`${view.x} ${view.y} ${view.w} ${view.h}`}
      width="100%"
      height="100%"
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
      focusable="false"
    >
      <g fill="none" stroke="var(--line-strong)" strokeWidth="1.4">
        {lines.map((line) => (
          <path key={line.key} d={line.d} vectorEffect="non-scaling-stroke" />
        ))}
      </g>
      <g fill="var(--surface-1)" stroke="var(--line-strong)" strokeWidth="1.2">
        {boxes.map((box) => (
          <rect
            key={box.key}
            x={box.x}
            y={box.y}
            width={box.w}
            height={box.h}
            rx={round}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </g>
    </svg>
  );
}

function layOut({ rects, wires }: Drawing) {
  const boxes: (Box & { readonly key: string })[] = [];
  for (let i = 0; i + 3 < rects.length; i += 4) {
    boxes.push({
      key: `b${i}`,
      x: rects[i] ?? 0,
      y: rects[i + 1] ?? 0,
      w: rects[i + 2] ?? 0,
      h: rects[i + 3] ?? 0,
    });
  }
  const lines: { readonly key: string; readonly d: string }[] = [];
  for (let i = 0; i + 1 < wires.length; i += 2) {
    const from = boxes[wires[i] ?? -1];
    const to = boxes[wires[i + 1] ?? -1];
    if (from !== undefined && to !== undefined) lines.push({ key: `w${i}`, d: curve(from, to) });
  }
  return { boxes, lines, view: viewOf(boxes) };
}

/** What is seen: all boxes with a margin, and no closer than a few nodes' width, so that one node is not a billboard. */
function viewOf(boxes: readonly Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, w: 600, h: 300 };
  const left = Math.min(...boxes.map((box) => box.x));
  const top = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.w));
  const bottom = Math.max(...boxes.map((box) => box.y + box.h));
  const w = Math.max(right - left, 900);
  const h = Math.max(bottom - top, 360);
  const margin = 40;
  return {
    x: (left + right - w) / 2 - margin,
    y: (top + bottom - h) / 2 - margin,
    w: w + 2 * margin,
    h: h + 2 * margin,
  };
}

function curve(from: Box, to: Box): string {
  const x1 = from.x + from.w;
  const y1 = from.y + from.h / 2;
  const y2 = to.y + to.h / 2;
  const bend = Math.max(40, Math.abs(to.x - x1) / 2);
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${to.x - bend} ${y2} ${to.x} ${y2}`;
}
