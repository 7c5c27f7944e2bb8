import { processor } from '../declare';
import { portDefinitions } from '../fragments';

/** Puts several values together. */
export const merge = processor(
  'flowdrop_node_processor:merge',
  {
    dynamicInputs: portDefinitions('Inputs', 'The values to put together, in order.'),
    output_mode: {
      type: 'string',
      title: 'Result',
      description: 'A list of the values, or an object that holds them by name.',
      enum: ['array', 'object'],
      default: 'array',
    },
  },
  { merged: { title: 'Merged', description: 'The list or the object.' } },
);
