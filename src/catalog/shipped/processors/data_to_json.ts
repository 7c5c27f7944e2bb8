import { processor } from '../declare';

/** Writes a value as JSON text. */
export const dataToJson = processor(
  'flowdrop_node_processor:data_to_json',
  { data: { title: 'Data', description: 'The value to write.' } },
  {
    json: { type: 'string', title: 'JSON', description: 'The JSON text.' },
    success: { type: 'boolean', title: 'Done', description: 'Whether it could be written.' },
  },
);
