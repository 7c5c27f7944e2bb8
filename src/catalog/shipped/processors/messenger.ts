import { processor } from '../declare';

/** A message for the person who watches. */
export const messenger = processor(
  'flowdrop_node_processor:messenger',
  {
    message: { title: 'Message', description: 'The text to show.' },
    type: {
      type: 'string',
      enum: ['status', 'warning', 'error'],
      title: 'Kind',
      description: 'How it is shown.',
      default: 'status',
    },
  },
  {
    displayed: { type: 'boolean', title: 'Shown', description: 'Whether anybody was there to see it.' },
    message: { type: 'string', title: 'Message', description: 'The text.' },
    type: { type: 'string', title: 'Kind', description: 'The kind.' },
  },
  { flags: { sideEffects: true } },
);
