// Nodes as the FlowDrop editor can draw them, and back. It draws nothing at all where one node lacks port lists, draws
// every port that it is given, and sends back whatever it was given.
import { isExposed } from '../../catalog/exposure';
import type { BuiltType, Catalog } from '../../catalog/types';
import { isArray, isObject, type Json, type JsonObject, own, ownString, sameJson } from '../../model/json';
import { omit } from '../../model/record';

/** Under this key of the metadata lies what the node is in the store where it is shown as something else, for a save. */
const KEPT = 'sluice:stored';
/** What the editor computes anew whenever it opens a workflow. */
const EDGE_LOOKS = ['style', 'class', 'markerEnd', 'animated'];
/** Nodes that have no place yet stand in rows. */
const ROW = 4;
const SPACE = { x: 320, y: 240 };

/** A served node with everything that the editor needs to draw it. `index`: its place among the nodes. */
export function drawableNode(node: Json, catalog: Catalog, index: number): Json {
  if (!isObject(node)) return node;
  const given = own(node, 'data');
  const data = isObject(given) ? given : {};
  const stored = own(data, 'metadata');
  const anchor = ownString(stored, 'node_type_id');
  const built = anchor === undefined ? undefined : catalog.built(anchor);
  const known = built !== undefined && isObject(stored);
  const name = (known ? ownString(stored, 'name') : ownString(node, 'id')) ?? '';
  const config = own(data, 'config');
  const position = own(node, 'position');
  const place = { x: (index % ROW) * SPACE.x, y: Math.floor(index / ROW) * SPACE.y };
  const shown: JsonObject = {
    ...(isPlace(position) ? {} : { position: place }),
    ...(typeof own(data, 'label') === 'string' ? {} : { label: name }),
    ...(isObject(config) ? {} : { config: {} }),
  };
  const kept: JsonObject = {
    ...(Object.keys(shown).length === 0 ? {} : { shown, stored: storedOf(Object.keys(shown), node, data) }),
    ...(known ? {} : storedForm(node, given)),
  };
  const metadata = {
    ...(known ? withPorts(stored, built, isObject(config) ? config : {}) : standIn(stored, anchor, name)),
    ...(Object.keys(kept).length === 0 ? {} : { [KEPT]: kept }),
  };
  return {
    ...node,
    type: 'universalNode',
    position: own(shown, 'position') ?? position ?? place,
    data: { ...data, ...omit(shown, ['position']), nodeId: own(node, 'id') ?? '', metadata },
  };
}

function isPlace(value: Json | undefined): boolean {
  return typeof own(value, 'x') === 'number' && typeof own(value, 'y') === 'number';
}

/** What stands in the store where something else is shown; a key that is not there is not here. */
function storedOf(keys: readonly string[], node: JsonObject, data: JsonObject): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const value = own(key === 'position' ? node : data, key);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function withPorts(stored: JsonObject, built: BuiltType, config: JsonObject): JsonObject {
  const ports = (side: 'input' | 'output') =>
    inOrder(own(stored, `${side}s`), (port) => isExposed(built, config, side, port));
  return { ...texts(stored), inputs: ports('input'), outputs: ports('output') };
}

/** Metadata for a node whose type is gone or was never named: enough to draw a box, and nothing that could break it. */
function standIn(stored: Json | undefined, anchor: string | undefined, name: string): JsonObject {
  const look = ['icon', 'color'].flatMap((key): [string, string][] => {
    const text = ownString(stored, key);
    return text === undefined ? [] : [[key, text]];
  });
  const given = isObject(stored) ? stored : {};
  const { id, name: named, description, category, version } = texts({ id: anchor ?? '', name, ...given });
  const ports = (side: 'input' | 'output') =>
    listOf(own(given, `${side}s`)).flatMap((port): JsonObject[] => {
      const own = ownString(port, 'id');
      if (own === undefined) return [];
      const text = (key: string, otherwise: string) => ownString(port, key) ?? otherwise;
      const dataType = text('dataType', 'mixed');
      return [
        {
          id: own,
          name: text('name', own),
          type: side,
          dataType,
          required: false,
          description: text('description', ''),
        },
      ];
    });
  return {
    id: id ?? '',
    name: named ?? '',
    description: description ?? '',
    category: category ?? '',
    version: version ?? '',
    ...Object.fromEntries(look),
    inputs: ports('input'),
    outputs: ports('output'),
  };
}

/** What a node without a known type is in the store, where it is drawn as something else. */
function storedForm(node: JsonObject, data: Json | undefined): JsonObject {
  const metadata = own(data, 'metadata');
  const type = own(node, 'type');
  return {
    unknown: true,
    ...(metadata === undefined ? {} : { metadata }),
    ...(type === undefined ? {} : { type }),
    ...(data === undefined || isObject(data) ? {} : { data }),
    ...(data === undefined ? { bare: true } : {}),
  };
}

