import { type JsonObject, own } from '../../model/json';
import type { RunRow } from '../ports';
import { type Execute, NodeFailure } from './types';

/** `flowdrop_workflow_executor:flowdrop_workflow:<id>`: the workflow as a node. Its outputs are those it declares (MAN-17). */
export function runWorkflow(workflow: string): Execute {
  return async (parameters, { children, origins, log }) => {
    if (children === undefined) {
      const message = 'Workflows cannot be run as steps of other workflows here.';
      throw new NodeFailure(message, { code: 'workflow_nodes_not_supported' });
    }
    const started = await children.start({ workflow, inputs: given(parameters, origins ?? {}) });
    if (!started.ok) {
      const { code, message, details } = started.error;
      throw new NodeFailure(message, { code, ...(details === undefined ? {} : { details }) });
    }
    const run = await children.end(started.value);
    // ORC-15: nothing that it left behind is taken as a result.
    if (run.status === 'cancelled') {
      log(
        'warning',
        `The run ${run.id} of the workflow "${nameOf(run)}" was cancelled, so it gives nothing.`,
      );
      return { outputs: {} };
    }
    if (run.status === 'failed') throw failureOf(run);
    return { outputs: await children.outputs(run) };
  };
}

/** MAN-15: an input that nothing gave is absent; one that was given as null is not. */
function given(parameters: JsonObject, origins: JsonObject): JsonObject {
  const entries = Object.entries(parameters).filter(
    ([name]) => !name.startsWith('__') && own(origins, name) !== 'unset',
  );
  return Object.fromEntries(entries);
}

function failureOf(run: RunRow): NodeFailure {
  const { error } = run;
  const where = error === null || error.node_id === '' ? '' : ` at node ${error.node_id}`;
  const message = `The workflow "${nameOf(run)}" failed${where}: ${error?.message ?? 'it does not say why'} (run ${run.id})`;
  return new NodeFailure(message, {
    code: 'child_failed',
    retryable: error?.retryable ?? false,
    details: {
      run: run.id,
      workflow: run.workflow,
      node: error?.node_id ?? '',
      code: error?.code ?? '',
      message: error?.message ?? '',
    },
  });
}

export function nameOf(run: RunRow): string {
  return run.workflowName || run.workflow;
}
