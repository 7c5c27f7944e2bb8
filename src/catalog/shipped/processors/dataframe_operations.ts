import { processor } from '../declare';

/** One operation on a table. */
export const dataframeOperations = processor(
  'flowdrop_node_processor:dataframe_operations',
  {
    dataframe: { type: ['array', 'object'], title: 'Table', description: 'The table, or a list of records.' },
    operation: {
      type: 'string',
      enum: ['head', 'tail', 'select', 'filter', 'sort', 'group', 'aggregate', 'merge'],
      title: 'Operation',
      description: 'What is done with the table.',
      default: 'head',
    },
    columns: {
      type: 'array',
      title: 'Columns',
      description: 'The columns to work on. Empty: all.',
      default: [],
    },
    rows: { type: 'integer', title: 'Rows', description: 'How many rows head and tail keep.', default: 5 },
    condition: {
      type: 'string',
      title: 'Condition',
      description: 'Which rows a filter keeps: an expression over the columns, such as price > 10.',
      default: '',
    },
  },
  {
    result: { type: 'array', title: 'Table', description: 'The table that came out, as a list of rows.' },
    operation: { type: 'string', title: 'Operation', description: 'What was done.' },
    input_rows: { type: 'integer', title: 'Rows in', description: 'How many rows came in.' },
    output_rows: { type: 'integer', title: 'Rows out', description: 'How many came out.' },
    columns: { type: 'array', title: 'Columns', description: 'The columns that were used.' },
    rows: { type: 'integer', title: 'Row count', description: 'As configured.' },
  },
  { expressions: [{ key: 'condition', form: 'text', engine: { fixed: 'expression_language' } }] },
);
