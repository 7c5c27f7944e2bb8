import type { Json, JsonObject } from '../../model/json';
import { type IteratorState, iteratorUpdate, updatedIterator } from '../loops/iterator';
import { itemsOf } from '../vector';
import { type Execute, NodeFailure } from './types';

/**
 * `foreach`: hands out the items of a list one a round, and collects what comes back (SG-4, SG-5). While it runs it gives
 * the item; the results are given once, when it completes, so that a round costs the same whichever it is.
 */
export const forEach: Execute = (parameters, context) => {
  const before = context.iterator ?? null;
  const update = iteratorUpdate(before, parameters);
  if (update === undefined) {
    throw new NodeFailure('The loop has nothing to go through: wire a list into "items".', {
      code: 'missing_parameter',
      details: { parameter: 'items' },
    });
  }
  const iterator = updatedIterator(before, update);
  return { outputs: iterator.completed ? completion(iterator) : turn(iterator), iterator: update };
};

function turn({ items, index }: IteratorState): JsonObject {
  const last = index === items.length - 1;
  const item: Json = items[index] ?? null;
  return {
    loop_active: true,
    current_item: item,
    current_index: index,
    total_count: items.length,
    is_first: index === 0,
    is_last: last,
    has_more: !last,
    state_update: { iterator: { index, total_count: items.length, has_more: !last, completed: false } },
  };
}

function completion({ items, index, results }: IteratorState): JsonObject {
  return {
    loop_active: false,
    current_item: null,
    current_index: index,
    total_count: items.length,
    is_first: false,
    is_last: false,
    has_more: false,
    collected_results: itemsOf(results),
    state_update: { iterator: { index, total_count: items.length, has_more: false, completed: true } },
  };
}
