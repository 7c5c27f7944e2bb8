import { waitUntil } from '../timers/timer';
import { timerOutputs } from './timer-outputs';
import { type Execute, NodeFailure } from './types';
import { numberParameter, textParameter } from './values';

const SECONDS: ReadonlyMap<string, number> = new Map([
  ['seconds', 1],
  ['minutes', 60],
  ['hours', 3_600],
  ['days', 86_400],
]);

/** `delay`: waits for a length of time, or until a person does not want to wait. Nothing, or zero, goes straight through. */
export const delay: Execute = (parameters, context) => {
  const value = numberParameter(parameters, 'value', 5);
  const unit = textParameter(parameters, 'unit', 'minutes');
  const seconds = SECONDS.get(unit);
  if (seconds === undefined)
    throw failure(`There is no unit "${unit}"; there are ${[...SECONDS.keys()].join(', ')}.`);
  if (!(value >= 0)) throw failure(`"value" is ${value}: a time to wait is not less than zero.`);
  const planned = context.timer?.until ?? context.now() + value * seconds * 1000;
  const waited = waitUntil(context, planned);
  return { outputs: timerOutputs(planned, waited, context) };
};

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'delay_invalid' });
}
