import DOMPurify from 'dompurify';
import { Marked } from 'marked';

const LINK = /^(?:https?:|mailto:|tel:|#)/i;

/** MD-1: a tag in the source is text like any other, so that the page's policy has nothing to stop either. */
const markdown = new Marked({ tokenizer: { html: () => undefined, tag: () => undefined } });

/** Markdown as a document fragment without scripts, styles, forms, frames and pictures. Links open outside. */
export function renderMarkdown(text: string): DocumentFragment {
  const html = markdown.parse(text, { async: false, gfm: true, breaks: true });
  const fragment = DOMPurify.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: [
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
      ...['strong', 'em', 'del', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
    ],
    ALLOWED_ATTR: ['href', 'title', 'align'],
    ALLOWED_URI_REGEXP: LINK,
  });
  for (const link of fragment.querySelectorAll('a')) {
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
    link.tabIndex = -1;
  }
  return fragment;
}
