// What is different between one state of a run and the next.
import { isArray, isObject, type Json } from '../model/json';

export type StateChange =
  | { readonly kind: 'added'; readonly path: string; readonly after: Json }
  | { readonly kind: 'removed'; readonly path: string; readonly before: Json }
  | { readonly kind: 'changed'; readonly path: string; readonly before: Json; readonly after: Json };

/**
 * The changes, in the order of the state's fields, each at the deepest place that tells it: members by name, entries of lists by
 * number. At most `most` are told; `left` counts the others.
 */
export function stateChanges(
  before: Json,
  after: Json,
  most = 100,
): { readonly changes: readonly StateChange[]; readonly left: number } {
  const changes: StateChange[] = [];
  let left = 0;
  const tell = (change: StateChange) => {
    if (changes.length < most) changes.push(change);
    else left += 1;
  };
  const compare = (path: string, one: Json | undefined, other: Json | undefined): void => {
    if (one === undefined || other === undefined) {
      if (other !== undefined) tell({ kind: 'added', path, after: other });
      else if (one !== undefined) tell({ kind: 'removed', path, before: one });
    } else if (isArray(one) && isArray(other)) {
      for (let at = 0; at < Math.max(one.length, other.length); at += 1)
        compare(`${path}[${at}]`, one[at], other[at]);
    } else if (isObject(one) && isObject(other)) {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(
          path === '' ? key : `${path}.${key}`,
          Object.hasOwn(one, key) ? one[key] : undefined,
          Object.hasOwn(other, key) ? other[key] : undefined,
        );
    } else if (one !== other) tell({ kind: 'changed', path, before: one, after: other });
  };
  compare('', before, after);
  return { changes, left };
}
