// MAN-5, MAN-6, META-4: what a reader is shown of the stored contract. The stored contract is the same either way.

import { isDeclarable, laneOfType } from '../catalog/lanes';
import { isSchemaType, propertiesOf } from '../catalog/schema-words';
import type { Catalog, PortConfig, Schema } from '../catalog/types';
import type { ManifestEntry, ManifestSide, WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { omit } from '../model/record';
import { boundSchema, reduceSchema } from './fragments';
import type { ContractSchemas } from './types';

/** MAN-21: the lane of a published fragment, pinned when the contract was built. */
export const LANE_PIN = 'x-data-type';

/** MAN-5: a stored side as it is, without the pins of its fragments. Null stays null (META-4). */
export function plainSchema(schema: JsonObject | null): JsonObject | null {
  return mapFragments(schema, (fragment) => omit(fragment, [LANE_PIN]));
}

/**
 * MAN-6: a stored side with words: the bound port's `title`, `description` and `examples`, over them, on inputs, what the
 * author wrote. An empty word of the author leaves the port's in its place.
 */
export function annotatedSchema(
  schema: JsonObject | null,
  document: WorkflowDocument,
  catalog: Catalog,
  side: ManifestSide,
): JsonObject | null {
  const entries = side === 'input' ? document.inputs : document.outputs;
  return mapFragments(schema, (fragment, name) => {
    const entry = entries.findLast((candidate) => candidate.name === name);
    if (entry === undefined) return fragment;
    const port = boundSchema(document, catalog, side, entry);
    const worded = port === undefined ? fragment : reattach(fragment, port);
    return side === 'input' ? { ...worded, ...wordsOf(entry) } : worded;
  });
}

/** The two schemas as the schema door prints them (META-4). */
export function shownSchemas(
  document: WorkflowDocument,
  catalog: () => Catalog,
  annotated: boolean,
): ContractSchemas {
  const { parameter_schema = null, output_schema = null } = document.contract ?? {};
  const show = (schema: JsonObject | null, side: ManifestSide) =>
    plainSchema(annotated ? annotatedSchema(schema, document, catalog(), side) : schema);
  return {
    parameter_schema: show(parameter_schema, 'input'),
    output_schema: show(output_schema, 'output'),
  };
}

/** MAN-21: the pin of a stored fragment; without one, the lane that its type stands for. Never derived again. */
export function pinnedLane(fragment: JsonObject, portConfig: PortConfig): string {
  const pin = own(fragment, LANE_PIN);
  if (typeof pin === 'string' && pin !== '') return pin;
  // Contracts from before the pin name control lanes as types.
  const type = own(fragment, 'type');
  const lane = typeof type === 'string' && !isSchemaType(type) && isDeclarable(type, portConfig);
  return lane ? type : laneOfType(fragment);
}

/** MAN-21: the structure of a fragment, without what an interface entry states itself: lane, words, required flags. */
export function structureOf(fragment: JsonObject): JsonObject {
  return withoutFlags(reduceSchema(fragment).schema);
}

// A list of required members is structure; a flag on a property is not.
function withoutFlags(schema: JsonObject): JsonObject {
  const plain = isArray(own(schema, 'required')) ? schema : omit(schema, ['required']);
  return mapInner(plain, withoutFlags);
}

/** The words of `source` on the structure of `fragment`, at every depth that both have. */
function reattach(fragment: JsonObject, source: Schema): JsonObject {
  const inner = mapInner(fragment, (member, key, name) => {
    const from = key === 'items' ? own(source, 'items') : own(own(source, 'properties'), name);
    return isObject(from) ? reattach(member, from) : member;
  });
  return { ...inner, ...wordsOf(source) };
}

type Inner = (member: JsonObject, key: 'properties' | 'items', name: string) => JsonObject;

function mapInner(schema: JsonObject, change: Inner): JsonObject {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, Json] => {
      if (key === 'items' && isObject(value)) return [key, change(value, 'items', '')];
      if (key !== 'properties' || !isObject(value)) return [key, value];
      const members = Object.entries(value).map(([name, member]): [string, Json] => [
        name,
        isObject(member) ? change(member, 'properties', name) : member,
      ]);
      return [key, Object.fromEntries(members)];
    }),
  );
}

/** Words that say something: blank texts and empty lists are none (MAN-6). */
function wordsOf(source: JsonObject | ManifestEntry): JsonObject {
  const { title, description, examples } = source;
  return {
    ...(typeof title === 'string' && title.trim() !== '' ? { title } : {}),
    ...(typeof description === 'string' && description.trim() !== '' ? { description } : {}),
    ...(isArray(examples) && examples.length > 0 ? { examples } : {}),
  };
}

function mapFragments(
  schema: JsonObject | null,
  change: (fragment: JsonObject, name: string) => JsonObject,
): JsonObject | null {
  const properties = propertiesOf(schema);
  if (schema === null || properties === undefined) return schema;
  const shown = Object.entries(properties).map(([name, fragment]): [string, Json] => [
    name,
    isObject(fragment) ? change(fragment, name) : fragment,
  ]);
  return { ...schema, properties: Object.fromEntries(shown) };
}
