// BR-1, BR-2, BR-3, BR-5: which edges a branch decision gates.
import { isArray, type Json } from './json';

/** BR-3: the names in an `active_branches` output: a bare string is one name, entries that are no text are dropped. */
export function activeBranches(value: Json | undefined): readonly string[] {
  const names = isArray(value) ? value : [value];
  const out: string[] = [];
  for (const name of names) {
    if (typeof name !== 'string') continue;
    const read = branchName(name);
    if (read !== '') out.push(read);
  }
  return out;
}

/** The form in which branch and port names are compared. */
export function branchName(name: string): string {
  return name.trim().toLowerCase();
}

/**
 * BR-1, BR-2: may this edge be followed, given what its source decided? The kind of port it arrives at is not asked
 * (BR-5).
 *
 * @param active the source's active branches in the form of {@link activeBranches}.
 * @param declared the source's branch ports, in the same form.
 */
export function isFollowed(
  edge: { readonly source_port: string | null },
  active: readonly string[],
  declared: readonly string[],
): boolean {
  if (edge.source_port === null) return true;
  if (active.length === 0) return true;
  const port = branchName(edge.source_port);
  if (!declared.includes(port)) return true;
  return active.includes(port);
}
