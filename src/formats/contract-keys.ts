// The published contract as files carry it, beside a workflow: two schemas and their version (MAN-18, STORE-8).
import type { Contract } from '../model/document';
import { isObject, type Json, type JsonObject, own } from '../model/json';
import { isEmptyCollection } from '../model/record';

export const CONTRACT_KEYS = ['parameter_schema', 'output_schema', 'schema_version'];

/** The contract of a record, as it came; `undefined` where it has none, or one that cannot be read. */
export function contractOf(record: JsonObject): Contract | undefined {
  const parameter_schema = own(record, 'parameter_schema') ?? null;
  const output_schema = own(record, 'output_schema') ?? null;
  const version = own(record, 'schema_version') ?? '0.0.0';
  if (!CONTRACT_KEYS.some((key) => Object.hasOwn(record, key))) return undefined;
  const input = schemaOrNull(parameter_schema);
  const output = schemaOrNull(output_schema);
  if (input === undefined || output === undefined || typeof version !== 'string') return undefined;
  return { parameter_schema: input, output_schema: output, schema_version: version };
}

/**
 * The contract beside a workflow in a form that has no place of its own for it: all three keys, or they mean something
 * else.
 */
export function contractBeside(record: JsonObject): Contract | undefined {
  return CONTRACT_KEYS.every((key) => Object.hasOwn(record, key)) ? contractOf(record) : undefined;
}

/**
 * The keys of a contract for a form that has no place of its own for them; nothing where none was ever published. A
 * reader that does not know them leaves them alone.
 */
export function writtenContract(contract: Contract | undefined): JsonObject {
  return contract === undefined || isUnbuilt(contract) ? {} : { ...contract };
}

function isUnbuilt({ parameter_schema, output_schema, schema_version }: Contract): boolean {
  return parameter_schema === null && output_schema === null && schema_version === '0.0.0';
}

function schemaOrNull(value: Json): JsonObject | null | undefined {
  if (value === null || isObject(value)) return value;
  return isEmptyCollection(value) ? {} : undefined;
}
