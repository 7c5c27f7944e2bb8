import type { JsonObject } from '../../model/json';
import { isTerminal } from '../../model/status';
import type { Execute } from './types';
import { numberParameter, parameter, textParameter } from './values';
import { reasonOf } from './workflow-executor';

/** `flowdrop_workflow_executor:workflow_results_retriever`: the results of a child that was started before. */
export const workflowResultsRetriever: Execute = async (parameters, { children, now }) => {
  const since = now();
  const session = textParameter(parameters, 'session_id');
  const found = await children?.find(session);
  if (children === undefined || found === undefined) {
    const error_message = `There is no run "${session}" that a workflow of this run has started.`;
    return { outputs: { success: false, status: 'unknown', outputs: {}, error_message, wait_time_ms: 0 } };
  }
  const waits = parameter(parameters, 'wait_for_completion') !== false;
  const run =
    waits && !isTerminal(found.status)
      ? await children.end(session, {
          mostMs: numberParameter(parameters, 'timeout', 300) * 1_000,
          pollMs: numberParameter(parameters, 'poll_interval_ms', 2_000),
        })
      : found;
  const success = run.status === 'completed';
  const told: JsonObject = { success, status: run.status, wait_time_ms: now() - since };
  // ORC-15: only a run that completed has results.
  const results: JsonObject = success
    ? { outputs: await children.outputs(run) }
    : { outputs: {}, error_message: reasonOf(run) };
  return { outputs: { ...told, ...results } };
};
