import type { JobRow, RunRow, StoredValues } from '../engine/ports';
import { isArray, own, ownString } from '../model/json';

/** What the last nodes of a run gave: those that ran to their end and that no wire of the run's workflow leaves. `jobs` in the order they ran. */
export function lastValues(
  run: Pick<RunRow, 'document'>,
  jobs: readonly JobRow[],
): readonly { readonly job: JobRow; readonly outputs: StoredValues }[] {
  const edges = own(run.document, 'edges');
  const sources = new Set((isArray(edges) ? edges : []).map((edge) => ownString(edge, 'source')));
  // SG-8: of a node that ran several times, the newest.
  const newest = new Map(jobs.filter(({ order }) => order !== null).map((job) => [job.node, job.id]));
  return jobs.flatMap((job) =>
    job.status === 'completed' &&
    job.outputs !== null &&
    newest.get(job.node) === job.id &&
    !sources.has(job.node)
      ? [{ job, outputs: job.outputs }]
      : [],
  );
}
