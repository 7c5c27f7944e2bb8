import { type Json, type JsonObject, own, ownString, sameJson } from '../model/json';
import { isHidden } from './gates';
import { orderOf } from './ports';
import { propertiesOf, propertySchema } from './schema-words';
import type { Schema } from './types';

/** SCH-23: the registered groups of a config form, in the order in which they stand. */
export const CONFIG_GROUPS = ['general', 'execution', 'appearance', 'ports'] as const;
export type ConfigGroup = (typeof CONFIG_GROUPS)[number];

const GROUP_LABELS: { readonly [G in ConfigGroup]: string } = {
  general: 'General',
  execution: 'Execution',
  appearance: 'Appearance',
  ports: 'Ports',
};

/** The registered group of a field; `undefined` is the default bucket (SCH-23). */
export function groupOf(property: Schema): ConfigGroup | undefined {
  const tag = ownString(property, 'x-group');
  return CONFIG_GROUPS.find((group) => group === tag);
}

/**
 * SCH-23: the layout of a finished config schema, in JSON Forms' words; `null` exactly where no property carries a
 * registered group. Fields of the default bucket stand first, then one collapsed group after the other. SCH-31: within
 * each, `x-config-order` ascending, ties as declared. A field with `format: hidden` has no control.
 */
export function deriveUiSchema(configSchema: Schema): Schema | null {
  const properties = propertiesOf(configSchema) ?? {};
  const fields = Object.keys(properties).map((key) => ({ key, schema: propertySchema(properties, key) }));
  if (!fields.some(({ schema }) => groupOf(schema) !== undefined)) return null;
  const shown = fields
    .filter(({ schema }) => !isHidden(schema))
    .sort((a, b) => orderOf(a.schema, 'x-config-order') - orderOf(b.schema, 'x-config-order'));
  const controls = (group: ConfigGroup | undefined): JsonObject[] =>
    shown
      .filter(({ schema }) => groupOf(schema) === group)
      .map(({ key }) => ({ type: 'Control', scope: `#/properties/${pointerPart(key)}` }));
  const groups = CONFIG_GROUPS.flatMap((group): JsonObject[] => {
    const elements = controls(group);
    if (elements.length === 0) return [];
    return [{ type: 'Group', label: GROUP_LABELS[group], options: { collapsed: true, group }, elements }];
  });
  return { type: 'VerticalLayout', elements: [...controls(undefined), ...groups] };
}

/** The groups that stand open for an instance: those of which it sets a field (SCH-23). */
export function openGroups(configSchema: Schema, config: JsonObject): ReadonlySet<ConfigGroup> {
  const properties = propertiesOf(configSchema) ?? {};
  const open = new Set<ConfigGroup>();
  for (const key of Object.keys(properties)) {
    const schema = propertySchema(properties, key);
    const group = groupOf(schema);
    if (group !== undefined && sets(own(config, key), schema)) open.add(group);
  }
  return open;
}

// A missing value, an empty text and the field's own default set nothing; null is unset (R6.i).
function sets(value: Json | undefined, schema: Schema): boolean {
  if (value === undefined || value === null || value === '') return false;
  return !sameJson(value, own(schema, 'default'));
}

function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
