import { processor } from '../declare';
import { STATE_UPDATE } from '../fragments';

/** One named value of the run's state. */
export const stateStorage = processor(
  'flowdrop_stategraph:state_storage',
  {
    operation: {
      type: 'string',
      enum: ['get', 'set', 'increment', 'decrement', 'append', 'delete'],
      title: 'Operation',
      description: 'What is done with the value.',
      default: 'get',
    },
    key: { type: 'string', title: 'Key', description: 'The name under which the value is kept.' },
    value: { title: 'Value', description: 'What is stored, or appended.' },
    amount: { type: 'number', title: 'Amount', description: 'By how much is counted.', default: 1 },
    default: { title: 'Otherwise', description: 'What is given where nothing is stored.' },
    __data__: { type: 'object', title: 'State', description: 'The values of the run so far.' },
  },
  {
    value: { title: 'Value', description: 'The value, after the operation.' },
    exists: { type: 'boolean', title: 'Existed', description: 'Whether there was a value before.' },
    key: { type: 'string', title: 'Key', description: 'The name that was used.' },
    operation: { type: 'string', title: 'Operation', description: 'What was done.' },
    state_update: STATE_UPDATE,
  },
);
