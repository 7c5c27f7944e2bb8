// Edits of a node type's record, as an authoring surface makes them. Each answers a new record; what an entry holds beside
// the edited key stays.
import { type Json, type JsonObject, own, ownString, sameJson } from '../model/json';
import { type ExposureSeed, seedExposure, suggestsHiding } from './derive-node-type';
import { CONFIG_ONLY_PARAMETERS, gateRecord, isControlOutput, isHidden, isInternal } from './gates';
import { encodeNodeType } from './node-type-record';
import { divergingExposure } from './ports';
import { propertiesOf, propertySchema } from './schema-words';
import { SHIPPED_NODE_TYPES } from './shipped/node-types';
import type { NodeType, OutputGate, ParameterGate, Processor, Schema } from './types';

/** `shipped`: as it came; `changed`: the site's record stands over a shipped one; `own`: the site's alone. */
export type Standing = 'shipped' | 'changed' | 'own';

/** How a node type stands to what ships. A record that says the same as the shipped one is as it came. */
export function standingOf(nodeType: NodeType): Standing {
  const shipped = shippedNodeType(nodeType.id);
  if (shipped === undefined) return 'own';
  return shipped === nodeType || sameNodeType(shipped, nodeType) ? 'shipped' : 'changed';
}

/** The node type that ships under an id. */
export function shippedNodeType(id: string): NodeType | undefined {
  return SHIPPED_NODE_TYPES.find((nodeType) => nodeType.id === id);
}

/** Whether two records say the same; the order of their keys does not count. */
export function sameNodeType(a: NodeType, b: NodeType): boolean {
  return sameJson(encodeNodeType(a), encodeNodeType(b));
}

/** Why a gate cannot be opened, whatever is stored (SCH-4, SCH-5, CFG-8). */
export type GateLock = 'configOnly' | 'hidden' | 'internal';

export type ParameterRow = {
  readonly name: string;
  readonly schema: Schema;
  /** False: the record has an entry that the processor's schema does not declare; it takes no part in anything. */
  readonly declared: boolean;
  /** The stored entry; empty where there is none. */
  readonly entry: ParameterGate;
  readonly connectableLock: GateLock | null;
  readonly configurableLock: GateLock | null;
  readonly exposure: ExposureSeed;
};

export type OutputRow = {
  readonly name: string;
  readonly schema: Schema;
  readonly declared: boolean;
  /** SCH-7: kept in the metadata unless the record says otherwise. */
  readonly kept: boolean;
  readonly exposure: ExposureSeed;
};

/** SCH-33: can the parameters of this processor be told? An absent processor tells nothing, as a broken schema does. */
export function tellsParameters(processor: Processor | undefined): processor is Processor {
  try {
    return processor !== undefined && propertiesOf(processor.parameters) !== undefined;
  } catch {
    return false;
  }
}

/** The parameters in the order of the processor's schema, then stored entries that it does not declare. */
export function parameterRows(nodeType: NodeType, processor: Processor | undefined): readonly ParameterRow[] {
  const usable = tellsParameters(processor) ? processor : undefined;
  const properties = propertiesOf(usable?.parameters) ?? {};
  const stray = Object.keys(nodeType.parameters).filter((name) => !Object.hasOwn(properties, name));
  return [...Object.keys(properties), ...stray].map((name) => {
    const schema = propertySchema(properties, name);
    const configOnly = CONFIG_ONLY_PARAMETERS.includes(name);
    const hidden = isHidden(schema) && !configOnly ? 'hidden' : null;
    return {
      name,
      schema,
      declared: Object.hasOwn(properties, name),
      entry: gateRecord(nodeType, name) ?? {},
      connectableLock: configOnly ? 'configOnly' : hidden,
      configurableLock: isInternal(name) ? 'internal' : hidden,
      exposure: usable === undefined ? UNTOLD : seedExposure(nodeType, usable, 'input', name),
    };
  });
}
const UNTOLD: ExposureSeed = { exposed: true, recordable: false };

