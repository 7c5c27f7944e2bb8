// The patterns of `matches`, in both languages that have it: between delimiters, flags behind, in bounded time.
import { compilePattern } from '../model/pattern';

const DELIMITED =
  /^\s*(?:\/([\s\S]*)\/|#([\s\S]*)#|~([\s\S]*)~|@([\s\S]*)@|%([\s\S]*)%|!([\s\S]*)!|\{([\s\S]*)\}|\(([\s\S]*)\)|\[([\s\S]*)\])([a-zA-Z]*)$/;

/** Whether a text matches. Throws a sentence where the pattern is none, or could take for ever on the text. */
export function delimitedMatch(pattern: string, text: string): boolean {
  const parts = DELIMITED.exec(pattern);
  if (parts === null)
    throw new Error(`"${shortened(pattern)}" is no pattern: it is written between slashes, as in "/^a+$/i".`);
  const body = parts.slice(1, 10).find((part) => part !== undefined) ?? '';
  const flags = parts[10] ?? '';
  const unknown = [...flags].find((flag) => !'imsuxDU'.includes(flag) || flag === 'U');
  if (unknown !== undefined)
    throw new Error(`"${unknown}" is no flag of a pattern here; there are i, m, s, u, x and D.`);
  const source = ecmaScript(body, flags);
  const mode = [...new Set(flags)].filter((flag) => 'ims'.includes(flag)).join('');
  const compiled = compilePattern(source, mode) ?? compilePattern(withoutLooseEscapes(source), mode);
  if (compiled === undefined)
    throw new Error(
      `"${shortened(pattern)}" cannot be used: it does not compile, or it could take for ever.`,
    );
  if (text.length > compiled.limit)
    throw new Error(
      `"${shortened(pattern)}" can be tried on texts of at most ${compiled.limit} characters; this one has ${text.length}.`,
    );
  return compiled.test(text);
}

function shortened(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

const POSIX: { readonly [name: string]: string } = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  punct: '!-\\/:-@\\[-`\\{-~',
  word: '\\w',
  xdigit: '0-9a-fA-F',
};

/** What PHP's patterns write in another way: `\A`, `\z`, `\Z`, `\h`, `\R`, `[:alpha:]`, and the blanks of the flag x. */
function ecmaScript(source: string, flags: string): string {
  const multiline = flags.includes('m');
  let written = '';
  let inClass = false;
  for (let at = 0; at < source.length; at += 1) {
    const character = source[at] ?? '';
    if (character === '\\') {
      at += 1;
      written += escaped(source[at] ?? '', inClass, multiline);
    } else if (inClass) {
      const named = /^\[:(\w+):\]/.exec(source.slice(at, at + 12));
      if (named !== null) {
        written += POSIX[named[1] ?? ''] ?? named[0];
        at += named[0].length - 1;
      } else {
        inClass = character !== ']';
        written += character === '[' ? '\\[' : character;
      }
    } else if (character === '[') {
      inClass = true;
      const lead = /^\[\^?\]?/.exec(source.slice(at))?.[0] ?? '[';
      written += lead.endsWith(']') ? `${lead.slice(0, -1)}\\]` : lead;
      at += lead.length - 1;
    } else if (flags.includes('x') && /\s/.test(character)) continue;
    else if (flags.includes('x') && character === '#') {
      const end = source.indexOf('\n', at);
      at = end < 0 ? source.length : end;
    } else if (character === '$' && !multiline && !flags.includes('D')) written += '(?:\\n?$)';
    else written += character;
  }
  return written;
}

function escaped(letter: string, inClass: boolean, multiline: boolean): string {
  // Of the whole text, not of a line.
  if (multiline && !inClass && letter === 'A') return '(?<![\\s\\S])';
  if (multiline && !inClass && /[zZ]/.test(letter)) return '(?![\\s\\S])';
  if (letter === 'h') return inClass ? ' \\t' : '[ \\t]';
  if (letter === 'R' && !inClass) return '(?:\\r\\n|\\n|\\r)';
  if (letter === 'A' && !inClass) return '(?:^)';
  if (letter === 'z' && !inClass) return '(?:$)';
  if (letter === 'Z' && !inClass) return '(?:\\n?$)';
  return `\\${letter}`;
}

/** `\-`, `\#` and the like mean the character itself, but are refused in Unicode mode; as code points they mean the same. */
function withoutLooseEscapes(source: string): string {
  return source.replace(/\\([\s\S])/g, (whole, character: string) =>
    /[-#:;"'<>@!%&,=~`_ ]/.test(character)
      ? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
      : whole,
  );
}
