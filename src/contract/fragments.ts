// MAN-1, MAN-5, MAN-7, MAN-21: the structure of a declared port, as contracts state it.
import { isControlOutput, isHidden } from '../catalog/gates';
import { laneOf } from '../catalog/lanes';
import { propertiesOf, propertySchema } from '../catalog/schema-words';
import type { BuiltType, Catalog, Schema } from '../catalog/types';
import { anchorOf, type ManifestEntry, type ManifestSide, type WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';

/** MAN-5: the keys that a contract keeps, at every depth; every other one is dropped. */
export const CONTRACT_KEYS = [
  'type',
  'enum',
  'format',
  'default',
  'required',
  'properties',
  'items',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
] as const;

/** A fragment, and whether a default that is not flat was left out of it (MAN-7). */
export type Fragment = { readonly schema: JsonObject; readonly droppedDefault: boolean };

/** MAN-5: a port's schema reduced to structure. MAN-7: only a flat default survives. */
export function reduceSchema(schema: Schema): Fragment {
  let droppedDefault = false;
  const reduce = (source: JsonObject): JsonObject => {
    const kept: [string, Json][] = [];
    for (const key of CONTRACT_KEYS) {
      const value = own(source, key);
      if (value === undefined) continue;
      if (key === 'default' && !isFlat(value)) {
        droppedDefault = true;
        continue;
      }
      if (key === 'properties' && isObject(value)) {
        const members = Object.entries(value).map(([name, member]): [string, Json] => [
          name,
          isObject(member) ? reduce(member) : member,
        ]);
        kept.push([key, Object.fromEntries(members)]);
      } else if (key === 'items' && isObject(value)) kept.push([key, reduce(value)]);
      else kept.push([key, value]);
    }
    return Object.fromEntries(kept);
  };
  return { schema: reduce(schema), droppedDefault };
}

/** MAN-7: null, a scalar, or a collection whose every member is one. */
export function isFlat(value: Json): boolean {
  const simple = (member: Json) => typeof member !== 'object' || member === null;
  if (isArray(value)) return value.every(simple);
  return isObject(value) ? Object.values(value).every(simple) : true;
}

/**
 * The contract fragment of the port that an entry binds: structure, and the lane pinned as `x-data-type` (MAN-21).
 * MAN-1: the instance may hide the port, the entry is built all the same. `undefined`: the entry is malformed, or its
 * node or port does not exist (MAN-8).
 */
export function contractFragment(
  document: WorkflowDocument,
  catalog: Catalog,
  side: ManifestSide,
  entry: ManifestEntry,
): Fragment | undefined {
  const schema = boundSchema(document, catalog, side, entry);
  if (schema === undefined) return undefined;
  const { schema: reduced, droppedDefault } = reduceSchema(schema);
  return { schema: { ...reduced, 'x-data-type': laneOf(schema, catalog.portConfig) }, droppedDefault };
}

/** The schema of the port that an entry binds, as its processor declares it. */
export function boundSchema(
  document: WorkflowDocument,
  catalog: Catalog,
  side: ManifestSide,
  entry: ManifestEntry,
): Schema | undefined {
  if (isMalformed(entry)) return undefined;
  const node = document.nodes.find((candidate) => candidate.id === entry.node_id);
  const type = node === undefined ? undefined : anchorOf(node);
  const built = type === undefined ? undefined : catalog.built(type);
  return built === undefined ? undefined : portSchema(built, side, entry.port ?? '');
}

function portSchema(built: BuiltType, side: ManifestSide, port: string): Schema | undefined {
  const properties = propertiesOf(side === 'input' ? built.processor?.parameters : built.processor?.outputs);
  if (properties === undefined || !Object.hasOwn(properties, port)) return undefined;
  const schema = propertySchema(properties, port);
  if (side === 'output') return isControlOutput(port, schema) ? undefined : schema;
  // SCH-3, SCH-4: only a connectable, unhidden parameter is an input port.
  return built.gate(port).connectable && !isHidden(schema) ? schema : undefined;
}

/** MAN-8, MAN-14, MAN-17: `name`, `node_id` or `port` is missing or empty. */
export function isMalformed(entry: Pick<ManifestEntry, 'name' | 'node_id' | 'port'>): boolean {
  return !entry.name || !entry.node_id || !entry.port;
}

/**
 * One side of the contract, built from the manifest alone (MAN-1): an object schema, or null where the side declares
 * nothing. Entries that cannot be built are left out (MAN-8).
 */
export function contractSchema(
  document: WorkflowDocument,
  catalog: Catalog,
  side: ManifestSide,
): JsonObject | null {
  const entries = side === 'input' ? document.inputs : document.outputs;
  if (entries.length === 0) return null;
  const properties: [string, Json][] = [];
  const required: string[] = [];
  for (const entry of entries) {
    const fragment = contractFragment(document, catalog, side, entry);
    if (fragment === undefined || entry.name === undefined) continue;
    properties.push([entry.name, fragment.schema]);
    if (side === 'input' && entry.required === true) required.push(entry.name);
  }
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required }),
  };
}
