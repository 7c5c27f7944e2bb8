import type { Json, JsonObject } from '../model/json';
import {
  CONFIG_ONLY_PARAMETERS,
  effectiveDefault,
  type Gate,
  gateOf,
  isControlOutput,
  isHidden,
  nodeTypeDefault,
} from './gates';
import { reservedConfig, supportedVisualTypes } from './reserved-config';
import { propertiesOf, propertySchema } from './schema-words';
import type { NodeType, Schema } from './types';

const EXPOSURE_KEY = 'x-exposed-by-default';

/** EXPO-7: a published property states `x-exposed-by-default: false` where the stored default is hidden, else nothing. */
export function publishExposure(schema: Schema, exposedByDefault: boolean): Schema {
  if (exposedByDefault && !Object.hasOwn(schema, EXPOSURE_KEY)) return schema;
  const { [EXPOSURE_KEY]: _suggestion, ...rest } = schema;
  return exposedByDefault ? rest : { ...rest, [EXPOSURE_KEY]: false };
}

/**
 * SCH-3: the input schema holds the connectable parameters, the config schema the configurable ones and what is written
 * in beside them (SCH-20, SCH-21). A property is served as it was declared, gate keys included (SCH-2), but for the node
 * type's own default (CFG-3) and its exposure (EXPO-7). SCH-6: a required parameter is named by the side that it is
 * limited to.
 */
export function deriveParameterSchemas(
  nodeType: NodeType,
  properties: JsonObject,
  executable: boolean,
): { readonly inputSchema: Schema; readonly configSchema: Schema } {
  // Entries, not assignments: a parameter may be called `__proto__`.
  const inputs: [string, Json][] = [];
  const config: [string, Json][] = [];
  const inputRequired: string[] = [];
  const configRequired: string[] = [];
  for (const name of Object.keys(properties)) {
    const schema = propertySchema(properties, name);
    const gate = gateOf(nodeType, name, schema);
    const served = publish(nodeType, name, schema, gate);
    if (gate.connectable) inputs.push([name, served]);
    if (gate.configurable) config.push([name, served]);
    if (gate.required && gate.connectable && !gate.configurable) inputRequired.push(name);
    if (gate.required && gate.configurable && !gate.connectable) configRequired.push(name);
  }
  const declared = Object.fromEntries(config);
  const form = { ...declared, ...reservedConfig(nodeType, executable, declared) };
  return {
    inputSchema: { type: 'object', properties: Object.fromEntries(inputs), required: inputRequired },
    configSchema: { type: 'object', properties: form, required: configRequired },
  };
}

function publish(nodeType: NodeType, name: string, schema: Schema, gate: Gate): Schema {
  const stored = nodeTypeDefault(nodeType, name, schema);
  return publishExposure(
    stored === undefined ? schema : { ...schema, default: stored },
    gate.exposed_by_default,
  );
}

/** SCH-7: the outputs that are ports: all but the control outputs and those that the node type hides outright. */
export function deriveOutputSchema(nodeType: NodeType, properties: JsonObject): Schema {
  const outputs: [string, Json][] = [];
  for (const name of Object.keys(properties)) {
    const schema = propertySchema(properties, name);
    if (isControlOutput(name, schema) || isOutputVetoed(nodeType, name)) continue;
    outputs.push([name, publishExposure(schema, outputDefaultExposure(nodeType, name))]);
  }
  return { type: 'object', properties: Object.fromEntries(outputs), required: [] };
}

/** EXPO-13: the node type hides this output outright, on every instance. */
export function isOutputVetoed(nodeType: NodeType, output: string): boolean {
  return Object.hasOwn(nodeType.outputs, output) && nodeType.outputs[output]?.exposed === false;
}

/** CFG-2, EXPO-5: hidden by default only where exactly `false` is stored. */
export function outputDefaultExposure(nodeType: NodeType, output: string): boolean {
  return !(Object.hasOwn(nodeType.outputs, output) && nodeType.outputs[output]?.exposed_by_default === false);
}

/**
 * CFG-18: a config default for each configurable parameter whose effective default is not null. SCH-5: an opted-in
 * config-only parameter always has one, `[]` at the least. SCH-20: the visual type where there is a choice.
 */
export function deriveConfigDefaults(nodeType: NodeType, properties: JsonObject): JsonObject {
  const defaults: [string, Json][] = [];
  for (const name of Object.keys(properties)) {
    const schema = propertySchema(properties, name);
    if (!gateOf(nodeType, name, schema).configurable) continue;
    const value = effectiveDefault(nodeType, name, schema);
    if (value !== null) defaults.push([name, value]);
    else if (CONFIG_ONLY_PARAMETERS.includes(name)) defaults.push([name, []]);
  }
  if (supportedVisualTypes(nodeType).length > 1) defaults.push(['nodeType', nodeType.visual_type]);
  return Object.fromEntries(defaults);
}

/** SCH-17 to SCH-19: the keys of a derived schema that a unified port lists: none that is hidden, and not `trigger`. */
export function unifiedKeys(schema: Schema): readonly string[] {
  const properties = propertiesOf(schema) ?? {};
  return Object.keys(properties).filter(
    (name) => name !== 'trigger' && !isHidden(propertySchema(properties, name)),
  );
}
