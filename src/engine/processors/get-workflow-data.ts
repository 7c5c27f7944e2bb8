import { lookUpPath } from '../../expression/property-path';
import type { Execute } from './types';
import { parameter, textParameter } from './values';

/** `get_workflow_data`: reads what the run was launched with, by a property path (LANG-17); a stored null exists (LANG-20). */
export const getWorkflowData: Execute = (parameters, { run }) => {
  const path = textParameter(parameters, 'path');
  const found = lookUpPath(path, run.initialData);
  return {
    outputs: {
      data: found.found ? found.value : parameter(parameters, 'default_value'),
      exists: found.found,
      path,
      initial_data: run.initialData,
      execution_id: run.id,
      pipeline_id: run.id,
      workflow_id: run.workflow,
    },
  };
};
