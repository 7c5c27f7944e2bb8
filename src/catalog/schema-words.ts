import { isArray, isObject, type Json, own } from '../model/json';
import type { Problem } from '../model/problem';
import type { Processor, Schema } from './types';

/** The type words of JSON Schema. A property's `type` is one of them or a list of them, never a lane (SCH-34). */
export const SCHEMA_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'] as const;
export type SchemaType = (typeof SCHEMA_TYPES)[number];

/** True for one of the seven type words of JSON Schema. */
export function isSchemaType(word: unknown): word is SchemaType {
  return typeof word === 'string' && (SCHEMA_TYPES as readonly string[]).includes(word);
}

/** SCH-9: the word that decides a property's lane: the first member of a union that is not `null`. */
export function decidingType(schema: Schema): Json | undefined {
  const type = own(schema, 'type');
  return isArray(type) ? type.find((word) => word !== 'null') : type;
}

/** The `properties` map of an object schema; `undefined` where there is no usable one (SCH-33). */
export function propertiesOf(schema: unknown): { readonly [name: string]: Json } | undefined {
  const properties = own(schema, 'properties');
  return isObject(properties) ? properties : undefined;
}

/** A property's schema; a boolean or malformed one constrains nothing and reads as `{}`. */
export function propertySchema(properties: { readonly [name: string]: Json }, name: string): Schema {
  const schema = own(properties, name);
  return isObject(schema) ? schema : NO_SCHEMA;
}
const NO_SCHEMA: Schema = Object.freeze({});

const DECLARATION_KEYS = new Set(['id', 'parameters', 'outputs', 'flags', 'expressions']);
const VALUELESS_LANES = new Set(['trigger', 'tool']);

/**
 * What is wrong with a processor's declaration, before any port is drawn from it. SCH-34: every `type` is made of JSON
 * Schema's words, on both sides. SCH-37: a property on a control lane has no `type`. SCH-1: nothing but the schema pair,
 * the flags and the expression slots is declared; a port list, an icon or a category has its place on the node type.
 */
export function declarationProblems(processor: Processor): readonly Problem[] {
  const problems: Problem[] = [];
  for (const key of Object.keys(processor)) {
    if (!DECLARATION_KEYS.has(key)) {
      problems.push({
        path: key,
        message: `A processor declares schemas and flags only; move "${key}" to the node type.`,
      });
    }
  }
  for (const side of ['parameters', 'outputs'] as const) {
    const properties = propertiesOf(processor[side]);
    if (properties === undefined) {
      problems.push({
        path: side,
        message: 'The schema has no "properties" map; declare an empty one for none.',
      });
      continue;
    }
    for (const name of Object.keys(properties)) {
      judgeProperty(propertySchema(properties, name), `${side}.properties.${name}`, problems);
    }
  }
  return problems;
}

function judgeProperty(schema: Schema, path: string, problems: Problem[]): void {
  const type = own(schema, 'type');
  const words = type === undefined ? [] : isArray(type) ? type : [type];
  for (const word of words) {
    if (isSchemaType(word)) continue;
    problems.push({
      path: `${path}.type`,
      message: `${JSON.stringify(word)} is no JSON Schema type (${SCHEMA_TYPES.join(', ')}); a lane is named by "x-data-type".`,
    });
  }
  const lane = own(schema, 'x-data-type');
  if (typeof lane === 'string' && VALUELESS_LANES.has(lane) && type !== undefined) {
    problems.push({
      path: `${path}.type`,
      message: `A port on the lane "${lane}" carries no value; leave "type" out.`,
    });
  }
  const items = own(schema, 'items');
  if (isObject(items)) judgeProperty(items, `${path}.items`, problems);
  const nested = propertiesOf(schema);
  if (nested === undefined) return;
  for (const name of Object.keys(nested))
    judgeProperty(propertySchema(nested, name), `${path}.properties.${name}`, problems);
}
