import type { JsonObject } from '../../model/json';
import { PLAIN_FLAGS } from '../build';
import type { ExpressionSlot, NodeType, ParameterGate, Processor, ProcessorFlags } from '../types';

/** A processor of the shipped catalog from its properties; flags and expression slots where it has any. */
export function processor(
  id: string,
  parameters: JsonObject,
  outputs: JsonObject,
  more: { readonly flags?: Partial<ProcessorFlags>; readonly expressions?: readonly ExpressionSlot[] } = {},
): Processor {
  return {
    id,
    parameters: { type: 'object', properties: parameters },
    outputs: { type: 'object', properties: outputs },
    flags: { ...PLAIN_FLAGS, ...more.flags },
    ...(more.expressions === undefined ? {} : { expressions: more.expressions }),
  };
}

type Essential = 'id' | 'label' | 'description' | 'category' | 'icon' | 'executor_plugin';
/** A node type record of the shipped catalog; what is not given is the plain answer. */
export function nodeType(record: Pick<NodeType, Essential> & Partial<NodeType>): NodeType {
  return {
    color: undefined,
    plugin_version: '1.0.0',
    enabled: true,
    parameters: {},
    outputs: {},
    tags: [],
    visual_type: 'default',
    supported_visual_types: ['default'],
    unified_input_exposed: false,
    unified_output_exposed: false,
    tool_exposed: false,
    confirmation: {},
    reserved_port_exposure: {},
    config_edit: undefined,
    extra: {},
    ...record,
  };
}

/** Takes a wire, stands in no form. */
export const WIRED: ParameterGate = { configurable: false, connectable: true, required: false };
/** Takes a wire and must get a value. */
export const WIRED_REQUIRED: ParameterGate = { configurable: false, connectable: true, required: true };
/** Stands in the form, takes no wire. */
export const CONFIGURED: ParameterGate = { configurable: true, connectable: false, required: false };
/** Stands in the form and takes a wire. */
export const EITHER: ParameterGate = { configurable: true, connectable: true, required: false };
/** Neither: fixed by its default. */
export const FIXED: ParameterGate = { configurable: false, connectable: false, required: false };

/** The gate with a default of the node type. */
export function withDefault(
  gate: ParameterGate,
  value: NonNullable<ParameterGate['default']>,
): ParameterGate {
  return { ...gate, default: value };
}

/** Output records: shown, hidden until an instance shows them, hidden outright. */
export function outputs(names: {
  readonly shown?: readonly string[];
  readonly tucked?: readonly string[];
  readonly hidden?: readonly string[];
}): NodeType['outputs'] {
  return Object.fromEntries([
    ...(names.shown ?? []).map((name) => [name, { exposed: true }] as const),
    ...(names.tucked ?? []).map((name) => [name, { exposed: true, exposed_by_default: false }] as const),
    ...(names.hidden ?? []).map((name) => [name, { exposed: false }] as const),
  ]);
}
