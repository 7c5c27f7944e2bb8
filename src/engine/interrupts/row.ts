// An interrupt as stores keep it: one question of a run to somebody outside, from the moment it is asked for good.
import type { Json, JsonObject } from '../../model/json';
import type { InterruptDirection, InterruptStatus, InterruptType } from '../../model/status';

/**
 * Who asks.
 *
 * - `node`: the node itself, whose processor is resumed with the answer (INT-4).
 * - `gate`: the gate before a node. Read by the gate, never by the node (RT-GATE-1).
 * - `recovery`: the engine, about a step that was cut off and may have taken effect. Read by whoever takes the run up.
 */
export const INTERRUPT_ASKERS = ['node', 'gate', 'recovery'] as const;
export type InterruptAsker = (typeof INTERRUPT_ASKERS)[number];

/** Times are milliseconds since the epoch. What is null has no value. */
export type InterruptRow = {
  readonly v: 1;
  /** Unguessable (INT-19). */
  readonly id: string;
  readonly type: InterruptType;
  readonly status: InterruptStatus;
  readonly direction: InterruptDirection;
  readonly asker: InterruptAsker;
  readonly message: string | null;
  readonly run: string;
  readonly workflow: string;
  readonly node: string;
  /** The job that waits for it (INT-3, INT-4). */
  readonly job: string;
  readonly session: string | null;
  /** What an answer has to look like; of forms. */
  readonly schema: JsonObject | null;
  /** What can be chosen; a list of `{value, label, description?}`. */
  readonly options: Json;
  /** All else that whoever shows the question needs (labels, limits, changes); published, so nothing secret is in it. */
  readonly context: JsonObject | null;
  readonly defaultValue: Json;
  /** The answer; null until there is one. */
  readonly response: Json;
  readonly created: number;
  /** INT-23: null and 0 are "never". */
  readonly expires: number | null;
  readonly scheduled: number | null;
  readonly resolved: number | null;
  /** Id of whoever answered or withdrew it. */
  readonly resolvedBy: string | null;
  /** RT-GATE-13: who launched the run; null where nobody is known. */
  readonly initiator: string | null;
  /** Why it was withdrawn, or why a signal was raised. */
  readonly reason: string | null;
  readonly targetRun: string | null;
  readonly linked: string | null;
  /**
   * When its answer, or that there will be none, was read by whoever asked. From then on nothing more follows from it: it is
   * read once (RT-GATE-2), and no sweep ends a run for it. Null until then.
   */
  readonly taken: number | null;
  /** RT-GATE-3: what a gate's question is about, as a hash. Never published. Absent for others. */
  readonly about?: string;
};

/** INT-23: only a positive expiry makes an interrupt expire. */
export function expiresAt({ expires }: Pick<InterruptRow, 'expires'>): number | undefined {
  return expires !== null && expires > 0 ? expires : undefined;
}

export function isOverdue(row: Pick<InterruptRow, 'expires'>, now: number): boolean {
  const at = expiresAt(row);
  return at !== undefined && at <= now;
}

/**
 * When a sweep has to look at it: an open question at its expiry; one that expired without announcement (INT-23) at once, until
 * somebody has read that. `undefined`: never.
 */
export function dueAt(row: InterruptRow): number | undefined {
  const waits = row.status === 'pending' || (row.status === 'expired' && row.taken === null);
  return waits ? expiresAt(row) : undefined;
}

/** Whether a person is to answer it. A wait for a machine is no question to anybody (INT-20). */
export function isForPeople({ direction, type }: Pick<InterruptRow, 'direction' | 'type'>): boolean {
  return direction === 'outward' && type !== 'external_call';
}
