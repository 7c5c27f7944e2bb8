import type { Position } from '../../model/document';

export type Box = Position & { readonly width: number; readonly height: number };

const GRID = 4;
const RING = 44;
const RINGS = 40;

/** Rounded to the grid of the canvas. */
export function snapped(position: Position): Position {
  // Adding zero makes -0 a plain 0, which JSON would turn it into.
  return { x: Math.round(position.x / GRID) * GRID + 0, y: Math.round(position.y / GRID) * GRID + 0 };
}

/** The place nearest to `centre` at which a box of this size lies on no other; `centre` itself where all is full. */
export function freeSpot(
  centre: Position,
  size: { readonly width: number; readonly height: number },
  taken: readonly Box[],
): Position {
  const start = { x: centre.x - size.width / 2, y: centre.y - size.height / 2 };
  for (let ring = 0; ring <= RINGS; ring += 1) {
    const steps = ring === 0 ? 1 : ring * 8;
    for (let step = 0; step < steps; step += 1) {
      const angle = (step / steps) * 2 * Math.PI;
      const at = snapped({
        x: start.x + Math.cos(angle) * ring * RING,
        y: start.y + Math.sin(angle) * ring * RING,
      });
      if (!taken.some((box) => overlap(box, { ...at, ...size }))) return at;
    }
  }
  return snapped(start);
}

const COLUMN_GAP = 80;
const ROW = 176;
const ROWS = 12;

/** The place behind a node, along the reading direction of a workflow; further down its column where something stands there. */
export function spotBehind(
  node: Box,
  size: { readonly width: number; readonly height: number },
  taken: readonly Box[],
): Position {
  const x = node.x + node.width + COLUMN_GAP;
  for (let row = 0; row < ROWS; row += 1) {
    const at = snapped({ x, y: node.y + row * ROW });
    if (!taken.some((box) => overlap(box, { ...at, ...size }))) return at;
  }
  return freeSpot({ x: x + size.width / 2, y: node.y + size.height / 2 }, size, taken);
}

const GAP = 16;
function overlap(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + GAP &&
    b.x < a.x + a.width + GAP &&
    a.y < b.y + b.height + GAP &&
    b.y < a.y + a.height + GAP
  );
}
