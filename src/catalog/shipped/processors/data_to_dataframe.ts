import { processor } from '../declare';

/** Records as a table. The table is not typed: it is a list, an object or CSV text. */
export const dataToDataframe = processor(
  'flowdrop_node_processor:data_to_dataframe',
  {
    data: { type: 'array', title: 'Records', description: 'The records, one a row.' },
    format: {
      type: 'string',
      enum: ['json', 'csv', 'parquet'],
      title: 'Format',
      description: 'JSON gives a structure, CSV a text. Parquet cannot be written here.',
      default: 'json',
    },
    includeIndex: {
      type: 'boolean',
      title: 'Row numbers',
      description: 'Add a column with them.',
      default: false,
    },
    orient: {
      type: 'string',
      enum: ['records', 'index', 'columns', 'split'],
      title: 'Layout',
      description: 'A list of rows, rows by number, columns by name, or the parts apart.',
      default: 'records',
    },
  },
  {
    dataframe: { title: 'Table', description: 'The table.' },
    format: { type: 'string', title: 'Format', description: 'The format that was used.' },
    rows_count: { type: 'integer', title: 'Rows', description: 'How many rows it has.' },
    columns_count: { type: 'integer', title: 'Columns', description: 'How many columns it has.' },
    include_index: { type: 'boolean', title: 'Row numbers', description: 'Whether they were added.' },
    orient: { type: 'string', title: 'Layout', description: 'The layout that was used.' },
  },
);
