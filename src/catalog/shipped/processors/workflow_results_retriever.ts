import { processor } from '../declare';

/** Fetches the results of a workflow that was started before. */
export const workflowResultsRetriever = processor(
  'flowdrop_workflow_executor:workflow_results_retriever',
  {
    session_id: { type: 'string', title: 'Session', description: 'The session that Workflow Executor gave.' },
    wait_for_completion: {
      type: 'boolean',
      title: 'Wait for the end',
      description: 'Whether to wait until the workflow has ended.',
      default: true,
    },
    timeout: {
      type: 'integer',
      title: 'Longest wait',
      description: 'How long to wait, in seconds.',
      default: 300,
    },
    poll_interval_ms: {
      type: 'integer',
      title: 'Pause between looks',
      description: 'At most so many milliseconds pass between two looks.',
      default: 2000,
    },
  },
  {
    success: { type: 'boolean', title: 'Success', description: 'Whether results were there.' },
    status: { type: 'string', title: 'Status', description: 'How the run of the workflow stands.' },
    outputs: { type: 'object', title: 'Outputs', description: 'Its results by name.' },
    error_message: { type: 'string', title: 'Error message', description: 'Why there are no results.' },
    wait_time_ms: { type: 'integer', title: 'Time waited', description: 'In milliseconds.' },
  },
);
