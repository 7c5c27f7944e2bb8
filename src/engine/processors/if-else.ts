import { takeBooleanBranch } from './branches';
import { holds } from './condition';
import type { Execute } from './types';
import { asText, parameter, textParameter } from './values';

/** `if_else`: compares the data, as text, with a text or pattern, and takes the branch of the outcome (LANG-28, BR-4). */
export const ifElse: Execute = (parameters) => {
  const outcome = holds(
    textParameter(parameters, 'operator', 'equals'),
    asText(parameter(parameters, 'data')),
    textParameter(parameters, 'matchText'),
    parameter(parameters, 'caseSensitive') === true,
  );
  return takeBooleanBranch(parameters, outcome);
};
