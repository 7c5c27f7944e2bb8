import { isArray } from '../../model/json';
import { csvLine } from './csv';
import { layOut, tableOf } from './dataframe';
import { type Execute, NodeFailure } from './types';
import { asText, parameter, textParameter } from './values';

/** `data_to_dataframe`: records as a table in one of four layouts, or as CSV text. */
export const dataToDataframe: Execute = (parameters) => {
  const data = parameter(parameters, 'data') ?? [];
  const format = textParameter(parameters, 'format', 'json');
  const orient = textParameter(parameters, 'orient', 'records');
  const include_index = parameter(parameters, 'includeIndex') === true;
  if (!isArray(data))
    throw new NodeFailure('"data" is no list: a table is made of a list of records.', {
      code: 'dataframe_invalid',
    });
  if (format === 'parquet')
    throw new NodeFailure('The format "parquet" cannot be written here: use "json" or "csv".', {
      code: 'format_unsupported',
      details: { format },
    });
  const plain = tableOf(data);
  const table = include_index
    ? { columns: ['index', ...plain.columns], rows: plain.rows.map((row, index) => [index, ...row]) }
    : plain;
  const dataframe =
    format === 'csv'
      ? [table.columns, ...table.rows.map((row) => row.map(asText))]
          .map((line) => `${csvLine(line)}\r\n`)
          .join('')
      : layOut(table, orient);
  return {
    outputs: {
      dataframe,
      format,
      rows_count: table.rows.length,
      columns_count: table.columns.length,
      include_index,
      orient,
    },
  };
};
