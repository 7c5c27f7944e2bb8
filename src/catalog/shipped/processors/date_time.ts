import { processor } from '../declare';

/** Now, or a given time, in a form and a zone. */
export const dateTime = processor(
  'flowdrop_node_processor:date_time',
  {
    datetime: { type: 'string', title: 'Time', description: 'The time to work on. Empty: now.' },
    operation: {
      type: 'string',
      enum: ['current', 'timestamp', 'iso', 'unix', 'custom'],
      title: 'Operation',
      description: 'Now; as Unix time; as ISO 8601; out of a Unix time; in your own form.',
      default: 'current',
    },
    format: {
      type: 'string',
      title: 'Form',
      description: 'Letters of the PHP date format, such as d.m.Y H:i.',
      default: 'Y-m-d H:i:s',
    },
    timezone: {
      type: 'string',
      title: 'Time zone',
      description: 'Such as Europe/Paris, UTC or +02:00.',
      default: 'UTC',
    },
  },
  {
    datetime: { type: 'string', title: 'Time', description: 'The time in its form.' },
    timestamp: { type: 'integer', title: 'Unix time', description: 'In seconds since 1970.' },
    format: { type: 'string', title: 'Form', description: 'The form that was used.' },
    timezone: { type: 'string', title: 'Time zone', description: 'The zone that was used.' },
    operation: { type: 'string', title: 'Operation', description: 'What was done.' },
    iso: { type: 'string', title: 'ISO 8601', description: 'The time as ISO 8601.' },
  },
);