/** The outputs that are ports, likewise. Control outputs are none (EXPO-12). */
export function outputRows(nodeType: NodeType, processor: Processor | undefined): readonly OutputRow[] {
  const properties = outputProperties(processor);
  const names = Object.keys(properties ?? {}).filter(
    (name) => !isControlOutput(name, propertySchema(properties ?? {}, name)),
  );
  const stray = Object.keys(nodeType.outputs).filter((name) => !Object.hasOwn(properties ?? {}, name));
  return [...names, ...stray].map((name) => ({
    name,
    schema: propertySchema(properties ?? {}, name),
    declared: Object.hasOwn(properties ?? {}, name),
    kept: outputEntry(nodeType, name).exposed !== false,
    exposure:
      processor === undefined || properties === undefined
        ? UNTOLD
        : seedExposure(nodeType, processor, 'output', name),
  }));
}

function outputProperties(processor: Processor | undefined): JsonObject | undefined {
  try {
    return propertiesOf(processor?.outputs);
  } catch {
    return undefined;
  }
}

function outputEntry(nodeType: NodeType, name: string): OutputGate {
  return (Object.hasOwn(nodeType.outputs, name) ? nodeType.outputs[name] : undefined) ?? {};
}

/**
 * Opens or closes a gate of a parameter. EXPO-16: a parameter that takes no wires records no exposure; one that comes to
 * take them begins with what its processor suggests.
 */
export function withGate(
  nodeType: NodeType,
  processor: Processor,
  name: string,
  gate: 'connectable' | 'configurable' | 'required',
  on: boolean,
): NodeType {
  const before = gateRecord(nodeType, name) ?? {};
  const edited = withParameter(nodeType, name, { ...before, [gate]: on });
  if (gate !== 'connectable' || (before.connectable === true) === on) return edited;
  const { exposed_by_default: _, ...rest } = { ...before, connectable: on };
  const bare = withParameter(nodeType, name, rest);
  return on
    ? withInputExposure(bare, processor, name, seedExposure(bare, processor, 'input', name).exposed)
    : bare;
}

/** Records the default of a parameter; `undefined` leaves it to the processor's schema (CFG-3). */
export function withDefaultOf(nodeType: NodeType, name: string, value: Json | undefined): NodeType {
  const { default: _, ...rest } = gateRecord(nodeType, name) ?? {};
  return withParameter(nodeType, name, value === undefined ? rest : { ...rest, default: value });
}

/** EXPO-6, EXPO-16: recorded where it differs from what holds without a record, and only for a declared input. */
export function withInputExposure(
  nodeType: NodeType,
  processor: Processor,
  name: string,
  exposed: boolean,
): NodeType {
  const { exposed_by_default: _, ...rest } = gateRecord(nodeType, name) ?? {};
  if (rest.connectable !== true) return nodeType;
  const schema = propertySchema(propertiesOf(processor.parameters) ?? {}, name);
  return withParameter(nodeType, name, { ...rest, ...recorded(schema, exposed) });
}

/** SCH-7, EXPO-13: keeps an output, or takes it away for every instance. */
export function withOutput(nodeType: NodeType, processor: Processor, name: string, kept: boolean): NodeType {
  const { exposed_by_default: _, ...rest } = outputEntry(nodeType, name);
  const bare = withOutputEntry(nodeType, name, { ...rest, exposed: kept });
  return kept
    ? withOutputExposure(bare, processor, name, seedExposure(bare, processor, 'output', name).exposed)
    : bare;
}

/** The default exposure of an output, likewise; only for one that the record declares kept. */
export function withOutputExposure(
  nodeType: NodeType,
  processor: Processor,
  name: string,
  exposed: boolean,
): NodeType {
  const { exposed_by_default: _, ...rest } = outputEntry(nodeType, name);
  if (rest.exposed !== true) return nodeType;
  const schema = propertySchema(propertiesOf(processor.outputs) ?? {}, name);
  return withOutputEntry(nodeType, name, { ...rest, ...recorded(schema, exposed) });
}

// CFG-2, EXPO-6: silence means exposed, so it is broken only to hide, or to overrule a processor that suggests hiding.
function recorded(schema: Schema, exposed: boolean): { readonly exposed_by_default?: boolean } {
  if (!exposed) return { exposed_by_default: false };
  return suggestsHiding(schema) ? { exposed_by_default: true } : {};
}

