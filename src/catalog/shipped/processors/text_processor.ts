import { processor } from '../declare';

/** One simple change of a text. */
export const textProcessor = processor(
  'flowdrop_node_processor:text_processor',
  {
    operation: {
      type: 'string',
      enum: ['capitalize', 'uppercase', 'lowercase', 'trim', 'strip_tags'],
      title: 'Change',
      description: 'What is done with the text.',
      default: 'capitalize',
    },
    text: { type: 'string', title: 'Text', description: 'The text to change.' },
  },
  { text: { type: 'string', title: 'Text', description: 'The changed text.' } },
);
