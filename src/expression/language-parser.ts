// The expression language's grammar: a climb over operator precedence, after the public documentation.
import { LanguageSyntaxError, type Token, tokenize } from './language-lexer';

export type LanguageNode =
  | { readonly kind: 'constant'; readonly value: null | boolean | number | string }
  | { readonly kind: 'name'; readonly name: string; readonly at: number }
  | { readonly kind: 'list'; readonly items: readonly LanguageNode[] }
  | {
      readonly kind: 'map';
      readonly entries: readonly { readonly key: LanguageNode; readonly value: LanguageNode }[];
    }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: LanguageNode }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: LanguageNode;
      readonly right: LanguageNode;
    }
  | {
      readonly kind: 'condition';
      readonly test: LanguageNode;
      readonly yes: LanguageNode | undefined;
      readonly no: LanguageNode;
    }
  | { readonly kind: 'fallback'; readonly left: LanguageNode; readonly right: LanguageNode }
  | {
      readonly kind: 'member';
      readonly target: LanguageNode;
      readonly key: LanguageNode;
      readonly style: 'dot' | 'bracket';
      readonly nullSafe: boolean;
    }
  | { readonly kind: 'method'; readonly target: LanguageNode; readonly name: string }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly arguments: readonly LanguageNode[] };

export type FunctionName = 'min' | 'max';
/** Functions of the language. `constant` and `enum` are left out: they read what is outside the context. */
const FUNCTIONS: readonly FunctionName[] = ['min', 'max'];

type Operator = { readonly precedence: number; readonly right?: true };
const BINARY: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...level(10, 'or', '||'),
  ...level(12, 'xor'),
  ...level(15, 'and', '&&'),
  ...level(16, '|'),
  ...level(17, '^'),
  ...level(18, '&'),
  ...level(
    20,
    '==',
    '===',
    '!=',
    '!==',
    '<',
    '>',
    '>=',
    '<=',
    'not in',
    'in',
    'contains',
    'starts with',
    'ends with',
    'matches',
  ),
  ...level(25, '..', '<<', '>>'),
  ...level(30, '+', '-'),
  ...level(40, '~'),
  ...level(60, '*', '/', '%'),
  ['**', { precedence: 200, right: true }],
]);
const UNARY: ReadonlyMap<string, number> = new Map([
  ['not', 50],
  ['!', 50],
  ['-', 500],
  ['+', 500],
  ['~', 500],
]);

function level(precedence: number, ...operators: readonly string[]): [string, Operator][] {
  return operators.map((operator) => [operator, { precedence }]);
}

