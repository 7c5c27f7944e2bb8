import { processor } from '../declare';
import { engineChoice } from '../fragments';

/** Reads a part of structured data. */
export const dataExtractor = processor(
  'flowdrop_node_processor:data_extractor',
  {
    data: { title: 'Data', description: 'What to read from.' },
    engine: engineChoice('jsonpath', 'The language of the path.'),
    path: {
      type: 'string',
      title: 'Path',
      description: 'Where the wanted part is. Empty: all of it.',
      default: '',
    },
    default: { title: 'Otherwise', description: 'What is given where the path finds nothing.' },
    extract_all: {
      type: 'boolean',
      title: 'All matches',
      description: 'Give every match as a list, not the first one alone.',
      default: false,
    },
  },
  {
    data: { title: 'Data', description: 'The part that was found.' },
    path: { type: 'string', title: 'Path', description: 'The path that was used.' },
    success: { type: 'boolean', title: 'Found', description: 'Whether there was anything but null.' },
    is_jsonpath: { type: 'boolean', title: 'JSONPath', description: 'Whether the path begins with "$".' },
    match_count: { type: 'integer', title: 'Matches', description: 'How many matches there were.' },
    engine: { type: 'string', title: 'Engine', description: 'The language that was used.' },
  },
  { expressions: [{ key: 'path', form: 'text', engine: { config: 'engine' } }] },
);
