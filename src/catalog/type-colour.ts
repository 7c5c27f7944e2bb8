import type { Catalog, NodeType } from './types';

const known = new WeakMap<Catalog, Map<NodeType, string | undefined>>();

/** The colour of a node type's icon: its own, else that of its category; `undefined` where neither states one. Memoised. */
export function colourOf(catalog: Catalog, nodeType: NodeType): string | undefined {
  const colours = known.get(catalog) ?? new Map<NodeType, string | undefined>();
  known.set(catalog, colours);
  if (!colours.has(nodeType)) {
    const category = catalog.categories.find(({ id }) => id === nodeType.category);
    colours.set(
      nodeType,
      [nodeType.color, category?.color].find((colour) => colour !== undefined && isColour(colour)),
    );
  }
  return colours.get(nodeType);
}

/** True for what a style sheet reads as a colour: `#1f5fd6`, a name, a function, a variable. */
export function isColour(text: string): boolean {
  return /^(#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|[a-z]+|(?:rgb|hsl|hwb|lab|lch|oklab|oklch|var)a?\([^;{}()]*\))$/i.test(
    text.trim(),
  );
}
