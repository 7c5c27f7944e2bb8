import { own, ownString } from '../model/json';
import { CONFIG_ONLY_PARAMETERS, gateRecord, isControlOutput, isHidden, isInternal } from './gates';
import { CONTROL_LANES } from './lanes';
import { propertiesOf, propertySchema } from './schema-words';
import type { NodeType, OutputGate, ParameterGate, Processor, Schema } from './types';

/** What a derived node type is called and looks like; the rest is the plain answer. */
export type Look = Pick<NodeType, 'id' | 'label'> &
  Partial<
    Pick<NodeType, 'description' | 'category' | 'icon' | 'color' | 'tags' | 'tool_exposed' | 'plugin_version'>
  >;

/**
 * A first node type for a processor. An ordinary parameter takes wires and stands in the form; one on a control lane takes
 * wires only; a config-only one stands in the form only; internal and hidden ones do neither. EXPO-6: this is where the
 * processor's suggestion to hide a port is read, once; it is stored only where it hides (EXPO-5: exactly `false`).
 */
export function deriveNodeType(processor: Processor, look: Look): NodeType {
  const parameters = propertiesOf(processor.parameters) ?? {};
  const outputs = propertiesOf(processor.outputs) ?? {};
  return {
    description: '',
    category: 'processing',
    icon: 'mdi:cog',
    color: undefined,
    plugin_version: '1.0.0',
    enabled: true,
    tags: [],
    executor_plugin: processor.id,
    visual_type: 'default',
    supported_visual_types: ['default'],
    unified_input_exposed: false,
    unified_output_exposed: false,
    tool_exposed: false,
    confirmation: {},
    reserved_port_exposure: {},
    config_edit: undefined,
    extra: {},
    ...look,
    parameters: Object.fromEntries(
      Object.keys(parameters).map((name) => [
        name,
        firstGate(name, propertySchema(parameters, name), processor),
      ]),
    ),
    outputs: Object.fromEntries(
      Object.keys(outputs).flatMap((name): [string, OutputGate][] => {
        const schema = propertySchema(outputs, name);
        return isControlOutput(name, schema) ? [] : [[name, { exposed: true, ...suggestion(schema) }]];
      }),
    ),
  };
}

function firstGate(name: string, schema: Schema, processor: Processor): ParameterGate {
  const configOnly = CONFIG_ONLY_PARAMETERS.includes(name);
  const closed = isInternal(name) || (isHidden(schema) && !configOnly);
  const control = CONTROL_LANES.includes(ownString(schema, 'x-data-type') ?? '');
  const required = own(processor.parameters, 'required');
  return {
    configurable: !closed && !control,
    connectable: !closed && !configOnly,
    required: Array.isArray(required) && required.includes(name),
    ...suggestion(schema),
  };
}

function suggestion(schema: Schema): { readonly exposed_by_default?: false } {
  return suggestsHiding(schema) ? { exposed_by_default: false } : {};
}

/** EXPO-5: only an exact `false` suggests hiding. */
export function suggestsHiding(schema: Schema): boolean {
  return own(schema, 'x-exposed-by-default') === false;
}

/** How an authoring surface presents a port's default exposure, and whether a decision may be recorded for it. */
export type ExposureSeed = { readonly exposed: boolean; readonly recordable: boolean };

/**
 * EXPO-16: a stored value decides; else, for a port that the node type declares (a connectable input, an exposed output),
 * the processor's suggestion, or exposed where it makes none (CFG-2); else the port is presented as hidden. Nothing is
 * ever recorded for a port that the node type does not declare.
 */
export function seedExposure(
  nodeType: NodeType,
  processor: Processor,
  direction: 'input' | 'output',
  port: string,
): ExposureSeed {
  const schema = propertySchema(
    propertiesOf(direction === 'input' ? processor.parameters : processor.outputs) ?? {},
    port,
  );
  const stored = storedExposure(nodeType, direction, port);
  const recordable = declares(nodeType, direction, port);
  if (stored !== undefined) return { exposed: stored, recordable };
  return { exposed: recordable && !suggestsHiding(schema), recordable };
}

function outputRecord(nodeType: NodeType, port: string): OutputGate | undefined {
  return Object.hasOwn(nodeType.outputs, port) ? nodeType.outputs[port] : undefined;
}

function storedExposure(
  nodeType: NodeType,
  direction: 'input' | 'output',
  port: string,
): boolean | undefined {
  return direction === 'input'
    ? gateRecord(nodeType, port)?.exposed_by_default
    : outputRecord(nodeType, port)?.exposed_by_default;
}

function declares(nodeType: NodeType, direction: 'input' | 'output', port: string): boolean {
  return direction === 'input'
    ? gateRecord(nodeType, port)?.connectable === true
    : outputRecord(nodeType, port)?.exposed === true;
}
