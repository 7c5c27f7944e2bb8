import { isArray, type JsonObject, own, ownString } from '../../model/json';
import type { Drawing } from './thumbnail';

const SIZE = [200, 80];

/** The drawing of a workflow in the API form that nothing was measured of (examples). */
export function drawingOf(document: JsonObject): Drawing {
  const nodes = own(document, 'nodes');
  const edges = own(document, 'edges');
  const places = new Map<string, number>();
  const rects: number[] = [];
  for (const node of isArray(nodes) ? nodes : []) {
    const position = own(node, 'position');
    places.set(ownString(node, 'id') ?? '', places.size);
    rects.push(numberOf(own(position, 'x')), numberOf(own(position, 'y')), ...SIZE);
  }
  const wires: number[] = [];
  for (const edge of isArray(edges) ? edges : []) {
    const source = places.get(ownString(edge, 'source') ?? '');
    const target = places.get(ownString(edge, 'target') ?? '');
    if (source !== undefined && target !== undefined) wires.push(source, target);
  }
  return { rects, wires };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
