import type { JsonObject } from '../../model/json';
import { node, wire } from './build';

/** A request whose failure has a way of its own, so that the run also completes without a network. */
export const fetchAndReshape: JsonObject = {
  id: 'fetch-json-and-reshape',
  name: 'Fetch JSON and reshape',
  description: 'Reads a public address and keeps a few fields; without a network it says why.',
  nodes: [
    node('text_input', 1, 'Address', [0, 120], {
      defaultValue: 'https://api.github.com/repos/flowdrop-io/flowdrop',
    }),
    node('http_request', 1, 'Fetch', [320, 120], {
      timeout: 15,
      ports: { inputs: [], outputs: [{ id: 'error', exposed: true }] },
    }),
    node('data_shaper', 1, 'Keep four fields', [680, 0], {
      engine: 'property_path',
      mapping: {
        project: 'full_name',
        about: 'description',
        stars: 'stargazers_count',
        read_at: '_NOW_',
      },
    }),
    node('data_to_json', 1, 'As text', [1020, 0]),
    node('text_output', 1, 'Project', [1340, 0]),
    node('prompt_template', 1, 'Explain', [680, 360], {
      template: 'The address could not be read: {{ message|raw }}',
    }),
    node('text_output', 2, 'What went wrong', [1020, 360]),
  ],
  edges: [
    wire('text_input.1:text', 'http_request.1:url'),
    wire('http_request.1:json', 'data_shaper.1:data'),
    wire('data_shaper.1:data', 'data_to_json.1:data'),
    wire('data_to_json.1:json', 'text_output.1:text'),
    wire('http_request.1:error', 'prompt_template.1:variables'),
    wire('prompt_template.1:prompt', 'text_output.2:text'),
  ],
  metadata: {},
};
