// Edits of what a site stores about lanes, before it is stored. Pure: each takes records and gives records.
import { checkLaneOverlay, composePortConfig, explainRules } from '../../../catalog/lane-composition';
import { checkShape, type LaneRecords, sameLane, tidyOverlay } from '../../../catalog/lane-overlay';
import { laneById, RESERVED_LANES, RETIRED_LANES } from '../../../catalog/lanes';
import type { Lane, PortConfig } from '../../../catalog/types';
import { isArray, isObject, type Json, type JsonObject, own, ownString } from '../../../model/json';
import { fail, ok, type Problem, type Result } from '../../../model/problem';

/** Where a lane comes from: as shipped, shipped and changed here, a lane of the site, or a shape of the site. */
export type LaneOrigin = 'shipped' | 'changed' | 'site' | 'shape';

export type LaneLine = {
  readonly lane: Lane;
  readonly origin: LaneOrigin;
  /** The overlay has an entry for it, so it can be put back to what lies beneath. */
  readonly overlaid: boolean;
  /** The lane beneath the overlay; `undefined` for one that only the overlay has. */
  readonly beneath: Lane | undefined;
  /** SCH-44: rules are generated from it, so it stays as it is but for its looks. */
  readonly reserved: boolean;
  /** SCH-38.a: served for the wires of earlier releases. */
  readonly retired: boolean;
};

/** What is composed of these records. */
export function composed({ overlay, shapes }: LaneRecords): PortConfig {
  return composePortConfig(sourcesOf({ overlay, shapes }));
}

/** The same as sources of {@link composePortConfig} and {@link explainRules}. */
export function sourcesOf({ overlay, shapes }: LaneRecords) {
  return { siteShapes: shapes, ...(overlay === undefined ? {} : { overlay }) };
}

/** Every lane with where it comes from: shipped ones in their order, then those of the site. An edit moves none of them. */
export function laneLines(records: LaneRecords): readonly LaneLine[] {
  const config = composed(records);
  const beneath = composePortConfig({ siteShapes: records.shapes });
  const shipped = composePortConfig();
  const shaped = new Set(records.shapes.map((shape) => ownString(shape, 'id')));
  const overlaid = new Set(entriesOf(records.overlay).map((entry) => ownString(entry, 'id')));
  const order = [...beneath.dataTypes, ...config.dataTypes].map(({ id }) => id);
  return [...new Set(order)].flatMap((id): readonly LaneLine[] => {
    const lane = laneById(id, config);
    if (lane === undefined) return [];
    const born = laneById(id, shipped);
    const origin: LaneOrigin =
      born !== undefined ? (sameLane(born, lane) ? 'shipped' : 'changed') : shaped.has(id) ? 'shape' : 'site';
    const reserved = RESERVED_LANES.includes(id);
    return [
      {
        lane,
        origin,
        overlaid: overlaid.has(id),
        beneath: laneById(id, beneath),
        reserved,
        retired: RETIRED_LANES.includes(id),
      },
    ];
  });
}

export type LaneFields = {
  readonly name?: string;
  readonly description?: string;
  readonly color?: string;
  readonly category?: string;
  readonly enabled?: boolean;
  readonly aliases?: readonly string[];
};

/**
 * Sets fields of a lane where it is declared: in its overlay entry; else in its shape, where the site declares that; else
 * in a new overlay entry that holds the whole lane, for an entry replaces what lies beneath it whole (SCH-44, SCH-46).
 */
export function editLane(records: LaneRecords, id: string, fields: LaneFields): LaneRecords {
  const { overlay, shapes } = records;
  const entries = entriesOf(overlay);
  if (entries.some((entry) => ownString(entry, 'id') === id)) {
    return withEntries(
      records,
      entries.map((entry) =>
        isObject(entry) && ownString(entry, 'id') === id ? withFields(entry, fields, 'name') : entry,
      ),
    );
  }
  if (!RESERVED_LANES.includes(id) && shapes.some((shape) => ownString(shape, 'id') === id)) {
    return tidied({
      overlay,
      shapes: shapes.map((shape) =>
        ownString(shape, 'id') === id
          ? withFields(shape, fields, Object.hasOwn(shape, 'name') ? 'name' : 'label')
          : shape,
      ),
    });
  }
  const lane = laneById(id, composed(records));
  if (lane === undefined) return records;
  const { aliases, ...rest } = lane;
  const whole: JsonObject = { ...rest, ...(aliases === undefined ? {} : { aliases: [...aliases] }) };
  return withEntries(records, [...entries, withFields(whole, fields, 'name')]);
}

function withFields(entry: JsonObject, fields: LaneFields, nameKey: 'name' | 'label'): JsonObject {
  const { name, aliases, ...plain } = fields;
  const next: JsonObject = { ...entry, ...plain, ...(name === undefined ? {} : { [nameKey]: name }) };
  if (aliases === undefined) return next;
  const { aliases: _, ...without } = next;
  return aliases.length === 0 ? without : { ...without, aliases: [...aliases] };
}

/** Adds a lane of the site. Refused where the id is none (SCH-45) or is a lane already. */
export function addLane(
  records: LaneRecords,
  lane: { readonly id: string; readonly name: string; readonly color: string },
): Result<LaneRecords> {
  const { id, name, color } = lane;
  const checked = checkLaneOverlay({ dataTypes: [{ id }] });
  if (!checked.ok) return fail(checked.error.map(({ message }) => ({ path: 'id', message })));
  const taken = laneById(id, composed(records));
  if (taken !== undefined) {
    return fail([{ path: 'id', message: `There is a lane with this id already: ${taken.name}.` }]);
  }
  const entry = {
    id,
    name: name === '' ? id : name,
    description: '',
    color,
    category: 'complex',
    enabled: true,
  };
  return ok(withEntries(records, [...entriesOf(records.overlay), entry]));
}

