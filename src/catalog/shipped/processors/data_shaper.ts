import { processor } from '../declare';
import { engineChoice } from '../fragments';

/** Builds a structure out of another one. */
export const dataShaper = processor(
  'flowdrop_node_processor:data_shaper',
  {
    data: { title: 'Data', description: 'What the fields are read from.' },
    engine: engineChoice('property_path', 'The language of the sources.'),
    mapping: {
      type: 'object',
      title: 'Mapping',
      description: 'For each field of the result, where it comes from.',
    },
    schema: {
      type: 'object',
      title: 'Schema',
      description: 'What the result must look like. Empty: anything.',
    },
    validationMode: {
      type: 'string',
      title: 'On a mismatch',
      description: 'Strict: the node fails. Soft: it goes on and says so.',
      enum: ['strict', 'soft'],
      default: 'soft',
    },
  },
  {
    data: { type: 'object', title: 'Data', description: 'The new structure.' },
    valid: { type: 'boolean', title: 'Valid', description: 'Whether it is as the schema wants it.' },
    errors: { type: 'array', title: 'Errors', description: 'Where it is not.' },
    mappedFields: { type: 'integer', title: 'Fields', description: 'How many fields were filled.' },
  },
  { expressions: [{ key: 'mapping', form: 'shape', engine: { config: 'engine' } }] },
);
