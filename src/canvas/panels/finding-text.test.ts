import { createTranslator } from 'use-intl/core';
import { expect, test } from 'vitest';
import problems from '../../app/messages/en/problems';
import type { NodeKey } from '../../model/document';
import { FINDING_CODES, type Finding } from '../../model/finding';
import { textParams } from './finding-text';

const render = (finding: Finding): string => {
  const failures: string[] = [];
  const t: unknown = createTranslator({
    locale: 'en',
    messages: { problems },
    namespace: 'problems',
    onError: (error) => failures.push(error.message),
  });
  const text = typeof t === 'function' ? String(t(finding.code, textParams(finding))) : '';
  expect(failures).toEqual([]);
  return text;
};
const finding = (code: Finding['code'], params: Finding['params'] = {}): Finding => ({
  code,
  rule: 'x',
  severity: 'error',
  target: { kind: 'node', key: 'k1' as NodeKey },
  params,
});

test.each(FINDING_CODES)('%s has a text that renders whatever the finding carries', (code) => {
  const text = render(finding(code));
  expect(text.length).toBeGreaterThan(20);
  expect(text).not.toMatch(
    /[{}]|undefined|problems\./.exec(text)?.[0] === '{' && code === 'W_SECRET_REFERENCE'
      ? /undefined/
      : /[{}]|undefined|problems\./,
  );
});

test('a text names what it is about and offers the near name', () => {
  expect(
    render(finding('W_CONFIG_UNKNOWN_KEY', { title: 'Mapper', key: 'engin', suggestion: 'engine' })),
  ).toBe(
    '“Mapper” has a setting “engin” that its type does not know, so a run ignores it. Perhaps engine is meant.',
  );
  expect(
    render(
      finding('W_PORT_UNDECLARED', { ends: [{ end: 'source', title: 'Geo', port: 'url', suggestion: '' }] }),
    ),
  ).toBe('A wire is attached to “url”, which “Geo” does not have, so it delivers nothing.');
});

test('markup and braces in what an author wrote stay text', () => {
  expect(render(finding('R6_CONFIG_REQUIRED', { title: '<b>{x}</b>', label: "it's {y}" }))).toBe(
    "“<b>{x}</b>” needs a value for “it's {y}”. Fill it in.",
  );
});

test('R11: the text shows the expression, its engine by a readable name, and the engine’s reason', () => {
  const params = {
    title: 'Sum',
    key: 'dynamicOutputs',
    path: [0, 'value'],
    expression: 'a +\n  )',
    reason: 'No.',
  };
  expect(render(finding('R11_EXPRESSION_INVALID', { ...params, engine: 'expression_language' }))).toBe(
    'The expression “a + )” of “Sum” cannot be read as expression language: No.',
  );
  expect(
    render(finding('R11_EXPRESSION_INVALID', { ...params, engine: 'jsonpath', expression: 'x'.repeat(200) })),
  ).toBe(`The expression “${'x'.repeat(59)}…” of “Sum” cannot be read as JSONPath: No.`);
});