/** Parses an expression; every name counts as declared (LANG-10). Throws {@link LanguageSyntaxError}. */
export function parseLanguage(source: string): LanguageNode {
  const tokens = tokenize(source);
  let position = 0;

  const current = (): Token => tokens[position] ?? { kind: 'end', text: 'the end', at: source.length + 1 };
  const isNext = (text: string): boolean => current().kind === 'punctuation' && current().text === text;
  const unexpected = (token: Token): LanguageSyntaxError =>
    new LanguageSyntaxError(
      `Unexpected ${token.kind === 'end' ? token.text : `${token.kind} "${token.text}"`}`,
      token.at,
    );
  const expect = (text: string): void => {
    if (!isNext(text))
      throw new LanguageSyntaxError(`"${text}" is expected instead of "${current().text}"`, current().at);
    position += 1;
  };
  const accept = (text: string): boolean => {
    if (!isNext(text)) return false;
    position += 1;
    return true;
  };

  function expression(precedence = 0): LanguageNode {
    let left = primary();
    for (;;) {
      const token = current();
      const operator = token.kind === 'operator' ? BINARY.get(token.text) : undefined;
      if (operator === undefined || operator.precedence < precedence) break;
      position += 1;
      const right = expression(operator.right ? operator.precedence : operator.precedence + 1);
      left = { kind: 'binary', operator: token.text, left, right };
    }
    return precedence === 0 ? conditional(left) : left;
  }

  function conditional(first: LanguageNode): LanguageNode {
    let node = first;
    while (accept('??')) node = { kind: 'fallback', left: node, right: expression() };
    while (accept('?')) {
      if (accept(':')) {
        node = { kind: 'condition', test: node, yes: undefined, no: expression() };
        continue;
      }
      const yes = expression();
      const no: LanguageNode = accept(':') ? expression() : { kind: 'constant', value: null };
      node = { kind: 'condition', test: node, yes, no };
    }
    return node;
  }

  function primary(): LanguageNode {
    const token = current();
    const unary = token.kind === 'operator' ? UNARY.get(token.text) : undefined;
    if (unary !== undefined) {
      position += 1;
      return postfix({ kind: 'unary', operator: token.text, operand: expression(unary) });
    }
    if (accept('(')) {
      const inner = expression();
      expect(')');
      return postfix(inner);
    }
    return postfix(atom());
  }

  function atom(): LanguageNode {
    const token = current();
    if (token.kind === 'number') {
      position += 1;
      const value = Number(token.text);
      if (!Number.isFinite(value))
        throw new LanguageSyntaxError(`The number "${token.text}" is beyond the range of numbers`, token.at);
      return { kind: 'constant', value };
    }
    if (token.kind === 'string') {
      position += 1;
      return { kind: 'constant', value: token.text };
    }
    if (token.kind === 'name') {
      position += 1;
      return named(token);
    }
    if (isNext('[')) return list();
    if (isNext('{')) return map();
    throw unexpected(token);
  }

  function named(token: Token): LanguageNode {
    if (token.text === 'true' || token.text === 'TRUE') return { kind: 'constant', value: true };
    if (token.text === 'false' || token.text === 'FALSE') return { kind: 'constant', value: false };
    if (token.text === 'null' || token.text === 'NULL') return { kind: 'constant', value: null };
    if (!isNext('(')) return { kind: 'name', name: token.text, at: token.at };
    const name = FUNCTIONS.find((known) => known === token.text);
    if (name === undefined)
      throw new LanguageSyntaxError(
        `The function "${token.text}" does not exist; there are ${FUNCTIONS.join(', ')}`,
        token.at,
      );
    return { kind: 'call', name, arguments: callArguments() };
  }

  function separated(close: string, item: () => void): void {
    while (!accept(close)) {
      item();
      if (accept(close)) return;
      expect(',');
    }
  }

  function callArguments(): readonly LanguageNode[] {
    const items: LanguageNode[] = [];
    expect('(');
    separated(')', () => items.push(expression()));
    return items;
  }

  function list(): LanguageNode {
    const items: LanguageNode[] = [];
    expect('[');
    separated(']', () => items.push(expression()));
    return { kind: 'list', items };
  }

  function map(): LanguageNode {
    const entries: { key: LanguageNode; value: LanguageNode }[] = [];
    expect('{');
    separated('}', () => {
      const key = mapKey();
      expect(':');
      entries.push({ key, value: expression() });
    });
    return { kind: 'map', entries };
  }

  function mapKey(): LanguageNode {
    const token = current();
    if (accept('(')) {
      const key = expression();
      expect(')');
      return key;
    }
    if (token.kind !== 'string' && token.kind !== 'number' && token.kind !== 'name')
      throw new LanguageSyntaxError(
        'A key is a string, a number, a name, or an expression in parentheses',
        token.at,
      );
    position += 1;
    return { kind: 'constant', value: token.text };
  }

  function postfix(start: LanguageNode): LanguageNode {
    let node = start;
    for (;;) {
      if (accept('[')) {
        const key = expression();
        expect(']');
        node = { kind: 'member', target: node, key, style: 'bracket', nullSafe: false };
        continue;
      }
      const nullSafe = isNext('?.');
      if (!accept('?.') && !accept('.')) return node;
      const name = current();
      if (name.kind !== 'name') throw new LanguageSyntaxError('A name is expected after the dot', name.at);
      position += 1;
      if (isNext('(')) {
        callArguments();
        node = { kind: 'method', target: node, name: name.text };
      } else {
        node = {
          kind: 'member',
          target: node,
          key: { kind: 'constant', value: name.text },
          style: 'dot',
          nullSafe,
        };
      }
    }
  }

  const root = expression();
  if (current().kind !== 'end') throw unexpected(current());
  return root;
}
