// Markdown from a tree of HTML. What has no form in Markdown leaves its text.
import { type HtmlElement, type HtmlNode, readHtml } from './html-tree';
import { safeUrl } from './safe-url';

export type MarkdownStyle = {
  readonly heading: 'atx' | 'setext';
  readonly bold: string;
  readonly italic: string;
  /** A link without a target leaves its text alone; else it stays, with an empty target. */
  readonly stripPlaceholderLinks: boolean;
};

const BLOCKS = new Set([
  ...[
    'address',
    'article',
    'aside',
    'body',
    'center',
    'dd',
    'details',
    'dialog',
    'div',
    'dl',
    'dt',
    'fieldset',
  ],
  ...['figcaption', 'figure', 'footer', 'form', 'header', 'hgroup', 'html', 'legend', 'main', 'nav', 'p'],
  ...[
    'section',
    'summary',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'ul',
    'ol',
    'menu',
    'li',
    'blockquote',
    'pre',
  ],
  ...['hr', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'],
]);

/** Converts HTML, well-formed or not. Never throws. */
export function htmlAsMarkdown(html: string, style: MarkdownStyle): string {
  return blocks(readHtml(html), style).join('\n\n');
}

function isBlock(node: HtmlNode): boolean {
  return node.kind === 'element' && BLOCKS.has(node.name);
}

/** Paragraphs of a list of nodes: runs of inline ones are one paragraph each. */
function blocks(nodes: readonly HtmlNode[], style: MarkdownStyle): readonly string[] {
  const written: string[] = [];
  let run: HtmlNode[] = [];
  const endRun = (): void => {
    const text = paragraph(run, style);
    if (text !== '') written.push(text);
    run = [];
  };
  for (const node of nodes) {
    if (node.kind === 'text' || !(BLOCKS.has(node.name) || node.children.some(isBlock))) {
      run.push(node);
      continue;
    }
    endRun();
    const text = block(node, style);
    if (text !== '') written.push(text);
  }
  endRun();
  return written;
}

function block(element: HtmlElement, style: MarkdownStyle): string {
  const { name, children } = element;
  switch (name) {
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return heading(Number(name.slice(1)), inline(children, style).replace(/\s+/g, ' ').trim(), style);
    case 'ul':
    case 'ol':
    case 'menu':
      return list(element, style);
    case 'blockquote':
      return prefixed(blocks(children, style).join('\n\n'), '> ', '> ');
    case 'pre':
      return fence(element);
    case 'hr':
      return '---';
    case 'table':
      return table(element, style);
    default:
      return blocks(children, style).join('\n\n');
  }
}

function heading(level: number, text: string, style: MarkdownStyle): string {
  if (text === '') return '';
  // Underlines exist for two levels.
  if (style.heading === 'setext' && level <= 2)
    return `${text}\n${(level === 1 ? '=' : '-').repeat(Math.max(3, Math.min(80, text.length)))}`;
  return `${'#'.repeat(level)} ${text}`;
}

/** Every line with a prefix, the first one with its own; lines that are empty carry no blanks. */
function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => (index === 0 ? first : line === '' ? rest.trimEnd() : rest) + line)
    .join('\n');
}

function list(element: HtmlElement, style: MarkdownStyle): string {
  const start = Number(element.attributes.get('start') ?? 1);
  let next = Number.isSafeInteger(start) && start >= 0 ? start : 1;
  const items: string[] = [];
  for (const child of element.children) {
    if (child.kind !== 'element') continue;
    const parts = blocks(child.name === 'li' ? child.children : [child], style);
    if (child.name !== 'li' && parts.length === 0) continue;
    const mark = element.name === 'ol' ? `${next}. ` : '- ';
    next += 1;
    // A list inside an item follows its text at once.
    const nested = child.children.some((each) => each.kind === 'element' && each.name === 'p');
    items.push(prefixed(parts.join(nested ? '\n\n' : '\n'), mark, ' '.repeat(mark.length)));
  }
  return items.join('\n');
}

