import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { declaredParameters } from './build';
import { fillableParameters } from './exposure';
import { propertySchema } from './schema-words';
import type { BuiltType, Schema } from './types';

/**
 * The schema that a model is offered for a node that is exposed as a tool: the parameters that it may fill (EXPO-15), of
 * those less the ones that the caller knows to be fixed (`omitted`: wired ports, pinned configuration). SCH-2: only here
 * is a property's own `required: true` read; it moves into the `required` list of the object that holds the property.
 */
export function toolSchema(built: BuiltType, config: Json | undefined, omitted: ReadonlySet<string>): Schema {
  const parameters = declaredParameters(built);
  const names = fillableParameters(built, config, omitted);
  const lifted = liftRequired({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, propertySchema(parameters, name)])),
  });
  const required = new Set(requiredOf(lifted));
  return {
    ...lifted,
    required: names.filter((name) => required.has(name) || built.gate(name).required),
  };
}

/** SCH-2: `required: true` on a property becomes membership of the enclosing object's `required`, at every depth. */
function liftRequired(schema: JsonObject): JsonObject {
  const lifted: { [key: string]: Json } = { ...schema };
  const items = own(schema, 'items');
  if (isObject(items)) lifted.items = liftRequired(withoutFlag(items));
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return lifted;
  const required = new Set(requiredOf(schema));
  lifted.properties = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      if (!isObject(property)) return [name, property];
      if (property.required === true) required.add(name);
      return [name, liftRequired(withoutFlag(property))];
    }),
  );
  lifted.required = [...required];
  return lifted;
}

// A boolean `required` is no JSON Schema; a provider may refuse the tool for it.
function withoutFlag(schema: JsonObject): JsonObject {
  if (typeof own(schema, 'required') !== 'boolean') return schema;
  const { required: _flag, ...rest } = schema;
  return rest;
}

function requiredOf(schema: JsonObject): readonly string[] {
  const required = own(schema, 'required');
  return isArray(required) ? required.filter((name) => typeof name === 'string') : [];
}
