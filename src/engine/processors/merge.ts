import type { Json } from '../../model/json';
import type { Execute } from './types';
import { parameter } from './values';

/** `merge`: the dynamic inputs as a list in declared order (those with a value), or as an object (all of them). */
export const merge: Execute = (parameters, context) => {
  const entries = context.dynamicInputs.map((name): [string, Json] => [name, parameter(parameters, name)]);
  const asObject = parameter(parameters, 'output_mode') === 'object';
  return {
    outputs: {
      merged: asObject
        ? Object.fromEntries(entries)
        : entries.map(([, value]) => value).filter((value) => value !== null),
    },
  };
};
