// Node types and workflows in few words, for the tests of this room.
import { createCatalog } from '../../catalog/catalog';
import type { Catalog, NodeType, Processor, ProcessorFlags } from '../../catalog/types';
import { decodeWorkflow } from '../../model/api-form';
import type { WorkflowDocument } from '../../model/document';
import type { Finding } from '../../model/finding';
import type { Json, JsonObject } from '../../model/json';
import { decodeStoredEntry } from '../../model/manifest-form';
import { locatorOf } from '../locate';

export type TypeSample = {
  readonly parameters?: JsonObject;
  readonly outputs?: JsonObject;
  readonly gates?: NodeType['parameters'];
  readonly outputGates?: NodeType['outputs'];
  readonly flags?: Partial<ProcessorFlags>;
  readonly expressions?: Processor['expressions'];
  /** The executor that the type names; without one here, `test:<id>` with the schemas above. */
  readonly executor?: string;
  readonly record?: Partial<NodeType>;
};

/** A catalog of the shipped types and these; a type with an `executor` of its own brings no processor. */
export function catalogOf(types: { readonly [id: string]: TypeSample }): Catalog {
  const nodeTypes: NodeType[] = [];
  const processors: Processor[] = [];
  for (const [id, sample] of Object.entries(types)) {
    nodeTypes.push({
      ...blankType(id, sample.executor ?? `test:${id}`),
      ...gatesOf(sample),
      ...sample.record,
    });
    if (sample.executor === undefined) processors.push(processorOf(id, sample));
  }
  return createCatalog({ nodeTypes }, processors);
}

function gatesOf({
  gates = {},
  outputGates = {},
  parameters = {},
}: TypeSample): Pick<NodeType, 'parameters' | 'outputs'> {
  const plain = Object.keys(parameters).map((name) => [
    name,
    { connectable: true, configurable: false, ...gates[name] },
  ]);
  return { parameters: { ...Object.fromEntries(plain), ...gates }, outputs: outputGates };
}

function processorOf(
  id: string,
  { parameters = {}, outputs = {}, flags = {}, expressions }: TypeSample,
): Processor {
  return {
    id: `test:${id}`,
    parameters: { type: 'object', properties: parameters },
    outputs: { type: 'object', properties: outputs },
    flags: {
      start: false,
      terminal: false,
      executable: true,
      toolConsumer: false,
      toolForwarder: false,
      stateAware: false,
      resumable: false,
      sideEffects: false,
      loopHead: false,
      ...flags,
    },
    ...(expressions === undefined ? {} : { expressions }),
  };
}

function blankType(id: string, executor: string): NodeType {
  return {
    id,
    label: id,
    description: '',
    category: 'processing',
    icon: '',
    color: undefined,
    plugin_version: '1.0.0',
    enabled: true,
    parameters: {},
    outputs: {},
    tags: [],
    executor_plugin: executor,
    visual_type: 'default',
    supported_visual_types: ['default'],
    unified_input_exposed: false,
    unified_output_exposed: false,
    tool_exposed: false,
    confirmation: {},
    reserved_port_exposure: {},
    config_edit: undefined,
    extra: {},
  };
}

export type WorkflowSample = {
  readonly nodes?: readonly Json[];
  readonly edges?: readonly Json[];
  readonly inputs?: readonly Json[];
  readonly outputs?: readonly Json[];
};

/** A workflow from wire nodes and edges, and manifest entries in their stored form. */
export function workflowOf({
  nodes = [],
  edges = [],
  inputs = [],
  outputs = [],
}: WorkflowSample): WorkflowDocument {
  const decoded = decodeWorkflow({ id: 'w', name: 'W', nodes, edges });
  if (!decoded.ok) throw new Error('A sample is an object.');
  return {
    ...decoded.value.document,
    inputs: inputs.map((entry) => decodeStoredEntry(entry, '', [])),
    outputs: outputs.map((entry) => decodeStoredEntry(entry, '', [])),
  };
}

/** A wire node. Without a type it has no anchor. */
export function nodeOf(id: string, type?: string, config?: Json, label?: string): JsonObject {
  return {
    id,
    type: 'universalNode',
    position: { x: 0, y: 0 },
    data: {
      ...(label === undefined ? {} : { label }),
      ...(config === undefined ? {} : { config }),
      ...(type === undefined ? {} : { metadata: { node_type_id: type } }),
    },
  };
}

/** `a.out>b.in` as a wire edge; the id is the text itself. A missing port leaves the handle out. */
export function edgeOf(text: string, more: JsonObject = {}): JsonObject {
  const [from = '', to = ''] = text.split('>');
  const [source = '', out] = from.split('.');
  const [target = '', into] = to.split('.');
  return {
    id: text,
    source,
    target,
    ...(out === undefined ? {} : { sourceHandle: `${source}-output-${out}` }),
    ...(into === undefined ? {} : { targetHandle: `${target}-input-${into}` }),
    ...more,
  };
}

/** `CODE locator` of each finding, in order. */
export function printed(findings: readonly Finding[], document: WorkflowDocument): readonly string[] {
  return findings.map((finding) => `${finding.code} ${locatorOf(finding, document)}`);
}
