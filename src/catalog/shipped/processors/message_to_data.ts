import { processor } from '../declare';

/** The text of a message as data. The data is not typed: it is what the text says. */
export const messageToData = processor(
  'flowdrop_node_processor:message_to_data',
  {
    message: { type: 'string', title: 'Message', description: 'The text to read.' },
    format: {
      type: 'string',
      enum: ['json', 'csv', 'xml', 'yaml', 'key_value'],
      title: 'Format',
      description: 'What the text is written in.',
      default: 'json',
    },
    extractFields: {
      type: 'array',
      title: 'Fields',
      description: 'The fields to keep. Empty: all.',
      default: [],
    },
  },
  {
    data: { title: 'Data', description: 'What was read.' },
    format: { type: 'string', title: 'Format', description: 'The format that was used.' },
    extracted_fields: { type: 'array', title: 'Fields', description: 'The fields that were kept.' },
    original_message: { type: 'string', title: 'Message', description: 'The text as it came.' },
  },
);
