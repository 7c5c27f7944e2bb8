import { takeBooleanBranch } from './branches';
import type { Execute } from './types';
import { parameter } from './values';

/** `boolean_gateway`: takes the branch whose value denotes the given boolean (BR-4). Nothing else is read as a boolean. */
export const booleanGateway: Execute = (parameters) => {
  const value = parameter(parameters, 'value');
  return takeBooleanBranch(parameters, typeof value === 'boolean' ? value : null);
};
