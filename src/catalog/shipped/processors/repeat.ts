import { processor } from '../declare';

/** A list that holds one value several times. */
export const repeat = processor(
  'flowdrop_node_processor:repeat',
  {
    value: { title: 'Value', description: 'The value to repeat.' },
    count: { type: 'integer', minimum: 0, title: 'Count', description: 'How often it stands in the list.' },
  },
  {
    items: { type: 'array', title: 'Items', description: 'The list.' },
    count: { type: 'integer', title: 'Count', description: 'How many items it has.' },
    value: { title: 'Value', description: 'The value that was repeated.' },
  },
);
