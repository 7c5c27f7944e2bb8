import { processor } from '../declare';

/** The parts of a Markdown document. */
export const markdownExtractor = processor(
  'flowdrop_node_processor:markdown_extractor',
  { text: { type: 'string', title: 'Markdown', description: 'The document.' } },
  {
    title: { type: 'string', title: 'Title', description: 'Its first heading of the first level.' },
    body: { type: 'string', title: 'Body', description: 'The document without front matter and title.' },
    sections: {
      type: 'array',
      title: 'Sections',
      description: 'Level, heading and content, one for every heading.',
    },
    front_matter: {
      type: 'object',
      title: 'Front matter',
      description: 'What stands above, between lines of dashes.',
    },
    plain_text: { type: 'string', title: 'Plain text', description: 'The body without marks.' },
    raw: { type: 'string', title: 'Markdown', description: 'The document as it came.' },
  },
);
