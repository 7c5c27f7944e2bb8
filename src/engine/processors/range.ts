import { type Execute, NodeFailure } from './types';
import { numberParameter } from './values';

/** More items than this would fill the memory of a tab. */
export const MOST_ITEMS = 100_000;

/** `range`: the numbers from `start` to `end`, `end` included where the steps meet it; counts down where it lies below. */
export const range: Execute = (parameters) => {
  const start = numberParameter(parameters, 'start', 0);
  const end = numberParameter(parameters, 'end', Number.NaN);
  const step = numberParameter(parameters, 'step', 1);
  if (Number.isNaN(end))
    throw new NodeFailure('"end" is missing: it is the last number.', { code: 'missing_parameter' });
  if (step === 0)
    throw new NodeFailure('"step" is 0, which leads nowhere: use 1, or another distance.', {
      code: 'range_invalid',
    });
  const stride = Math.abs(step);
  // Rounding must not lose the end: 0 to 0.3 by 0.1 are four numbers.
  const count = Math.floor(Math.abs(end - start) / stride + 1e-9) + 1;
  if (count > MOST_ITEMS)
    throw new NodeFailure(`The range has ${count} numbers; ${MOST_ITEMS} are allowed. Use a larger "step".`, {
      code: 'range_too_long',
    });
  const signed = end < start ? -stride : stride;
  const items = Array.from({ length: count }, (_, index) => plain(start + index * signed));
  return { outputs: { items, count, start, end, step } };
};

/** Without the dust of binary fractions. */
function plain(value: number): number {
  const rounded = Number(value.toPrecision(15));
  return rounded === 0 ? 0 : rounded;
}
