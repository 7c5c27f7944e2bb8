import { processor } from '../declare';
import { RESPONSE_TIME, USER_ID } from '../fragments';

/** Changes that a person accepts or rejects, one by one. */
export const reviewInput = processor(
  'sluice:review_input',
  {
    message: {
      type: 'string',
      title: 'Text',
      description: 'What stands above the changes.',
      format: 'multiline',
    },
    original: { type: 'object', title: 'Original', description: 'The values as they are.' },
    proposed: { type: 'object', title: 'Proposed', description: 'The values as they would be.' },
    accept_all_label: {
      type: 'string',
      title: 'Accept all',
      description: 'Text of the button that accepts all.',
      default: 'Accept all',
    },
    reject_all_label: {
      type: 'string',
      title: 'Reject all',
      description: 'Text of the button that rejects all.',
      default: 'Reject all',
    },
    submit_label: {
      type: 'string',
      title: 'Submit',
      description: 'Text of the button that sends the decisions.',
      default: 'Submit',
    },
  },
  {
    data: { type: 'object', title: 'Data', description: 'The original with the changes that were accepted.' },
    decisions: { type: 'object', title: 'Decisions', description: 'What was decided, by field.' },
    accepted: { type: 'integer', title: 'Accepted', description: 'How many changes were accepted.' },
    rejected: { type: 'integer', title: 'Rejected', description: 'How many changes were rejected.' },
    response_time: RESPONSE_TIME,
    user_id: USER_ID,
  },
);
