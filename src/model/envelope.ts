import type { Json, JsonObject } from './json';

/** The standard answer of a door: `{success, data}`, cacheable or not (META-1). */
export function answered(data: Json): JsonObject {
  return { success: true, data };
}
