import { processor } from '../declare';

/** HTML as Markdown. */
export const htmlToMarkdown = processor(
  'flowdrop_node_processor:html_to_markdown',
  {
    html: { type: 'string', title: 'HTML', description: 'The HTML to convert.' },
    heading_style: {
      type: 'string',
      enum: ['atx', 'setext'],
      title: 'Headings',
      description: 'With number signs, or underlined (two levels).',
      default: 'atx',
    },
    bold_style: {
      type: 'string',
      enum: ['**', '__'],
      title: 'Bold',
      description: 'The marks of bold text.',
      default: '**',
    },
    italic_style: {
      type: 'string',
      enum: ['*', '_'],
      title: 'Italic',
      description: 'The marks of italic text.',
      default: '*',
    },
    strip_placeholder_links: {
      type: 'boolean',
      title: 'Drop empty links',
      description: 'A link without a target leaves its text alone.',
      default: false,
    },
  },
  {
    markdown: { type: 'string', title: 'Markdown', description: 'The Markdown.' },
    success: { type: 'boolean', title: 'Done', description: 'Whether it could be converted.' },
  },
);
