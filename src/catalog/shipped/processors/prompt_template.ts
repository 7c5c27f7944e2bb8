import { processor } from '../declare';

/** Fills a Twig template. */
export const promptTemplate = processor(
  'flowdrop_node_processor:prompt_template',
  {
    template: {
      type: 'string',
      format: 'template',
      title: 'Template',
      description: 'Twig text; the variables stand in it by name.',
      default: '',
    },
    variables: {
      title: 'Variables',
      description: 'The values that the template may use, by name.',
      default: {},
    },
  },
  {
    prompt: { type: 'string', title: 'Prompt', description: 'The filled text.' },
    template: { type: 'string', title: 'Template', description: 'The template itself.' },
    variables: { type: 'object', title: 'Variables', description: 'The values that were used.' },
  },
  { expressions: [{ key: 'template', form: 'text', engine: { fixed: 'twig' } }] },
);
