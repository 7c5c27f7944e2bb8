import { checkLaneOverlay } from '../catalog/lane-composition';
import { checkShape, type LaneRecords } from '../catalog/lane-overlay';
import { ownString } from '../model/json';
import { ok, type Problem } from '../model/problem';

/** SCH-45: what keeps lanes from being stored. Paths of the overlay as they are, of shapes under `shapes[i]`. */
export function laneProblems({ overlay, shapes }: LaneRecords): readonly Problem[] {
  const checked = overlay === undefined ? ok(overlay) : checkLaneOverlay(overlay);
  const problems: Problem[] = checked.ok ? [] : [...checked.error];
  const ids = new Set<string>();
  shapes.forEach((shape, i) => {
    const judged = checkShape(shape);
    if (!judged.ok) {
      for (const { path, message } of judged.error) {
        problems.push({ path: path === '' ? `shapes[${i}]` : `shapes[${i}].${path}`, message });
      }
      return;
    }
    const id = ownString(shape, 'id') ?? '';
    if (ids.has(id)) problems.push({ path: `shapes[${i}].id`, message: `Another shape is named "${id}".` });
    ids.add(id);
  });
  return problems;
}
