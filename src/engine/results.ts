// SG-8, SG-14: what a run gives, by node and execution.
import { own, ownString } from '../model/json';
import type { JobRow, RunRow } from './ports';

/** SG-8: the key of an execution: the node's id for the first, `{id}:{n}` for one that n others came before. */
export function resultKey({ node, occurrence = 0 }: Pick<JobRow, 'node' | 'occurrence'>): string {
  return occurrence === 0 ? node : `${node}:${occurrence}`;
}

/** The jobs that gave something, by key, in the order in which they ran. A run that ran out of iterations gives nothing. */
export function resultRows(run: Pick<RunRow, 'error'>, jobs: readonly JobRow[]): ReadonlyMap<string, JobRow> {
  if (iterationVerdict(run) !== undefined) return new Map();
  return new Map(
    jobs
      .filter((job) => job.outputs !== null)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
      .map((job) => [resultKey(job), job]),
  );
}

/** SG-14: the code of a run that ended so, and the status that it reports. */
export const MAX_ITERATIONS_EXCEEDED = 'max_iterations_exceeded';

/** SG-14: the metadata of a run that was to be taken past its iteration budget; `undefined` for any other. */
export function iterationVerdict({
  error,
}: Pick<RunRow, 'error'>):
  | { readonly max_iterations: number; readonly current_iterations: number; readonly node_id: string }
  | undefined {
  const details = error?.code === MAX_ITERATIONS_EXCEEDED ? error.details : undefined;
  const number = (key: string) => {
    const value = own(details, key);
    return typeof value === 'number' ? value : 0;
  };
  return details === undefined
    ? undefined
    : {
        max_iterations: number('max_iterations'),
        current_iterations: number('current_iterations'),
        node_id: ownString(details, 'node_id') ?? '',
      };
}
