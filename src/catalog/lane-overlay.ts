// Lane overlays and site shapes as records: checked, joined, and brought down to what they change.
import { isArray, isObject, type Json, type JsonObject, own, ownString, sameJson } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import { composePortConfig, explainRules } from './lane-composition';
import { laneById, PORT_CONFIG_VERSION, readLane, SHIPPED_LANES, SINK_LANE } from './lanes';
import type { Lane } from './types';

/** What a site stores about lanes. No overlay: nothing of the shipped ones is changed. */
export type LaneRecords = {
  readonly overlay: JsonObject | undefined;
  readonly shapes: readonly JsonObject[];
};

/**
 * Is this a shape that may be stored (SCH-42)? Refused where it is no object, has no `id`, where its `schema` is no object,
 * or where `compatibility` is no list of lane ids or of objects with `to`. The keywords of the schema are never judged
 * (SCH-45), and a reserved id is no fault: the vocabulary ignores such a shape (SCH-44).
 */
export function checkShape(value: unknown): Result<JsonObject> {
  if (!isObject(value)) return fail([{ path: '', message: 'A shape is an object with "id" and "schema".' }]);
  const problems: Problem[] = [];
  const id = ownString(value, 'id');
  if (id === undefined || id === '')
    problems.push({ path: 'id', message: '"id" is a text that is not empty.' });
  if (!isObject(own(value, 'schema')))
    problems.push({ path: 'schema', message: '"schema" is a JSON Schema: an object.' });
  const widenings = own(value, 'compatibility');
  if (widenings !== undefined && !isArray(widenings)) {
    problems.push({ path: 'compatibility', message: '"compatibility" is a list.' });
  }
  (isArray(widenings) ? widenings : []).forEach((entry, i) => {
    const to = typeof entry === 'string' ? entry : ownString(entry, 'to');
    if (to !== undefined && to !== '') return;
    const message = 'Every entry is the id of a lane, or an object with "to".';
    problems.push({ path: `compatibility[${i}]`, message });
  });
  return problems.length === 0 ? ok(value) : fail(problems);
}

const LANE_KEYS: readonly string[] = [
  'id',
  'name',
  'description',
  'color',
  'category',
  'enabled',
  'aliases',
  'schema',
];

/** Are these the same lane, whatever their order of keys? */
export function sameLane(a: Lane, b: Lane): boolean {
  return LANE_KEYS.every((key) => sameJson(own(a, key), own(b, key)));
}

/**
 * An overlay without all that changes nothing: entries equal to the lane beneath, rules that hold anyway, scalars of the
 * shipped value, empty lists. What is composed stays the same up to its order (SCH-10.a); keys that nobody here knows stay.
 * `undefined`: nothing is left, so there is nothing to store.
 */
export function tidyOverlay(
  overlay: JsonObject | undefined,
  shapes: readonly JsonObject[],
): JsonObject | undefined {
  if (overlay === undefined) return undefined;
  const { dataTypes: _lanes, compatibilityRules: _rules, ...rest } = overlay;
  const base = composePortConfig({ siteShapes: shapes });
  const lanes = lastOfEach(listOf(overlay, 'dataTypes')).filter((entry) => {
    const lane = readLane(entry);
    const beneath = lane === undefined ? undefined : laneById(lane.id, base);
    if (lane === undefined || beneath === undefined || !sameLane(lane, beneath)) return true;
    return isObject(entry) && Object.keys(entry).some((key) => !LANE_KEYS.includes(key));
  });
  const given = explainRules({ siteShapes: shapes, overlay: { dataTypes: lanes } });
  const seen = new Set(given.map(({ from, to }) => pair(from, to)));
  const rules = listOf(overlay, 'compatibilityRules').filter((entry) => {
    const [from, to] = [ownString(entry, 'from'), ownString(entry, 'to')];
    if (from === undefined || to === undefined) return true;
    if (from === to || seen.has(pair(from, to))) return false;
    seen.add(pair(from, to));
    return true;
  });
  const scalars = Object.entries(rest).filter(
    ([key, value]) =>
      !(key === 'version' && value === PORT_CONFIG_VERSION) &&
      !(key === 'defaultDataType' && value === SINK_LANE),
  );
  const tidy: JsonObject = {
    ...Object.fromEntries(scalars),
    ...(lanes.length > 0 ? { dataTypes: lanes } : {}),
    ...(rules.length > 0 ? { compatibilityRules: rules } : {}),
  };
  return Object.keys(tidy).length === 0 ? undefined : tidy;
}

/** Both overlays in one: of lanes, rules and scalars that both have, those of `over` count; order as in `under`. */
export function mergeOverlay(under: JsonObject | undefined, over: JsonObject): JsonObject {
  if (under === undefined) return over;
  const lanes = lastOfEach([...listOf(under, 'dataTypes'), ...listOf(over, 'dataTypes')]);
  const rules = new Map<string, Json>();
  for (const rule of [...listOf(under, 'compatibilityRules'), ...listOf(over, 'compatibilityRules')]) {
    rules.set(pair(ownString(rule, 'from') ?? '', ownString(rule, 'to') ?? ''), rule);
  }
  return {
    ...under,
    ...over,
    ...(lanes.length > 0 ? { dataTypes: lanes } : {}),
    ...(rules.size > 0 ? { compatibilityRules: [...rules.values()] } : {}),
  };
}

/**
 * The overlay in a file that may also hold a whole served configuration: that has every shipped lane, and only what
 * differs from what is composed here is taken of it. `undefined`: it changes nothing.
 */
export function overlayOfServed(value: JsonObject, shapes: readonly JsonObject[]): JsonObject | undefined {
  const ids = new Set(listOf(value, 'dataTypes').map((entry) => ownString(entry, 'id')));
  return SHIPPED_LANES.every(({ id }) => ids.has(id)) ? tidyOverlay(value, shapes) : value;
}

/** Shapes by id; of two with one id, that of `over`. Order as in `under`. */
export function mergeShapes(
  under: readonly JsonObject[],
  over: readonly JsonObject[],
): readonly JsonObject[] {
  return lastOfEach([...under, ...over]).filter(isObject);
}

/** Of entries with one id the last, where the first stood: as composing reads them. */
function lastOfEach(entries: readonly Json[]): readonly Json[] {
  const byId = new Map<string, Json>();
  entries.forEach((entry, i) => {
    byId.set(readLane(entry)?.id ?? `\0${i}`, entry);
  });
  return [...byId.values()];
}

function listOf(overlay: JsonObject, key: string): readonly Json[] {
  const list = own(overlay, key);
  return isArray(list) ? list : [];
}

function pair(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
