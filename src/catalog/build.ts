import type { Json, JsonObject } from '../model/json';
import { fail, ok, type Result } from '../model/problem';
import { deriveConfigDefaults, deriveOutputSchema, deriveParameterSchemas } from './derived-schemas';
import {
  effectiveDefaults,
  type Gate,
  gateOf,
  gateRecord,
  outputProperties,
  parameterProperties,
} from './gates';
import { inputPorts, outputPorts } from './ports';
import { supportedVisualTypes } from './reserved-config';
import { propertySchema } from './schema-words';
import type { BuiltType, NodeType, Port, PortConfig, Processor, ProcessorFlags } from './types';
import { deriveUiSchema } from './ui-schema';

/** The flags of a processor that declares none. */
export const PLAIN_FLAGS: ProcessorFlags = Object.freeze({
  start: false,
  terminal: false,
  executable: true,
  toolConsumer: false,
  toolForwarder: false,
  stateAware: false,
  resumable: false,
  sideEffects: false,
  loopHead: false,
});

/**
 * Derives from a node type and its processor all that it offers (SCH-1 to SCH-32). Where the processor is not provided
 * here, the stored gates stand in for its schemas, so that ports are drawn and forms open all the same. Fails with a
 * sentence where the declaration cannot be read (SCH-24, SCH-33); never throws for stored or declared data.
 */
export function buildType(
  nodeType: NodeType,
  processor: Processor | undefined,
  portConfig: PortConfig,
): Result<BuiltType, string> {
  const parameters = parameterProperties(nodeType, processor);
  if (parameters === undefined) return fail('The parameter schema of its processor has no "properties" map.');
  const outputs = outputProperties(nodeType, processor);
  if (outputs === undefined) return fail('The output schema of its processor has no "properties" map.');
  const flags = processor?.flags ?? assumedFlags(nodeType);
  const { inputSchema, configSchema } = deriveParameterSchemas(nodeType, parameters, flags.executable);
  const outputSchema = deriveOutputSchema(nodeType, outputs);
  const inputSide = inputPorts(nodeType, flags, inputSchema, portConfig);
  const outputSide = outputPorts(nodeType, flags, outputSchema, portConfig);
  const uiSchema = deriveUiSchema(configSchema);
  const configDefaults = deriveConfigDefaults(nodeType, parameters);
  const gates = new Map<string, Gate>();
  const gate = (parameter: string): Gate => {
    let found = gates.get(parameter);
    if (found === undefined) {
      // A parameter that no schema declares is in nothing, whatever is stored for it (SCH-1).
      found = Object.hasOwn(parameters, parameter)
        ? gateOf(nodeType, parameter, propertySchema(parameters, parameter))
        : {
            ...UNDECLARED,
            exposed_by_default: gateRecord(nodeType, parameter)?.exposed_by_default !== false,
          };
      if (Object.hasOwn(parameters, parameter)) gates.set(parameter, found);
    }
    return found;
  };
  const built: BuiltType = {
    nodeType,
    processor,
    flags,
    inputs: inputSide.ports,
    outputs: outputSide.ports,
    inputSchema,
    outputSchema,
    configSchema,
    uiSchema,
    configDefaults,
    effectiveDefaults: effectiveDefaults(nodeType, parameters),
    gate,
    metadata: metadataOf(nodeType, {
      inputs: inputSide.ports.map(portJson),
      outputs: outputSide.ports.map(portJson),
      configSchema,
      uiSchema,
      configDefaults,
    }),
  };
  indexes.set(built, {
    input: indexPorts(inputSide.ports),
    output: indexPorts(outputSide.ports),
    reserved: { input: inputSide.reserved, output: outputSide.reserved },
    parameters,
    results: outputs,
  });
  return ok(built);
}

const UNDECLARED = { connectable: false, configurable: false, required: false };

// All that a record shows of an absent processor: what takes tools has an input for them.
function assumedFlags(nodeType: NodeType): ProcessorFlags {
  return gateRecord(nodeType, 'tool')?.connectable === true
    ? { ...PLAIN_FLAGS, toolConsumer: true }
    : PLAIN_FLAGS;
}

/** The served form of a node type: camelCase, nothing `undefined`. SCH-22: `configEdit` only where there is one. */
function metadataOf(
  nodeType: NodeType,
  derived: { readonly [key in 'inputs' | 'outputs' | 'configSchema' | 'uiSchema' | 'configDefaults']: Json },
): JsonObject {
  return {
    id: nodeType.id,
    name: nodeType.label,
    description: nodeType.description,
    category: nodeType.category,
    icon: nodeType.icon,
    ...(nodeType.color === undefined ? {} : { color: nodeType.color }),
    version: nodeType.plugin_version,
    type: nodeType.visual_type,
    supportedTypes: [...supportedVisualTypes(nodeType)],
    inputs: derived.inputs,
    outputs: derived.outputs,
    configSchema: derived.configSchema,
    uiSchema: derived.uiSchema,
    configDefaults: derived.configDefaults,
    ...(nodeType.config_edit === undefined ? {} : { configEdit: nodeType.config_edit }),
    tags: nodeType.tags,
    executor_plugin: nodeType.executor_plugin,
  };
}

function portJson(port: Port): JsonObject {
  return { ...port };
}

type Side = 'input' | 'output';
type BuiltIndex = {
  readonly [side in Side]: ReadonlyMap<string, Port>;
} & {
  readonly reserved: { readonly [side in Side]: ReadonlySet<string> };
  readonly parameters: JsonObject;
  readonly results: JsonObject;
};
const indexes = new WeakMap<BuiltType, BuiltIndex>();

function indexPorts(ports: readonly Port[]): ReadonlyMap<string, Port> {
  return new Map(ports.map((port) => [port.id, port]));
}

/** The port of a node type by its name, injected ones included; `undefined` where its metadata has none. */
export function declaredPort(built: BuiltType, side: Side, port: string): Port | undefined {
  return indexes.get(built)?.[side].get(port);
}

/** True for a port that was injected and that no schema declares. */
export function isReservedPort(built: BuiltType, side: Side, port: string): boolean {
  return indexes.get(built)?.reserved[side].has(port) === true;
}

/** The declared parameters of a node type, in order, hidden and unconnectable ones included. */
export function declaredParameters(built: BuiltType): JsonObject {
  return indexes.get(built)?.parameters ?? NOTHING;
}

/** The properties of the output schema, those that are no ports included. */
export function declaredResults(built: BuiltType): JsonObject {
  return indexes.get(built)?.results ?? NOTHING;
}
const NOTHING: JsonObject = Object.freeze({});
