import { processor } from '../declare';
import { RESPONSE_TIME } from '../fragments';

/** A request to another system, which answers later. */
export const callAndWait = processor(
  'flowdrop_interrupt:call_and_wait',
  {
    url: { type: 'string', title: 'Address', description: 'Where the request goes.' },
    payload: { type: 'object', title: 'Data', description: 'What the other system is told.', default: {} },
    headers: { type: 'object', title: 'Headers', description: 'Headers of the request.', default: {} },
    timeout: {
      type: 'integer',
      title: 'Timeout',
      description: 'Seconds until the request itself is given up.',
      minimum: 1,
      default: 30,
    },
    expires_in: {
      type: 'integer',
      title: 'Longest wait',
      description: 'Seconds until an answer is too late, at most 30 days.',
      minimum: 1,
      maximum: 2_592_000,
      default: 3600,
    },
    allow_internal_requests: {
      type: 'boolean',
      title: 'Internal addresses',
      description: 'Whether the request may go to addresses of private and reserved networks.',
      default: false,
    },
  },
  {
    response: { title: 'Response', description: 'The answer, unchanged.' },
    interrupt_id: {
      type: 'string',
      title: 'Id of the wait',
      description: 'What the other system answers to.',
    },
    response_time: RESPONSE_TIME,
  },
  { flags: { sideEffects: true } },
);
