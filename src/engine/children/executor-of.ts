import { workflowOfExecutor } from '../../contract/workflow-ids';
import type { Executors } from '../job';
import { runWorkflow } from '../processors/run-workflow';
import type { Execute } from '../processors/types';
import { WORKFLOW_EXECUTOR } from './types';

/** What executes a processor: what is provided for its id, else, of a workflow, running it. */
export function executorOf(executors: Executors, processor: string): Execute | undefined {
  const provided = executors.get(processor);
  if (provided !== undefined) return provided;
  const workflow = workflowOfExecutor(processor);
  return workflow === undefined ? undefined : runWorkflow(workflow);
}

/**
 * Whether a job that was in flight may be taken up again although it has effects: it finds the run that it started, and
 * starts none twice.
 */
export function takesUpChild(executors: Executors, processor: string): boolean {
  if (processor === WORKFLOW_EXECUTOR) return true;
  return workflowOfExecutor(processor) !== undefined && !executors.has(processor);
}
