import type { NodeType } from '../types';
import { CONFIGURED, nodeType, outputs, WIRED, WIRED_REQUIRED, withDefault } from './declare';

/** The node types that have to do with runs of other workflows. */
export const WORKFLOW_NODE_TYPES: readonly NodeType[] = [
  nodeType({
    id: 'workflow_executor',
    label: 'Workflow Executor',
    description: 'Runs another workflow, waiting for it or not.',
    category: 'processing',
    icon: 'mdi:play-circle-outline',
    executor_plugin: 'flowdrop_workflow_executor:workflow_executor',
    plugin_version: '1.0.0',
    tags: ['processing', 'workflow', 'automation'],
    parameters: {
      workflow_id: { ...CONFIGURED, required: true },
      execution_mode: withDefault(CONFIGURED, 'job_fire_forget'),
      input_data: withDefault(WIRED, {}),
      timeout: withDefault(CONFIGURED, 300),
      poll_interval_ms: withDefault(CONFIGURED, 2000),
    },
    outputs: outputs({
      shown: ['success', 'status', 'outputs', 'session_id', 'job_id', 'error_message', 'execution_time_ms'],
    }),
    confirmation: { policy: 'skip', author_controls: ['waive', 'require'], dynamic_controls: [] },
  }),
  nodeType({
    id: 'workflow_results_retriever',
    label: 'Workflow Results Retriever',
    description: 'Fetches the results of a workflow that was started before.',
    category: 'processing',
    icon: 'mdi:download-circle-outline',
    executor_plugin: 'flowdrop_workflow_executor:workflow_results_retriever',
    plugin_version: '1.0.0',
    tags: ['processing', 'workflow', 'automation'],
    parameters: {
      session_id: WIRED_REQUIRED,
      wait_for_completion: withDefault(CONFIGURED, true),
      timeout: withDefault(CONFIGURED, 300),
      poll_interval_ms: withDefault(CONFIGURED, 2000),
    },
    outputs: outputs({ shown: ['success', 'status', 'outputs', 'error_message', 'wait_time_ms'] }),
  }),
];
