import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';
import { parseCsv } from './csv';
import { type Execute, NodeFailure } from './types';
import { asText, parameter, textParameter } from './values';

type Read = (text: string) => Json | Promise<Json>;
const FORMATS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['json', (text): Json => JSON.parse(text)],
  ['csv', csv],
  ['xml', async (text) => (await import('./xml-data')).readXml(text)],
  ['yaml', yaml],
  ['key_value', keyValue],
]);

/** `message_to_data`: the text of a message as data. `extractFields` keeps those fields, of every row where there are rows. */
export const messageToData: Execute = async (parameters) => {
  const original_message = textParameter(parameters, 'message');
  const format = textParameter(parameters, 'format', 'json');
  const read = FORMATS.get(format);
  if (read === undefined)
    throw new NodeFailure(`There is no format "${format}"; there are ${[...FORMATS.keys()].join(', ')}.`, {
      code: 'format_unknown',
    });
  const data = await parsed(original_message, format, read);
  const asked = parameter(parameters, 'extractFields');
  const fields = isArray(asked) ? asked.map(asText) : [];
  const there = fieldNames(data);
  const extracted_fields = fields.length === 0 ? there : fields.filter((name) => there.includes(name));
  return {
    outputs: {
      data: fields.length === 0 ? data : kept(data, extracted_fields),
      format,
      extracted_fields,
      original_message,
    },
  };
};

async function parsed(text: string, format: string, read: Read): Promise<Json> {
  try {
    return await read(text);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    throw new NodeFailure(`The message is no ${format}: ${message} Message: "${text.slice(0, 120)}"`, {
      code: 'message_unreadable',
      details: { format, message },
    });
  }
}

function fieldNames(data: Json): readonly string[] {
  if (isObject(data)) return Object.keys(data);
  return isArray(data) ? [...new Set(data.flatMap((row) => (isObject(row) ? Object.keys(row) : [])))] : [];
}

function kept(data: Json, fields: readonly string[]): Json {
  if (isArray(data)) return data.map((row) => kept(row, fields));
  if (!isObject(data)) return data;
  return Object.fromEntries(
    fields.flatMap((name): [string, Json][] => {
      const value = own(data, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The first line names the fields; one object a line. */
function csv(text: string): Json {
  const [header, ...rows] = parseCsv(text.replace(/^\ufeff/, ''));
  if (header === undefined) return [];
  return rows.map((row, index): JsonObject => {
    if (row.length > header.length)
      throw new Error(
        `Row ${index + 2} has ${row.length} cells where the first line names ${header.length}.`,
      );
    return Object.fromEntries(header.map((name, column): [string, Json] => [name, row[column] ?? '']));
  });
}

async function yaml(text: string): Promise<Json> {
  const { readYaml } = await import('./yaml-text');
  const read = readYaml(text);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}

/** `key: value` or `key=value`, one a line; empty lines and those that begin with `#` are none. */
function keyValue(text: string): Json {
  const entries = text.split(/\r\n|\r|\n/).flatMap((line, index): [string, Json][] => {
    const bare = line.trim();
    if (bare === '' || bare.startsWith('#')) return [];
    const at = bare.search(/[:=]/);
    if (at < 1)
      throw new Error(`Line ${index + 1} ("${bare.slice(0, 60)}") has no "key: value" or "key=value".`);
    return [[bare.slice(0, at).trim(), bare.slice(at + 1).trim()]];
  });
  return Object.fromEntries(entries);
}
