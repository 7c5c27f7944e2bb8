// MAN-1, MAN-2, MAN-5, MAN-7, MAN-9, MAN-21: the fragment of a contract that one manifest entry contributes.
import { declaredPort, isReservedPort } from '../catalog/build';
import { laneById, laneOf } from '../catalog/lanes';
import { propertiesOf, propertySchema } from '../catalog/schema-words';
import type { BuiltType, Catalog, PortConfig, Schema } from '../catalog/types';
import { anchorOf, type ManifestEntry, type ManifestSide, type WorkflowDocument } from '../model/document';
import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import type { ResolveWorkflow } from './types';
import { workflowOfNode } from './workflow-ids';

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

/** A fragment; whether a default that is not flat was left out of it (MAN-7); the workflow that it would re-enter (MAN-9). */
export type Fragment = {
  readonly schema: JsonObject;
  readonly droppedDefault: boolean;
  readonly reentered?: string;
};

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
      else if (key === 'items' && isArray(value))
        kept.push([key, value.map((member) => (isObject(member) ? reduce(member) : member))]);
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

/** Where an entry lands in the end, or the workflow that is entered a second time on the way there (MAN-9). */
type Landing =
  | { readonly document: WorkflowDocument; readonly entry: ManifestEntry; readonly reentered?: undefined }
  | { readonly reentered: string };

/**
 * MAN-9: follows an entry through nodes that are workflows, to the entry that binds a port of an ordinary node. The
 * workflows passed are remembered on this way alone, so that a workflow may be met again beside it. Where a workflow
 * cannot be looked up, the way ends at the node that stands for it.
 */
function land(
  document: WorkflowDocument,
  catalog: Catalog,
  side: ManifestSide,
  entry: ManifestEntry,
  resolve: ResolveWorkflow,
): Landing {
  const path = new Set([document.id]);
  let at = { document, entry };
  for (;;) {
    const { node_id, port } = at.entry;
    const node = at.document.nodes.find((candidate) => candidate.id === node_id);
    const workflow = node === undefined ? undefined : workflowOfNode(node, catalog);
    if (workflow === undefined) return at;
    if (path.has(workflow)) return { reentered: workflow };
    path.add(workflow);
    const child = resolve(workflow);
    if (child === undefined) return at;
    const entries = side === 'input' ? child.inputs : child.outputs;
    const next = entries.findLast((candidate) => candidate.name === port && !isMalformed(candidate));
    if (next === undefined) return at;
    at = { document: child, entry: next };
  }
}

/**
 * The contract fragment of the port that an entry binds: structure, and the lane pinned as `x-data-type` (MAN-21).
 * MAN-1: the instance may hide the port, the entry is built all the same. MAN-9: an entry that leads back into a workflow
 * on its own way is an object of which nothing is declared. `undefined`: the entry is malformed, or its node or port does
 * not exist (MAN-8).
 *
 * @param resolve the workflows that nodes may stand for; without it, a node's own type says what its ports are.
 */
export function contractFragment(
  document: WorkflowDocument,
  catalog: Catalog,
  side: ManifestSide,
  entry: ManifestEntry,
  resolve: ResolveWorkflow = () => undefined,
): Fragment | undefined {
  if (isMalformed(entry)) return undefined;
  const landing = land(document, catalog, side, entry, resolve);
  if (landing.reentered !== undefined) {
    const schema = { type: 'object', properties: {} };
    return {
      schema: { ...schema, 'x-data-type': laneOf(schema, catalog.portConfig) },
      droppedDefault: false,
      reentered: landing.reentered,
    };
  }
  const schema = boundSchema(landing.document, catalog, side, landing.entry);
  if (schema === undefined) return undefined;
  const { schema: reduced, droppedDefault } = reduceSchema(schema);
  return { schema: { ...reduced, 'x-data-type': laneOf(schema, catalog.portConfig) }, droppedDefault };
}

/** The schema of the port that an entry binds, as its node type offers it; `undefined` where it offers none (MAN-8). */
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
  if (built?.processor === undefined) return undefined;
  return portSchema(built, side, entry.port ?? '', catalog.portConfig);
}

// The ports that R4.d lets an entry name: those of the derived schemas (SCH-3, SCH-7), and the injected ones.
function portSchema(
  built: BuiltType,
  side: ManifestSide,
  name: string,
  portConfig: PortConfig,
): Schema | undefined {
  const port = declaredPort(built, side, name);
  if (port === undefined) return undefined;
  if (!isReservedPort(built, side, name)) {
    const properties = propertiesOf(side === 'input' ? built.inputSchema : built.outputSchema) ?? {};
    return propertySchema(properties, name);
  }
  // No schema declares an injected port; its lane says what it carries.
  const shape = laneById(port.dataType, portConfig)?.schema ?? (port.dataType === 'json' ? OBJECT : {});
  return { ...shape, title: port.name, description: port.description, 'x-data-type': port.dataType };
}
const OBJECT: Schema = { type: 'object' };

/** MAN-8, MAN-14, MAN-17: `name`, `node_id` or `port` is missing or empty. */
export function isMalformed(entry: Pick<ManifestEntry, 'name' | 'node_id' | 'port'>): boolean {
  return !entry.name || !entry.node_id || !entry.port;
}
