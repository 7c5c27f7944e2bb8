import type { JsonObject } from '../../model/json';
import { declare, node, wire } from './build';

/** A gateway opens one of two ways; the other one is skipped. */
export const branch: JsonObject = {
  id: 'branch-on-a-text',
  name: 'Branch on a text',
  description: 'Urgent messages take one way, all others another.',
  nodes: [
    node('chat_input', 1, 'Message', [0, 60]),
    node('if_else', 1, 'Is it urgent?', [330, 320], { operator: 'contains', matchText: 'urgent' }),
    node('prompt_template', 1, 'Urgent reply', [700, -60], {
      template: 'We are on it now: “{{ data|raw }}”',
    }),
    node('prompt_template', 2, 'Ordinary reply', [700, 220], {
      template: 'Thank you. We answer by tomorrow: “{{ data|raw }}”',
    }),
    node('chat_output', 1, 'Reply at once', [1040, -60]),
    node('chat_output', 2, 'Reply tomorrow', [1040, 220]),
  ],
  edges: [
    wire('chat_input.1:message', 'if_else.1:data'),
    wire('if_else.1:True', 'prompt_template.1:trigger'),
    wire('if_else.1:False', 'prompt_template.2:trigger'),
    wire('chat_input.1:message', 'prompt_template.1:variables'),
    wire('chat_input.1:message', 'prompt_template.2:variables'),
    wire('prompt_template.1:prompt', 'chat_output.1:message'),
    wire('prompt_template.2:prompt', 'chat_output.2:message'),
  ],
  metadata: {},
  interface: {
    inputs: [
      declare('message', 'chat_input.1:message', {
        required: true,
        examples: ['This is urgent: the door is open.', 'No hurry, just a question.'],
      }),
    ],
  },
};
