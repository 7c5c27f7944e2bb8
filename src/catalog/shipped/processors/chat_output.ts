import { processor } from '../declare';

/** Writes the reply of a run. */
export const chatOutput = processor(
  'flowdrop_node_processor:chat_output',
  {
    message: { type: 'string', title: 'Message', description: 'The text of the reply.' },
    format: {
      type: 'string',
      title: 'Format',
      description: 'How the reply is shown.',
      enum: ['text', 'markdown', 'html'],
      default: 'text',
    },
    showTimestamp: {
      type: 'boolean',
      title: 'Show the time',
      description: 'Show when the reply was written.',
      default: false,
    },
  },
  {
    message: { type: 'string', title: 'Message', description: 'The text of the reply.' },
    format: { type: 'string', title: 'Format', description: 'How it is shown.' },
    metadata: { type: 'object', title: 'Details', description: 'About the reply that was written.' },
    timestamp: { type: 'integer', title: 'Time', description: 'When it was written, in seconds since 1970.' },
  },
);
