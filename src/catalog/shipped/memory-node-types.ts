import type { NodeType } from '../types';
import { CONFIGURED, EITHER, nodeType, outputs, WIRED, WIRED_REQUIRED, withDefault } from './declare';

/** RT-GATE-15: what these change stays inside. */
const INSIDE = { policy: 'skip', author_controls: ['waive', 'require'], dynamic_controls: [] };
const SCOPED = { ...outputs({ hidden: ['key', 'scope', 'resolved_scope_id'] }) };
const EXPLICIT = { ...outputs({ hidden: ['key', 'scope'] }) };
const MEMORY = { category: 'memory', plugin_version: '1.0.0' };

/** The node types that remember. */
const REMEMBERING: readonly NodeType[] = [
  nodeType({
    id: 'conversation_buffer',
    label: 'Conversation Buffer',
    description: 'Keeps a conversation: adds messages to it and gives it back.',
    icon: 'mdi:message-plus',
    executor_plugin: 'flowdrop_memory:conversation_buffer',
    ...MEMORY,
    plugin_version: '1.1.0',
    parameters: {
      content: WIRED,
      message: WIRED,
      role: EITHER,
      key: withDefault(EITHER, 'chat_history'),
      scope: withDefault(CONFIGURED, 'session'),
      backend: withDefault(CONFIGURED, 'static'),
      max_messages: withDefault(CONFIGURED, 0),
    },
    outputs: outputs({
      shown: ['messages', 'count'],
      tucked: ['appended', 'appended_any'],
      hidden: ['key', 'scope', 'resolved_scope_id'],
    }),
    confirmation: INSIDE,
  }),
  nodeType({
    id: 'memory_read',
    label: 'Memory Read',
    description: 'Looks up a remembered value.',
    icon: 'mdi:database-search',
    executor_plugin: 'flowdrop_memory:memory_read',
    ...MEMORY,
    parameters: { key: WIRED_REQUIRED, scope: withDefault(CONFIGURED, 'global'), default_value: EITHER },
    outputs: { ...outputs({ shown: ['value', 'found'] }), ...SCOPED },
  }),
  nodeType({
    id: 'memory_read_raw',
    label: 'Memory Read (Explicit)',
    description: 'Looks up a remembered value; which memory is wired in.',
    icon: 'mdi:database-search-outline',
    executor_plugin: 'flowdrop_memory:memory_read_raw',
    ...MEMORY,
    parameters: {
      key: WIRED_REQUIRED,
      scope: WIRED_REQUIRED,
      scope_id: withDefault(WIRED, ''),
      default_value: EITHER,
    },
    outputs: { ...outputs({ shown: ['value', 'found'] }), ...EXPLICIT },
  }),
  nodeType({
    id: 'memory_write',
    label: 'Memory Write',
    description: 'Remembers a value, also for later runs.',
    icon: 'mdi:database-edit',
    executor_plugin: 'flowdrop_memory:memory_write',
    ...MEMORY,
    parameters: {
      key: WIRED_REQUIRED,
      value: WIRED_REQUIRED,
      scope: withDefault(CONFIGURED, 'global'),
      ttl: withDefault(CONFIGURED, 0),
    },
    outputs: { ...outputs({ shown: ['success'] }), ...SCOPED },
    confirmation: INSIDE,
  }),
  nodeType({
    id: 'memory_write_raw',
    label: 'Memory Write (Explicit)',
    description: 'Remembers a value; which memory is wired in.',
    icon: 'mdi:database-edit-outline',
    executor_plugin: 'flowdrop_memory:memory_write_raw',
    ...MEMORY,
    parameters: {
      key: WIRED_REQUIRED,
      value: WIRED_REQUIRED,
      scope: WIRED_REQUIRED,
      scope_id: withDefault(WIRED, ''),
      ttl: withDefault(CONFIGURED, 0),
    },
    outputs: { ...outputs({ shown: ['success'] }), ...EXPLICIT },
    confirmation: INSIDE,
  }),
  nodeType({
    id: 'memory_delete',
    label: 'Memory Delete',
    description: 'Forgets a remembered value.',
    icon: 'mdi:database-remove',
    executor_plugin: 'flowdrop_memory:memory_delete',
    ...MEMORY,
    parameters: { key: WIRED_REQUIRED, scope: withDefault(CONFIGURED, 'global') },
    outputs: { ...outputs({ shown: ['success'] }), ...SCOPED },
    confirmation: INSIDE,
  }),
  nodeType({
    id: 'memory_delete_raw',
    label: 'Memory Delete (Explicit)',
    description: 'Forgets a remembered value; which memory is wired in.',
    icon: 'mdi:database-remove-outline',
    executor_plugin: 'flowdrop_memory:memory_delete_raw',
    ...MEMORY,
    parameters: { key: WIRED_REQUIRED, scope: WIRED_REQUIRED, scope_id: withDefault(WIRED, '') },
    outputs: { ...outputs({ shown: ['success'] }), ...EXPLICIT },
    confirmation: INSIDE,
  }),
];

