import type { JsonObject } from '../../model/json';
import { declare, node, wire } from './build';

/** A list is gone through item by item; what the rounds gave is put together at the end. */
export const eachGuest: JsonObject = {
  id: 'a-line-for-each-guest',
  name: 'A line for each guest',
  description: 'Goes through a list of names, writes a line for each, and puts the lines together.',
  nodes: [
    node('text_input', 1, 'Guests', [0, 120], { defaultValue: 'Ada Grace Linus Margaret' }),
    node('split_text', 1, 'Names', [340, 120], { method: 'words', chunkSize: 1 }),
    node('foreach', 1, 'Each guest', [680, 120]),
    node('prompt_template', 1, 'Line', [1040, 40], { template: 'A seat for {{ data|raw }}.' }),
    node('prompt_template', 2, 'All lines', [1420, 380], { template: '{{ data|join("\n")|raw }}' }),
    node('text_output', 1, 'Seating', [1780, 380]),
  ],
  edges: [
    wire('text_input.1:text', 'split_text.1:text'),
    wire('split_text.1:chunks', 'foreach.1:items'),
    wire('foreach.1:current_item', 'prompt_template.1:variables'),
    wire('prompt_template.1:prompt', 'foreach.1:loop_back'),
    wire('foreach.1:collected_results', 'prompt_template.2:variables'),
    wire('prompt_template.2:prompt', 'text_output.1:text'),
  ],
  metadata: {},
  interface: { outputs: [declare('seating', 'text_output.1:text')] },
};
