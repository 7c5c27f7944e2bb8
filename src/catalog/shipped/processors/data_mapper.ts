import { processor } from '../declare';
import { engineChoice, portDefinitions } from '../fragments';

/** One expression an output, over named inputs. */
export const dataMapper = processor(
  'flowdrop_node_processor:data_mapper',
  {
    dynamicInputs: portDefinitions('Inputs', 'The values that the expressions may use, by name.'),
    dynamicOutputs: portDefinitions('Outputs', 'The ports of this node, each with its expression.', {
      title: 'Expression',
      format: 'template',
    }),
    engine: engineChoice('expression_language', 'The language of the expressions.'),
  },
  {},
  { expressions: [{ key: 'dynamicOutputs', form: 'outputs', engine: { config: 'engine' } }] },
);
