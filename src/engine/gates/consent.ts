// What a consent is about, and what a question that was asked before says of the call at hand.
import { canonicalJson } from '../../model/canonical-json';
import type { Json, JsonObject } from '../../model/json';
import { type InterruptRow, isOverdue } from '../interrupts/row';
import type { Hasher } from '../values';

/** The call that a consent is given for. `parameters` hold the real values, secrets included (RT-GATE-12). */
export type GatedCall = {
  readonly node: string;
  readonly parameters: JsonObject;
  /** RT-GATE-9: upstream data asked for the approval. */
  readonly escalated: boolean;
};

/** How long a gate's question stays open, in milliseconds: a day. */
export const GATE_EXPIRY = 86_400_000;
export const CONFIRMATION_DECLINED = 'confirmation_declined';

/** RT-GATE-3: the hash that a consent is bound to; reserved names (`__`) are left out. */
export function consentHash({ node, parameters, escalated }: GatedCall, hash: Hasher): Promise<string> {
  const kept = Object.entries(parameters).filter(([name]) => !name.startsWith('__'));
  // Pairs and not a map, so that no name can stand for another part of the call.
  const call: Json = [node, kept.sort(([a], [b]) => (a < b ? -1 : 1)), escalated];
  return hash(canonicalJson(call));
}

/**
 * What the last question says of a call:
 *
 * - `ask`: nothing; ask. - `pending`: it is still open for this very call; it is raised again.
 * - `drifted`: it is open for other arguments; it is withdrawn before the new one is asked.
 * - `confirmed`, `declined`: it has been decided and nobody has read that; whoever reads it has to take it.
 */
export type Standing =
  | { readonly kind: 'ask' | 'pending' | 'drifted' | 'confirmed' }
  | { readonly kind: 'declined'; readonly reason: 'declined' | 'cancelled' | 'expired' };

/** RT-GATE-1, RT-GATE-2, RT-GATE-3: `about` is the hash of the call at hand; `now` in milliseconds. */
export function standingOf(asked: InterruptRow | undefined, about: string, now: number): Standing {
  if (asked?.asker !== 'gate' || asked.taken !== null) return { kind: 'ask' };
  const same = asked.about === about;
  if (asked.status === 'pending' && !isOverdue(asked, now)) return { kind: same ? 'pending' : 'drifted' };
  // A decision about other arguments decides nothing here.
  if (!same) return { kind: 'ask' };
  if (asked.status === 'pending' || asked.status === 'expired')
    return { kind: 'declined', reason: 'expired' };
  if (asked.status === 'resolved') {
    return asked.response === true ? { kind: 'confirmed' } : { kind: 'declined', reason: 'declined' };
  }
  return { kind: 'declined', reason: 'cancelled' };
}

/** RT-GATE-2: the change that takes a question once, for `InterruptStore.update`; `undefined`: somebody has taken it. */
export function takeOnce(row: InterruptRow, now: number): InterruptRow | undefined {
  return row.taken === null && row.status !== 'pending' ? { ...row, taken: now } : undefined;
}

/** RT-GATE-4: the details of the error output of a node that was declined. */
export function declineDetails(row: InterruptRow, reason: string): JsonObject {
  return {
    type: CONFIRMATION_DECLINED,
    reason,
    declined_by: row.resolvedBy,
    declined_at: row.resolved === null ? null : new Date(row.resolved).toISOString(),
    interrupt_id: row.id,
  };
}