/** A node type with its ports in the order in which they stand, those left out that are hidden until an instance shows them. */
export function shownPorts(metadata: Json): Json {
  if (!isObject(metadata)) return metadata;
  const shown = (key: string) =>
    inOrder(own(metadata, key), (_, port) => own(port, 'exposedByDefault') !== false);
  return { ...texts(metadata), inputs: shown('inputs'), outputs: shown('outputs') };
}

/** The body of a save as the doors take it: what was put in for drawing is taken out again. */
export function sentWorkflow(body: Json, catalog: Catalog): Json {
  if (!isObject(body)) return body;
  const nodes = own(body, 'nodes');
  const edges = own(body, 'edges');
  return {
    ...body,
    ...(isArray(nodes) ? { nodes: nodes.map((node) => sentNode(node, catalog)) } : {}),
    ...(isArray(edges)
      ? { edges: edges.map((edge) => (isObject(edge) ? omit(edge, EDGE_LOOKS) : edge)) }
      : {}),
  };
}

function sentNode(node: Json, catalog: Catalog): Json {
  const data = own(node, 'data');
  if (!isObject(node) || !isObject(data)) return node;
  const metadata = own(data, 'metadata');
  const kept = own(metadata, KEPT);
  // What was put in for drawing, and is as it was put in, was never said by anybody.
  const restored = (holder: JsonObject, keys: readonly string[]) =>
    Object.fromEntries(
      Object.entries(holder).flatMap(([key, value]): [string, Json][] => {
        const put = own(own(kept, 'shown'), key);
        if (!keys.includes(key) || put === undefined || !sameJson(put, value)) return [[key, value]];
        const before = own(own(kept, 'stored'), key);
        return before === undefined ? [] : [[key, before]];
      }),
    );
  const plain = restored(omit(data, ['executionInfo']), ['label', 'config']);
  const outside = restored(omit(node, ['data']), ['position']);
  if (own(kept, 'unknown') !== true) {
    const config = own(plain, 'config');
    const typed: JsonObject = isObject(config) ? { config: typedConfig(config, metadata, catalog) } : {};
    return { ...outside, data: { ...plain, ...typed } };
  }
  const type = own(kept, 'type');
  const stored = own(kept, 'metadata');
  const drawn = { ...omit(outside, ['type']), ...(type === undefined ? {} : { type }) };
  const inner = {
    ...omit(plain, ['metadata', 'nodeId']),
    ...(stored === undefined ? {} : { metadata: stored }),
  };
  // A node that had no data, or data of another kind, is given back what it had.
  if (Object.keys(inner).length > 0) return { ...drawn, data: inner };
  const other = own(kept, 'data');
  if (other !== undefined) return { ...drawn, data: other };
  return own(kept, 'bare') === true ? drawn : { ...drawn, data: inner };
}

/** The editor's fields hold text: a choice among numbers comes back as text, and an emptied number as an empty one. */
function typedConfig(config: JsonObject, metadata: Json | undefined, catalog: Catalog): JsonObject {
  const anchor = ownString(metadata, 'node_type_id') || ownString(metadata, 'id');
  const built = anchor === undefined ? undefined : catalog.built(anchor);
  const properties = own(own(built?.metadata, 'configSchema'), 'properties');
  const isNumeric = (key: string) => {
    const type = own(own(properties, key), 'type');
    return (isArray(type) ? type : [type]).every(
      (word) => word === 'number' || word === 'integer' || word === 'null',
    );
  };
  return Object.fromEntries(
    Object.entries(config).flatMap(([key, value]): [string, Json][] => {
      if (typeof value !== 'string' || !isNumeric(key)) return [[key, value]];
      if (value.trim() === '') return [];
      const number = Number(value);
      return [[key, Number.isFinite(number) ? number : value]];
    }),
  );
}

/** The search of the editor calls methods on these, whatever they hold. */
function texts(metadata: JsonObject): JsonObject {
  const text = (key: string) => ownString(metadata, key) ?? '';
  const version = text('version') || '1.0.0';
  return {
    ...metadata,
    id: text('id'),
    name: text('name'),
    description: text('description'),
    category: text('category'),
    version,
  };
}

function inOrder(ports: Json | undefined, shown: (id: string, port: Json) => boolean): readonly Json[] {
  const order = (port: Json) => {
    const place = own(port, 'displayOrder');
    return typeof place === 'number' ? place : 0;
  };
  return listOf(ports)
    .filter((port) => shown(ownString(port, 'id') ?? '', port))
    .toSorted((a, b) => order(a) - order(b));
}

function listOf(value: Json | undefined): readonly Json[] {
  return isArray(value) ? value : [];
}
