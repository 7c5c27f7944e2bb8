import { processor } from '../declare';

/** What the run was launched with. */
export const getWorkflowData = processor(
  'flowdrop_node_processor:get_workflow_data',
  {
    path: {
      type: 'string',
      title: 'Path',
      description: 'Where the wanted part is. Empty: all of it.',
      default: '',
    },
    default_value: { title: 'Otherwise', description: 'What is given where the path finds nothing.' },
  },
  {
    data: { title: 'Data', description: 'The part that was found.' },
    exists: { type: 'boolean', title: 'Exists', description: 'Whether the path could be read.' },
    path: { type: 'string', title: 'Path', description: 'The path that was used.' },
    initial_data: { type: 'object', title: 'All data', description: 'All that the run was launched with.' },
    execution_id: { type: 'string', title: 'Execution', description: 'Id of the execution.' },
    pipeline_id: { type: 'string', title: 'Run', description: 'Id of the run.' },
    workflow_id: { type: 'string', title: 'Workflow', description: 'Id of the workflow.' },
  },
);
