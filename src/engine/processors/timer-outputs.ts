import type { JsonObject } from '../../model/json';
import type { JobTimer } from '../timers/job-timer';
import type { ProcessorContext } from './types';

/**
 * What the nodes that wait tell of it. Unix times in seconds; `drift_seconds`: how much later than planned, less than zero
 * where a person skipped the wait. What was not waited for was resumed when it was planned.
 *
 * @param planned milliseconds. @param waited null where there was nothing to wait for.
 */
export function timerOutputs(
  planned: number,
  waited: JobTimer | null,
  { now }: Pick<ProcessorContext, 'now'>,
): JsonObject {
  const ended = waited?.ended ?? null;
  const resumed = ended?.at ?? now();
  const due = ended === null ? Math.min(planned, resumed) : planned;
  return {
    scheduled_at: seconds(planned),
    resumed_at: seconds(resumed),
    drift_seconds: ended === null ? 0 : Math.round(resumed - due) / 1000,
    resolved_by_timer: ended?.by !== 'person',
    user_id: ended?.user ?? null,
  };
}

function seconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}
