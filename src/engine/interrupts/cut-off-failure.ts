import { type ErrorOutput, errorOutput } from '../error-output';

/** The failure of a step that was cut off, and that a person does not want to be run again. */
export function cutOffFailure(node: string): ErrorOutput {
  const message = `The run was interrupted while node ${node} was executing; it may have taken effect, and was not executed again`;
  return errorOutput({ code: 'interrupted_in_flight', message, retryable: false });
}
