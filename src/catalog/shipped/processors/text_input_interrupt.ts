import { processor } from '../declare';
import { RESPONSE_TIME, USER_ID } from '../fragments';

/** A question that a person answers in words. */
export const textInputInterrupt = processor(
  'flowdrop_interrupt:text_input_interrupt',
  {
    message: {
      type: 'string',
      title: 'Question',
      description: 'What the person is asked.',
      format: 'multiline',
    },
    placeholder: {
      type: 'string',
      title: 'Hint',
      description: 'What stands in the field while it is empty.',
    },
    multiline: {
      type: 'boolean',
      title: 'Several lines',
      description: 'Whether the field is large.',
      default: false,
    },
    min_length: { type: 'integer', title: 'At least', description: 'Fewest characters.', minimum: 0 },
    max_length: { type: 'integer', title: 'At most', description: 'Most characters.', minimum: 1 },
    default_value: {
      type: 'string',
      title: 'To start with',
      description: 'What stands in the field at first.',
    },
  },
  {
    text: { type: 'string', title: 'Text', description: 'The answer.' },
    length: { type: 'integer', title: 'Length', description: 'How many characters it has.' },
    response_time: RESPONSE_TIME,
    user_id: USER_ID,
  },
);
