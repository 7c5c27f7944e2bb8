// The way a wire takes between two ports. Outputs face right, inputs face left.

export type Ends = {
  readonly sourceX: number;
  readonly sourceY: number;
  readonly targetX: number;
  readonly targetY: number;
};
/** An SVG path, and the place in its middle where a sign stands. */
export type Route = { readonly path: string; readonly middleX: number; readonly middleY: number };
/** What a way back has to go around. */
export type Span = { readonly top: number; readonly bottom: number };

/** The last stretch is straight, so that the end of the wire points along it. */
const STRAIGHT = 12;
/** How far a way back leaves the node before it turns. */
const OUT = 32;
const RADIUS = 14;
/** Between nodes and a way back around them. */
const CLEARANCE = 28;

/** Whether a wire has to turn round: its target does not lie to the right of its source. */
export function goesBack({ sourceX, targetX }: Pick<Ends, 'sourceX' | 'targetX'>): boolean {
  return targetX < sourceX + 2 * STRAIGHT;
}

/** A curve to the right. */
export function forwardRoute({ sourceX, sourceY, targetX, targetY }: Ends): Route {
  const endX = targetX - STRAIGHT;
  const bend = Math.max((endX - sourceX) / 2, Math.min(48, Math.abs(targetY - sourceY) / 4));
  return {
    path: `M${sourceX} ${sourceY} C${sourceX + bend} ${sourceY} ${endX - bend} ${targetY} ${endX} ${targetY} H${targetX}`,
    middleX: (sourceX + endX) / 2,
    middleY: (sourceY + targetY) / 2,
  };
}

/**
 * The height at which a wire goes back: between the two nodes where there is room, else below both. A loop always goes
 * below, so that it is seen as one.
 */
export function heightOfWayBack(source: Span, target: Span, loop: boolean): number {
  if (!loop) {
    if (target.top - source.bottom >= CLEARANCE) return (source.bottom + target.top) / 2;
    if (source.top - target.bottom >= CLEARANCE) return (target.bottom + source.top) / 2;
  }
  return Math.max(source.bottom, target.bottom) + CLEARANCE;
}

/** Out to the right, back at a height, and in from the left. */
export function backRoute({ sourceX, sourceY, targetX, targetY }: Ends, height: number): Route {
  const right = Math.max(sourceX, targetX - OUT - STRAIGHT) + OUT;
  const left = Math.min(targetX, sourceX + OUT) - OUT - STRAIGHT;
  const corners = [
    [sourceX, sourceY],
    [right, sourceY],
    [right, height],
    [left, height],
    [left, targetY],
    [targetX, targetY],
  ] as const;
  return { path: rounded(corners), middleX: (left + right) / 2, middleY: height };
}

type Point = readonly [x: number, y: number];

/** A line through points with its corners rounded as far as its legs allow. */
function rounded(points: readonly Point[]): string {
  const parts: string[] = [];
  points.forEach(([x, y], index) => {
    const before = points[index - 1];
    const after = points[index + 1];
    if (before === undefined) parts.push(`M${x} ${y}`);
    else if (after === undefined) parts.push(`L${x} ${y}`);
    else {
      const radius = Math.min(RADIUS, distance(before, [x, y]) / 2, distance([x, y], after) / 2);
      const [inX, inY] = towards([x, y], before, radius);
      const [outX, outY] = towards([x, y], after, radius);
      parts.push(`L${inX} ${inY} Q${x} ${y} ${outX} ${outY}`);
    }
  });
  return parts.join(' ');
}

function distance([ax, ay]: Point, [bx, by]: Point): number {
  return Math.abs(ax - bx) + Math.abs(ay - by);
}

/** The point so far from one corner on the leg to the next; legs run along an axis. */
function towards([x, y]: Point, [toX, toY]: Point, far: number): Point {
  return [x + Math.sign(toX - x) * far, y + Math.sign(toY - y) * far];
}
