import { processor } from '../declare';
import { RESPONSE_TIME, USER_ID } from '../fragments';

/** A form that a person fills in. */
export const formInput = processor(
  'flowdrop_interrupt:form_input',
  {
    message: {
      type: 'string',
      title: 'Text',
      description: 'What stands above the form.',
      format: 'multiline',
    },
    schema: { type: 'object', title: 'Form', description: 'JSON Schema of the form.' },
    default_values: {
      type: 'object',
      title: 'To start with',
      description: 'Values that the form begins with.',
    },
  },
  {
    data: { type: 'object', title: 'Data', description: 'What was filled in.' },
    response_time: RESPONSE_TIME,
    user_id: USER_ID,
  },
);
