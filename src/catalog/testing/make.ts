import { mintKey, type NodeKey, type WorkflowNode } from '../../model/document';
import type { Json, JsonObject } from '../../model/json';
import { buildType, PLAIN_FLAGS } from '../build';
import { createCatalog } from '../catalog';
import { composePortConfig } from '../lane-composition';
import { nodeType } from '../shipped/declare';
import type { BuiltType, Catalog, NodeType, PortConfig, Processor, ProcessorFlags } from '../types';

/** A processor `test:step` with these properties. */
export function processorOf(
  parameters: JsonObject,
  outputs: JsonObject = {},
  flags: Partial<ProcessorFlags> = {},
): Processor {
  return {
    id: 'test:step',
    parameters: { type: 'object', properties: parameters },
    outputs: { type: 'object', properties: outputs },
    flags: { ...PLAIN_FLAGS, ...flags },
  };
}

/** A node type `step` for that processor. */
export function typeOf(record: Partial<NodeType> = {}): NodeType {
  return nodeType({
    id: 'step',
    label: 'Step',
    description: '',
    category: 'processing',
    icon: 'mdi:cog',
    executor_plugin: 'test:step',
    ...record,
  });
}

/** Builds a type or fails the test. */
export function build(
  record: Partial<NodeType>,
  processor: Processor | undefined,
  portConfig: PortConfig = composePortConfig(),
): BuiltType {
  const result = buildType(typeOf(record), processor, portConfig);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** A catalog that also has this type and processor. */
export function catalogWith(record: Partial<NodeType>, processor: Processor): Catalog {
  return createCatalog({ nodeTypes: [typeOf(record)] }, [processor]);
}

/** A node anchored on `typeId`. */
export function nodeOf(
  typeId: string | undefined,
  config?: Json,
  more: Partial<WorkflowNode> = {},
): WorkflowNode {
  return {
    key: mintKey<NodeKey>(),
    id: 'n1',
    type: undefined,
    position: { x: 0, y: 0 },
    data: {
      label: 'Node',
      config,
      metadata: typeId === undefined ? undefined : { node_type_id: typeId },
      extra: {},
    },
    extra: {},
    ...more,
  };
}

export const IN = { connectable: true } as const;
export const FORM = { configurable: true } as const;
export const BOTH = { connectable: true, configurable: true } as const;
