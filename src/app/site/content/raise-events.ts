// Triggers hear of what a person changes here, as they hear of what nodes save.
import { passes } from '../../../engine/triggers/conditions';
import { changeEvent } from '../../../engine/triggers/content-events';
import type { TriggerEvent } from '../../../engine/triggers/desk';
import type { TriggerStore } from '../../../engine/triggers/types';
import { type ContentStep, sameDocument } from '../../../store';

/**
 * Raises `entity.insert`, `entity.update` and `entity.delete` for a step that was done, one after the other in its order. Events
 * that no trigger waits for are not raised: the engine does not start for them. Rejects where an event could not be raised;
 * later ones are then not raised either.
 *
 * @param back what takes the step back: it knows each document before and after.
 */
export async function raiseContentEvents(
  back: ContentStep,
  triggers: Pick<TriggerStore, 'list'>,
  raise: (event: TriggerEvent) => Promise<void>,
): Promise<void> {
  const on = (await triggers.list()).filter(({ config }) => config.enabled);
  for (const { next: before, expect: after = null } of back.puts.toReversed()) {
    if (sameDocument(before, after)) continue;
    const event = changeEvent(before ?? undefined, after ?? undefined);
    if (event === undefined) continue;
    const { type, data } = event;
    if (on.some(({ config }) => config.event_type === type && passes(config.conditions, data)))
      await raise(event);
  }
}
