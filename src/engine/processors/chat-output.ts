import type { Execute } from './types';
import { asText, parameter, textParameter } from './values';

/** `chat_output`: the reply of the run. `timestamp` in Unix seconds; `metadata` names where the message comes from. */
export const chatOutput: Execute = (parameters, context) => ({
  outputs: {
    message: asText(parameter(parameters, 'message')),
    format: textParameter(parameters, 'format', 'text'),
    metadata: {
      node_id: context.node.id,
      execution_id: context.run.id,
      show_timestamp: parameter(parameters, 'showTimestamp') === true,
    },
    timestamp: Math.floor(context.now() / 1000),
  },
});
