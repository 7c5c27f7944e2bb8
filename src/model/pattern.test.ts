import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compilePattern } from './pattern';

const LONG = 100_000;

describe('compilePattern', () => {
  test.each([
    ['^https', '', 'https://a.test', true],
    ['^https', '', 'gopher://a.test', false],
    ['b', '', 'abc', true],
    ['^.$', '', '😀', true],
    ['^.$', '', '\u2028', false],
    ['^.$', 's', '\u2028', true],
    ['^\\s+\\S+$', '', '\u00a0\ufeffx', true],
    ['^\\u{1F600}\\uD83D\\uDE00+x*$', '', '😀😀', true],
    ['^[\\w-]+(?:\\.[\\w-]+)*$', '', 'a-b.c', true],
    ['^[\\w-]+(?:\\.[\\w-]+)*$', '', 'a..c', false],
    ['(?:[[]+x)+', '', '[[x[x', true],
    ['(?:[]|a+)+b', '', 'aab', true],
    ['^[^]+(?:a|b)+$', '', '\n\nab', true],
    ['^(?:straSSe|x+)+$', 'i', 'STRASSE', true],
    ['^(?<word>a+b?)+$', '', 'aabab', true],
    ['^(?:\\cA|\\x41|\\0)+$', '', '\u0001A\u0000', true],
    ['^(?:\\p{Lu}+\\d?)+$', '', 'ÀB1C', true],
    ['^(?:[\\p{Lu}\\d]+-?)+$', '', 'À-1', true],
    ['^(?:\\w+-?)+$', 'i', '\u017f', true],
    ['^a*[^\\w]*-*x$', 'i', '\u017fx', false],
    ['-*\\b-*x', 'i', '\u017fx', false],
    ['-*\\Bx-*', 'i', '\u017fx', true],
    ['^(?:\\W+-?)+$', 'i', '\u212a', false],
    ['(?<=a+)b', '', 'aab', true],
    ['^(?=.*\\d)(?=.*[A-Z]).{4,}$', '', 'abcD1', true],
    ['^(?=.*\\d)(?=.*[A-Z]).{4,}$', '', 'abcd1', false],
    ['^(a+)-\\1$', '', 'aa-aa', true],
    ['^a{1,2000}$', '', 'a'.repeat(2000), true],
    ['^a{1,2000}$', '', 'a'.repeat(2001), false],
    ['^b$', 'm', 'a\rb', true],
  ])('%s (flags "%s") on a text', (source, flags, text, expected) => {
    expect(compilePattern(source, flags)?.test(text)).toBe(expected);
    expect(new RegExp(source, `${flags}u`).test(text)).toBe(expected);
  });

  test.each(['(', '[z-a]', '\\', 'a{2,1}', '(?<n>a)(?<n>b)', '\\p{Nope}', '\\-', 'x**'])(
    'R6.h: %s cannot compile and constrains nothing',
    (source) => expect(compilePattern(source)).toBeUndefined(),
  );

  test('unknown flags make a pattern broken, flags that change no test are dropped', () => {
    expect(compilePattern('a', 'q')).toBeUndefined();
    expect(compilePattern('a', 'gu')?.test('A')).toBe(false);
    expect(compilePattern('a', 'gi')?.test('A')).toBe(true);
  });

  test.each([
    '(?:a+)+$',
    '(?:a|a)*$',
    '(a*)*b',
    '(?:a|aa)+$',
    'a*a*a*a*a*b',
    '(?:a?){30}a{30}$',
    '.*.*.*=.*',
  ])('R6.h: %s is linear, however long the text', (source) => {
    const pattern = compilePattern(source);
    expect(pattern?.limit).toBe(Number.POSITIVE_INFINITY);
    expect(typeof pattern?.test(`${'a'.repeat(LONG)}!`)).toBe('boolean');
  });

  test.each([
    '(?=(a+)+$)b',
    '(?:(a|a)*)\\1$',
    '(?:a?){30}(?=b)',
    '((((a{100}){100}){100}){100})',
    'a?'.repeat(40).concat('(?=b)'),
    // Engines compile these, and reading them would exhaust the call stack.
    `${'('.repeat(3000)}a${')'.repeat(3000)}`,
    `${'(?:'.repeat(900)}a${')*'.repeat(900)}`,
  ])('R6.h: %s could run without end and counts as broken', (source) =>
    expect(compilePattern(source)).toBeUndefined(),
  );

  test('R6.h: a pattern that must backtrack is tried only on texts it can finish', () => {
    const pattern = compilePattern('(?=a*a*b)a');
    expect(pattern?.test('ab')).toBe(true);
    expect(pattern?.test('aa')).toBe(false);
    expect(pattern?.limit).toBeGreaterThan(32);
    expect(pattern?.limit).toBeLessThan(1000);
    expect(pattern?.test('a'.repeat(LONG))).toBe(true);
  });

  test.each(['a{1000}b', '[ab]{5000}c', 'a'.repeat(15_000).concat('b'), 'x*[ab]{900}c'])(
    'R6.h: a large pattern (%#) is tried only on texts that it can finish',
    (source) => {
      const pattern = compilePattern(source);
      expect(pattern?.limit).toBeGreaterThan(1000);
      expect(pattern?.limit).toBeLessThan(1_000_000);
      expect(pattern?.test('ab'.repeat(500))).toBe(false);
      expect(pattern?.test('a'.repeat(2_000_000))).toBe(true);
    },
  );

  test('R6.h: a list of words is tried on long texts', () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`);
    const pattern = compilePattern(`\\b(?:${words.join('|')})\\.(?:com|org)$`, 'i');
    expect(pattern?.limit).toBeGreaterThan(200_000);
    expect(pattern?.test(`${'x '.repeat(LONG)}WORD7.org`)).toBe(true);
  });

  test('R6.h: brackets that are characters do not count as nested groups', () => {
    expect(compilePattern(`${'[(]'.repeat(300)}${'\\('.repeat(300)}`)?.test('(')).toBe(false);
  });

  const atom = fc.constantFrom(
    'a',
    'b',
    'K',
    '.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\b',
    '\\B',
    '[ab]',
    '[^a]',
    '[^\\w]',
    '[\\s\\d]',
    '[a-k-]',
    '[\\S]',
    '\\.',
    '\\/',
    'é',
    '[à-é]',
    '\\u00e9',
    '^',
    '$',
    '\\x41',
    '[\\]\\[^]',
    '😀',
    '\\p{L}',
    '\\P{L}',
  );
  const quantified = fc
    .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '+?'))
    .map(([piece, mark]) => (/^(?:\^|\$|\\b|\\B)$/i.test(piece) ? piece : piece + mark));
  const sequence = fc.array(quantified, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
  const group = fc
    .tuple(
      fc.constantFrom('(', '(?:', '(?<g>', '(?=', '(?!'),
      sequence,
      sequence,
      fc.constantFrom('', '', '*', '+', '?'),
    )
    .map(([open, a, b, mark]) => `${open}${a}|${b})${/[=!]/.test(open) ? '' : mark}`);
  const source = fc.tuple(sequence, group, sequence).map((parts) => parts.join(''));
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      'b',
      'k',
      'K',
      '1',
      ' ',
      '\n',
      '\u2028',
      'é',
      'É',
      '.',
      '-',
      '_',
      '😀',
      '\u212a',
      '\u017f',
      '\u00a0',
      '[',
    ),
    maxLength: 8,
  });

  test('R6.h: whatever engine runs it, a pattern means what ECMAScript says', () => {
    fc.assert(
      fc.property(source, text, fc.constantFrom('', 'i', 's', 'm'), (pattern, input, flags) => {
        const built = compilePattern(pattern, flags);
        fc.pre(built !== undefined);
        expect(built?.test(input)).toBe(new RegExp(pattern, `${flags}u`).test(input));
      }),
      { numRuns: 300 },
    );
  });
});