const AGENT_TAGS = ['messages', 'memory', 'agent'];

/** The node types that put conversations together and in order. */
const MESSAGING: readonly NodeType[] = [
  nodeType({
    id: 'message_assemble',
    label: 'Assemble Messages',
    description: 'Puts conversations together, one after the other.',
    category: 'processing',
    icon: 'mdi:message-plus-outline',
    executor_plugin: 'flowdrop_node_processor:message_assemble',
    parameters: { dynamicInputs: withDefault(CONFIGURED, []) },
    outputs: outputs({ shown: ['messages'] }),
    tags: AGENT_TAGS,
    tool_exposed: true,
  }),
  nodeType({
    id: 'conversation_normalize',
    label: 'Normalize Conversation',
    description: 'Puts a conversation in the order that chat models ask for.',
    category: 'processing',
    icon: 'mdi:message-check-outline',
    executor_plugin: 'flowdrop_node_processor:conversation_normalize',
    parameters: { messages: withDefault(WIRED, []) },
    outputs: outputs({ shown: ['messages'], tucked: ['dropped'] }),
    tags: AGENT_TAGS,
    tool_exposed: true,
  }),
  nodeType({
    id: 'text_to_message',
    label: 'Text to Message',
    description: 'Makes a message of a text.',
    category: 'processing',
    icon: 'mdi:message-text-outline',
    executor_plugin: 'sluice:text_to_message',
    parameters: { text: WIRED, role: EITHER, tool_call_id: WIRED },
    outputs: outputs({ shown: ['messages'], tucked: ['message'] }),
    tags: ['messages', 'agent'],
  }),
];

const WAITED = ['scheduled_at', 'resumed_at', 'drift_seconds', 'resolved_by_timer', 'user_id'];
const SIMPLE = { supported_visual_types: ['default', 'simple'] };

/** The node types that wait. */
const TIMING: readonly NodeType[] = [
  nodeType({
    id: 'delay',
    label: 'Delay',
    description: 'Waits for a length of time before the run goes on.',
    category: 'timing',
    icon: 'mdi:timer-sand',
    executor_plugin: 'flowdrop_interrupt:delay',
    parameters: { value: { ...EITHER, required: true }, unit: CONFIGURED },
    outputs: outputs({ shown: WAITED }),
    tags: ['timing', 'delay', 'interrupt'],
    ...SIMPLE,
  }),
  nodeType({
    id: 'rate_limit',
    label: 'Rate Limit',
    description: 'Lets only so many through in a time, and makes the others wait.',
    category: 'timing',
    icon: 'mdi:speedometer-slow',
    executor_plugin: 'flowdrop_interrupt:rate_limit',
    parameters: {
      limit: { ...CONFIGURED, required: true },
      window: { ...CONFIGURED, required: true },
      identifier: EITHER,
    },
    outputs: outputs({ shown: [...WAITED, 'throttled'] }),
    tags: ['timing', 'rate-limit', 'interrupt'],
    ...SIMPLE,
  }),
  nodeType({
    id: 'schedule',
    label: 'Schedule',
    description: 'Waits until a date and time before the run goes on.',
    category: 'timing',
    icon: 'mdi:calendar-clock',
    executor_plugin: 'flowdrop_interrupt:schedule',
    parameters: { when: { ...EITHER, required: true } },
    outputs: outputs({ shown: WAITED }),
    tags: ['timing', 'schedule', 'interrupt'],
    ...SIMPLE,
  }),
];

/** The node types of memory, conversations and time, and the box of tools. */
export const MEMORY_NODE_TYPES: readonly NodeType[] = [
  ...REMEMBERING,
  ...MESSAGING,
  ...TIMING,
  nodeType({
    id: 'decline_synthesize',
    label: 'Decline Synthesize',
    description: 'Tells a model of every tool call that a person declined.',
    category: 'human_in_loop',
    icon: 'mdi:cancel',
    executor_plugin: 'flowdrop_interrupt:decline_synthesize',
    parameters: { tool_calls: EITHER, decline_message: { ...EITHER, exposed_by_default: false } },
    outputs: outputs({ shown: ['messages', 'synthesized_any'] }),
    tags: ['human-in-loop', 'interrupt', 'decline', 'tool-pairing'],
    ...SIMPLE,
  }),
  nodeType({
    id: 'flowdrop_node_processor_toolbox',
    label: 'Tool Box',
    description: 'Holds a set of tools that several models can share.',
    category: 'tools',
    icon: 'mdi:toolbox-outline',
    executor_plugin: 'flowdrop_node_processor:toolbox',
    parameters: { tool: WIRED },
    outputs: outputs({ shown: ['tool'] }),
  }),
];
