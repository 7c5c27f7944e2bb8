/** Names that hold every word of a query; those that begin with the first word come first, shorter ones before longer. */
export function searchIcons(names: readonly string[], query: string): readonly string[] {
  const words = query
    .toLowerCase()
    .replace(/^mdi:/, '')
    .split(/[\s-]+/)
    .filter(Boolean);
  const [first] = words;
  if (first === undefined) return names;
  const rank = (name: string) => (name.startsWith(first) ? 0 : name.includes(`-${first}`) ? 1 : 2);
  return names
    .filter((name) => words.every((word) => name.includes(word)))
    .toSorted((a, b) => rank(a) - rank(b) || a.length - b.length || (a < b ? -1 : 1));
}
