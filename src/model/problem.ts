/** Why unknown data could not be read: where (JSON path such as `nodes[3].id`, `''` for the whole) and what would be right. */
export type Problem = { readonly path: string; readonly message: string };

/** A value, or why there is none. Failures that a caller must handle are values. */
export type Result<T, E = readonly Problem[]> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}
