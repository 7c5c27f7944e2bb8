// INT-16: whether a run takes a signal. Every store asks this in the transaction that would write it.
import { isTerminal } from '../model/status';
import type { RunRow, SignalResult } from './ports';

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
  if (signal !== null && !(type === 'cancel' && observed))
    return { ok: false, reason: 'pending', waiting: signal.type };
  return { ok: true, status };
}
