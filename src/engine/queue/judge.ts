// ORC-14: who may claim an entry of the queue, and what becomes of it. Every store asks this in the transaction that writes.
import { isTerminal, type RunStatus } from '../../model/status';
import type { StrategyId } from '../ports';
import { isSystemPause } from '../signals';
import type { ClaimRequest, EnqueueDecision, QueueChange, QueueEntry, QueueReason } from './types';

/** The strategy whose runs are handed out by the queue. */
export const QUEUED: StrategyId = 'flowdrop_runtime:asynchronous';

/**
 * Whether the entry may be claimed. `unless`: it may where no job of the run is in flight, which the store looks up.
 *
 * The end of a lease alone gives a run away only between jobs: the fencing number keeps its holder from beginning another
 * one. A job in flight is left to a holder that is alive, and to one of whom nobody can tell until `patience` is over too.
 */
export function freedom(entry: QueueEntry, request: ClaimRequest): 'free' | 'taken' | 'unless' {
  const { claim, run, due } = entry;
  if (request.run !== undefined && request.run !== run) return 'taken';
  if (claim === null) return due <= request.now || request.run === run ? 'free' : 'taken';
  if (claim.worker === request.worker) return request.held.includes(run) ? 'taken' : 'free';
  if (request.gone.includes(claim.worker)) return 'free';
  if (request.now < claim.until) return 'taken';
  if (request.alive.includes(claim.worker)) return 'unless';
  const silent = request.silent.includes(claim.worker);
  return silent && request.now >= claim.until + request.patience ? 'free' : 'unless';
}

/** The entry as the claim leaves it. */
export function claimed(entry: QueueEntry, { worker, until }: ClaimRequest, fence: number): QueueEntry {
  return { ...entry, claim: { worker, fence, until } };
}

/** When a claim of another worker may end by time alone; `undefined`: time does not end it. */
export function lapses(
  { until, worker }: { readonly until: number; readonly worker: string },
  { now, alive, patience }: Pick<ClaimRequest, 'now' | 'alive' | 'patience'>,
): number | undefined {
  if (now < until) return until;
  if (alive.includes(worker) || now >= until + patience) return undefined;
  return until + patience;
}

/**
 * What a commit does to the entry of its run: what it says, and where it says nothing, a run that has ended or waits for
 * somebody outside leaves the queue. `undefined`: nothing.
 */
export function changeOf(commit: {
  readonly run: {
    readonly strategy: StrategyId;
    readonly status: RunStatus;
    readonly pauseReason: string | null;
  };
  readonly queue?: QueueChange | undefined;
}): QueueChange | undefined {
  const { run, queue } = commit;
  if (queue !== undefined) return queue;
  if (run.strategy !== QUEUED) return undefined;
  const leaves = isTerminal(run.status) || (run.status === 'paused' && run.pauseReason === null);
  return leaves ? { kind: 'remove' } : undefined;
}

/** First what is due longest, then who came first. */
export function byTurn(a: QueueEntry, b: QueueEntry): number {
  return a.due - b.due || a.turn - b.turn;
}

/** A person resumes: a pause of theirs, or a budget's before its turn. Once. */
export function resumes(now: number, answered = false): EnqueueDecision {
  return ({ status, signal, wakeAt }, waiting) => {
    if (status !== 'paused' || signal?.type === 'cancel') return undefined;
    if (waiting !== undefined && !isBudget(waiting.reason)) return undefined;
    // Who resumes a pause ends that pause; who resumes a run that only waits for a time does not want to wait.
    const reason = !answered && wakeAt !== undefined && signal === null ? 'skipped' : 'resumed';
    return { due: now, reason, clearsPause: true };
  };
}

/** The time that a run waits for has come, and no person holds it. */
export function wakes(now: number): EnqueueDecision {
  return ({ status, signal, wakeAt }, waiting) =>
    status === 'paused' && signal === null && wakeAt !== undefined && wakeAt <= now && waiting === undefined
      ? { due: now, reason: 'woken' }
      : undefined;
}

/** INT-12: a run that nobody waits for and that is not in the queue; or one that is to be cancelled. */
export function leftOver(now: number): EnqueueDecision {
  return ({ status, pauseReason, signal }, waiting) => {
    if (waiting !== undefined) return undefined;
    const waits = status === 'paused' && pauseReason === null && signal?.type !== 'cancel';
    return waits ? undefined : { due: now, reason: 'left' };
  };
}

/** INT-12: put back by a budget, which is the only pause that resumes itself. */
export function isBudget(reason: QueueReason): boolean {
  return reason === 'scheduler_budget' || reason === 'time_budget';
}

/** A person has paused a run while it waited in the queue. */
export function isHeld({
  status,
  signal,
}: {
  readonly status: RunStatus;
  readonly signal: Parameters<typeof isSystemPause>[0];
}): boolean {
  return status === 'paused' && signal?.type === 'pause' && !isSystemPause(signal);
}
