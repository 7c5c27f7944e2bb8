import { processor } from '../declare';

/** Ends the whole run, successfully (ERR-5). */
export const stop = processor(
  'sluice:stop',
  { value: { title: 'Value', description: 'What is recorded as the result of this node.' } },
  {},
  { flags: { terminal: true } },
);