/**
 * EXPO-16: what a surface presents is what it stores. Records, for every declared port without a stored decision, the
 * suggestion that was presented for it; nothing for any other port.
 */
export function withPresentedExposure(nodeType: NodeType, processor: Processor | undefined): NodeType {
  if (!tellsParameters(processor)) return nodeType;
  let result = nodeType;
  for (const { name, declared, entry, exposure } of parameterRows(nodeType, processor)) {
    if (declared && exposure.recordable && entry.exposed_by_default === undefined && !exposure.exposed)
      result = withInputExposure(result, processor, name, false);
  }
  for (const { name, declared, exposure } of outputRows(nodeType, processor)) {
    const entry = outputEntry(nodeType, name);
    if (declared && exposure.recordable && entry.exposed_by_default === undefined && !exposure.exposed)
      result = withOutputExposure(result, processor, name, false);
  }
  return result;
}

/** Takes away an entry, e.g. one that the processor does not declare any more. */
export function withoutEntry(nodeType: NodeType, side: 'parameters' | 'outputs', name: string): NodeType {
  const { [name]: _, ...rest } = nodeType[side];
  return { ...nodeType, [side]: rest };
}

/** SCH-16: the default exposure of a reserved port, stored where it differs from the rule's. */
export function withReservedExposure(nodeType: NodeType, key: string, exposed: boolean): NodeType {
  const { [key]: _, ...others } = nodeType.reserved_port_exposure;
  return { ...nodeType, reserved_port_exposure: { ...others, ...divergingExposure({ [key]: exposed }) } };
}

/** SCH-20: supports a visual type or not. The type's own one goes to the first that is left where it was taken away. */
export function withVisualType(nodeType: NodeType, visual: string, supported: boolean): NodeType {
  const others = nodeType.supported_visual_types.filter((one) => one !== visual);
  const list = supported ? [...others, visual] : others;
  const ownType = list.includes(nodeType.visual_type)
    ? nodeType.visual_type
    : (list[0] ?? nodeType.visual_type);
  return { ...nodeType, supported_visual_types: list, visual_type: ownType };
}

/** RT-GATE-7: a mapping that is stored is literal; `null` takes it away, so that the defaults hold. */
export function withGovernance(
  nodeType: NodeType,
  governance: {
    readonly policy: 'ask' | 'skip' | null;
    readonly authorControls: readonly string[];
  } | null,
): NodeType {
  if (governance === null) return { ...nodeType, confirmation: {} };
  const { policy: _, ...stored } = nodeType.confirmation;
  return {
    ...nodeType,
    confirmation: {
      ...(governance.policy === null ? {} : { policy: governance.policy }),
      dynamic_controls: [],
      ...stored,
      author_controls: [...governance.authorControls],
    },
  };
}

/** A copy under another id and label; what the source kept of its own origin (its `uuid`) stays behind. */
export function copyOf(nodeType: NodeType, id: string, label: string): NodeType {
  const { uuid: _, _core, ...extra } = nodeType.extra;
  return { ...nodeType, id, label, extra };
}

function withParameter(nodeType: NodeType, name: string, entry: ParameterGate): NodeType {
  return { ...nodeType, parameters: setOwn(nodeType.parameters, name, entry) };
}

function withOutputEntry(nodeType: NodeType, name: string, entry: OutputGate): NodeType {
  return { ...nodeType, outputs: setOwn(nodeType.outputs, name, entry) };
}

// A computed key makes an own property of any name, `__proto__` included.
function setOwn<T>(
  entries: { readonly [name: string]: T },
  name: string,
  entry: T,
): { readonly [name: string]: T } {
  return { ...entries, [name]: entry };
}

/** The title of a parameter or output, as its port bears it (SCH-8). */
export function titleIn(schema: Schema, name: string): string {
  return ownString(schema, 'title') ?? name;
}

/** The processor's own default of a parameter; `undefined` where it states none. */
export function schemaDefault(schema: Schema): Json | undefined {
  return own(schema, 'default');
}
