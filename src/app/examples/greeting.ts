import type { JsonObject } from '../../model/json';
import { declare, node, wire } from './build';

/** A text fills a template. */
export const greeting: JsonObject = {
  id: 'greeting-from-template',
  name: 'Greeting from a template',
  description: 'Fills a name into a Twig template.',
  nodes: [
    node('text_input', 1, 'Name', [0, 0], { defaultValue: 'Ada' }),
    node('prompt_template', 1, 'Greeting', [340, 0], {
      template: 'Hello {{ data|trim|capitalize }}, good to see you.',
    }),
    node('text_output', 1, 'Result', [680, 0]),
  ],
  edges: [
    wire('text_input.1:text', 'prompt_template.1:variables'),
    wire('prompt_template.1:prompt', 'text_output.1:text'),
  ],
  metadata: {},
  interface: {
    inputs: [declare('name', 'text_input.1:data')],
    outputs: [declare('greeting', 'text_output.1:text')],
  },
};
