import type { Json, JsonObject } from '../model/json';
import { governanceOf } from './governance';
import type { NodeType, Schema } from './types';

/** RT-GATE-7: the author's choice about confirmation; `''` defers to the policy. */
export const CONFIRMATION_KEY = 'requiresConfirmation';

const PORT_OVERRIDES: Schema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { id: { type: 'string' }, exposed: { type: 'boolean' } },
    required: ['id'],
  },
};

// SCH-21: on every node.
const EVERY_NODE: JsonObject = {
  instanceTitle: { type: 'string', title: 'Title', description: 'What this node is called on the canvas.' },
  instanceDescription: {
    type: 'string',
    format: 'multiline',
    title: 'Description',
    description: 'A remark about what this node is for.',
  },
};

// SCH-21: on executable nodes. SCH-23: retries default to 0, in the Execution group.
const EXECUTABLE_NODE: JsonObject = {
  maxRetries: {
    type: 'integer',
    title: 'Retries',
    description: 'How many further attempts a failure gets that trying again can help.',
    minimum: 0,
    default: 0,
    'x-group': 'execution',
  },
  ports: {
    type: 'object',
    title: 'Ports',
    description: 'Which ports this node shows, where it differs from its type.',
    properties: { inputs: PORT_OVERRIDES, outputs: PORT_OVERRIDES },
    'x-group': 'ports',
  },
};

/** SCH-20: the visual types that a node type supports, each once, in their order. */
export function supportedVisualTypes(nodeType: NodeType): readonly string[] {
  const supported = [...new Set(nodeType.supported_visual_types)];
  return supported.length === 0 ? [nodeType.visual_type] : supported;
}

/**
 * The properties that are written into a config schema, given those that are declared. SCH-20: `nodeType` is written over
 * a declared one; SCH-21: each of the others only where none is declared.
 */
export function reservedConfig(nodeType: NodeType, executable: boolean, declared: JsonObject): JsonObject {
  const added: { [name: string]: Json } = {};
  const supported = supportedVisualTypes(nodeType);
  if (supported.length > 1) {
    added.nodeType = {
      type: 'string',
      title: 'Visual Type',
      enum: [...supported],
      default: nodeType.visual_type,
      'x-group': 'appearance',
    };
  }
  const offered = executable
    ? { ...EVERY_NODE, ...EXECUTABLE_NODE, [CONFIRMATION_KEY]: confirmationProperty(nodeType) }
    : EVERY_NODE;
  for (const [name, schema] of Object.entries(offered)) {
    if (!Object.hasOwn(declared, name)) added[name] = schema;
  }
  return added;
}

// RT-GATE-8: the form offers exactly the granted controls and "defer"; with none granted it has no such field. The key
// stays known without an enum, so that a choice whose control was withdrawn is inert and warns nobody.
function confirmationProperty(nodeType: NodeType): Schema {
  const { authorControls } = governanceOf(nodeType);
  const base = { type: 'string', title: 'Confirmation', default: '', 'x-group': 'execution' };
  if (authorControls.length === 0) return { ...base, format: 'hidden' };
  return {
    ...base,
    description:
      'Whether a person is to be asked before this node runs. Kept for servers that ask; Sluice runs it without asking. Empty: as the node type decides.',
    'x-options': ['', ...authorControls],
  };
}
