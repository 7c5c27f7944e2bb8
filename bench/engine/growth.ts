/** A straight line through points, by least squares: `cost = base + slope · x`. */
export function line(points: readonly (readonly [x: number, y: number])[]): {
  readonly base: number;
  readonly slope: number;
} {
  const mean = (pick: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + pick(point), 0) / points.length;
  const x = mean((point) => point[0]);
  const y = mean((point) => point[1]);
  const slope =
    points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) /
    points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return { base: y - slope * x, slope };
}
