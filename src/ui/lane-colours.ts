// A lane's colour is declared once, with the lane. The interface needs it at 3:1 against light and dark surfaces, so it mixes
// the declared colour towards the text colour of the theme.

/** Names that tokens.css has for what all lanes are mixed with. */
const TOKENS: readonly string[] = ['share', 'toward'];

/**
 * A name that may stand in a CSS custom property, another one for every lane. Lane ids may hold `:` and anything a site
 * writes, and may be the words that all lanes are mixed by.
 */
export function laneVariable(lane: string): string {
  const escaped = (char: string) => `_${char.charCodeAt(0).toString(16)}_`;
  const name = lane.replace(/[^A-Za-z0-9-]/g, escaped);
  return `--lane-${TOKENS.includes(name) ? escaped(name) + name.slice(1) : name}`;
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
