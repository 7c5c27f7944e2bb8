// Nodes and edges as the API form writes them.
import type { WorkflowEdge, WorkflowNode } from './document';
import { mintKey } from './document';
import type { Json, JsonObject } from './json';
import { isObject, own, sameJson } from './json';
import { NO_OBJECT } from './manifest-form';
import { drawablePosition, isDrawable } from './position';
import { compose, RecordReader, type Repair } from './record';

/** Reads one node. An entry that is no object becomes a node without an id, so that later entries keep their index. */
export function decodeNode(value: Json, path: string, repairs: Repair[]): WorkflowNode {
  if (!isObject(value)) {
    repairs.push({
      code: 'entry',
      path,
      message: 'A node is an object; this entry is kept as it came and drawn empty.',
    });
  }
  const source: JsonObject = isObject(value) ? value : { [NO_OBJECT]: value };
  const reader = new RecordReader(source);
  const id = reader.string('id') ?? '';
  const stored = own(source, 'position');
  const drawable = isDrawable(stored);
  // A position with further keys (`z`) stays in `extra` as a whole, like one that cannot be drawn.
  if (drawable && isObject(stored) && Object.keys(stored).length === 2) reader.any('position');
  const position = drawablePosition(stored, id);
  if (!drawable && isObject(value)) {
    const found = stored === undefined ? 'none' : JSON.stringify(stored)?.slice(0, 80);
    repairs.push({
      code: 'position',
      path: `${path}.position`,
      message: `A position is two finite numbers within a million of the origin, found ${found}; drawn at (${position.x}, ${position.y}).`,
    });
  }
  const type = reader.string('type');
  const data = new RecordReader(reader.object('data') ?? {});
  if (reader.left('data')) {
    repairs.push({
      code: 'type',
      path: `${path}.data`,
      message: '"data" is an object; what was found is kept and not used.',
    });
  }
  return {
    key: mintKey(),
    id,
    type,
    position,
    data: {
      label: data.string('label'),
      config: data.any('config'),
      metadata: data.object('metadata'),
      extra: data.rest(),
    },
    extra: reader.rest(),
  };
}

/** Writes one node. A stored position that could not be drawn is given back unless the node has been moved since. */
export function encodeNode(node: WorkflowNode): Json {
  const raw = own(node.extra, NO_OBJECT);
  if (raw !== undefined && isUntouched(node)) return raw;
  const { label, config, metadata } = node.data;
  const data = compose(node.data.extra, { label, config, metadata });
  return compose(node.extra, { id: node.id, type: node.type, position: positionOf(node), data }, [
    'id',
    'data',
  ]);
}

function positionOf(node: WorkflowNode): JsonObject | undefined {
  const kept = own(node.extra, 'position');
  const { x, y } = node.position;
  if (kept === undefined) return { x, y };
  if (sameJson(drawablePosition(kept, node.id), { x, y })) return undefined;
  return isObject(kept) ? { ...kept, x, y } : { x, y };
}

function isUntouched(node: WorkflowNode): boolean {
  return (
    node.id === '' &&
    node.type === undefined &&
    node.data.config === undefined &&
    node.data.metadata === undefined
  );
}

/** Reads one edge. Absent and unusable ends read as `''`, absent handles as `undefined`. */
export function decodeEdge(value: Json, path: string, repairs: Repair[]): WorkflowEdge {
  if (!isObject(value)) {
    repairs.push({
      code: 'entry',
      path,
      message: 'An edge is an object; this entry is kept as it came and joins nothing.',
    });
  }
  const reader = new RecordReader(isObject(value) ? value : { [NO_OBJECT]: value });
  return {
    key: mintKey(),
    id: reader.string('id') ?? '',
    source: reader.string('source') ?? '',
    target: reader.string('target') ?? '',
    sourceHandle: reader.string('sourceHandle'),
    targetHandle: reader.string('targetHandle'),
    data: reader.object('data'),
    extra: reader.rest(),
  };
}

/** Writes one edge. */
export function encodeEdge(edge: WorkflowEdge): Json {
  const raw = own(edge.extra, NO_OBJECT);
  const { id, source, target, sourceHandle, targetHandle, data } = edge;
  if (raw !== undefined && id === '' && source === '' && target === '') return raw;
  return compose(edge.extra, { id, source, target, sourceHandle, targetHandle, data }, [
    'id',
    'source',
    'target',
  ]);
}
