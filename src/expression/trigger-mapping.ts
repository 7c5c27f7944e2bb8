// LANG-18: literals in a trigger mapping. A path elsewhere is not read so.

/** The literal that a mapping value spells (`literal:…`, or in matching quotes); `undefined` where it is a path. */
export function mappingLiteral(value: string): string | undefined {
  if (value.startsWith('literal:')) return value.slice('literal:'.length);
  const quote = value[0];
  const quoted = value.length >= 2 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return quoted ? value.slice(1, -1) : undefined;
}
