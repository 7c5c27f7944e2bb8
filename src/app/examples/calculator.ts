import type { JsonObject } from '../../model/json';
import { declare, node, port, wire } from './build';

/** Numbers out of a JSON text, two calculations, one sentence. */
export const calculatorAndMapper: JsonObject = {
  id: 'calculator-and-mapper',
  name: 'Calculator and mapper',
  description: 'Adds and averages prices, then words the result.',
  nodes: [
    node('text_input', 1, 'Order', [0, 140], {
      defaultValue: '{"items": [{"price": 12.5}, {"price": 30}, {"price": 7.25}]}',
    }),
    node('data_extractor', 1, 'Prices', [320, 140], {
      engine: 'jsonpath',
      path: '$.items[*].price',
      extract_all: true,
    }),
    node('calculator', 1, 'Total', [660, 0], { operation: 'add' }),
    node('calculator', 2, 'Average', [660, 300], { operation: 'average' }),
    node('data_mapper', 1, 'Sentence', [1000, 140], {
      engine: 'expression_language',
      dynamicInputs: [port('total', 'Total', 'number'), port('average', 'Average', 'number')],
      dynamicOutputs: [
        port('summary', 'Summary', 'string', '"Total " ~ total ~ ", " ~ average ~ " on average"'),
        port('large', 'Large order', 'boolean', 'total > 100'),
      ],
    }),
    node('text_output', 1, 'Summary', [1340, 140]),
  ],
  edges: [
    wire('text_input.1:text', 'data_extractor.1:data'),
    wire('data_extractor.1:data', 'calculator.1:values'),
    wire('data_extractor.1:data', 'calculator.2:values'),
    wire('calculator.1:result', 'data_mapper.1:total'),
    wire('calculator.2:result', 'data_mapper.1:average'),
    wire('data_mapper.1:summary', 'text_output.1:text'),
  ],
  metadata: {},
  interface: { outputs: [declare('summary', 'text_output.1:text')] },
};
