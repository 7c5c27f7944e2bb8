// Lanes and shapes as one JSON text: what the page exports, and what its text view edits.
import type { LaneRecords } from '../../../catalog/lane-overlay';
import { isArray, isObject, type Json, type JsonObject } from '../../../model/json';
import { fail, ok, type Problem, type Result } from '../../../model/problem';

/** The overlay with the shapes beside its lists; an empty object where the site stores nothing. */
export function laneJson({ overlay, shapes }: LaneRecords): JsonObject {
  return { ...overlay, ...(shapes.length === 0 ? {} : { shapes }) };
}

/** The same as text for people. */
export function laneText(records: LaneRecords): string {
  return `${JSON.stringify(laneJson(records), null, 2)}\n`;
}

/**
 * Reads the text. A problem only where it is no JSON object or `shapes` is no list of objects; what else may be wrong is
 * judged when it is stored, as by the door (SCH-45).
 */
export function readLaneText(text: string): Result<LaneRecords> {
  let value: Json;
  try {
    value = text.trim() === '' ? {} : JSON.parse(text);
  } catch (error) {
    return fail([{ path: '', message: error instanceof Error ? error.message : String(error) }]);
  }
  if (!isObject(value)) return fail([{ path: '', message: 'A lane overlay is an object.' }]);
  const { shapes = [], ...overlay } = value;
  if (!isArray(shapes)) return fail([{ path: 'shapes', message: '"shapes" is a list of objects.' }]);
  const problems: Problem[] = shapes.flatMap((shape, i) =>
    isObject(shape) ? [] : [{ path: `shapes[${i}]`, message: 'Every shape is an object.' }],
  );
  if (problems.length > 0) return fail(problems);
  return ok({
    overlay: Object.keys(overlay).length === 0 ? undefined : overlay,
    shapes: shapes.filter(isObject),
  });
}
