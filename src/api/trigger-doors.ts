// What the doors of triggers share: where there are triggers at all, and the form in which one is published.
import { nextRunOf } from '../engine/triggers/report';
import { readState } from '../engine/triggers/state';
import type { TriggerRow } from '../engine/triggers/types';
import type { JsonObject } from '../model/json';
import type { Call, Door } from './door';
import { type Answer, refusal, refuse } from './envelope';
import type { TriggerService } from './trigger-service';

export type TriggerCall = Call & { readonly triggers: TriggerService };

/** A door of triggers. A place that keeps none says so. */
export function triggerDoor(
  door: Omit<Door, 'handle' | 'personal'>,
  handle: (call: TriggerCall) => Promise<Answer>,
): Door {
  return {
    ...door,
    personal: true,
    refusals: ['TRIGGERS_UNAVAILABLE', ...door.refusals],
    async handle(call) {
      const { triggers } = call.world;
      return triggers === undefined ? refusal(refuse('TRIGGERS_UNAVAILABLE')) : handle({ ...call, triggers });
    },
  };
}

/** A door of one trigger. */
export function oneTriggerDoor(
  door: Omit<Door, 'handle' | 'personal'>,
  handle: (call: TriggerCall & { readonly row: TriggerRow }) => Promise<Answer>,
): Door {
  return triggerDoor({ ...door, refusals: ['TRIGGER_NOT_FOUND', ...door.refusals] }, async (call) => {
    const row = await call.triggers.store.get(call.params.id ?? '');
    return row === undefined ? absentTrigger(call.params.id ?? '') : handle({ ...call, row });
  });
}

export function absentTrigger(id: string): Answer {
  return refusal(refuse('TRIGGER_NOT_FOUND', `The trigger ${id} does not exist.`));
}

/** A trigger as doors publish it. */
export function published(row: TriggerRow, now: number): JsonObject {
  const state = readState(row.state);
  const { next_run, code } = nextRunOf(row, now);
  return {
    id: row.id,
    workflow_id: row.workflow,
    node_id: row.node,
    label: row.label,
    ...row.config,
    last_run: instantOrNull(state.last_run),
    run_count: state.run_count,
    next_run: instantOrNull(next_run),
    code,
    created: new Date(row.created).toISOString(),
    changed: new Date(row.changed).toISOString(),
  };
}

export function instantOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
