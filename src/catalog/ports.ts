import { isArray, type Json, own, ownString } from '../model/json';
import { unifiedKeys } from './derived-schemas';
import { laneOf } from './lanes';
import { propertiesOf, propertySchema } from './schema-words';
import type { NodeType, Port, PortConfig, ProcessorFlags, Schema } from './types';

/** SCH-16: the stored keys of a reserved port's exposure, and what each port defaults to. */
const RESERVED_EXPOSURE = {
  input: false,
  output: false,
  trigger_input: true,
  trigger_output: true,
  tool: false,
  error: false,
  loop_back: false,
} as const;
export type ExposureKey = keyof typeof RESERVED_EXPOSURE;

/** SCH-16: the node type's own choice where it stored one, else the default of that port. */
export function reservedExposure(nodeType: NodeType, key: ExposureKey): boolean {
  const stored = own(nodeType.reserved_port_exposure, key);
  return typeof stored === 'boolean' ? stored : RESERVED_EXPOSURE[key];
}

/** SCH-16: only choices that differ from the default are stored. */
export function divergingExposure(exposure: { readonly [port: string]: boolean }): {
  readonly [port: string]: boolean;
} {
  return Object.fromEntries(
    Object.entries(exposure).filter(([key, exposed]) => own(RESERVED_EXPOSURE, key) !== exposed),
  );
}

/** The ports of one side of a node type, and which of them its schemas do not declare. */
export type PortSide = { readonly ports: readonly Port[]; readonly reserved: ReadonlySet<string> };

/** SCH-8: the one mapping from the properties of a schema to ports. */
export function declaredPorts(
  schema: Schema,
  type: 'input' | 'output',
  portConfig: PortConfig,
): readonly Port[] {
  const properties = propertiesOf(schema) ?? {};
  const required = own(schema, 'required');
  return Object.keys(properties).map((id) => {
    const property = propertySchema(properties, id);
    return servedPort({
      id,
      name: ownString(property, 'title') ?? id,
      type,
      dataType: laneOf(property, portConfig),
      required: isArray(required) && required.includes(id),
      description: ownString(property, 'description') ?? '',
      defaultValue: own(property, 'default') ?? null,
      exposed: own(property, 'x-exposed-by-default') !== false,
      order: orderOf(property, 'x-port-order'),
    });
  });
}

/** A display order; absent or no number counts as 0 (SCH-8, SCH-31). */
export function orderOf(schema: Schema, key: 'x-port-order' | 'x-config-order'): number {
  const order = own(schema, key);
  return typeof order === 'number' ? order : 0;
}

type PortFacts = Omit<Port, 'defaultValue' | 'exposedByDefault' | 'displayOrder'> & {
  readonly defaultValue: Json;
  readonly exposed: boolean;
  readonly order: number;
};

/** SCH-15, SCH-27: what equals the default (`null`, exposed, order 0; these literals only) is left out. */
function servedPort({ defaultValue, exposed, order, ...core }: PortFacts): Port {
  return {
    ...core,
    ...(defaultValue === null ? {} : { defaultValue }),
    ...(exposed ? {} : { exposedByDefault: false as const }),
    ...(order === 0 ? {} : { displayOrder: order }),
  };
}

/** Input ports of a node type: unified, declared, then injected ones that are not declared (SCH-11, SCH-17, SCH-32). */
export function inputPorts(
  nodeType: NodeType,
  flags: ProcessorFlags,
  inputSchema: Schema,
  portConfig: PortConfig,
): PortSide {
  // SCH-11: a start node has no trigger input, declared or not.
  const declared = declaredPorts(inputSchema, 'input', portConfig).filter(
    ({ id }) => !(flags.start && id === 'trigger'),
  );
  const reenterable = !flags.start && !flags.terminal && flags.executable;
  return assemble(declared, [
    nodeType.unified_input_exposed && unified('input', unifiedInputText(unifiedKeys(inputSchema)), nodeType),
    reenterable &&
      reserved(nodeType, 'input', 'loop_back', 'Loop Back', 'trigger', 95, 'loop_back', LOOP_BACK_TEXT),
    !flags.start &&
      reserved(nodeType, 'input', 'trigger', 'Trigger', 'trigger', 100, 'trigger_input', TRIGGER_IN_TEXT),
  ]);
}

/** Output ports of a node type, likewise (SCH-12 to SCH-14, SCH-18). */
export function outputPorts(
  nodeType: NodeType,
  flags: ProcessorFlags,
  outputSchema: Schema,
  portConfig: PortConfig,
): PortSide {
  const declared = declaredPorts(outputSchema, 'output', portConfig);
  return assemble(declared, [
    nodeType.unified_output_exposed &&
      unified('output', unifiedOutputText(unifiedKeys(outputSchema)), nodeType),
    !flags.terminal &&
      reserved(nodeType, 'output', 'trigger', 'Trigger', 'trigger', 100, 'trigger_output', TRIGGER_OUT_TEXT),
    nodeType.tool_exposed && reserved(nodeType, 'output', 'tool', 'Tool', 'tool', 110, 'tool', TOOL_TEXT),
    flags.executable && reserved(nodeType, 'output', 'error', 'Error', 'error', 120, 'error', ERROR_TEXT),
  ]);
}

const LOOP_BACK_TEXT = 'Starts another round of the loop that this node heads.';
const TRIGGER_IN_TEXT = 'Runs this node after the one it is wired to.';
const TRIGGER_OUT_TEXT = 'Runs what is wired to it after this node.';
const TOOL_TEXT = 'Offers this node to an agent as a tool.';
const ERROR_TEXT = 'Carries the failure when this node fails.';

// SCH-11, SCH-12, SCH-32: a declared port of the same name is kept as it is, and none is injected.
function assemble(declared: readonly Port[], injections: readonly (Port | false)[]): PortSide {
  const taken = new Set(declared.map(({ id }) => id));
  const injected = injections.filter((port) => port !== false).filter(({ id }) => !taken.has(id));
  const first = injected.filter(({ id }) => id === 'input' || id === 'output');
  const last = injected.filter((port) => !first.includes(port));
  return { ports: [...first, ...declared, ...last], reserved: new Set(injected.map(({ id }) => id)) };
}

function reserved(
  nodeType: NodeType,
  type: 'input' | 'output',
  id: string,
  name: string,
  dataType: string,
  order: number,
  key: ExposureKey,
  description: string,
): Port {
  const exposed = reservedExposure(nodeType, key);
  return servedPort({
    id,
    name,
    type,
    dataType,
    required: false,
    description,
    defaultValue: null,
    exposed,
    order,
  });
}

/** SCH-8, SCH-17, SCH-18: always lane `json`, always order 0. */
function unified(type: 'input' | 'output', description: string, nodeType: NodeType): Port {
  const name = type === 'input' ? 'Input' : 'Output';
  return reserved(nodeType, type, type, name, 'json', 0, type, description);
}

/** SCH-17: what the unified input says about the keys that it takes. */
export function unifiedInputText(keys: readonly string[]): string {
  const list = keys.length > 0 ? `Available keys: ${keys.join(', ')}` : 'No connectable parameters available';
  return `All inputs as JSON object. ${list}`;
}

/** SCH-18: what the unified output says about the keys that it gives. */
export function unifiedOutputText(keys: readonly string[]): string {
  const list = keys.length > 0 ? `Available keys: ${keys.join(', ')}` : 'No exposed outputs available';
  return `All outputs as JSON object. ${list}`;
}
