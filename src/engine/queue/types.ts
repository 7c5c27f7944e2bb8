// The queue of runs as stores keep it: an entry a run, beside the run's row and changed in the same transactions.

/**
 * Why a run is in the queue. The budgets are those of the pause that put it back (INT-12); `resumed`: a person ended its
 * pause; `skipped`: a person does not want to wait for its time; `woken`: that time has come; `left`: it was found without
 * an entry; `store_failed`: what it did could not be written, and is tried again.
 */
export const QUEUE_REASONS = [
  'launched',
  'scheduler_budget',
  'time_budget',
  'resumed',
  'skipped',
  'woken',
  'left',
  'store_failed',
] as const;
export type QueueReason = (typeof QUEUE_REASONS)[number];

/** Who has a run: nobody else enters it before `until`. `fence` is the run's fencing number that the claim raised. */
export type QueueClaim = {
  readonly worker: string;
  readonly fence: number;
  /** End of the lease, in milliseconds. */
  readonly until: number;
};

export type QueueEntry = {
  readonly v: 1;
  readonly run: string;
  /** When it may be claimed, in milliseconds. */
  readonly due: number;
  /** Of those that are due at the same time, the lower goes first. Given by the store. */
  readonly turn: number;
  readonly reason: QueueReason;
  readonly claim: QueueClaim | null;
};

export type QueuePlace = Pick<QueueEntry, 'due' | 'reason'>;

/** What a commit does to the entry of its run. */
export type QueueChange = { readonly kind: 'put'; readonly place: QueuePlace } | { readonly kind: 'remove' };

export type ClaimRequest = {
  readonly worker: string;
  readonly now: number;
  /** End of the lease that is asked for. */
  readonly until: number;
  /** Workers that are proved dead: what they had is free at once. */
  readonly gone: readonly string[];
  /** Workers that are proved alive: a job of theirs in flight is left to them. */
  readonly alive: readonly string[];
  /**
   * Workers that were asked about, and of whom nobody can tell: only theirs is a job in flight that `patience` gives away. A
   * claim that was made after they were asked about is not among them.
   */
  readonly silent: readonly string[];
  /** Runs that this worker drives: of its own claims, those that are no leftovers. */
  readonly held: readonly string[];
  /** How long after the end of its lease a job in flight may go on, where nobody can tell; milliseconds. */
  readonly patience: number;
  /** Only this run, due or not: a signal waits for it, or another run does. */
  readonly run?: string;
};

/** What a decision to put a run into the queue goes by. */
export type QueueStanding = {
  readonly status: string;
  readonly pauseReason: string | null;
  readonly signal: { readonly id: string; readonly type: 'cancel' | 'pause'; readonly reason: string } | null;
  readonly wakeAt?: number | undefined;
};

/** `clearsPause`: the pause signal that waits is answered by this. */
export type Enqueueing = QueuePlace & { readonly clearsPause?: true };
export type EnqueueDecision = (
  stored: QueueStanding,
  waiting: QueueEntry | undefined,
) => Enqueueing | undefined;

/** All that is left to know when nothing could be claimed. */
export type QueueOutlook = {
  /** When the next entry that nobody has is due; `undefined`: there is none. */
  readonly due: number | undefined;
  readonly claims: readonly (QueueClaim & { readonly run: string })[];
};
