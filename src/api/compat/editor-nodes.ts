// Nodes as the FlowDrop editor can draw them, and back. It draws nothing at all where one node lacks port lists, draws
// every port that it is given, and sends back whatever it was given.
import { isExposed } from '../../catalog/exposure';
import type { Catalog } from '../../catalog/types';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../model/json';
import { omit } from '../../model/record';

/** Under this key of a stand-in metadata lies what the node has in the store, so that a save can put it back. */
const KEPT = 'sluice:stored';
/** What the editor computes anew whenever it opens a workflow. */
const EDGE_LOOKS = ['style', 'class', 'markerEnd', 'animated'];

/** A served node with everything that the editor needs to draw it. */
export function drawableNode(node: Json, catalog: Catalog): Json {
  if (!isObject(node)) return node;
  const given = own(node, 'data');
  const data = isObject(given) ? given : {};
  const stored = own(data, 'metadata');
  const anchor = ownString(stored, 'node_type_id');
  const built = anchor === undefined ? undefined : catalog.built(anchor);
  const id = own(node, 'id') ?? '';
  if (built === undefined || !isObject(stored)) {
    const metadata = standIn(node, isObject(given), stored);
    return { ...node, type: 'universalNode', data: { ...data, nodeId: id, metadata } };
  }
  const config = own(data, 'config');
  const instance = isObject(config) ? config : {};
  const shown = (side: 'input' | 'output') =>
    inOrder(own(stored, `${side}s`), (port) => isExposed(built, instance, side, port));
  const metadata = { ...texts(stored), inputs: shown('input'), outputs: shown('output') };
  return { ...node, data: { ...data, nodeId: id, metadata } };
}

/** A node type with its ports in the order in which they stand, those left out that are hidden until an instance shows them. */
export function shownPorts(metadata: Json): Json {
  if (!isObject(metadata)) return metadata;
  const shown = (key: string) =>
    inOrder(own(metadata, key), (_, port) => own(port, 'exposedByDefault') !== false);
  return { ...texts(metadata), inputs: shown('inputs'), outputs: shown('outputs') };
}

/** The body of a save as the doors take it: what was put in for drawing is taken out again. */
export function sentWorkflow(body: Json): Json {
  if (!isObject(body)) return body;
  const nodes = own(body, 'nodes');
  const edges = own(body, 'edges');
  return {
    ...body,
    ...(isArray(nodes) ? { nodes: nodes.map(sentNode) } : {}),
    ...(isArray(edges)
      ? { edges: edges.map((edge) => (isObject(edge) ? omit(edge, EDGE_LOOKS) : edge)) }
      : {}),
  };
}

function sentNode(node: Json): Json {
  const data = own(node, 'data');
  if (!isObject(node) || !isObject(data)) return node;
  const plain = omit(data, ['executionInfo']);
  const kept = own(own(data, 'metadata'), KEPT);
  if (!isObject(kept)) return { ...node, data: plain };
  const metadata = own(kept, 'metadata');
  const type = own(kept, 'type');
  const restored = {
    ...omit(node, ['type', 'data']),
    ...(type === undefined ? {} : { type }),
  };
  const inner = {
    ...omit(plain, ['metadata', 'nodeId']),
    ...(metadata === undefined ? {} : { metadata }),
  };
  // A node that had no data at all gets none.
  const bare = own(kept, 'data') === false && Object.keys(inner).length === 0;
  return bare ? restored : { ...restored, data: inner };
}

/** Metadata for a node whose type is gone or was never named: enough to draw a box without ports. */
function standIn(node: JsonObject, hasData: boolean, stored: Json | undefined): JsonObject {
  const given = isObject(stored) ? stored : {};
  const name = ownString(own(node, 'data'), 'label') ?? ownString(node, 'id') ?? '';
  const type = own(node, 'type');
  return {
    ...texts({
      id: ownString(given, 'node_type_id') ?? '',
      name,
      category: '',
      ...given,
    }),
    inputs: listOf(own(given, 'inputs')),
    outputs: listOf(own(given, 'outputs')),
    [KEPT]: {
      ...(stored === undefined ? {} : { metadata: stored }),
      ...(type === undefined ? {} : { type }),
      ...(hasData ? {} : { data: false }),
    },
  };
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
