import { processor } from '../declare';

/** A line in the run's log. */
export const logger = processor(
  'flowdrop_node_processor:logger',
  {
    message: { title: 'Message', description: 'What is written.' },
    level: {
      type: 'string',
      enum: ['emergency', 'alert', 'critical', 'error', 'warning', 'notice', 'info', 'debug'],
      title: 'Level',
      description: 'How serious it is.',
      default: 'debug',
    },
    channel: {
      type: 'string',
      title: 'Channel',
      description: 'The name that the line is kept under.',
      default: 'flowdrop',
    },
  },
  {
    logged: { type: 'boolean', title: 'Logged', description: 'Whether it was written.' },
    message: { type: 'string', title: 'Message', description: 'The text that was written.' },
    level: { type: 'string', title: 'Level', description: 'The level that was used.' },
    channel: { type: 'string', title: 'Channel', description: 'The channel that was used.' },
  },
  { flags: { sideEffects: true } },
);
