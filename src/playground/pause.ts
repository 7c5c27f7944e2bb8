import { RESUME_ASKED } from '../engine/signals';
import { isTerminal } from '../model/status';
import type { RunView } from './ports';

/**
 * What a paused run waits for: `time`: the end of a wait; `budget`: nobody, it goes on by itself (INT-12); `resumed`: a page that
 * goes on with it; `queued`: its turn, for it was told to go on; `person`: whoever paused it; `answer`: a node asked something.
 * Null: it is not paused.
 */
export type PauseKind = 'time' | 'budget' | 'resumed' | 'queued' | 'person' | 'answer';

export function pauseKind({ run, jobs, queued }: Omit<RunView, 'logs'>): PauseKind | null {
  if (run.status !== 'paused') return null;
  if (run.pauseReason === RESUME_ASKED) return 'resumed';
  if (run.pauseReason !== null) return 'budget';
  if (queued === true) return 'queued';
  if (run.wakeAt !== undefined && run.signal === null) return 'time';
  const asked = jobs.some(({ status }) => status === 'interrupted');
  return asked && run.signal?.type !== 'pause' ? 'answer' : 'person';
}

/** What can be asked of the run that is looked at. */
export type RunControls = { readonly stop: boolean; readonly pause: boolean; readonly resume: boolean };

const NONE: RunControls = { stop: false, pause: false, resume: false };

export function runControls(view: RunView | null): RunControls {
  if (view === null || isTerminal(view.run.status)) return NONE;
  const kind = pauseKind(view);
  // A run between two slices of its budget is going as far as anybody can see.
  const waits = kind === 'person' || kind === 'answer' || kind === 'time';
  return { stop: true, pause: !waits && canWait(view), resume: waits };
}

/** ORC-7: a run that is one pass in memory observes nothing between its jobs. */
function canWait({ run }: RunView): boolean {
  return run.strategy !== 'flowdrop_runtime:synchronous';
}
