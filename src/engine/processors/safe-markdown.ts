// MD-1, MD-2: HTML from Markdown, without a DOM. The parser gives tokens; the markup is written here, every text encoded
// once where it is written, and no token has a way to write anything else. Tags of the source are text to the parser.
import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { safeUrl } from './safe-url';

const marked = new Marked({ gfm: true, tokenizer: { html: () => undefined, tag: () => undefined } });
/** Deeper quotes and lists come out as text. */
const DEEPEST = 100;

/** What the parser makes without extensions. Anything else is written as the text that it was. */
const KNOWN = new Set([
  ...['space', 'def', 'heading', 'paragraph', 'text', 'code', 'blockquote', 'list', 'hr', 'table'],
  ...['strong', 'em', 'del', 'codespan', 'br', 'link', 'image', 'escape'],
]);

function isKnown(token: Token): token is MarkedToken {
  return KNOWN.has(token.type);
}

/** `withoutH1`: headings of the first level are left out, all of them. */
export function renderSafeMarkdown(markdown: string, withoutH1: boolean): string {
  return blocks(marked.lexer(markdown), withoutH1, 0).join('\n');
}

/** MD-2: a text may keep its quotes. */
function text(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** MD-2: a value in an attribute cannot end it. */
function attribute(value: string): string {
  return text(value).replaceAll('"', '&quot;').replaceAll("'", '&#039;').replaceAll('`', '&#096;');
}

function blocks(tokens: readonly Token[], withoutH1: boolean, depth: number): readonly string[] {
  return tokens.flatMap((token) => {
    const written = block(token, withoutH1, depth);
    return written === undefined ? [] : [written];
  });
}

function block(token: Token, withoutH1: boolean, depth: number): string | undefined {
  if (depth > DEEPEST || !isKnown(token)) return text(token.raw);
  switch (token.type) {
    case 'space':
    case 'def':
      return undefined;
    case 'heading': {
      if (withoutH1 && token.depth === 1) return undefined;
      return `<h${token.depth}>${inline(token.tokens, depth)}</h${token.depth}>`;
    }
    case 'paragraph':
      return `<p>${inline(token.tokens, depth)}</p>`;
    case 'text':
      return token.tokens === undefined ? text(token.text) : inline(token.tokens, depth);
    case 'code': {
      const language = /^[\w+#.-]+/.exec(token.lang ?? '')?.[0];
      const named = language === undefined ? '' : ` class="language-${attribute(language)}"`;
      return `<pre><code${named}>${text(token.text)}\n</code></pre>`;
    }
    case 'blockquote':
      return `<blockquote>\n${blocks(token.tokens, withoutH1, depth + 1).join('\n')}\n</blockquote>`;
    case 'list':
      return list(token, withoutH1, depth);
    case 'hr':
      return '<hr>';
    case 'table':
      return table(token, depth);
    default:
      return text(token.raw);
  }
}

function list({ ordered, start, items }: Tokens.List, withoutH1: boolean, depth: number): string {
  const tag = ordered ? 'ol' : 'ul';
  const first = ordered && typeof start === 'number' && start !== 1 ? ` start="${start}"` : '';
  const written = items.map((item) => {
    const box = item.task
      ? `<input type="checkbox" disabled${item.checked === true ? ' checked' : ''}> `
      : '';
    const parts = item.tokens.filter(({ type }) => type !== 'checkbox');
    return `<li>${box}${blocks(parts, withoutH1, depth + 1).join('\n')}</li>`;
  });
  return `<${tag}${first}>\n${written.join('\n')}\n</${tag}>`;
}

function table({ header, rows, align }: Tokens.Table, depth: number): string {
  const cell = (tag: 'th' | 'td', { tokens }: Tokens.TableCell, column: number): string => {
    const side = align[column];
    return `<${tag}${side === null || side === undefined ? '' : ` align="${side}"`}>${inline(tokens, depth)}</${tag}>`;
  };
  const head = `<tr>${header.map((each, column) => cell('th', each, column)).join('')}</tr>`;
  const body = rows.map((row) => `<tr>${row.map((each, column) => cell('td', each, column)).join('')}</tr>`);
  return `<table>\n<thead>\n${head}\n</thead>\n<tbody>\n${body.join('\n')}\n</tbody>\n</table>`;
}

function inline(tokens: readonly Token[], depth: number): string {
  return tokens.map((token) => piece(token, depth + 1)).join('');
}

function piece(token: Token, depth: number): string {
  if (depth > DEEPEST || !isKnown(token)) return text(token.raw);
  switch (token.type) {
    case 'strong':
    case 'em':
    case 'del':
      return `<${token.type}>${inline(token.tokens, depth)}</${token.type}>`;
    case 'codespan':
      return `<code>${text(token.text)}</code>`;
    case 'br':
      return '<br>';
    case 'link': {
      const href = safeUrl(token.href);
      const inner = inline(token.tokens, depth);
      return href === undefined ? inner : `<a href="${attribute(href)}"${titled(token.title)}>${inner}</a>`;
    }
    case 'image': {
      const src = safeUrl(token.href);
      return src === undefined
        ? text(token.text)
        : `<img src="${attribute(src)}" alt="${attribute(token.text)}"${titled(token.title)}>`;
    }
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens !== undefined ? inline(token.tokens, depth) : text(token.text);
    default:
      return text(token.raw);
  }
}

function titled(title: string | null | undefined): string {
  return title === null || title === undefined || title === '' ? '' : ` title="${attribute(title)}"`;
}
