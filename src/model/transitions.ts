// How runs and jobs go from status to status. The engine's tests reject every other step; docs/runs.md draws these.
import type { JobStatus, RunStatus } from './status';

/** `null`: it did not exist before. `when`: what happened, in the words of the documentation. */
export type Transition<Status extends string> = {
  readonly from: Status | null;
  readonly to: Status;
  readonly when: string;
};

/** What one commit does to the status of a run, where every step is recorded. */
export const RUN_TRANSITIONS: readonly Transition<RunStatus>[] = [
  { from: null, to: 'pending', when: 'launched' },
  { from: 'pending', to: 'running', when: 'the first job is claimed' },
  { from: 'pending', to: 'completed', when: 'nothing is to be done' },
  { from: 'pending', to: 'cancelled', when: 'cancelled before it began' },
  { from: 'running', to: 'paused', when: 'a pause, a spent budget, a question' },
  { from: 'running', to: 'completed', when: 'nothing is ready any more, or a node stops it' },
  { from: 'running', to: 'failed', when: 'a failure that no edge handles' },
  { from: 'running', to: 'cancelled', when: 'a cancel, once the job in flight has ended' },
  { from: 'paused', to: 'running', when: 'resumed' },
  { from: 'paused', to: 'cancelled', when: 'cancelled while it waits' },
];

/** What one commit does to the status of a job, where every step is recorded. A further round of a loop is a new job. */
export const JOB_TRANSITIONS: readonly Transition<JobStatus>[] = [
  { from: null, to: 'idle', when: 'its run is launched, or a loop comes round' },
  { from: null, to: 'pending', when: 'a further round, ready at once' },
  { from: null, to: 'running', when: 'a further round, claimed at once' },
  { from: null, to: 'completed', when: 'taken from a snapshot' },
  { from: null, to: 'failed', when: 'a further round, whose port nothing can fill' },
  { from: null, to: 'skipped', when: 'a further round that waited in vain' },
  { from: 'idle', to: 'pending', when: 'it has what it waits for' },
  { from: 'idle', to: 'running', when: 'ready and claimed in one commit' },
  { from: 'idle', to: 'skipped', when: 'the run ends without it' },
  { from: 'idle', to: 'cancelled', when: 'its run is cancelled' },
  { from: 'pending', to: 'running', when: 'claimed' },
  { from: 'pending', to: 'idle', when: 'a node stops the run' },
  { from: 'pending', to: 'skipped', when: 'the run fails before its turn' },
  { from: 'pending', to: 'cancelled', when: 'its run is cancelled' },
  { from: 'running', to: 'completed', when: 'executed' },
  { from: 'running', to: 'failed', when: 'it failed, routed or not' },
  { from: 'running', to: 'interrupted', when: 'it asks a person, or waits for a time' },
  { from: 'running', to: 'pending', when: 'a signal comes before it has begun' },
  { from: 'running', to: 'cancelled', when: 'it asks, and a cancel waits' },
  { from: 'interrupted', to: 'pending', when: 'its answer or its time has come' },
  { from: 'interrupted', to: 'running', when: 'its answer or its time has come, and it is claimed at once' },
  { from: 'interrupted', to: 'skipped', when: 'the run fails while it waits' },
  { from: 'interrupted', to: 'cancelled', when: 'its run is cancelled' },
];

/** Is it one step of the table, or no step at all? */
export function isStep<Status extends string>(
  table: readonly Transition<Status>[],
  from: Status | null,
  to: Status,
): boolean {
  return from === to || table.some((step) => step.from === from && step.to === to);
}

/** Is there a way over steps of the table? For what is written only now and then. */
export function isWay<Status extends string>(
  table: readonly Transition<Status>[],
  from: Status | null,
  to: Status,
): boolean {
  const reached = new Set<Status | null>([from]);
  for (const at of reached) for (const step of table) if (step.from === at) reached.add(step.to);
  return reached.has(to);
}

/** The table as a Mermaid state diagram: one arrow a pair, in the order of the table; a status that nothing leaves is an end. */
export function stateDiagram<Status extends string>(table: readonly Transition<Status>[]): string {
  const ends = [...new Set(table.map(({ to }) => to))].filter((to) => !table.some(({ from }) => from === to));
  return [
    'stateDiagram-v2',
    ...table.map(({ from, to, when }) => `  ${from ?? '[*]'} --> ${to}: ${when}`),
    ...ends.map((end) => `  ${end} --> [*]`),
  ].join('\n');
}
