// Tags taken out of a text, in time that grows with the text alone.

/** Takes tags and comments out; tags of the names in `kept` (lower case) stay. A `<` before a blank is no tag. */
export function stripTags(text: string, kept: ReadonlySet<string>): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf('<', at);
    if (open < 0) return result + text.slice(at);
    result += text.slice(at, open);
    const next = text[open + 1];
    if (next === undefined || /\s/.test(next)) {
      result += '<';
      at = open + 1;
      continue;
    }
    const end = text.startsWith('<!--', open) ? endOfComment(text, open) : endOfTag(text, open);
    const name = /^<\/?([a-zA-Z][\w-]*)/.exec(text.slice(open, open + 60))?.[1]?.toLowerCase();
    if (name !== undefined && kept.has(name)) result += text.slice(open, end);
    at = end;
  }
  return result;
}

function endOfComment(text: string, open: number): number {
  const close = text.indexOf('-->', open + 4);
  return close < 0 ? text.length : close + 3;
}

/** Behind the `>` that closes the tag; one in quotes does not. */
function endOfTag(text: string, open: number): number {
  let quote = '';
  for (let at = open + 1; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at + 1;
  }
  return text.length;
}
