import { processor } from '../declare';

/** Gives a text, no longer than allowed. */
export const textOutput = processor(
  'flowdrop_node_processor:text_output',
  {
    text: { type: 'string', title: 'Text', description: 'The text to give.' },
    format: {
      type: 'string',
      title: 'Format',
      description: 'How a reader is to take the text.',
      enum: ['plain', 'html', 'markdown'],
      default: 'plain',
    },
    maxLength: {
      type: 'integer',
      title: 'Longest',
      description: 'How many characters are kept.',
      minimum: 1,
      maximum: 10000,
      default: 1000,
    },
  },
  {
    text: { type: 'string', title: 'Text', description: 'The text as given.' },
    length: { type: 'integer', title: 'Length', description: 'Its length in characters.' },
  },
);
