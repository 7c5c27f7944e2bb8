import { processor } from '../declare';
import { ACTIVE_BRANCHES, branchDefinitions, RESPONSE_TIME, USER_ID } from '../fragments';

/** A question that a person answers with yes or no. */
export const confirmation = processor(
  'flowdrop_interrupt:confirmation',
  {
    message: {
      type: 'string',
      title: 'Question',
      description: 'What the person is asked.',
      format: 'multiline',
    },
    confirm_label: {
      type: 'string',
      title: 'Yes button',
      description: 'Text of the button for yes.',
      default: 'Yes',
    },
    cancel_label: {
      type: 'string',
      title: 'No button',
      description: 'Text of the button for no.',
      default: 'No',
    },
    branches: branchDefinitions('The way for yes and the way for no, where it is drawn as a gateway.'),
  },
  {
    confirmed: { type: 'boolean', title: 'Confirmed', description: 'Whether the answer was yes.' },
    response_time: RESPONSE_TIME,
    user_id: USER_ID,
    active_branches: ACTIVE_BRANCHES,
  },
);
