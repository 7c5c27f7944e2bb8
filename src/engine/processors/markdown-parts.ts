// The parts of a Markdown document, by its parser: headings in code are none.
import { Marked, type Token, type Tokens } from 'marked';
import type { JsonObject } from '../../model/json';

const marked = new Marked({ gfm: true });

type Heading = {
  readonly level: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
};

/** `title`: the first first-level heading. `body`: the text without it. `sections`: one for every heading. */
export function dissect(text: string): JsonObject {
  const tokens = marked.lexer(text);
  const headings = headingsOf(tokens);
  const title = headings.find(({ level }) => level === 1);
  const body = (title === undefined ? text : text.slice(0, title.start) + text.slice(title.end)).trim();
  const sections = headings.map(({ level, text: heading, end }, index) => ({
    level,
    heading,
    content: text.slice(end, headings[index + 1]?.start ?? text.length).trim(),
  }));
  const withoutTitle = title === undefined ? tokens : marked.lexer(body);
  return { title: title?.text ?? '', body, sections, plain_text: plainBlocks(withoutTitle).trim() };
}

function headingsOf(tokens: readonly Token[]): readonly Heading[] {
  const found: Heading[] = [];
  let at = 0;
  for (const token of tokens) {
    const end = at + token.raw.length;
    if (token.type === 'heading' && typeof token.depth === 'number')
      found.push({ level: token.depth, text: plainInline(token.tokens ?? []), start: at, end });
    at = end;
  }
  return found;
}

function plainBlocks(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'list') return items(token.items);
      if (token.type === 'table') return table(token);
      if (token.type === 'code') return String(token.text);
      if (token.type === 'blockquote') return plainBlocks(token.tokens ?? []);
      if (token.type === 'hr' || token.type === 'space' || token.type === 'def' || token.type === 'html')
        return '';
      return plainInline('tokens' in token && token.tokens !== undefined ? token.tokens : [token]);
    })
    .filter((part) => part !== '')
    .join('\n\n');
}

function items(list: unknown): string {
  if (!Array.isArray(list)) return '';
  return list.map((item: Tokens.ListItem) => plainBlocks(item.tokens)).join('\n');
}

function table(token: Tokens.Generic): string {
  const rows: unknown[] = [token.header, ...(Array.isArray(token.rows) ? token.rows : [])];
  return rows
    .map((row) =>
      Array.isArray(row) ? row.map((cell: Tokens.TableCell) => plainInline(cell.tokens)).join(' ') : '',
    )
    .join('\n');
}

const ENTITIES: { readonly [name: string]: string } = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};

function plainInline(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === 'br') return '\n';
      if (token.type === 'html') return '';
      if (token.type === 'image') return String(token.text);
      if ('tokens' in token && token.tokens !== undefined) return plainInline(token.tokens);
      return ('text' in token ? String(token.text) : token.raw).replace(
        /&(?:amp|lt|gt|quot|nbsp|#39);/g,
        (entity) => ENTITIES[entity] ?? entity,
      );
    })
    .join('');
}
