// Changes of content as events that triggers wait for.
import type { JsonObject } from '../../model/json';
import type { ContentRow, ContentStore } from '../ports';
import { entityOf } from '../processors/entity-rows';
import type { TriggerEvent } from './desk';
import type { EntityEvent } from './types';

export type ContentListener = {
  /** A pre-save event resolves when whoever waited for it is done; others may resolve at once. */
  raise(event: TriggerEvent): Promise<void>;
  /** Initial data of a run that changes content; `undefined` where it is not known. */
  initialData(run: string): Promise<JsonObject | undefined>;
  /** False: nobody waits for anything, and nothing is looked at. */
  listens(): boolean;
};

/**
 * A content store whose changes raise `entity.presave`, then `entity.insert` or `entity.update` once they are stored.
 *
 * Whoever waits for the pre-save event sees the record as it will be, before it is there; it changes nothing of it, and its
 * failure keeps nothing from being saved.
 */
export function withContentEvents(store: ContentStore, listener: ContentListener): ContentStore {
  return {
    ...store,
    async update(collection, id, change, by) {
      if (!listener.listens()) return store.update(collection, id, change, by);
      const cause = by === undefined ? undefined : await listener.initialData(by.run);
      const raise = (event: ContentEvent) =>
        listener.raise({ ...event, ...(cause === undefined ? {} : { cause }) });
      const before = await store.get(collection, id);
      const proposed = change(before);
      if (proposed !== undefined)
        await raise({ type: 'entity.presave', data: entityEvent(proposed, before) });
      let original: ContentRow | undefined;
      const saved = await store.update(
        collection,
        id,
        (stored) => {
          original = stored;
          return change(stored);
        },
        by,
      );
      const event = saved === undefined ? undefined : changeEvent(original, saved);
      if (event !== undefined) await raise(event);
      return saved;
    },
  };
}

type ContentEvent = TriggerEvent & { readonly type: EntityEvent };

/** The event of one record that was changed; `undefined` where there was none and is none. */
export function changeEvent(
  before: ContentRow | undefined,
  after: ContentRow | undefined,
): ContentEvent | undefined {
  if (after !== undefined)
    return {
      type: before === undefined ? 'entity.insert' : 'entity.update',
      data: entityEvent(after, before),
    };
  return before === undefined ? undefined : { type: 'entity.delete', data: entityEvent(before, before) };
}

/** Data of an event about a record. `original_entity`: what was stored before; null where nothing was. */
export function entityEvent(row: ContentRow, original: ContentRow | undefined): JsonObject {
  return {
    entity_type: row.collection,
    entity_id: row.id,
    bundle: row.bundle,
    entity: entityOf(row),
    original_entity: original === undefined ? null : entityOf(original),
    is_new: original === undefined,
  };
}
