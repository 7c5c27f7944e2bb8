import { processor } from '../declare';
import { MEMORY_SCOPE, RESOLVED_SCOPE_ID } from '../fragments';

/** Appends to a stored conversation and gives it back. */
export const conversationBuffer = processor(
  'flowdrop_memory:conversation_buffer',
  {
    content: { type: 'string', title: 'Text', description: 'The text of one message to append.' },
    message: { title: 'Message', description: 'A whole message to append, or a list of messages.' },
    role: {
      type: 'string',
      enum: ['user', 'assistant', 'system', 'tool'],
      title: 'Role',
      description: 'Who says the text. A message says it itself.',
      default: 'user',
    },
    key: { type: 'string', title: 'Key', description: 'The name of the conversation.' },
    scope: {
      ...MEMORY_SCOPE,
      description: 'Whose conversation it is: that of the session, the user, the run …',
    },
    backend: {
      type: 'string',
      enum: ['static', 'cached', 'entity'],
      title: 'Kept for',
      description:
        'static: for this run only. cached: for a week after the last message. entity: until it is deleted.',
    },
    max_messages: {
      type: 'integer',
      minimum: 0,
      title: 'Most messages',
      description: 'How many are kept, the newest. 0: all.',
    },
  },
  {
    messages: {
      type: 'array',
      title: 'Messages',
      description: 'The conversation, oldest message first.',
      'x-data-type': 'messages',
    },
    count: { type: 'integer', title: 'Count', description: 'How many messages it has.' },
    appended: { type: 'integer', title: 'Appended', description: 'How many of the messages were new.' },
    appended_any: { type: 'boolean', title: 'Appended any', description: 'Whether any message was new.' },
    key: { type: 'string', title: 'Key', description: 'The key that was used.' },
    scope: { type: 'string', title: 'Scope', description: 'The scope that was used.' },
    resolved_scope_id: RESOLVED_SCOPE_ID,
  },
);
