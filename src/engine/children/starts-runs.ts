import { workflowOfExecutor } from '../../contract/workflow-ids';
import { WORKFLOW_EXECUTOR } from './types';

const RETRIEVER = 'flowdrop_workflow_executor:workflow_results_retriever';

/** Whether a node of this processor may have to do with other runs. */
export function startsRuns(processor: string): boolean {
  return (
    processor === WORKFLOW_EXECUTOR || processor === RETRIEVER || workflowOfExecutor(processor) !== undefined
  );
}
