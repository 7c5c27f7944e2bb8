import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../model/json';
import { fail, ok, type Problem, type Result } from '../model/problem';
import {
  CONTROL_SINK_LANE,
  PORT_CONFIG_VERSION,
  type PortShape,
  RESERVED_LANES,
  RETIRED_LANES,
  readLane,
  SHIPPED_LANES,
  SHIPPED_SHAPES,
  SINK_LANE,
  TOOL_LANE,
} from './lanes';
import type { CompatibilityRule, Lane, PortConfig } from './types';

export type LaneSources = {
  /** Shapes declared in code; the shipped ones where absent. */
  readonly shapes?: readonly PortShape[];
  /** Shapes declared by the site, as stored (SCH-42). */
  readonly siteShapes?: readonly JsonObject[];
  /** The site's stored overlay (SCH-10.a), checked by {@link checkLaneOverlay}. */
  readonly overlay?: JsonObject;
};

/**
 * What makes a rule so: the overlay of the site (`reason`: its words for it); the shape that declares it; a shape's
 * widening into a plain object; the control sink; the data sink; a lane that is retired.
 */
export type RuleSource = 'site' | 'shape' | 'object' | 'control' | 'sink' | 'retired';
export type ExplainedRule = CompatibilityRule & { readonly by: RuleSource; readonly reason?: string };

/**
 * The served port configuration. SCH-41, SCH-44: shipped lanes, then shapes of the code, then shapes of the site, then
 * the stored overlay; the later declaration of an id replaces the earlier one whole. SCH-10.a: the overlay's lanes and
 * rules stand first, everything it does not mention follows; nothing can be left out by not mentioning it.
 */
export function composePortConfig(sources: LaneSources = {}): PortConfig {
  const { lanes, rules } = compose(sources);
  return {
    version: ownString(sources.overlay, 'version') ?? PORT_CONFIG_VERSION,
    defaultDataType: ownString(sources.overlay, 'defaultDataType') ?? SINK_LANE,
    dataTypes: lanes,
    compatibilityRules: rules.map(({ from, to }) => ({ from, to })),
  };
}

/** The rules of {@link composePortConfig}, in its order, each with what makes it so; the first source of a pair counts. */
export function explainRules(sources: LaneSources = {}): readonly ExplainedRule[] {
  return compose(sources).rules;
}

function compose(sources: LaneSources): {
  readonly lanes: readonly Lane[];
  readonly rules: readonly ExplainedRule[];
} {
  const composed = new Map<string, Lane>(SHIPPED_LANES.map((lane) => [lane.id, lane]));
  const widenings = new Map<string, readonly Target[]>();
  const codeShapes = (sources.shapes ?? SHIPPED_SHAPES).flatMap(family);
  const siteShapes = (sources.siteShapes ?? []).flatMap((stored) => readShape(stored) ?? []);
  for (const shape of [...codeShapes, ...siteShapes]) {
    if (RESERVED_LANES.includes(shape.lane.id)) continue; // SCH-44: ignored, never fatal
    composed.set(shape.lane.id, shape.lane);
    widenings.set(shape.lane.id, shape.to);
  }
  const stored = overlayLanes(sources.overlay);
  const lanes = new Map<string, Lane>(stored.map((lane) => [lane.id, lane]));
  for (const [id, lane] of composed) if (!lanes.has(id)) lanes.set(id, lane);
  const rules = [...overlayRules(sources.overlay), ...generatedRules([...lanes.keys()], widenings)];
  return { lanes: [...lanes.values()], rules: distinct(rules) };
}

/**
 * SCH-45: is this a lane overlay that may be stored? Refused (`LANE_OVERLAY_INVALID`) where it is no object, where
 * `dataTypes` or `compatibilityRules` is no list of objects, or where an entry lacks its `id`, `from` or `to`. A schema's
 * keywords are never judged, and a well-formed entry that the vocabulary declines is no fault.
 */
export function checkLaneOverlay(value: unknown): Result<JsonObject> {
  if (!isObject(value)) return fail([{ path: '', message: 'A lane overlay is an object.' }]);
  const problems: Problem[] = [];
  judgeList(value, 'dataTypes', ['id'], problems);
  judgeList(value, 'compatibilityRules', ['from', 'to'], problems);
  return problems.length === 0 ? ok(value) : fail(problems);
}

/** The code and status of a refused overlay (SCH-45). */
export const LANE_OVERLAY_INVALID = { status: 422, code: 'LANE_OVERLAY_INVALID' } as const;

