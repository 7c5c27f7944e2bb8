import { isObject, type JsonObject } from '../../model/json';
import { isTerminal } from '../../model/status';
import type { RunRow } from '../ports';
import type { Execute } from './types';
import { numberParameter, parameter, textParameter } from './values';

/**
 * `flowdrop_workflow_executor:workflow_executor`: runs the workflow of an id. Mode `job` waits for its end; `job_async` and
 * `job_fire_forget` queue it. What goes wrong with the child is told by `success` and `error_message`.
 */
export const workflowExecutor: Execute = async (parameters, { children }) => {
  const input = parameter(parameters, 'input_data');
  const mode = textParameter(parameters, 'execution_mode');
  const detached = mode !== 'job';
  const started = await children?.start({
    workflow: textParameter(parameters, 'workflow_id'),
    inputs: isObject(input) ? input : {},
    detached,
  });
  if (children === undefined || started === undefined)
    return refused('Workflows cannot be run as steps of other workflows here.');
  if (!started.ok) return refused(started.error.message);
  const child = started.value;
  // A child that is forgotten has no session to ask for its results.
  const ids = { ...(mode === 'job_fire_forget' ? {} : { session_id: child }), job_id: child };
  if (detached) return { outputs: { success: true, status: 'queued', ...ids } };
  const run = await children.end(child, {
    mostMs: numberParameter(parameters, 'timeout', 300) * 1_000,
    pollMs: numberParameter(parameters, 'poll_interval_ms', 2_000),
  });
  const status = run.status;
  const told = {
    success: status === 'completed',
    status,
    ...ids,
    execution_time_ms: Math.max(0, (run.ended ?? run.created) - (run.started ?? run.created)),
  };
  // ORC-15: only a run that completed has results.
  if (status !== 'completed') return { outputs: { ...told, outputs: {}, error_message: reasonOf(run) } };
  return { outputs: { ...told, outputs: await children.outputs(run) } };
};

function refused(message: string): { readonly outputs: JsonObject } {
  return { outputs: { success: false, status: 'failed', outputs: {}, error_message: message } };
}

/** Why a child gives no results. */
export function reasonOf(run: RunRow): string {
  if (run.status === 'cancelled') return `The run ${run.id} was cancelled.`;
  if (!isTerminal(run.status)) return `The run ${run.id} has not ended; it is ${run.status}.`;
  return run.error?.message ?? `The run ${run.id} failed.`;
}
