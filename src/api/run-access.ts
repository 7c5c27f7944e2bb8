// PIPE-6, INT-16: who may see and signal which run. Decided here, before a handler assembles anything of it.
import type { JobRow, RunRow } from '../engine/ports';
import { type Call, type Door, permits } from './door';
import { type Answer, refusal, refuse } from './envelope';
import type { RunService } from './run-service';
import type { Principal } from './types';

/** Authority over every run, whoever launched it. */
export function hasBlanketAuthority(principal: Principal): boolean {
  return permits(principal, 'view any runs');
}

/** Whether the principal launched the run. A run whose launcher nobody knows is nobody's own. */
export function owns(principal: Principal, runs: RunService, run: RunRow): boolean {
  return principal.id !== '' && runs.ownerOf(run) === principal.id;
}

export function mayView(principal: Principal, runs: RunService, run: RunRow): boolean {
  return (
    hasBlanketAuthority(principal) || (permits(principal, 'view own runs') && owns(principal, runs, run))
  );
}

/** PIPE-5: authority over a run never implies authority over its jobs; each is asked for. */
export function mayViewJob(
  principal: Principal,
  runs: RunService,
  job: JobRow,
  named: readonly RunRow[],
): boolean {
  return runs.mayViewJob === undefined
    ? named.some((run) => mayView(principal, runs, run))
    : runs.mayViewJob(principal, job);
}

export function denied(): Answer {
  return refusal(refuse('ACCESS_DENIED'));
}

export function absentRun(id: string): Answer {
  return refusal(refuse('PIPELINE_NOT_FOUND', `Pipeline with ID ${id} does not exist.`));
}

export type RunCall = Call & { readonly runs: RunService };

/** A door of runs. Where nothing is run it says so. */
export function runDoor(
  door: Omit<Door, 'handle' | 'personal'>,
  handle: (call: RunCall) => Promise<Answer>,
): Door {
  return {
    ...door,
    personal: true,
    refusals: ['RUNS_UNAVAILABLE', ...door.refusals],
    async handle(call) {
      const { runs } = call.world;
      return runs === undefined ? refusal(refuse('RUNS_UNAVAILABLE')) : handle({ ...call, runs });
    },
  };
}

/** A door of one run that the caller may view: absence is answered before denial, both before anything of the run is read. */
export function viewedRunDoor(
  door: Omit<Door, 'handle' | 'personal'>,
  handle: (call: RunCall & { readonly run: RunRow }) => Promise<Answer>,
): Door {
  return runDoor({ ...door, refusals: ['PIPELINE_NOT_FOUND', ...door.refusals] }, async (call) => {
    const id = call.params.id ?? '';
    const run = await call.runs.rows.run(id);
    if (run === undefined) return absentRun(id);
    return mayView(call.principal, call.runs, run) ? handle({ ...call, run }) : denied();
  });
}