/**
 * Takes the overlay's entry of a lane away: a shipped lane and a shape are again as declared; a lane that only the overlay
 * has is gone, with the rules of the site that name it.
 */
export function resetLane(records: LaneRecords, id: string): LaneRecords {
  const next = withEntries(
    records,
    entriesOf(records.overlay).filter((entry) => ownString(entry, 'id') !== id),
  );
  return laneById(id, composed(next)) === undefined ? withoutRulesOn(next, id) : next;
}

function withoutRulesOn(records: LaneRecords, id: string): LaneRecords {
  return withRules(
    records,
    rulesOf(records.overlay).filter((rule) => ownString(rule, 'from') !== id && ownString(rule, 'to') !== id),
  );
}

/** Lets one lane flow into another by a rule of the site (SCH-10.a). `reason`: SCH-39, kept where the rule is declared. */
export function allow(records: LaneRecords, from: string, to: string, reason = ''): LaneRecords {
  const rule: JsonObject = reason === '' ? { from, to } : { from, to, description: reason };
  const rules = rulesOf(records.overlay);
  const at = rules.findIndex((one) => isRule(one, from, to));
  const old = rules[at];
  if (!isObject(old)) return withRules(records, [...rules, rule]);
  const { description: _, ...rest } = old;
  return withRules(
    records,
    rules.map((one, i) => (i === at ? { ...rest, ...rule } : one)),
  );
}

/** Takes the site's rule for a pair away. What other rules allow stays allowed: there is no negative form (SCH-10.a). */
export function disallow(records: LaneRecords, from: string, to: string): LaneRecords {
  return withRules(
    records,
    rulesOf(records.overlay).filter((rule) => !isRule(rule, from, to)),
  );
}

function isRule(rule: Json, from: string, to: string): boolean {
  return ownString(rule, 'from') === from && ownString(rule, 'to') === to;
}

/** What makes a pair compatible: the same lane, or the first rule; null where nothing does. */
export function reasonsOf(
  records: LaneRecords,
): (from: string, to: string) => ReturnType<typeof explainRules>[number] | 'same' | null {
  const rules = new Map(explainRules(sourcesOf(records)).map((rule) => [pair(rule.from, rule.to), rule]));
  return (from, to) => (from === to ? 'same' : (rules.get(pair(from, to)) ?? null));
}

/**
 * Puts a shape in place of the one called `was` (null: adds it). Refused where it is malformed (SCH-42), where another
 * shape has its id, and where the id is reserved: such a shape would be ignored (SCH-44).
 */
export function putShape(records: LaneRecords, was: string | null, shape: JsonObject): Result<LaneRecords> {
  const checked = checkShape(shape);
  if (!checked.ok) return checked;
  const id = ownString(shape, 'id') ?? '';
  const problems: Problem[] = [];
  if (RESERVED_LANES.includes(id)) {
    problems.push({
      path: 'id',
      message: `"${id}" is a lane that every rule is built from; name the shape otherwise.`,
    });
  }
  if (id !== was && records.shapes.some((other) => ownString(other, 'id') === id)) {
    problems.push({ path: 'id', message: `There is a shape with the id "${id}" already.` });
  }
  if (problems.length > 0) return fail(problems);
  const shapes = records.shapes.some((other) => ownString(other, 'id') === was)
    ? records.shapes.map((other) => (ownString(other, 'id') === was ? shape : other))
    : [...records.shapes, shape];
  return ok(tidied({ overlay: records.overlay, shapes }));
}

/** Takes a shape of the site away; where its lane goes with it, so do the rules of the site that name it. */
export function removeShape(records: LaneRecords, id: string): LaneRecords {
  const next = tidied({
    overlay: records.overlay,
    shapes: records.shapes.filter((shape) => ownString(shape, 'id') !== id),
  });
  return laneById(id, composed(next)) === undefined ? withoutRulesOn(next, id) : next;
}

/** The overlay without a default lane of its own: an undeclared port is on the sink for every reader (SCH-35). */
export function dropDefault(records: LaneRecords): LaneRecords {
  const { defaultDataType: _, ...rest } = records.overlay ?? {};
  return tidied({ overlay: rest, shapes: records.shapes });
}

/** The records with nothing in the overlay that changes nothing: what is stored. A malformed overlay is left as it is. */
export function tidied(records: LaneRecords): LaneRecords {
  const { overlay, shapes } = records;
  if (overlay === undefined || !checkLaneOverlay(overlay).ok) return records;
  return { overlay: tidyOverlay(overlay, shapes), shapes };
}

function withEntries(records: LaneRecords, entries: readonly Json[]): LaneRecords {
  return withList(records, 'dataTypes', entries);
}
function withRules(records: LaneRecords, rules: readonly Json[]): LaneRecords {
  return withList(records, 'compatibilityRules', rules);
}

function withList(records: LaneRecords, key: string, list: readonly Json[]): LaneRecords {
  const overlay: JsonObject = { ...records.overlay, [key]: list };
  return tidied({ overlay, shapes: records.shapes });
}

function entriesOf(overlay: JsonObject | undefined): readonly Json[] {
  return listOf(overlay, 'dataTypes');
}
function rulesOf(overlay: JsonObject | undefined): readonly Json[] {
  return listOf(overlay, 'compatibilityRules');
}
function listOf(overlay: JsonObject | undefined, key: string): readonly Json[] {
  const list = own(overlay, key);
  return isArray(list) ? list : [];
}
function pair(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
