// INT-16: whether a run takes a signal. Every store asks this in the transaction that would write it.
import { isTerminal } from '../model/status';
import type { RunRow, SignalResult } from './ports';

/** ORC-10: begins the id of a pause that a spent budget raises; those of persons are made by the engine, and never do. */
export const SYSTEM_PAUSE = 'budget:';

export function isSystemPause(signal: RunRow['signal']): boolean {
  return signal?.type === 'pause' && signal.id.startsWith(SYSTEM_PAUSE);
}

/**
 * Reason of a pause that a person has ended where nothing drives runs: it goes on by itself, like a budget's, as soon as
 * somebody enters the run (INT-16).
 */
export const RESUME_ASKED = 'resume_asked';

type Standing = Pick<RunRow, 'status' | 'pauseReason' | 'signal'>;

/**
 * Judges a signal for a run as it is stored; `undefined`: there is no such run. A run that has ended takes none, and one
 * signal waits at a time. The pause that a paused run waits on was observed: it does not stand in the way of a cancel.
 */
export function judgeSignal(run: Standing | undefined, type: 'cancel' | 'pause'): SignalResult {
  if (run === undefined) return { ok: false, reason: 'missing' };
  const { status, pauseReason, signal } = run;
  if (isTerminal(status)) return { ok: false, reason: 'ended', status };
  const observed = signal?.type === 'pause' && (status === 'paused' || pauseReason !== null);
  // A budget's pause ends by itself: a person who pauses the run meanwhile takes its place.
  const held = type === 'pause' && status === 'paused' && isSystemPause(signal);
  if (signal !== null && !(type === 'cancel' && observed) && !held)
    return { ok: false, reason: 'pending', waiting: signal.type };
  return { ok: true, status };
}
