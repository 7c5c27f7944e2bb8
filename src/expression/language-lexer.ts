// The expression language's tokens: numbers, strings, names, operators, punctuation. Written after the public
// documentation of the Symfony expression language.

export type TokenKind = 'number' | 'string' | 'name' | 'operator' | 'punctuation' | 'end';
export type Token = {
  readonly kind: TokenKind;
  readonly text: string /** Position from 1. */;
  readonly at: number;
};

/** A fault of syntax, with where it is. */
export class LanguageSyntaxError extends Error {
  constructor(message: string, at: number) {
    super(`${message} (at position ${at})`);
    this.name = 'LanguageSyntaxError';
  }
}

const SPACE = /[ \t\r\n\v\f]+/y;
const COMMENT = /\/\*[\s\S]*?\*\//y;
const NUMBER = /(?:\d[\d_]*(?:\.\d[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y;
const WORD_OPERATOR = /(?:not in|starts with|ends with|contains|matches|and|or|xor|not|in)(?=[\s(])/y;
const OPERATOR = /===|!==|\*\*|\|\||&&|==|!=|<=|>=|<<|>>|\.\.|[|^&<>+\-~*/%!]/y;
const PUNCTUATION = /\?\?|\?\.|[(){}[\],.?:]/y;
const NAME = /[a-zA-Z_\u0080-\uffff][a-zA-Z0-9_\u0080-\uffff]*/y;

/** Splits an expression. Throws {@link LanguageSyntaxError}. The last token is of kind `end`. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  const open: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(source)?.[0];
  };
  while (at < source.length) {
    const skipped = take(SPACE) ?? take(COMMENT);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const token = next(take, tokens.at(-1), at + 1);
    if (token === undefined) throw new LanguageSyntaxError(`Unexpected character "${source[at]}"`, at + 1);
    balance(token, open);
    at += token.length;
    tokens.push(token);
  }
  const unclosed = open.pop();
  if (unclosed !== undefined) throw new LanguageSyntaxError(`Unclosed "${unclosed.text}"`, unclosed.at);
  tokens.push({ kind: 'end', text: 'the end', at: source.length + 1 });
  return tokens;
}

type Read = Token & { readonly length: number };

function next(
  take: (pattern: RegExp) => string | undefined,
  before: Token | undefined,
  at: number,
): Read | undefined {
  const make = (kind: TokenKind, raw: string, text = raw): Read => ({ kind, text, at, length: raw.length });
  const number = take(NUMBER);
  if (number !== undefined) return make('number', number, number.replaceAll('_', ''));
  const string = take(STRING);
  if (string !== undefined) return make('string', string, unescapeText(string.slice(1, -1)));
  // After a dot a word is a property, whatever it spells: `a.in`.
  const member = before?.kind === 'punctuation' && (before.text === '.' || before.text === '?.');
  const word = member ? undefined : take(WORD_OPERATOR);
  if (word !== undefined) return make('operator', word);
  const operator = take(OPERATOR);
  if (operator !== undefined) return make('operator', operator);
  const punctuation = take(PUNCTUATION);
  if (punctuation !== undefined) return make('punctuation', punctuation);
  const name = take(NAME);
  return name === undefined ? undefined : make('name', name);
}

const CLOSES: { readonly [close: string]: string } = { ')': '(', ']': '[', '}': '{' };

function balance(token: Token, open: Token[]): void {
  if (token.kind !== 'punctuation') return;
  if (token.text === '(' || token.text === '[' || token.text === '{') open.push(token);
  const opener = CLOSES[token.text];
  if (opener === undefined) return;
  if (open.pop()?.text !== opener) throw new LanguageSyntaxError(`Unexpected "${token.text}"`, token.at);
}

const ESCAPES: { readonly [letter: string]: string } = {
  n: '\n',
  t: '\t',
  r: '\r',
  v: '\v',
  f: '\f',
  b: '\b',
  a: '\x07',
};

function unescapeText(text: string): string {
  return text.replace(/\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|([\s\S]))/g, (_match, hex, octal, letter) => {
    if (typeof hex === 'string') return String.fromCharCode(Number.parseInt(hex, 16));
    if (typeof octal === 'string') return String.fromCharCode(Number.parseInt(octal, 8));
    return ESCAPES[String(letter)] ?? String(letter);
  });
}
