import type { JsonObject } from '../../../model/json';
import { processor } from '../declare';

const WAITED: JsonObject = {
  scheduled_at: {
    type: 'integer',
    title: 'Planned',
    description: 'When the wait was to end: Unix time in seconds.',
  },
  resumed_at: { type: 'integer', title: 'Ended', description: 'When the wait ended: Unix time in seconds.' },
  drift_seconds: {
    type: 'number',
    title: 'Late by',
    description: 'Seconds between the two; less than zero where somebody skipped the wait.',
  },
  resolved_by_timer: {
    type: 'boolean',
    title: 'By itself',
    description: 'Whether its time came; no: somebody skipped the wait.',
  },
  user_id: { title: 'Skipped by', description: 'Who skipped the wait, where that is known.' },
};

/** Waits for a length of time. */
export const delay = processor(
  'flowdrop_interrupt:delay',
  {
    value: { type: 'number', minimum: 0, title: 'How long', description: 'The time to wait.', default: 5 },
    unit: {
      type: 'string',
      enum: ['seconds', 'minutes', 'hours', 'days'],
      title: 'Unit',
      description: 'What the time is counted in.',
      default: 'minutes',
    },
  },
  WAITED,
);

/** Lets only so many through at a time. */
export const rateLimit = processor(
  'flowdrop_interrupt:rate_limit',
  {
    limit: { type: 'integer', minimum: 1, title: 'Most', description: 'How many may pass in one window.' },
    window: {
      type: 'integer',
      minimum: 1,
      title: 'Window',
      description: 'How long a window is, in seconds.',
    },
    identifier: {
      type: 'string',
      title: 'Shared name',
      description:
        'All nodes with this name count together. Empty: this node alone, in all runs of the workflow.',
    },
  },
  {
    ...WAITED,
    throttled: { type: 'boolean', title: 'Had to wait', description: 'Whether this one had to wait.' },
  },
);

/** Waits until a moment. */
export const schedule = processor(
  'flowdrop_interrupt:schedule',
  {
    when: {
      type: ['string', 'number'],
      title: 'When',
      description:
        'Date and time, like 2027-03-01T09:30:00+01:00 (without an offset: UTC), or a Unix time in seconds.',
    },
  },
  WAITED,
);
