// HTML as a tree of our own, without a DOM: what a browser would show, and nothing that it would run.
import { Parser } from 'htmlparser2';

export type HtmlElement = {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: HtmlNode[];
};
export type HtmlNode = HtmlElement | { readonly kind: 'text'; readonly text: string };

/** Elements whose content is no text of the page. */
const UNSEEN = new Set([
  ...['script', 'style', 'head', 'title', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg', 'math'],
  ...['textarea', 'select', 'audio', 'video', 'canvas'],
]);
/** Elements deeper than this hang from the one at this depth. */
const DEEPEST = 100;

/** Reads HTML, well-formed or not. Never throws. */
export function readHtml(html: string): readonly HtmlNode[] {
  const root: HtmlElement = { kind: 'element', name: '', attributes: new Map(), children: [] };
  const open: { readonly name: string; readonly element: HtmlElement }[] = [];
  let unseen = 0;
  const top = (): HtmlElement => open.at(-1)?.element ?? root;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (UNSEEN.has(name)) unseen += 1;
        const element: HtmlElement = {
          kind: 'element',
          name,
          attributes: new Map(Object.entries(attributes)),
          children: [],
        };
        if (unseen === 0) top().children.push(element);
        open.push({ name, element: open.length < DEEPEST ? element : top() });
      },
      onclosetag(name) {
        if (UNSEEN.has(name)) unseen = Math.max(0, unseen - 1);
        open.pop();
      },
      ontext(text) {
        if (unseen === 0) top().children.push({ kind: 'text', text });
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.write(html);
  parser.end();
  return root.children;
}
