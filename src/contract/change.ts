// MAN-18: what a new contract means for those who hold the old one.
import { propertiesOf, propertySchema } from '../catalog/schema-words';
import { isArray, isObject, type Json, type JsonObject, own, sameJson } from '../model/json';
import type { ContractSchemas } from './types';
import type { Bump } from './versions';

/**
 * The weight of a change: `major` where an entry is gone or renamed, takes fewer values, or is newly required; `minor`
 * where an optional entry came in; `patch` for all else.
 */
export function changeOf(before: ContractSchemas, after: ContractSchemas): Exclude<Bump, 'none'> {
  const sides = [
    sideChange(before.parameter_schema, after.parameter_schema),
    sideChange(before.output_schema, after.output_schema),
  ];
  return sides.includes('major') ? 'major' : sides.includes('minor') ? 'minor' : 'patch';
}

function sideChange(before: JsonObject | null, after: JsonObject | null): Exclude<Bump, 'none'> {
  const old = propertiesOf(before) ?? {};
  const now = propertiesOf(after) ?? {};
  const required = (schema: JsonObject | null, name: string) => {
    const names = own(schema, 'required');
    return isArray(names) && names.includes(name);
  };
  const breaks =
    Object.keys(old).some(
      (name) => !Object.hasOwn(now, name) || isNarrower(propertySchema(old, name), propertySchema(now, name)),
    ) || Object.keys(now).some((name) => required(after, name) && !required(before, name));
  if (breaks) return 'major';
  return Object.keys(now).some((name) => !Object.hasOwn(old, name)) ? 'minor' : 'patch';
}

/** True where something that `before` declares as fitting no longer fits `after`, by `type` and `enum`, at any depth. */
export function isNarrower(before: JsonObject, after: JsonObject): boolean {
  const now = typesOf(after);
  const old = typesOf(before);
  if (now !== undefined && (old === undefined || !old.every((word) => covers(now, word)))) return true;
  const allowed = own(after, 'enum');
  if (isArray(allowed)) {
    const listed = own(before, 'enum');
    if (!isArray(listed)) return true;
    if (listed.some((value) => !allowed.some((other) => sameJson(value, other)))) return true;
  }
  const items = own(after, 'items');
  if (isObject(items) && isNarrower(objectAt(before, 'items'), items)) return true;
  const members = propertiesOf(after) ?? {};
  return Object.keys(members).some((name) =>
    isNarrower(objectAt(own(before, 'properties'), name), propertySchema(members, name)),
  );
}

// MAN-16: these words, and no word at all, stand for every value.
const ANY_VALUE: readonly Json[] = ['mixed', 'any', 'null'];

function typesOf(schema: JsonObject): readonly Json[] | undefined {
  const type = own(schema, 'type');
  if (type === undefined || ANY_VALUE.includes(type)) return undefined;
  return isArray(type) ? type : [type];
}

function covers(types: readonly Json[], word: Json): boolean {
  return types.includes(word) || (word === 'integer' && types.includes('number'));
}

function objectAt(schema: Json | undefined, key: string): JsonObject {
  const value = own(schema, key);
  return isObject(value) ? value : {};
}
