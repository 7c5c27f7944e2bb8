// A step that was in flight when its owner died, and may have taken effect: a person decides what becomes of it.
import { own } from '../../model/json';
import type { InterruptRequest } from './request';
import type { InterruptRow } from './row';

export const RUN_AGAIN = 'rerun';
export const TREAT_AS_FAILED = 'fail';

/** The question. It never expires: nothing happens until somebody has looked (INT-23). */
export function cutOffQuestion(label: string): InterruptRequest {
  return {
    type: 'choice',
    asker: 'recovery',
    message: `"${label}" was cut off and may have taken effect. Run it again, or treat it as failed?`,
    options: [
      {
        value: RUN_AGAIN,
        label: 'Run it again',
        description: 'What it does to the world outside may then be done twice.',
      },
      {
        value: TREAT_AS_FAILED,
        label: 'Treat it as failed',
        description: 'The error edge of the step is followed; without one the run fails.',
      },
    ],
    context: { recovery: true },
  };
}

/** What was decided; `undefined`: nobody has decided. */
export function decisionOf({ status, response }: InterruptRow): 'rerun' | 'fail' | undefined {
  if (status !== 'resolved') return undefined;
  return response === RUN_AGAIN ? 'rerun' : response === TREAT_AS_FAILED ? 'fail' : undefined;
}

export function isCutOffQuestion(row: InterruptRow): boolean {
  return row.asker === 'recovery' && own(row.context, 'recovery') === true;
}
