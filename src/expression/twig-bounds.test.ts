import { describe, expect, test } from 'vitest';
import { createTwigEngine } from './twig';
import { LARGEST_TAG, LONGEST_TEMPLATE, MOST_TOKENS } from './twig-bounds';

const engine = createTwigEngine();

describe('what a template may hold', () => {
  test.each([
    ['a list of 50,000 lists', `{{ [${'[1],'.repeat(50_000)}] }}`, `${MOST_TOKENS} are accepted`],
    ['a path of 200,000 parts', `{{ a${'.a'.repeat(200_000)} }}`, `${MOST_TOKENS} are accepted`],
    [
      'one tag that is too large',
      `a\n{{ [${'1,'.repeat(LARGEST_TAG)}] }}`,
      'The tag that ends at line 2 has',
    ],
    [
      'one statement that is too large',
      `{% set a = [${'1,'.repeat(LARGEST_TAG)}] %}`,
      `${LARGEST_TAG} are accepted`,
    ],
    ['too much text', 'x'.repeat(LONGEST_TEMPLATE + 1), `${LONGEST_TEMPLATE} are accepted`],
  ])('LANG-13: %s is refused before it is parsed, with the bound', (_, template, words) => {
    const verdict = engine.validate(template);
    expect(verdict.ok).toBe(false);
    expect(!verdict.ok && verdict.message).toContain(words);
    expect(engine.evaluate(template, {})).toMatchObject({ ok: false });
  });

  test.each([
    ['long text', 'x'.repeat(LONGEST_TEMPLATE)],
    ['many small tags', '{{ a }} and '.repeat(5_000)],
    ['a large tag', `{{ [${'1,'.repeat(LARGEST_TAG / 2 - 5)}]|length }}`],
    ['numbers and braces in text', '{ 1, 2, 3 } '.repeat(10_000)],
  ])('LANG-13: %s is no fault', (_, template) => {
    expect(engine.validate(template)).toEqual({ ok: true });
  });
});
