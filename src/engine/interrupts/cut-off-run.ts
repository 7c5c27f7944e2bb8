// How a run is entered whose step, or the whole of which, was cut off and may have taken effect.
import { takesUpChild } from '../children/executor-of';
import type { Drive } from '../driver';
import type { RunInput } from '../events';
import type { Executors } from '../job';
import type { Plan, PlanNode } from '../plan';
import type { EngineWorld, JobRow, RunRow } from '../ports';
import type { RunState } from '../state';
import { itemAt } from '../vector';
import { cutOffQuestion, decisionOf } from './cut-off';
import { openInterrupt } from './request';
import type { InterruptRow } from './row';

/** Whether executing the node a second time may do something twice that the author has not allowed. */
export function actsOnce({ sideEffects, rerun, processor }: PlanNode, executors: Executors): boolean {
  return sideEffects && rerun !== true && !takesUpChild(executors, processor);
}

/** The question about a job that was cut off. */
export function askAbout(world: Pick<EngineWorld, 'ids' | 'clock'>, run: RunRow, job: JobRow): InterruptRow {
  return openInterrupt(cutOffQuestion(job.label), {
    id: world.ids.uuid(),
    run: run.id,
    workflow: run.workflow,
    node: job.node,
    job: job.id,
    session: null,
    initiator: null,
    now: world.clock.now(),
  });
}

/** The job at this place is interrupted, with this question. */
export function interruptedBy(
  state: RunState,
  index: number,
  { id, type }: Pick<InterruptRow, 'id' | 'type'>,
  at: number,
): { readonly state: RunState; readonly first: RunInput } {
  return {
    state: { ...state, status: 'running', pauseReason: null, sliceStart: at, current: index },
    first: { type: 'jobFinished', outcome: { kind: 'interrupted', id, type }, at },
  };
}

/**
 * ORC-7: of a direct run that was cut off it is not known what it had done since it was last written. Where nothing of what was
 * left acts on the world it goes on; else a person decides, about the first step that does.
 *
 * @param asked what a person has decided before, if they have.
 */
export function lostInMemory(
  world: Pick<EngineWorld, 'ids' | 'clock'>,
  plan: Plan,
  run: RunRow,
  {
    jobs,
    state,
    asked,
    executors,
  }: {
    readonly jobs: readonly JobRow[];
    readonly state: RunState;
    readonly asked: InterruptRow | undefined;
    readonly executors: Executors;
  },
): (Pick<Drive, 'asks'> & { readonly state: RunState; readonly first: RunInput }) | undefined {
  const at = world.clock.now();
  const read = asked === undefined ? [] : [{ ...asked, taken: at }];
  const decided = asked === undefined ? undefined : decisionOf(asked);
  if (decided === 'fail') {
    const error = {
      message: `The run ${run.id} was executed in memory and was interrupted; what it had done is not known, so nothing was done again`,
      code: 'interrupted_in_flight',
      node_id: '',
      retryable: false,
    };
    return { state, first: { type: 'abandon', error, at }, asks: read };
  }
  const index = plan.nodes.findIndex(
    (node, i) => itemAt(state.cells, i)?.done === null && actsOnce(node, executors),
  );
  const job = jobs[index];
  if (decided === 'rerun' || job === undefined)
    return asked === undefined ? undefined : { ...goesOn(state, at), asks: read };
  const row = askAbout(world, run, job);
  return { ...interruptedBy(state, index, row, at), asks: [...read, row] };
}

function goesOn(state: RunState, at: number): { readonly state: RunState; readonly first: RunInput } {
  return { state: { ...state, status: 'paused', pauseReason: null }, first: { type: 'resume', at } };
}
