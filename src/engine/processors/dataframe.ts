// Tables as `data_to_dataframe` lays them out and `dataframe_operations` reads them.
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';

/** Column names in order, and rows of cells in that order. */
export type Table = { readonly columns: readonly string[]; readonly rows: readonly (readonly Json[])[] };

/** A table of records: columns are the union of their keys in order of appearance; a missing cell is null. */
export function tableOf(records: readonly Json[]): Table {
  const columns: string[] = [];
  const known = new Set<string>();
  const objects = records.map((record): JsonObject => (isObject(record) ? record : { value: record }));
  for (const record of objects)
    for (const name of Object.keys(record))
      if (!known.has(name)) {
        known.add(name);
        columns.push(name);
      }
  return { columns, rows: objects.map((record) => columns.map((name) => own(record, name) ?? null)) };
}

export function recordsOf({ columns, rows }: Table): readonly JsonObject[] {
  return rows.map((row) =>
    Object.fromEntries(columns.map((name, index): [string, Json] => [name, row[index] ?? null])),
  );
}

/** The four layouts by their usual meaning: a list of rows, rows by number, columns by name, or the parts apart. */
export function layOut(table: Table, orient: string): Json {
  const { columns, rows } = table;
  switch (orient) {
    case 'index':
      return Object.fromEntries(
        recordsOf(table).map((record, index): [string, Json] => [String(index), record]),
      );
    case 'columns':
      return Object.fromEntries(
        columns.map((name, column): [string, Json] => [
          name,
          Object.fromEntries(rows.map((row, index): [string, Json] => [String(index), row[column] ?? null])),
        ]),
      );
    case 'split':
      return { index: rows.map((_row, index) => index), columns, data: rows };
    default:
      return recordsOf(table);
  }
}

/** Reads a table back, whatever its layout. `undefined`: it is none. */
export function readTable(value: Json): Table | undefined {
  if (isArray(value)) return tableOf(value);
  if (!isObject(value)) return undefined;
  const [names, data] = [own(value, 'columns'), own(value, 'data')];
  if (isArray(names) && isArray(data)) {
    const columns = names.map(String);
    return {
      columns,
      rows: data.map((row) => columns.map((_name, index) => (isArray(row) ? (row[index] ?? null) : null))),
    };
  }
  const parts = Object.entries(value);
  if (parts.length === 0) return { columns: [], rows: [] };
  if (!parts.every(([, part]) => isObject(part))) return undefined;
  // Rows by number, or columns by name that hold cells by number.
  if (parts.every(([key]) => /^\d+$/.test(key))) return tableOf(parts.map(([, part]) => part));
  const numbers = new Set(parts.flatMap(([, part]) => Object.keys(isObject(part) ? part : {})));
  return {
    columns: parts.map(([name]) => name),
    rows: [...numbers].map((row) => parts.map(([, part]) => own(part, row) ?? null)),
  };
}