function judgeList(overlay: JsonObject, key: string, required: readonly string[], problems: Problem[]): void {
  if (!Object.hasOwn(overlay, key)) return;
  const list = overlay[key];
  if (!isArray(list)) {
    problems.push({ path: key, message: `"${key}" is a list of objects.` });
    return;
  }
  list.forEach((entry, index) => {
    if (!isObject(entry)) {
      problems.push({ path: `${key}[${index}]`, message: 'Every entry is an object.' });
      return;
    }
    for (const name of required) {
      const text = ownString(entry, name);
      if (text === undefined || text === '') {
        problems.push({
          path: `${key}[${index}].${name}`,
          message: `"${name}" is a text that is not empty.`,
        });
      }
    }
  });
}

type Target = { readonly to: string; readonly reason?: string };
type ShapedLane = { readonly lane: Lane; readonly to: readonly Target[] };

/** SCH-42: a code-declared shape and the members that it computes, each named `base:derivative`. */
function family(shape: PortShape): readonly ShapedLane[] {
  const members = (shape.derivatives?.() ?? []).map((member) =>
    shapedLane(`${shape.id}:${member.derivative}`, member),
  );
  return [shapedLane(shape.id, shape), ...members];
}

function shapedLane(id: string, shape: Omit<PortShape, 'id' | 'derivatives'>): ShapedLane {
  const { label, description, color, category, enabled, schema, compatibility } = shape;
  return {
    lane: { id, name: label, description, color, category, enabled, schema },
    to: compatibility,
  };
}

/** A shape as a site stores it. `compatibility`: lane ids, or objects with `to` and a reason. */
function readShape(stored: JsonObject): ShapedLane | undefined {
  const lane = readLane(stored);
  if (lane === undefined) return undefined;
  const declared = own(stored, 'compatibility');
  const to = (isArray(declared) ? declared : []).flatMap((entry): readonly Target[] => {
    const target = typeof entry === 'string' ? entry : ownString(entry, 'to');
    return target === undefined ? [] : [{ to: target, ...reasonIn(entry, 'reason') }];
  });
  return { lane, to };
}

function overlayLanes(overlay: JsonObject | undefined): readonly Lane[] {
  return listOf(overlay, 'dataTypes').flatMap((entry) => readLane(entry) ?? []);
}

function overlayRules(overlay: JsonObject | undefined): readonly ExplainedRule[] {
  return listOf(overlay, 'compatibilityRules').flatMap((entry): readonly ExplainedRule[] => {
    const from = ownString(entry, 'from');
    const to = ownString(entry, 'to');
    if (from === undefined || to === undefined) return [];
    return [{ from, to, by: 'site', ...reasonIn(entry, 'description') }];
  });
}

/** SCH-39: whoever declares a widening says why; what is served of it is the pair alone. */
function reasonIn(entry: Json, key: string): { readonly reason?: string } {
  const reason = ownString(entry, key);
  return reason === undefined || reason === '' ? {} : { reason };
}

function listOf(overlay: JsonObject | undefined, key: string): readonly Json[] {
  const list = own(overlay, key);
  return isArray(list) ? list : [];
}

/**
 * SCH-38, SCH-39, SCH-43: the rules that follow from the lanes themselves. Every lane but `tool` runs into the control
 * sink (a run discards the value), into the data sink and back (a sink is worn by outputs too), and into a retired lane
 * and back (so that ports of an earlier release keep their wires). A shape widens into a plain object, never the other
 * way, and wherever its declaration says.
 */
function generatedRules(
  lanes: readonly string[],
  widenings: ReadonlyMap<string, readonly Target[]>,
): readonly ExplainedRule[] {
  const rules: ExplainedRule[] = [];
  for (const [from, targets] of widenings) {
    for (const target of targets) rules.push({ from, by: 'shape', ...target });
    rules.push({ from, to: 'json', by: 'object' });
  }
  for (const id of lanes) {
    if (id === TOOL_LANE) continue;
    rules.push({ from: id, to: CONTROL_SINK_LANE, by: 'control' });
    for (const sink of [SINK_LANE, ...RETIRED_LANES]) {
      const by = sink === SINK_LANE ? 'sink' : 'retired';
      rules.push({ from: id, to: sink, by }, { from: sink, to: id, by });
    }
  }
  return rules;
}

/** The union of the rules, keyed on the pair; a lane's rule to itself is the seed and needs no entry (SCH-39). */
function distinct(rules: readonly ExplainedRule[]): readonly ExplainedRule[] {
  const seen = new Set<string>();
  return rules.filter(({ from, to }) => {
    const key = JSON.stringify([from, to]);
    if (from === to || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
