// Lanes and shapes among imported files: a lane overlay, a whole served port configuration, shapes, or a bundle's own.
import { checkLaneOverlay } from '../catalog/lane-composition';
import { checkShape, mergeOverlay, mergeShapes, overlayOfServed } from '../catalog/lane-overlay';
import { isArray, isObject, type Json, type JsonObject, own, ownString, sameJson } from '../model/json';
import type { FileRecord } from './import-files';
import type { FileBundle } from './import-records';
import { type ImportedLanes, type ImportReport, joinPath } from './import-report';

type Source = { readonly file: string; readonly path: string; readonly value: JsonObject };

/**
 * The lanes of all files as one (SCH-10.a, SCH-42). SCH-45: a malformed overlay is refused whole, with the place; so is a
 * shape. Of two files that say different things of one lane, rule or shape, the first by name of file holds.
 */
export function gatherLanes(
  records: readonly FileRecord[],
  bundles: readonly FileBundle[],
  report: ImportReport,
): ImportedLanes {
  let overlay: JsonObject | undefined;
  let shapes: readonly JsonObject[] = [];
  for (const source of [...laneRecords(records), ...bundles.flatMap(laneConfigOf)]) {
    const taken = shapesIn(source, report);
    const { shapes: _, ...given } = source.value;
    const checked = checkLaneOverlay(given);
    if (!checked.ok) {
      report.refuse(source.file, checked.error, source.path);
      continue;
    }
    const next = overlayOfServed(checked.value, mergeShapes(taken, shapes));
    const clash =
      differing(idsOf(overlay, 'dataTypes'), idsOf(next, 'dataTypes')) ??
      differing(idsOf(overlay, 'compatibilityRules'), idsOf(next, 'compatibilityRules')) ??
      differing(byId(shapes), byId(taken));
    if (clash !== undefined) {
      const message = `Another file says something else of ${clash}; import one of the two.`;
      report.refuse(source.file, [{ path: '', message }], source.path);
      continue;
    }
    if (next !== undefined && Object.keys(next).length > 0) overlay = mergeOverlay(overlay, next);
    shapes = mergeShapes(shapes, taken);
    report.add(source.file, { outcome: 'came', path: source.path, message: told(next, taken) });
  }
  return { overlay, shapes };
}

function laneRecords(records: readonly FileRecord[]): readonly Source[] {
  return records.filter(({ kind }) => kind === 'lanes');
}

/** A bundle may carry the lanes that its ports need, beside its flow. */
function laneConfigOf({ record }: FileBundle): readonly Source[] {
  const value = own(own(record.value, 'payload'), 'port_config');
  return isObject(value)
    ? [{ file: record.file, path: joinPath(record.path, 'payload.port_config'), value }]
    : [];
}

function shapesIn({ file, path, value }: Source, report: ImportReport): readonly JsonObject[] {
  const list = own(value, 'shapes');
  if (list === undefined) return [];
  if (!isArray(list)) {
    report.refuse(file, [{ path: 'shapes', message: '"shapes" is a list of objects.' }], path);
    return [];
  }
  return list.flatMap((entry, i) => {
    const checked = checkShape(entry);
    if (checked.ok) return [checked.value];
    report.refuse(file, checked.error, joinPath(path, `shapes[${i}]`));
    return [];
  });
}

function told(overlay: JsonObject | undefined, shapes: readonly JsonObject[]): string {
  const parts = [
    counted(idsOf(overlay, 'dataTypes').size, 'lane'),
    counted(idsOf(overlay, 'compatibilityRules').size, 'rule'),
    counted(shapes.length, 'shape'),
  ].filter((part) => part !== '');
  return parts.length === 0 ? 'Lanes: the same as here' : `Lanes: ${parts.join(', ')}`;
}

function counted(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}

function idsOf(overlay: JsonObject | undefined, key: string): ReadonlyMap<string, Json> {
  const list = own(overlay, key);
  return new Map(
    (isArray(list) ? list : []).map((entry) => {
      const id = ownString(entry, 'id');
      const name =
        id === undefined
          ? `the rule from "${ownString(entry, 'from')}" to "${ownString(entry, 'to')}"`
          : `the lane "${id}"`;
      return [name, entry];
    }),
  );
}

function byId(shapes: readonly JsonObject[]): ReadonlyMap<string, Json> {
  return new Map(shapes.map((shape) => [`the shape "${ownString(shape, 'id')}"`, shape]));
}

function differing(held: ReadonlyMap<string, Json>, come: ReadonlyMap<string, Json>): string | undefined {
  return [...come].find(([name, entry]) => held.has(name) && !sameJson(held.get(name), entry))?.[0];
}
