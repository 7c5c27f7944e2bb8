const FIRST_PRINTABLE = 0x20;

/** Where a text stops being JSON, and what would be right there. */
export type JsonFault = { readonly offset: number; readonly expected: string };

const BLANK = /[ \t\n\r]*/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds the fault in a text that JSON.parse has refused. Engines word and place theirs each in their own way, and some
 * give no place at all. A loop with a stack of its own: one closing bracket for each level that is open.
 */
export function findJsonFault(text: string): JsonFault {
  const open: ('}' | ']')[] = [];
  let offset = 0;
  let state: 'value' | 'first-item' | 'first-key' | 'key' | 'after' = 'value';
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = offset;
    const length = pattern.exec(text)?.[0].length ?? 0;
    offset += length;
    return length > 0;
  };
  const string = (): JsonFault | undefined => {
    offset += 1;
    while (offset < text.length && text[offset] !== '"') {
      if (text.charCodeAt(offset) < FIRST_PRINTABLE)
        return { offset, expected: 'an escape for a control character' };
      if (text[offset] !== '\\') offset += 1;
      else if (!skip(ESCAPE)) return { offset, expected: 'an escape that JSON knows' };
    }
    if (offset >= text.length) return { offset: text.length, expected: 'a closing quote' };
    offset += 1;
    return undefined;
  };
  for (;;) {
    skip(BLANK);
    const char = text[offset] ?? '';
    const closing = open.at(-1);
    if (state === 'after') {
      if (closing === undefined) return { offset, expected: 'the end of the file' };
      if (char === closing) open.pop();
      else if (char === ',') state = closing === '}' ? 'key' : 'value';
      else return { offset, expected: `"," or "${closing}"` };
      offset += 1;
    } else if ((state === 'first-item' || state === 'first-key') && char === closing) {
      open.pop();
      offset += 1;
      state = 'after';
    } else if (state === 'first-key' || state === 'key') {
      if (char !== '"') return { offset, expected: 'a key in double quotes' };
      const fault = string();
      if (fault !== undefined) return fault;
      skip(BLANK);
      if (text[offset] !== ':') return { offset, expected: '":"' };
      offset += 1;
      state = 'value';
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      offset += 1;
      state = char === '{' ? 'first-key' : 'first-item';
    } else if (char === '"') {
      const fault = string();
      if (fault !== undefined) return fault;
      state = 'after';
    } else if (skip(SCALAR)) state = 'after';
    else return { offset, expected: 'a value' };
  }
}
