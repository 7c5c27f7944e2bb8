// LANG-28: the six operators of a condition, and what case means to each.
import { compilePattern } from '../../model/pattern';
import { NodeFailure } from './types';

export const OPERATORS = ['equals', 'not_equals', 'contains', 'starts_with', 'ends_with', 'regex'] as const;

/** Compares a text with another, or with a pattern. Fails the node on another operator and on a broken pattern. */
export function holds(operator: string, text: string, wanted: string, caseSensitive: boolean): boolean {
  if (operator === 'regex') return matches(text, wanted, caseSensitive);
  const fold = (value: string): string => (caseSensitive ? value : value.toLowerCase());
  const left = fold(text);
  const right = fold(wanted);
  switch (operator) {
    case 'equals':
      return left === right;
    case 'not_equals':
      return left !== right;
    case 'contains':
      return left.includes(right);
    case 'starts_with':
      return left.startsWith(right);
    case 'ends_with':
      return left.endsWith(right);
    default:
      throw new NodeFailure(`There is no operator "${operator}"; there are ${OPERATORS.join(', ')}.`, {
        code: 'unknown_operator',
        details: { operator },
      });
  }
}

/** A pattern is written bare, or between slashes with flags behind. */
const DELIMITED = /^\/([\s\S]+)\/([dgimsuy]*)$/;

function matches(text: string, pattern: string, caseSensitive: boolean): boolean {
  const delimited = DELIMITED.exec(pattern);
  const source = delimited?.[1] ?? pattern;
  const flags = delimited?.[2] ?? '';
  // The pattern is never rewritten for case: the engine's own mode folds.
  const mode = caseSensitive || flags.includes('i') ? flags : `${flags}i`;
  const compiled = compilePattern(source, mode) ?? compilePattern(withoutLooseEscapes(source), mode);
  if (compiled === undefined)
    throw new NodeFailure(
      `The pattern "${pattern}" cannot be used: it does not compile as an ECMAScript pattern, or it could take for ever.`,
      { code: 'pattern_invalid', details: { pattern } },
    );
  if (text.length > compiled.limit)
    throw new NodeFailure(
      `The pattern "${pattern}" can be tried on texts of at most ${compiled.limit} characters; this one has ${text.length}.`,
      { code: 'pattern_too_slow', details: { pattern, limit: compiled.limit } },
    );
  return compiled.test(text);
}

/** `\-`, `\#` and the like mean the character itself, but are refused in Unicode mode; as code points they mean the same. */
function withoutLooseEscapes(source: string): string {
  return source.replace(/\\([\s\S])/g, (escaped, character: string) =>
    /[-#:;"'<>@!%&,=~`_ ]/.test(character)
      ? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
      : escaped,
  );
}
