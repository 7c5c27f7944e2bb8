import { type Execute, NodeFailure } from './types';
import { asText, parameter, textParameter } from './values';

/** `raise_error`: fails with the message, code, mark and details that it is given (ERR-1, ERR-7). */
export const raiseError: Execute = (parameters) => {
  const code = textParameter(parameters, 'code');
  const details = parameter(parameters, 'details');
  throw new NodeFailure(asText(parameter(parameters, 'message')) || 'Error', {
    ...(code === '' ? {} : { code }),
    ...(details === null ? {} : { details }),
    retryable: parameter(parameters, 'retryable') === true,
  });
};
