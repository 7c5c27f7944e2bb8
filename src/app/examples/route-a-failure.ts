import type { JsonObject } from '../../model/json';
import { declare, node, wire } from './build';

/** A node that fails on purpose, and the error edge that takes over. */
export const routeAFailure: JsonObject = {
  id: 'route-a-failure',
  name: 'Route a failure',
  description: 'Broken JSON does not end the run: the error edge takes over.',
  nodes: [
    node('text_input', 1, 'JSON text', [0, 120], { defaultValue: '{"name": "Ada", "age": }' }),
    node('json_to_data', 1, 'Parse', [320, 120], {
      parse_mode: 'strict',
      ports: { inputs: [], outputs: [{ id: 'error', exposed: true }] },
    }),
    node('data_extractor', 1, 'Take the name', [660, 0], { engine: 'jsonpath', path: '$.name' }),
    node('text_output', 1, 'Name', [1000, 0]),
    node('prompt_template', 1, 'Explain', [660, 340], {
      template: 'This is not JSON: {{ message|raw }}',
    }),
    node('text_output', 2, 'What went wrong', [1000, 340]),
  ],
  edges: [
    wire('text_input.1:text', 'json_to_data.1:json'),
    wire('json_to_data.1:data', 'data_extractor.1:data'),
    wire('data_extractor.1:data', 'text_output.1:text'),
    wire('json_to_data.1:error', 'prompt_template.1:variables'),
    wire('prompt_template.1:prompt', 'text_output.2:text'),
  ],
  metadata: {},
  interface: {
    inputs: [
      declare('json', 'text_input.1:data', {
        examples: ['{"name": "Ada", "age": 36}', '{"name": "Ada", "age": }'],
      }),
    ],
  },
};
