import { MOST_ITEMS } from './range';
import { type Execute, NodeFailure } from './types';
import { numberParameter, parameter } from './values';

/** `repeat`: a list that holds one value `count` times. No loop: it runs once. */
export const repeat: Execute = (parameters) => {
  const value = parameter(parameters, 'value');
  const count = numberParameter(parameters, 'count', Number.NaN);
  if (!Number.isInteger(count) || count < 0 || count > MOST_ITEMS)
    throw new NodeFailure(
      `"count" is ${Number.isNaN(count) ? 'missing' : count}: it is a whole number from 0 to ${MOST_ITEMS}.`,
      { code: Number.isNaN(count) ? 'missing_parameter' : 'repeat_invalid' },
    );
  return { outputs: { items: Array.from({ length: count }, () => value), count, value } };
};
