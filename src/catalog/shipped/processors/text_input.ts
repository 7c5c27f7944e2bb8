import { processor } from '../declare';

/** Gives a fixed text, or the value that is wired in. */
export const textInput = processor(
  'flowdrop_node_processor:text_input',
  {
    data: { title: 'Value', description: 'Takes the place of the text below.' },
    defaultValue: {
      type: 'string',
      format: 'multiline',
      title: 'Text',
      description: 'The text that is given where nothing is wired in.',
      default: '',
    },
  },
  { text: { type: 'string', title: 'Text', description: 'The text.' } },
);
