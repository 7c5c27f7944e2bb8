import { processor } from '../declare';
import { portDefinitions } from '../fragments';

const MESSAGES = { type: 'array', title: 'Messages', 'x-data-type': 'messages' };

/** Puts several conversations together. */
export const messageAssemble = processor(
  'flowdrop_node_processor:message_assemble',
  { dynamicInputs: portDefinitions('Inputs', 'The conversations and messages to put together, in order.') },
  { messages: { ...MESSAGES, description: 'All messages, in the order of the inputs.' } },
);

/** Makes a conversation one that a chat model takes. */
export const conversationNormalize = processor(
  'flowdrop_node_processor:conversation_normalize',
  { messages: { ...MESSAGES, description: 'The conversation to put in order.', default: [] } },
  {
    messages: { ...MESSAGES, description: 'The conversation as a chat model takes it.' },
    dropped: { type: 'integer', title: 'Dropped', description: 'How much was left out.' },
  },
);

/** A text as one message. */
export const textToMessage = processor(
  'sluice:text_to_message',
  {
    text: { title: 'Text', description: 'What the message says. Nothing: there is no message.' },
    role: {
      title: 'Role',
      description: 'Who says it: user, assistant, system or tool. Anything else: user.',
      default: 'user',
    },
    tool_call_id: {
      title: 'Tool call',
      description: 'The id of the call that it answers; of tool messages only.',
    },
  },
  {
    message: { type: 'object', title: 'Message', description: 'The message; empty where there is no text.' },
    messages: { ...MESSAGES, description: 'A list of this one message; empty where there is no text.' },
  },
);
