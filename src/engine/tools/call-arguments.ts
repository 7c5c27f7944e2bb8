// RT-TOOL-8: what a model gives as arguments, reconciled with what the tool declares.
import { decodeHTMLStrict } from 'entities';
import { isArray, isObject, type Json, type JsonObject, own } from '../../model/json';

/** A reference can stand for the beginning of another (`&amp;amp;`). Each pass shortens the text; the bound only bounds the work. */
const MOST_PASSES = 32;

/**
 * RT-TOOL-8: character references in every text become the characters they stand for; then an argument that is the JSON text of
 * a list or a map becomes that value where its parameter is declared so. Keys stay as they are.
 *
 * @param schema the tool's declared input schema: an object schema with `properties`.
 */
export function normalisedArguments(given: JsonObject, schema: JsonObject): JsonObject {
  const properties = own(schema, 'properties');
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      const plain = withoutReferences(value);
      return [name, typeof plain === 'string' ? parsed(plain, declaredShapes(own(properties, name))) : plain];
    }),
  );
}

type Shape = 'array' | 'object';

function declaredShapes(property: Json | undefined): readonly Shape[] {
  const type = own(property, 'type');
  const types = isArray(type) ? type : [type];
  // A parameter that may be a text is never decoded.
  if (types.includes('string')) return [];
  return types.filter((name): name is Shape => name === 'array' || name === 'object');
}

function parsed(text: string, shapes: readonly Shape[]): Json {
  if (shapes.length === 0) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (isArray(value) && shapes.includes('array')) return value;
  if (isObject(value) && shapes.includes('object')) return value;
  return text;
}

function withoutReferences(value: Json): Json {
  if (typeof value === 'string') return decoded(value);
  if (isArray(value)) return value.map(withoutReferences);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutReferences(member)]));
}

function decoded(text: string): string {
  let now = text;
  for (let pass = 0; pass < MOST_PASSES && now.includes('&'); pass++) {
    const next = decodeHTMLStrict(now);
    if (next === now) break;
    now = next;
  }
  return now;
}
