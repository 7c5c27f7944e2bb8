import type { Schema } from '../../types';
import { processor } from '../declare';

const object = (title: string, description: string): Schema => ({ type: 'object', title, description });

/** Begins a run that an event started, and gives what came with the event. */
export const trigger = processor(
  'flowdrop_trigger:trigger',
  {
    variant: {
      type: 'string',
      enum: ['start'],
      default: 'start',
      title: 'Variant',
      description: 'How the node is drawn.',
    },
  },
  {
    data: object('Data', 'All that the run was started with.'),
    cron: object('Cron', 'The schedule that fired.'),
    form: object('Form', 'The form of a form event.'),
    form_id: { type: 'string', title: 'Form id', description: 'Id of that form.' },
    form_state: object('Form state', 'State of that form.'),
    form_values: object('Form values', 'The values that were sent with it.'),
    user: object('User', 'Who caused the event.'),
  },
  { flags: { start: true } },
);
