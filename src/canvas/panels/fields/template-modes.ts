import type { StreamParser, StringStream } from '@codemirror/language';

const WORDS = new Set([
  'and',
  'or',
  'not',
  'in',
  'is',
  'matches',
  'contains',
  'if',
  'else',
  'elseif',
  'endif',
  'for',
  'endfor',
  'set',
  'endset',
  'autoescape',
  'endautoescape',
  'true',
  'false',
  'null',
  'filter',
  'apply',
  'endapply',
  'raw',
  'endraw',
  'verbatim',
  'endverbatim',
  'macro',
  'endmacro',
  'with',
  'endwith',
  'starts',
  'ends',
  'b-and',
  'b-or',
]);

type State = { inside: 'text' | 'tag' | 'comment' };

/** One token of an expression: a string, a number, a word, an operator. */
function expressionToken(stream: StringStream): string | null {
  if (stream.match(/"(?:[^"\\]|\\.)*"?/) || stream.match(/'(?:[^'\\]|\\.)*'?/)) return 'string';
  if (stream.match(/\d+(?:\.\d+)?/)) return 'number';
  if (stream.match(/[A-Za-z_][A-Za-z0-9_]*/)) return WORDS.has(stream.current()) ? 'keyword' : 'variableName';
  if (stream.match(/[[\](){}]/)) return 'bracket';
  stream.next();
  return null;
}

/** Colours for Twig: text, `{{ }}`, `{% %}` and `{# #}`. */
export const twigMode: StreamParser<State> = {
  name: 'twig',
  startState: () => ({ inside: 'text' }),
  token(stream, state) {
    if (state.inside === 'comment') {
      if (stream.match(/.*?#\}/)) state.inside = 'text';
      else stream.skipToEnd();
      return 'comment';
    }
    if (state.inside === 'text') {
      if (stream.match(/\{[{%]-?/)) {
        state.inside = 'tag';
        return 'processingInstruction';
      }
      if (stream.match('{#')) {
        state.inside = 'comment';
        return 'comment';
      }
      if (!stream.match(/[^{]+/)) stream.next();
      return null;
    }
    if (stream.match(/-?[}%]\}/)) {
      state.inside = 'text';
      return 'processingInstruction';
    }
    if (stream.eatSpace()) return null;
    return expressionToken(stream);
  },
};

/** Colours for expressions and paths. */
export const expressionMode: StreamParser<null> = {
  name: 'expression',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    return expressionToken(stream);
  },
};
