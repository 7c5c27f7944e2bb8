import { processor } from '../declare';

/** Fails on purpose (ERR-1). */
export const raiseError = processor(
  'sluice:raise_error',
  {
    message: { type: 'string', title: 'Message', description: 'What went wrong.', default: 'Error' },
    code: { type: 'string', title: 'Code', description: 'A short name for the failure, for machines.' },
    retryable: {
      type: 'boolean',
      title: 'Worth retrying',
      description: 'Whether another attempt may succeed.',
      default: false,
    },
    details: { title: 'Details', description: 'Anything more that is known about it.' },
  },
  {},
);
