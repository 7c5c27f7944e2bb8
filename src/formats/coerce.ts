// PHP writes an empty list and an empty map alike (`{}` in YAML, `[]` in JSON). What a key holds is known from the
// processor's schema, or from the shape of the record; an empty collection of the other kind is turned into that.
import type { Catalog, Processor, Schema } from '../catalog/types';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { isEmptyCollection, type Repair } from '../model/record';

/** What a key is known to hold; for objects and lists also what lies inside. `*`: each key, or each item. */
type Shape =
  | 'list'
  | 'map'
  | { readonly map: { readonly [key: string]: Shape } }
  | { readonly list: Shape | undefined };

const PORT_SIDES: Shape = { map: { inputs: 'list', outputs: 'list' } };
const CONFIG: Shape = {
  map: { ports: PORT_SIDES, dynamicInputs: 'list', dynamicOutputs: 'list', branches: 'list' },
};
const NODE: Shape = {
  map: {
    data: {
      map: {
        metadata: 'map',
        extensions: { map: { ui: { map: { portOrder: PORT_SIDES, hiddenPorts: PORT_SIDES } } } },
      },
    },
  },
};
const NODE_TYPE: Shape = {
  map: {
    parameters: 'map',
    outputs: 'map',
    tags: 'list',
    supported_visual_types: 'list',
    confirmation: { map: { author_controls: 'list', dynamic_controls: 'list' } },
    reserved_port_exposure: 'map',
  },
};
const WORKFLOW: Shape = {
  map: { nodes: 'list', edges: 'list', metadata: 'map', input_ports: 'list', output_ports: 'list' },
};

/** A workflow's own collections, in the stored form or the API form. Its nodes: {@link coerceNodes}. */
export function coerceWorkflow(workflow: JsonObject, path: string, repairs: Repair[]): JsonObject {
  return asObject(coerce(workflow, WORKFLOW, path, repairs), workflow);
}

/** Every node: its known parts, and its configuration by the schema of the processor behind its type. */
export function coerceNodes(
  nodes: Json | undefined,
  catalog: Catalog,
  path: string,
  repairs: Repair[],
): Json | undefined {
  if (!isArray(nodes)) return nodes;
  return nodes.map((node, i) => {
    const at = `${path}[${i}]`;
    const coerced = coerce(node, NODE, at, repairs);
    const data = own(coerced, 'data');
    if (!isObject(coerced) || !isObject(data) || !Object.hasOwn(data, 'config')) return coerced;
    const config = coerceConfig(data.config, processorOf(data, catalog), `${at}.data.config`, repairs);
    return config === data.config ? coerced : { ...coerced, data: { ...data, config } };
  });
}

/** A stored node type: its own collections, and the defaults of its parameters by the processor's schema. */
export function coerceNodeType(
  record: JsonObject,
  catalog: Catalog,
  path: string,
  repairs: Repair[],
): JsonObject {
  const coerced = asObject(coerce(record, NODE_TYPE, path, repairs), record);
  const parameters = own(coerced, 'parameters');
  const schemas = own(
    catalog.processor(ownString(record, 'executor_plugin') ?? '')?.parameters,
    'properties',
  );
  if (!isObject(parameters)) return coerced;
  const gates = Object.entries(parameters).map(([name, gate]): [string, Json] => {
    if (!isObject(gate) || !Object.hasOwn(gate, 'default')) return [name, gate];
    const at = join(path, `parameters.${name}.default`);
    const fallback = coerceBySchema(gate.default, own(schemas, name), at, repairs);
    return [name, fallback === gate.default ? gate : { ...gate, default: fallback ?? null }];
  });
  return { ...coerced, parameters: Object.fromEntries(gates) };
}

function coerceConfig(
  config: Json | undefined,
  processor: Processor | undefined,
  path: string,
  repairs: Repair[],
): Json {
  const known = coerce(config ?? null, CONFIG, path, repairs);
  const properties = own(processor?.parameters, 'properties');
  if (!isObject(known) || !isObject(properties)) return known;
  return mapKeys(
    known,
    (key, value) => coerceBySchema(value, own(properties, key), join(path, key), repairs) ?? value,
  );
}

function coerceBySchema(
  value: Json | undefined,
  schema: Json | undefined,
  path: string,
  repairs: Repair[],
): Json | undefined {
  if (value === undefined || !isObject(schema)) return value;
  const shape = shapeOf(schema, 0);
  return shape === undefined ? value : coerce(value, shape, path, repairs);
}

/** The shape that a schema declares; nothing where it allows both kinds of collection. */
function shapeOf(schema: Schema, depth: number): Shape | undefined {
  const declared = own(schema, 'type');
  const types = (isArray(declared) ? declared : [declared]).filter(
    (type) => type === 'array' || type === 'object',
  );
  if (types.length !== 1 || depth > 20) return undefined;
  if (types[0] === 'array') {
    const items = own(schema, 'items');
    return { list: isObject(items) ? shapeOf(items, depth + 1) : undefined };
  }
  const properties = own(schema, 'properties');
  if (!isObject(properties)) return 'map';
  const inside = Object.entries(properties).flatMap(([key, property]): [string, Shape][] => {
    const shape = isObject(property) ? shapeOf(property, depth + 1) : undefined;
    return shape === undefined ? [] : [[key, shape]];
  });
  return { map: Object.fromEntries(inside) };
}

function coerce(value: Json, shape: Shape, path: string, repairs: Repair[]): Json {
  const wantsList = shape === 'list' || (typeof shape === 'object' && 'list' in shape);
  if (isEmptyCollection(value)) {
    if (isArray(value) === wantsList) return value;
    const message = wantsList
      ? 'An empty map stood for an empty list; read as a list.'
      : 'An empty list stood for an empty map; read as a map.';
    repairs.push({ code: wantsList ? 'list' : 'map', path, message });
    return wantsList ? [] : {};
  }
  if (typeof shape === 'string') return value;
  if ('list' in shape) {
    const { list } = shape;
    if (!isArray(value) || list === undefined) return value;
    const items = value.map((item, i) => coerce(item, list, `${path}[${i}]`, repairs));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (!isObject(value)) return value;
  return mapKeys(value, (key, item) => {
    const inner = Object.hasOwn(shape.map, key) ? shape.map[key] : undefined;
    return inner === undefined ? item : coerce(item, inner, join(path, key), repairs);
  });
}

/** The object with each value passed through `change`; the object itself where nothing changed. */
function mapKeys(object: JsonObject, change: (key: string, value: Json) => Json): JsonObject {
  let changed = false;
  const entries = Object.entries(object).map(([key, value]): [string, Json] => {
    const next = change(key, value);
    changed ||= next !== value;
    return [key, next];
  });
  return changed ? Object.fromEntries(entries) : object;
}

function processorOf(data: JsonObject, catalog: Catalog): Processor | undefined {
  const metadata = own(data, 'metadata');
  const anchor = ownString(metadata, 'node_type_id') ?? ownString(metadata, 'id');
  const executor = anchor === undefined ? undefined : catalog.nodeType(anchor)?.executor_plugin;
  return executor === undefined ? undefined : catalog.processor(executor);
}

function asObject(value: Json, otherwise: JsonObject): JsonObject {
  return isObject(value) ? value : otherwise;
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}
