// Whether a schedule is due: decided from what is stored and the time alone.
import { nextRun, type ScheduleCode } from './cron';
import { judgeJitter } from './jitter';
import type { TriggerState } from './state';
import { kindOf, type TriggerConfig } from './types';

/** A firing that is later than this is missed: nobody was there to start it (milliseconds). */
export const GRACE_MS = 5 * 60_000;
/** A clock that went back further than this was set; what was dealt with before says nothing any more (milliseconds). */
const SET_BACK_MS = 60 * 60_000;

/** `wake`: when to look again; null: only after a change. */
export type Due =
  | { readonly kind: 'idle'; readonly wake: number | null; readonly state: TriggerState }
  | { readonly kind: 'fire'; readonly state: TriggerState }
  /** `missed`: the first moment that nobody was there for. */
  | { readonly kind: 'missed'; readonly missed: number; readonly state: TriggerState };

/**
 * One look at a trigger. The state that comes with the answer is to be stored before anything is done, so that of several
 * lookers one fires. However long nobody looked, one firing at most is due, and one miss at most is told.
 */
export function judgeDue(
  config: Pick<TriggerConfig, 'enabled' | 'event_type' | 'schedule'>,
  stored: TriggerState,
  now: number,
  random: () => number,
): Due {
  const off = { kind: 'idle', wake: null, state: { ...stored, since: null, fire_at: null } } as const;
  if (!config.enabled || kindOf(config.event_type) !== 'schedule') return off;
  const fresh = stored.since === null || stored.since > now + SET_BACK_MS;
  const since = fresh ? now : (stored.since ?? now);
  const state = fresh ? { ...stored, since, fire_at: null } : stored;
  const { next_run: next } = nextRun(config.schedule, since);
  // CRON-1: no next run is no firing.
  if (next === null) return off;
  if (next > now && state.fire_at === null) return { kind: 'idle', wake: next, state };
  if (state.fire_at === null && now - next > GRACE_MS)
    return { kind: 'missed', missed: next, state: { ...state, since: now } };
  const jitter = judgeJitter(config.schedule, state.fire_at, now, random);
  if (jitter.kind === 'hold')
    return { kind: 'idle', wake: jitter.fireAt, state: { ...state, fire_at: jitter.fireAt } };
  return { kind: 'fire', state: { ...state, since: now, fire_at: null } };
}

/**
 * CRON-2: what a trigger's next run is, as it is reported. A trigger that is off, and one that no schedule fires, has none,
 * and nothing is wrong with that.
 */
export function reportNextRun(
  config: Pick<TriggerConfig, 'enabled' | 'event_type' | 'schedule'>,
  stored: TriggerState,
  now: number,
): { readonly next_run: number | null; readonly code: ScheduleCode | null } {
  if (kindOf(config.event_type) !== 'schedule') return { next_run: null, code: null };
  const { next_run, code } = nextRun(config.schedule, now);
  if (!config.enabled) return { next_run: null, code: code === 'invalid_timezone' ? null : code };
  const held = next_run !== null && stored.fire_at !== null && stored.fire_at > now;
  return { next_run: held ? stored.fire_at : next_run, code };
}
