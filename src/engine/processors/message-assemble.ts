import { isArray, type Json } from '../../model/json';
import type { Execute } from './types';
import { parameter } from './values';

/** `message_assemble`: MEM-4: the messages of the inputs in the order in which these are declared. */
export const messageAssemble: Execute = (parameters, { dynamicInputs }) => ({
  outputs: {
    messages: dynamicInputs.flatMap((name): readonly Json[] => {
      const value = parameter(parameters, name);
      if (value === null) return [];
      return isArray(value) ? value.filter((item) => item !== null) : [value];
    }),
  },
});
