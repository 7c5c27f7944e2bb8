/** A compiled pattern: a search, not anchored (DECISIONS on R6.h). */
export type Pattern = { test(text: string): boolean };

export function compilePattern(source: string, flags = ''): Pattern | undefined {
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return undefined;
  }
}
