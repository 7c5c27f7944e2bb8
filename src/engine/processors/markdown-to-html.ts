import type { Execute } from './types';
import { parameter, textParameter } from './values';

/** `markdown_to_html`: Markdown as HTML in which nothing of the source is markup (MD-1, MD-2). Loads its parser when met. */
export const markdownToHtml: Execute = async (parameters) => {
  const raw = textParameter(parameters, 'text');
  const { renderSafeMarkdown } = await import('./safe-markdown');
  return { outputs: { html: renderSafeMarkdown(raw, parameter(parameters, 'strip_h1') === true), raw } };
};
