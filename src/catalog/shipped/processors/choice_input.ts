import { processor } from '../declare';
import { RESPONSE_TIME, USER_ID } from '../fragments';

/** A question that a person answers by picking. */
export const choiceInput = processor(
  'flowdrop_interrupt:choice_input',
  {
    message: {
      type: 'string',
      title: 'Question',
      description: 'What the person is asked.',
      format: 'multiline',
    },
    options: {
      type: 'array',
      title: 'Options',
      description: 'What can be picked.',
      minItems: 1,
      items: {
        // A plain text serves as value and label alike.
        type: ['object', 'string'],
        properties: {
          value: { type: 'string', title: 'Value' },
          label: { type: 'string', title: 'Label' },
          description: { type: 'string', title: 'Description' },
        },
      },
    },
    multiple: {
      type: 'boolean',
      title: 'Several',
      description: 'Whether more than one may be picked.',
      default: false,
    },
    min_selections: {
      type: 'integer',
      title: 'At least',
      description: 'Fewest picks, where several are allowed.',
      minimum: 0,
    },
    max_selections: {
      type: 'integer',
      title: 'At most',
      description: 'Most picks, where several are allowed.',
      minimum: 1,
    },
  },
  {
    selected: { title: 'Selected', description: 'The value that was picked, or the list of them.' },
    selection_count: { type: 'integer', title: 'Count', description: 'How many were picked.' },
    response_time: RESPONSE_TIME,
    user_id: USER_ID,
  },
);
