// A lane's colour is declared once, with the lane. The interface needs it at 3:1 against light and dark surfaces, so it mixes
// the declared colour towards the text colour of the theme.

/** A name that may stand in a CSS custom property. Lane ids may hold `:` and anything a site writes. */
export function laneVariable(lane: string): string {
  return `--lane-${lane.replace(/[^A-Za-z0-9_-]/g, (char) => `_${char.codePointAt(0)?.toString(16)}_`)}`;
}

/** CSS custom properties, one a lane. A declared colour that is no CSS colour is left to the neutral one. */
export function laneVariables(
  lanes: readonly { readonly id: string; readonly color: string }[],
  isColour: (text: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(
    lanes
      .filter((lane) => isColour(lane.color))
      .map((lane) => [
        laneVariable(lane.id),
        `color-mix(in oklab, ${lane.color} var(--lane-share), var(--lane-toward))`,
      ]),
  );
}
