import { canonicalJson } from '../../model/canonical-json';
import type { Json } from '../../model/json';
import { layOut, readTable, recordsOf, type Table } from './dataframe';
import { evaluateOrFail } from './evaluate';
import { numberOf, order } from './item-order';
import { type Execute, NodeFailure, type ProcessorContext } from './types';
import { asText, numberParameter, parameter, textParameter } from './values';

/**
 * `dataframe_operations`: one operation on a table. `condition` is an expression (Symfony's language) over the columns by
 * name, true for the rows to keep. `group` and `aggregate` work on `columns`; `merge` joins rows that are equal in them.
 */
export const dataframeOperations: Execute = async (parameters, context) => {
  const operation = textParameter(parameters, 'operation', 'head');
  const rows = Math.trunc(numberParameter(parameters, 'rows', 5));
  const wanted = parameter(parameters, 'columns');
  const columns = Array.isArray(wanted) ? wanted.map(asText) : [];
  const table = readTable(parameter(parameters, 'dataframe') ?? []);
  if (table === undefined)
    throw failure('"dataframe" is no table: wire the output of Data to Dataframe, or a list of records.');
  const unknown = columns.find((name) => !table.columns.includes(name));
  if (unknown !== undefined)
    throw failure(`There is no column "${unknown}"; the table has ${table.columns.join(', ') || 'none'}.`);
  if ((operation === 'head' || operation === 'tail') && rows < 0)
    throw failure(`"rows" is ${rows}: it is 0 or more.`);
  const result = await operate(
    operation,
    table,
    columns,
    rows,
    textParameter(parameters, 'condition'),
    context,
  );
  return {
    outputs: {
      result: layOut(result, 'records'),
      operation,
      input_rows: table.rows.length,
      output_rows: result.rows.length,
      columns: columns.length === 0 ? table.columns : columns,
      rows,
    },
  };
};

function failure(message: string): NodeFailure {
  return new NodeFailure(message, { code: 'dataframe_operation_failed' });
}

async function operate(
  operation: string,
  table: Table,
  columns: readonly string[],
  rows: number,
  condition: string,
  context: ProcessorContext,
): Promise<Table> {
  switch (operation) {
    case 'head':
      return { ...table, rows: table.rows.slice(0, rows) };
    case 'tail':
      return { ...table, rows: rows === 0 ? [] : table.rows.slice(-rows) };
    case 'select':
      return columns.length === 0
        ? table
        : { columns, rows: table.rows.map((row) => cells(table, row, columns)) };
    case 'filter':
      return condition.trim() === '' ? table : filtered(table, condition, context);
    case 'sort': {
      const by = columns.length === 0 ? table.columns : columns;
      return {
        ...table,
        rows: table.rows.toSorted((a, b) => compared(cells(table, a, by), cells(table, b, by))),
      };
    }
    case 'group':
      return grouped(table, columns);
    case 'aggregate':
      return aggregated(table, columns);
    case 'merge':
      return merged(table, columns);
    default:
      throw failure(
        `There is no operation "${operation}"; there are head, tail, select, filter, sort, group, aggregate, merge.`,
      );
  }
}

function cells({ columns }: Table, row: readonly Json[], names: readonly string[]): readonly Json[] {
  return names.map((name) => row[columns.indexOf(name)] ?? null);
}

function compared(a: readonly Json[], b: readonly Json[]): number {
  for (const [index, value] of a.entries()) {
    const by = order(value, b[index] ?? null);
    if (by !== 0) return by;
  }
  return 0;
}

async function filtered(table: Table, condition: string, context: ProcessorContext): Promise<Table> {
  const kept: (readonly Json[])[] = [];
  for (const [index, record] of recordsOf(table).entries()) {
    const { value } = await evaluateOrFail(
      context,
      'expression_language',
      condition,
      record,
      `The condition, on row ${index + 1},`,
    );
    const row = table.rows[index];
    if (row !== undefined && value !== false && value !== null && value !== 0 && value !== '') kept.push(row);
  }
  return { ...table, rows: kept };
}

/** One row a group: the columns that it is grouped by, how many rows it has, and the rows. */
function grouped(table: Table, columns: readonly string[]): Table {
  if (columns.length === 0) throw failure('"group" needs "columns": what the rows are grouped by.');
  const groups = new Map<string, { readonly key: readonly Json[]; readonly rows: (readonly Json[])[] }>();
  for (const row of table.rows) {
    const key = cells(table, row, columns);
    const mark = canonicalJson(key);
    const group = groups.get(mark) ?? { key, rows: [] };
    group.rows.push(row);
    groups.set(mark, group);
  }
  return {
    columns: [...columns, 'count', 'rows'],
    rows: [...groups.values()].map(({ key, rows }) => [...key, rows.length, recordsOf({ ...table, rows })]),
  };
}

/** One row a column: how many numbers it holds, their sum, mean, least and greatest. */
function aggregated(table: Table, columns: readonly string[]): Table {
  const names = columns.length === 0 ? table.columns : columns;
  return {
    columns: ['column', 'count', 'sum', 'mean', 'min', 'max'],
    rows: names.map((name) => {
      const numbers = table.rows.flatMap((row) => numberOf(cells(table, row, [name])[0] ?? null) ?? []);
      const sum = numbers.reduce((total, value) => total + value, 0);
      if (numbers.length === 0) return [name, 0, null, null, null, null];
      const least = numbers.reduce((best, value) => Math.min(best, value));
      const most = numbers.reduce((best, value) => Math.max(best, value));
      return [name, numbers.length, sum, sum / numbers.length, least, most];
    }),
  };
}

/** Rows that are equal in the columns become one: a later cell takes the place of an earlier one unless it is null. */
function merged(table: Table, columns: readonly string[]): Table {
  if (columns.length === 0) throw failure('"merge" needs "columns": rows that are equal in them become one.');
  const found = new Map<string, readonly Json[]>();
  for (const row of table.rows) {
    const mark = canonicalJson(cells(table, row, columns));
    const before = found.get(mark);
    found.set(mark, before === undefined ? row : before.map((cell, index) => row[index] ?? cell));
  }
  return { ...table, rows: [...found.values()] };
}
