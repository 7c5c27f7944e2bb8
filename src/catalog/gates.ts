import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { decidingType, propertiesOf, propertySchema } from './schema-words';
import type { BuiltType, NodeType, ParameterGate, Processor, Schema } from './types';

/** SCH-5: configuration only, never input ports; always with a default where a node type opts them in. */
export const CONFIG_ONLY_PARAMETERS: readonly string[] = ['dynamicInputs', 'dynamicOutputs', 'branches'];

/** EXPO-12: the engine's channel; never a port, never stripped. */
export const CONTROL_OUTPUTS: readonly string[] = ['active_branches', 'state_update'];

export type Gate = ReturnType<BuiltType['gate']>;

/** CFG-8: names of this form take runtime values only. */
export function isInternal(parameter: string): boolean {
  return parameter.startsWith('__');
}

/** SCH-4: both spellings hide a parameter. */
export function isHidden(schema: Schema): boolean {
  return own(schema, 'format') === 'hidden' || own(schema, 'hidden') === true;
}

/** A property of an output schema that is a control output and no port. */
export function isControlOutput(name: string, schema: Schema): boolean {
  return CONTROL_OUTPUTS.includes(name) || own(schema, 'x-control') === true;
}

/**
 * The gate of one parameter with every default filled. SCH-2, CFG-1: flags come from the node type alone and are off
 * where it says nothing. CFG-2: exposure is on. SCH-4: a hidden parameter is neither connectable nor configurable, but
 * for a config-only one that was opted in. SCH-5: a config-only parameter is never connectable.
 */
export function gateOf(nodeType: NodeType, parameter: string, schema: Schema): Gate {
  const stored = gateRecord(nodeType, parameter);
  const configOnly = CONFIG_ONLY_PARAMETERS.includes(parameter);
  const hidden = isHidden(schema);
  return {
    connectable: stored?.connectable === true && !configOnly && !hidden,
    configurable: stored?.configurable === true && (configOnly || !hidden),
    required: stored?.required === true,
    exposed_by_default: stored?.exposed_by_default !== false,
  };
}

/** The gate that a node type stores for a parameter; `undefined` where it has no entry. */
export function gateRecord(nodeType: NodeType, parameter: string): ParameterGate | undefined {
  return Object.hasOwn(nodeType.parameters, parameter) ? nodeType.parameters[parameter] : undefined;
}

/** CFG-3: the node type's default where it is not null, else the schema's, else null. */
export function effectiveDefault(nodeType: NodeType, parameter: string, schema: Schema): Json {
  const stored = nodeTypeDefault(nodeType, parameter, schema);
  return stored ?? own(schema, 'default') ?? null;
}

/** The default that the node type records; `undefined` where there is none, or null (CFG-3). */
export function nodeTypeDefault(nodeType: NodeType, parameter: string, schema: Schema): Json | undefined {
  const stored = gateRecord(nodeType, parameter)?.default;
  if (stored === undefined || stored === null) return undefined;
  return isEmptyObject(stored) && wantsList(parameter, schema) ? NO_ITEMS : stored;
}
const NO_ITEMS: Json = Object.freeze([]);

// Exports of Drupal write every empty collection as `{}`; the declared type says which one was meant.
function isEmptyObject(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
function wantsList(parameter: string, schema: Schema): boolean {
  return CONFIG_ONLY_PARAMETERS.includes(parameter) || decidingType(schema) === 'array';
}

/**
 * The parameter schema that ports and forms are derived from: the processor's, or, where it is not provided here, one
 * that declares each stored gate without a type. `undefined`: the processor's schema has no usable `properties` (SCH-33).
 */
export function parameterProperties(
  nodeType: NodeType,
  processor: Processor | undefined,
): JsonObject | undefined {
  return processor === undefined ? placeholders(nodeType.parameters) : propertiesOf(processor.parameters);
}

/** The output properties, likewise. */
export function outputProperties(
  nodeType: NodeType,
  processor: Processor | undefined,
): JsonObject | undefined {
  return processor === undefined ? placeholders(nodeType.outputs) : propertiesOf(processor.outputs);
}

// SCH-37: a control port has its lane by its role; the role is all that is known of a port of an absent processor.
const ROLE_LANES: { readonly [name: string]: string } = {
  trigger: 'trigger',
  loop_back: 'trigger',
  tool: 'tool',
};

function placeholders(entries: { readonly [name: string]: unknown }): JsonObject {
  const properties: [string, Json][] = Object.keys(entries).map((name): [string, Json] => {
    const lane = Object.hasOwn(ROLE_LANES, name) ? ROLE_LANES[name] : undefined;
    if (lane !== undefined) return [name, { 'x-data-type': lane }];
    return [name, CONFIG_ONLY_PARAMETERS.includes(name) ? { type: 'array' } : {}];
  });
  return Object.fromEntries(properties);
}

/** CFG-3: effective defaults of every declared parameter, null included. */
export function effectiveDefaults(nodeType: NodeType, properties: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(properties).map((name) => [
      name,
      effectiveDefault(nodeType, name, propertySchema(properties, name)),
    ]),
  );
}

/** The value that an instance works with for a parameter of its form: what it saved, else the effective default. */
export function configuredValue(built: BuiltType, config: JsonObject, parameter: string): Json {
  if (built.gate(parameter).configurable && Object.hasOwn(config, parameter))
    return config[parameter] ?? null;
  return own(built.effectiveDefaults, parameter) ?? null;
}

/** {@link configuredValue}, read as a list; anything else reads as an empty one (DYN-1). */
export function configuredList(built: BuiltType, config: JsonObject, parameter: string): readonly Json[] {
  const value = configuredValue(built, config, parameter);
  return isArray(value) ? value : [];
}
