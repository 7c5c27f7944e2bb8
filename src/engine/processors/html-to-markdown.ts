import type { Execute } from './types';
import { parameter, textParameter } from './values';

/** `html_to_markdown`: HTML as Markdown. Tags without a form in Markdown leave their text. Loads its parser when met. */
export const htmlToMarkdown: Execute = async (parameters) => {
  const html = textParameter(parameters, 'html');
  if (html.trim() === '') return { outputs: { markdown: '', success: true } };
  const { htmlAsMarkdown } = await import('./html-markdown');
  const markdown = htmlAsMarkdown(html, {
    heading: textParameter(parameters, 'heading_style') === 'setext' ? 'setext' : 'atx',
    bold: textParameter(parameters, 'bold_style') === '__' ? '__' : '**',
    italic: textParameter(parameters, 'italic_style') === '_' ? '_' : '*',
    stripPlaceholderLinks: parameter(parameters, 'strip_placeholder_links') === true,
  });
  return { outputs: { markdown, success: true } };
};
