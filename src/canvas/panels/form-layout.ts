import type { BuiltType, Schema } from '../../catalog/types';
import { isArray, isObject, type JsonObject, own, ownString, sameJson } from '../../model/json';

export type FormGroup = {
  readonly id: string;
  readonly label: string;
  /** Fields that stand in no group. */
  readonly plain: boolean;
  readonly open: boolean;
  readonly fields: readonly (readonly [string, Schema])[];
};

/** What every node carries (SCH-21): shown last, folded, so that a node's own settings come first. */
const COMMON = ['nodeType', 'instanceTitle', 'instanceDescription', 'maxRetries', 'requiresConfirmation'];

/**
 * The order and grouping of a config form: by the ui schema where there is one (SCH-23, SCH-31), with groups open where the
 * instance sets one of their fields; a flat list otherwise. Fields that every node carries make a last group.
 */
export function layoutOf(built: BuiltType, config: JsonObject): readonly FormGroup[] {
  const properties = own(built.configSchema, 'properties');
  if (!isObject(properties)) return [];
  const schemaOf = (key: string): Schema => {
    const schema = properties[key];
    return isObject(schema) ? schema : {};
  };
  const drawn = new Set<string>();
  const take = (keys: readonly string[]) =>
    keys.flatMap((key) => {
      if (!Object.hasOwn(properties, key) || drawn.has(key)) return [];
      drawn.add(key);
      return [[key, schemaOf(key)] as const];
    });
  const sets = (key: string) => Object.hasOwn(config, key) && differs(config, key, built, schemaOf(key));

  const groups: FormGroup[] = [];
  const specific = Object.keys(properties).filter((key) => !COMMON.includes(key));
  for (const element of elementsOf(built.uiSchema)) {
    if (ownString(element, 'type') === 'Group') {
      const keys = elementsOf(element)
        .flatMap(keyOfControl)
        .filter((key) => !COMMON.includes(key));
      const fields = take(keys);
      const label = ownString(element, 'label') ?? '';
      const options = own(element, 'options');
      if (fields.length > 0) {
        groups.push({
          id: label.toLowerCase(),
          label,
          plain: false,
          open: own(options, 'collapsed') !== true || keys.some(sets),
          fields,
        });
      }
    } else {
      const fields = take(keyOfControl(element).filter((key) => !COMMON.includes(key)));
      if (fields.length > 0)
        groups.push({ id: `plain-${groups.length}`, label: '', plain: true, open: true, fields });
    }
  }
  const rest = take(specific);
  if (rest.length > 0) groups.unshift({ id: 'plain', label: '', plain: true, open: true, fields: rest });
  const common = take(COMMON);
  if (common.length > 0) {
    groups.push({
      id: 'execution',
      label: 'Execution',
      plain: false,
      open: common.some(([key]) => sets(key)),
      fields: common,
    });
  }
  return groups;
}

/** SCH-23: a field is set where its value is neither missing, empty text, nor equal to its own default. */
function differs(config: JsonObject, key: string, built: BuiltType, schema: Schema): boolean {
  const value = config[key];
  if (value === undefined || value === '' || value === null) return false;
  return !sameJson(value, built.configDefaults[key] ?? own(schema, 'default'));
}

function elementsOf(schema: unknown): readonly JsonObject[] {
  const elements = own(schema, 'elements');
  return isArray(elements) ? elements.filter(isObject) : [];
}

function keyOfControl(element: JsonObject): readonly string[] {
  const scope = ownString(element, 'scope');
  return scope?.startsWith('#/properties/') === true ? [scope.slice('#/properties/'.length)] : [];
}
