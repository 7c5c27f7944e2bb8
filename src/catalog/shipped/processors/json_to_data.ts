import { processor } from '../declare';

/** Reads JSON text. */
export const jsonToData = processor(
  'flowdrop_node_processor:json_to_data',
  {
    json: { type: 'string', title: 'JSON', description: 'The text to read.' },
    parse_mode: {
      type: 'string',
      title: 'Reading',
      description: 'Strict: the whole text is JSON. Tolerant: JSON is looked for in the text.',
      enum: ['strict', 'tolerant'],
      default: 'strict',
    },
  },
  {
    // Mostly an object, hence that lane; JSON text may as well hold a list or a single value.
    data: {
      type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
      title: 'Data',
      description: 'The value that was read.',
    },
    success: { type: 'boolean', title: 'Done', description: 'Whether there was JSON to read.' },
    parse_source: { type: 'string', title: 'Found in', description: 'Where in the text it was found.' },
  },
);
