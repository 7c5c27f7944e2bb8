import { processor } from '../declare';

/** One operation over a list. The result is not typed: it is a list, an object or a number. */
export const dataOperations = processor(
  'flowdrop_node_processor:data_operations',
  {
    data: {
      type: ['array', 'object'],
      title: 'Data',
      description: 'The list, or an object whose values are taken.',
    },
    operation: {
      type: 'string',
      enum: ['filter', 'sort', 'group', 'map', 'reduce', 'unique', 'slice', 'merge'],
      title: 'Operation',
      description: 'What is done with the list.',
      default: 'filter',
    },
    key: {
      type: 'string',
      title: 'Field',
      description: 'Path to the field of an item that counts. Empty: the item itself.',
      default: '',
    },
    value: {
      title: 'Value',
      description: 'What the field is compared with, the way of sorting ("desc"), or the part to cut.',
    },
    condition: {
      type: 'string',
      enum: [
        'equals',
        'not_equals',
        'contains',
        'greater_than',
        'less_than',
        'greater_than_or_equal',
        'less_than_or_equal',
        'is_empty',
        'is_not_empty',
      ],
      title: 'Condition',
      description: 'Which items a filter keeps.',
      default: 'equals',
    },
  },
  {
    result: { title: 'Result', description: 'What came out.' },
    operation: { type: 'string', title: 'Operation', description: 'What was done.' },
    input_count: { type: 'integer', title: 'Items in', description: 'How many items came in.' },
    output_count: { type: 'integer', title: 'Items out', description: 'How many came out.' },
  },
);
