// OCX-5: the keys that a trigger's conditions may have, and when they let an event through.
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import type { Problem } from '../../model/problem';

/** Lists of texts, of which one must be the event's own; an empty one, or none, lets everything through. */
const LISTS = [
  ['entity_types', 'entity_type'],
  ['bundles', 'bundle'],
  ['form_ids', 'form_id'],
  ['roles', 'role'],
] as const;

/** The key for what a connector adds; nothing is asked of its contents. */
export const EXTENSION = 'custom';

export const CONDITION_KEYS: readonly string[] = [...LISTS.map(([key]) => key), EXTENSION];

/** Why a condition set is none. */
export function conditionProblems(conditions: Json, path: string): readonly Problem[] {
  if (!isObject(conditions)) return [{ path, message: 'Conditions are an object.' }];
  return Object.entries(conditions).flatMap(([key, value]): readonly Problem[] => {
    const at = `${path}.${key}`;
    if (!CONDITION_KEYS.includes(key))
      return [
        {
          path: at,
          message: `"${key}" is no condition; there are ${CONDITION_KEYS.join(', ')}. What a connector adds belongs into "${EXTENSION}".`,
        },
      ];
    if (key === EXTENSION)
      return isObject(value) ? [] : [{ path: at, message: `"${EXTENSION}" is an object.` }];
    const texts = isArray(value) && value.every((one) => typeof one === 'string');
    return texts ? [] : [{ path: at, message: `"${key}" is a list of texts.` }];
  });
}

/** Whether an event with this data passes the conditions. */
export function passes(conditions: JsonObject, data: JsonObject): boolean {
  return LISTS.every(([key, field]) => {
    const allowed = own(conditions, key);
    if (!isArray(allowed) || allowed.length === 0) return true;
    const found = ownString(data, field);
    return found !== undefined && allowed.includes(found);
  });
}

/** OCX-6: what an external trigger publishes of its payload, for the calling platform to enforce. Nobody does here. */
export function serviceDescription(conditions: JsonObject): {
  readonly fields: readonly JsonObject[];
  readonly payload_schema: Json;
  readonly required_fields: readonly Json[];
} {
  const custom = own(conditions, EXTENSION);
  const schema = own(custom, 'payload_schema') ?? null;
  const required = own(custom, 'required_fields');
  const names = isArray(required) ? required : [];
  const properties = own(schema, 'properties');
  const fields = Object.entries(isObject(properties) ? properties : {}).map(
    ([name, property]): JsonObject => ({
      name,
      // Only the top level becomes fields; what is nested rides inside as an object.
      type: ownString(property, 'type') ?? 'mixed',
      label: ownString(property, 'title') ?? name,
      required: names.includes(name),
    }),
  );
  return { fields, payload_schema: schema, required_fields: names };
}