function fence(element: HtmlElement): string {
  const code = rawText(element.children)
    .replace(/^\r?\n/, '')
    .replace(/\n$/, '');
  const inner = element.children.find((child) => child.kind === 'element' && child.name === 'code');
  const names = inner?.kind === 'element' ? (inner.attributes.get('class') ?? '') : '';
  const language = /(?:^|\s)lang(?:uage)?-([\w+#.-]+)/.exec(names)?.[1] ?? '';
  const ticks = '`'.repeat(Math.max(3, 1 + longestRun(code)));
  return `${ticks}${language}\n${code}\n${ticks}`;
}

function longestRun(code: string): number {
  return (code.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

function rawText(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => (node.kind === 'text' ? node.text : node.name === 'br' ? '\n' : rawText(node.children)))
    .join('');
}

function table(element: HtmlElement, style: MarkdownStyle): string {
  const rows = rowsOf(element).map((row) =>
    row.children
      .filter((cell) => cell.kind === 'element' && (cell.name === 'td' || cell.name === 'th'))
      .map((cell) => (cell.kind === 'element' ? cellText(cell, style) : '')),
  );
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (width === 0)
    return blocks(
      element.children.flatMap((child) => (child.kind === 'element' ? child.children : [child])),
      style,
    ).join('\n\n');
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

function rowsOf(element: HtmlElement): readonly HtmlElement[] {
  return element.children.flatMap((child) => {
    if (child.kind !== 'element') return [];
    if (child.name === 'tr') return [child];
    return ['thead', 'tbody', 'tfoot'].includes(child.name) ? rowsOf(child) : [];
  });
}

function cellText(cell: HtmlElement, style: MarkdownStyle): string {
  return blocks(cell.children, style)
    .join(' ')
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|');
}

function paragraph(nodes: readonly HtmlNode[], style: MarkdownStyle): string {
  const lines = inline(nodes, style)
    .split('\n')
    .map((line) => line.replace(/^[ \t]+/, ''));
  return lines
    .map((line, index) => guarded(index === lines.length - 1 ? line.trimEnd() : line))
    .join('\n')
    .trim();
}

/** A line that would begin a heading, a list, a quote or a rule keeps its first sign as a sign. */
function guarded(line: string): string {
  return line
    .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|={2,}\s*$|-{2,}\s*$|~{3,})/, '\\$1')
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

function inline(nodes: readonly HtmlNode[], style: MarkdownStyle): string {
  return nodes
    .map((node) => (node.kind === 'text' ? escaped(node.text.replace(/\s+/g, ' ')) : span(node, style)))
    .join('')
    .replace(/ {2,}(?!\n)/g, ' ');
}

/** Signs that would mark something up stand as signs. */
function escaped(text: string): string {
  return text.replace(/[\\`*_[\]<]/g, '\\$&');
}

function span(element: HtmlElement, style: MarkdownStyle): string {
  const { name, children, attributes } = element;
  switch (name) {
    case 'strong':
    case 'b':
      return marked(inline(children, style), style.bold);
    case 'em':
    case 'i':
      return marked(inline(children, style), style.italic);
    case 'del':
    case 's':
    case 'strike':
      return marked(inline(children, style), '~~');
    case 'code':
    case 'kbd':
    case 'samp':
      return code(rawText(children));
    case 'br':
      return '  \n';
    case 'img': {
      const src = safeUrl(attributes.get('src') ?? '');
      const alt = escaped(attributes.get('alt') ?? '');
      return src === undefined || src === '' ? alt : `![${alt}](${target(src, attributes.get('title'))})`;
    }
    case 'a': {
      const text = inline(children, style).replace(/\s*\n\s*/g, ' ');
      const href = attributes.get('href');
      if (href === undefined || href.trim() === '')
        return style.stripPlaceholderLinks || text === '' ? text : `[${text}]()`;
      const address = safeUrl(href);
      return address === undefined || text.trim() === ''
        ? text
        : `[${text}](${target(address, attributes.get('title'))})`;
    }
    default:
      return inline(children, style);
  }
}

/** Marks stand next to the text; blanks go outside. */
function marked(text: string, mark: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const lead = text.slice(0, text.length - text.trimStart().length);
  const tail = text.slice(text.trimEnd().length);
  return `${lead}${mark}${inner}${mark}${tail}`;
}

function code(text: string): string {
  const inner = text.replace(/\s+/g, ' ');
  if (inner.trim() === '') return inner;
  const ticks = '`'.repeat(1 + longestRun(inner));
  const pad = inner.startsWith('`') || inner.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${inner}${pad}${ticks}`;
}

function target(address: string, title: string | undefined): string {
  const href = /[\s()<>]/.test(address)
    ? address.replace(
        /[\s()<>]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
      )
    : address;
  if (title === undefined || title === '') return href;
  return `${href} "${title.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"`;
}
