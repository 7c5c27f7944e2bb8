// A position that cannot be drawn is replaced on the canvas, while the stored value stays what it was.
import type { Position } from './document';
import type { Json } from './json';
import { own } from './json';

/** Largest drawable distance from the origin: single-precision transforms still place sixteenths of a pixel there. */
export const POSITION_LIMIT = 1_000_000;

const COLUMNS = 8;
const SLOT = { x: 320, y: 240 };

/**
 * The position at which a node with this stored value is drawn, in canvas units. A coordinate that is missing, no finite
 * number or beyond {@link POSITION_LIMIT} is replaced by a slot that depends on the node id alone, so that several such
 * nodes do not all lie on one spot, and so that writing can tell an untouched repair from a move by the author.
 */
export function drawablePosition(stored: Json | undefined, nodeId: string): Position {
  const x = coordinate(own(stored, 'x'));
  const y = coordinate(own(stored, 'y'));
  if (x !== undefined && y !== undefined) return { x, y };
  const slot = slotOf(nodeId);
  return { x: x ?? slot.x, y: y ?? slot.y };
}

/** True where the stored value is drawn as it is. */
export function isDrawable(stored: Json | undefined): boolean {
  return isDrawableNumber(own(stored, 'x')) && isDrawableNumber(own(stored, 'y'));
}

function isDrawableNumber(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= POSITION_LIMIT;
}

function coordinate(value: Json | undefined): number | undefined {
  const read = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  return isDrawableNumber(read) ? read : undefined;
}

function slotOf(nodeId: string): Position {
  let hash = 0;
  for (let i = 0; i < nodeId.length; i += 1) hash = (Math.imul(hash, 31) + nodeId.charCodeAt(i)) >>> 0;
  return { x: (hash % COLUMNS) * SLOT.x, y: (Math.floor(hash / COLUMNS) % COLUMNS) * SLOT.y };
}
