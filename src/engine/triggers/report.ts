import type { NextRun } from './cron';
import { reportNextRun } from './due';
import { readState } from './state';
import type { TriggerRow } from './types';

/** CRON-2: the next run of a stored trigger, by the function that also reports a configuration that nobody has stored. */
export function nextRunOf({ config, state }: Pick<TriggerRow, 'config' | 'state'>, now: number): NextRun {
  return reportNextRun(config, readState(state), now);
}
