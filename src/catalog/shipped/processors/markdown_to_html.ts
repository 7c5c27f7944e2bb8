import { processor } from '../declare';

/** Markdown as HTML in which nothing of the source is markup (MD-1, MD-2). */
export const markdownToHtml = processor(
  'flowdrop_node_processor:markdown_to_html',
  {
    text: { type: 'string', title: 'Markdown', description: 'The Markdown to convert.' },
    strip_h1: {
      type: 'boolean',
      title: 'Without titles',
      description: 'Leave out headings of the first level.',
      default: false,
    },
  },
  {
    html: { type: 'string', title: 'HTML', description: 'The HTML, safe to show.' },
    raw: { type: 'string', title: 'Markdown', description: 'The Markdown as it came.' },
  },
);
