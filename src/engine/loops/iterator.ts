// SG-4, SG-5: the iterator of a ForEach head. It lives in the run's state, one a head, and is never written to a row: what
// the head was given says all of it, so a round costs the same however many there were before.
import { isArray, type Json, type JsonObject, own } from '../../model/json';
import { appended, type Vector, vectorOf } from '../vector';

export type IteratorState = {
  /** Re-indexed: iteration goes by position. */
  readonly items: readonly Json[];
  /** Position of the item that was handed out last. */
  readonly index: number;
  /** Results of the rounds so far. */
  readonly results: Vector<Json>;
  /** Every item has been handed out and its result has come back. */
  readonly completed: boolean;
};

/** What an execution of the head does to its iterator. */
export type IteratorUpdate =
  | { readonly kind: 'start'; readonly items: readonly Json[] }
  | { readonly kind: 'next'; readonly result: Json };

/** The iterator after an update; an update that has none to work on begins with nothing. */
export function updatedIterator(iterator: IteratorState | null, update: IteratorUpdate): IteratorState {
  if (update.kind === 'start' || iterator === null) {
    const items = update.kind === 'start' ? update.items : [];
    return { items, index: 0, results: vectorOf<Json>([]), completed: items.length === 0 };
  }
  const index = iterator.index + 1;
  return {
    items: iterator.items,
    index,
    results: appended(iterator.results, update.result),
    completed: index >= iterator.items.length,
  };
}

/**
 * What a head's parameters mean. Without an iterator they begin one: a value that is no list is one item (SG-4). Else they
 * bring the round's result: `item_result`, or `loop_back` where that is absent (SG-5).
 *
 * @returns `undefined` where there is nothing to iterate over.
 */
export function iteratorUpdate(
  iterator: IteratorState | null,
  parameters: JsonObject,
): IteratorUpdate | undefined {
  if (iterator !== null) {
    const result = own(parameters, 'item_result') ?? own(parameters, 'loop_back') ?? null;
    return { kind: 'next', result };
  }
  const items = own(parameters, 'items') ?? null;
  if (items === null) return undefined;
  return { kind: 'start', items: isArray(items) ? items : [items] };
}
