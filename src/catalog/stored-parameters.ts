import { fail, ok, type Result } from '../model/problem';
import { propertiesOf } from './schema-words';
import type { NodeType } from './types';

type Parameters = NodeType['parameters'];

/** Why a node type is not saved (SCH-33). */
export type SchemaUnavailable = {
  readonly status: 422;
  readonly code: 'NODE_TYPE_SCHEMA_UNAVAILABLE';
  readonly message: string;
  /** The parameters whose stored configuration the save would have lost. */
  readonly parameters: readonly string[];
};

/**
 * SCH-33: may these edited parameters be stored? `schema` is the processor's parameter schema as it loaded, `undefined`
 * where loading failed; without a `properties` map it says nothing, which is not the same as declaring nothing. Refused
 * where stored configuration would be lost; where nothing is stored, nothing is lost and the empty map is answered.
 */
export function guardStoredParameters(
  schema: unknown,
  stored: Parameters,
  edited: Parameters,
): Result<Parameters, SchemaUnavailable> {
  if (propertiesOf(schema) !== undefined) return ok(edited);
  const names = Object.keys(stored);
  if (names.length === 0) return ok(stored);
  return fail({
    status: 422,
    code: 'NODE_TYPE_SCHEMA_UNAVAILABLE',
    message: `The parameter schema of the processor cannot be read, so the configuration of ${names.join(', ')} is kept and nothing is saved.`,
    parameters: names,
  });
}

/**
 * SCH-33: the record that a write path without that refusal stores: the edited one, but with stored parameters and
 * reserved-port exposure untouched where the schema cannot be read.
 */
export function writableNodeType(schema: unknown, stored: NodeType, edited: NodeType): NodeType {
  if (propertiesOf(schema) !== undefined) return edited;
  return { ...edited, parameters: stored.parameters, reserved_port_exposure: stored.reserved_port_exposure };
}
