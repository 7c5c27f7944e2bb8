// STORE-11: closed vocabularies, one spelling each, persisted as published.
export const JOB_STATUSES = [
  'idle',
  'pending',
  'running',
  'completed',
  'failed',
  'cancelled',
  'skipped',
  'interrupted',
] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export const RUN_STATUSES = ['pending', 'running', 'paused', 'completed', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export const SESSION_STATUSES = ['idle', 'running', 'awaiting_input', 'completed', 'failed'] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export const MESSAGE_STATUSES = ['pending', 'running', 'completed', 'failed'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const INTERRUPT_STATUSES = ['pending', 'resolved', 'cancelled', 'expired'] as const;
export type InterruptStatus = (typeof INTERRUPT_STATUSES)[number];

/** `outward`: asked by a run of somebody outside. `inward`: asked of a run by somebody outside. */
export const INTERRUPT_DIRECTIONS = ['inward', 'outward'] as const;
export type InterruptDirection = (typeof INTERRUPT_DIRECTIONS)[number];

export const INTERRUPT_TYPES = [
  'confirmation',
  'choice',
  'text',
  'form',
  'review',
  'external_call',
  'cancel',
  'pause',
] as const;
export type InterruptType = (typeof INTERRUPT_TYPES)[number];

/** INT-11: a run in one of these is never re-entered. */
export function isTerminal(status: RunStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
