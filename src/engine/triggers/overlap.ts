// TRIG-1: whether a firing goes through while runs of its workflow are under way.
import type { JsonObject } from '../../model/json';
import type { Buffered } from './state';
import { OVERLAP_POLICIES, type OverlapPolicy } from './types';

export type OverlapReason = 'overlap_skipped' | 'overlap_buffered' | 'overlap_dropped';

export type Overlap =
  /** `end`: the runs that are to be ended first, and how. `buffer`: what is held from now on. */
  | {
      readonly kind: 'proceed';
      readonly data: JsonObject;
      readonly end: { readonly how: 'cancel' | 'terminate'; readonly runs: readonly string[] } | null;
      readonly buffer: Buffered | null;
    }
  | { readonly kind: 'block'; readonly reason: OverlapReason; readonly buffer: Buffered | null };

/** TRIG-1: a policy that is not known destroys no run. */
export function policyOf(stored: string): OverlapPolicy {
  return OVERLAP_POLICIES.find((policy) => policy === stored) ?? 'skip';
}

/**
 * @param active ids of the runs of the trigger's own workflow that have not ended.
 *
 * A held firing whose run is not active any more, or is not known, is released: it takes the place of this one, and is then
 * judged like any other. Where another run of the workflow is active by then, it is held again.
 */
export function judgeOverlap(given: {
  readonly policy: string;
  readonly active: readonly string[];
  readonly buffer: Buffered | null;
  readonly data: JsonObject;
}): Overlap {
  const { active, buffer } = given;
  const held = buffer?.blocked_by != null && active.includes(buffer.blocked_by) ? buffer : null;
  const data = held === null && buffer !== null ? buffer.data : given.data;
  const [blocker] = active;
  if (blocker === undefined) return { kind: 'proceed', data, end: null, buffer: null };
  const policy = policyOf(given.policy);
  switch (policy) {
    case 'skip':
      return { kind: 'block', reason: 'overlap_skipped', buffer };
    case 'buffer':
      if (held !== null) return { kind: 'block', reason: 'overlap_dropped', buffer };
      return { kind: 'block', reason: 'overlap_buffered', buffer: { data, blocked_by: blocker } };
    default:
      return { kind: 'proceed', data, end: { how: policy, runs: active }, buffer: held };
  }
}
