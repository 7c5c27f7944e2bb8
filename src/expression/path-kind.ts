/** LANG-14: a path is a JSONPath query if and only if, trimmed, it begins with `$`. */
export function isJsonPath(path: string): boolean {
  return path.trim().startsWith('$');
}
