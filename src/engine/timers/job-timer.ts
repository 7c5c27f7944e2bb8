// The wait of a job, as rows and states have it.

/** How a wait was ended: at its time, or by a person who did not want to wait. */
export type TimerEnd = {
  /** Milliseconds. */
  readonly at: number;
  readonly by: 'timer' | 'person';
  /** Who skipped it; null where nobody is known. */
  readonly user: string | null;
};

/** The wait of one job, as its row keeps it. Milliseconds. */
export type JobTimer = {
  readonly since: number;
  readonly until: number;
  /** Null while it waits. */
  readonly ended: TimerEnd | null;
};
