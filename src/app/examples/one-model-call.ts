import type { JsonObject } from '../../model/json';
import { declare, node, wire } from './build';

const CHAT = 'flowdrop_ai_provider_simple_chat';

/** A question goes to a chat model, the answer comes back. */
export const oneModelCall: JsonObject = {
  id: 'one-model-call',
  name: 'One model call',
  description: 'Sends a question to a chat model and shows the answer.',
  nodes: [
    node('chat_input', 1, 'Question', [0, 40]),
    node(CHAT, 1, 'Answer it', [340, 0], {
      systemPrompt: 'Answer in one short paragraph, in plain words.',
      temperature: 0.2,
    }),
    node('chat_output', 1, 'Answer', [700, 40]),
  ],
  edges: [
    wire('chat_input.1:message', `${CHAT}.1:message`),
    wire(`${CHAT}.1:response`, 'chat_output.1:message'),
  ],
  metadata: {},
  interface: {
    inputs: [declare('question', 'chat_input.1:message', { required: true })],
    outputs: [declare('answer', 'chat_output.1:message')],
  },
};
