import { processor } from '../declare';

/** Runs a stored workflow. */
export const workflowExecutor = processor(
  'flowdrop_workflow_executor:workflow_executor',
  {
    workflow_id: { type: 'string', title: 'Workflow', description: 'Id of the workflow to run.' },
    execution_mode: {
      type: 'string',
      enum: ['job', 'job_async', 'job_fire_forget'],
      title: 'Mode',
      description:
        '`job` waits for the results, `job_async` gives a session to fetch them by, `job_fire_forget` gives none.',
      default: 'job_fire_forget',
    },
    input_data: {
      type: 'object',
      title: 'Inputs',
      description: 'What the workflow declares as inputs, by name.',
      default: {},
    },
    timeout: {
      type: 'integer',
      title: 'Longest wait',
      description: 'How long mode `job` waits, in seconds. The workflow goes on after that.',
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
    success: { type: 'boolean', title: 'Success', description: 'Whether the call worked.' },
    status: { type: 'string', title: 'Status', description: 'How the run of the workflow stands.' },
    outputs: { type: 'object', title: 'Outputs', description: 'Its results by name, in mode `job`.' },
    session_id: { type: 'string', title: 'Session', description: 'By which its results can be fetched.' },
    job_id: { type: 'string', title: 'Run', description: 'Id of the run.' },
    error_message: { type: 'string', title: 'Error message', description: 'Why there are no results.' },
    execution_time_ms: {
      type: 'integer',
      title: 'Duration',
      description: 'How long it ran, in milliseconds.',
    },
  },
  // What the nodes of the workflow do is not known here.
  { flags: { sideEffects: true } },
);
