// Every evaluation ends by itself: what would not is stopped with a sentence, on every machine at the same place.
import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { createExpressionHost } from './host';

const host = createExpressionHost();
const big = 'x'.repeat(100_000);
const many = Array.from({ length: 20_000 }, (_, index) => index);
const doubled = '{% set a = [1] %}{% for i in 1..60 %}{% set a = [a, a] %}{% endfor %}';
const loop = (body: string): string => `{% for i in 1..100000 %}${body}{% endfor %}`;

type Stopped = readonly [engine: string, expression: string, kind: RegExp, context?: Json];
const stopped: readonly Stopped[] = [
  ['twig', '{% for i in 1..1000000 %}{% for j in 1..3 %}{% endfor %}{% endfor %}', /^timeout/],
  ['twig', '{% for i in 1..3000 %}{% for j in 1..1000 %}{{ i }}{% endfor %}{% endfor %}', /^timeout/],
  ['twig', '{{ range(1, 1000000000)|length }}', /^evaluate: .*too long/],
  ['twig', '{{ (1..1000000000)|length }}', /^evaluate: .*too long/],
  [
    'twig',
    '{% set x = "aaaaaaaaaa" %}{% for i in 1..40 %}{% set x = x|replace({"a": "aaaaaaaaaa"}) %}{% endfor %}',
    /^too_large|^timeout/,
  ],
  ['twig', '{% set x = "a" %}{% for i in 1..60 %}{% set x = x ~ x %}{% endfor %}', /^too_large|^timeout/],
  [
    'twig',
    '{% set x = "a" %}{% for i in 1..60 %}{% set x = "#{x}#{x}" %}{% endfor %}',
    /^too_large|^timeout/,
  ],
  ['twig', '{% set x %}{{ x }}{{ x }}aa{% endset %}'.repeat(60), /^too_large|^timeout/],
  ['twig', '{% set a = [1] %}{% for i in 1..60 %}{% set a = a|merge(a) %}{% endfor %}', /^timeout/],
  ['twig', '{% set a = [1] %}{% for i in 1..60 %}{% set a = [...a, ...a] %}{% endfor %}', /^timeout/],
  ['twig', `${doubled}{{ a|json_encode }}`, /^too_large|^timeout/],
  ['twig', `${doubled}{{ a|url_encode }}`, /^too_large|^timeout/],
  [
    'twig',
    `${doubled}{% set b = [1] %}{% for i in 1..60 %}{% set b = [b, b] %}{% endfor %}{{ a == b ? 1 }}`,
    /^timeout/,
  ],
  [
    'twig',
    `${doubled}{% set b = [1] %}{% for i in 1..60 %}{% set b = [b, b] %}{% endfor %}{{ a is same as(b) ? 1 }}`,
    /^timeout/,
  ],
  [
    'twig',
    '{% macro f(x) %}{{ _self.f(x) }}{{ _self.f(x) }}{% endmacro %}{{ _self.f(1) }}',
    /^evaluate: .*nested too deeply/,
  ],
  [
    'twig',
    '{% macro f(n) %}{% if n > 0 %}{{ _self.f(n - 1) }}{{ _self.f(n - 1) }}{% endif %}{% endmacro %}{{ _self.f(60) }}',
    /^timeout/,
  ],
  [
    'twig',
    '{{ text matches "/^(a+)\\\\1+(?=x)(b|a+)*$/" ? 1 : 0 }}',
    /^evaluate: .*for ever/,
    { text: `${'a'.repeat(40)}!` },
  ],
  ['twig', '{{ "%999999999d"|format(1) }}', /^evaluate: .*999999999/],
  ['twig', '{{ "%.999999999f"|format(1) }}', /^evaluate: .*999999999/],
  ['twig', '{{ 1|number_format(999999999) }}', /^evaluate: .*100 decimals/],
  ['twig', '{{ 1|round(999999999) }}', /^evaluate: .*300 decimals/],
  ['twig', '{{ [1]|batch(999999999, "x")|length }}', /^timeout/],
  ['twig', '{{ range(1, 100000)|map(v => range(1, 100000)|length)|length }}', /^timeout/],
  ['twig', '{{ range(1, 1000000)|sort((a, b) => b <=> a)|first }}', /^timeout/],
  ['twig', loop('{{ big }}'), /^too_large|^timeout/, { big }],
  ['twig', loop('{{ big|length }}'), /^timeout/, { big }],
  ['twig', loop('{{ big|upper|first }}'), /^too_large|^timeout/, { big }],
  ['twig', loop('{{ big|e("js")|first }}'), /^too_large|^timeout/, { big }],
  ['twig', loop('{{ big in big ? 1 }}'), /^timeout/, { big }],
  ['twig', loop('{{ big matches "/y/" ? 1 }}'), /^timeout/, { big }],
  ['twig', loop('{{ big|date_modify("+1 day") }}'), /^evaluate: .*no date/, { big }],
  ['expression_language', '1..1000000000', /^evaluate: .*too long/],
  ['expression_language', `[${'1..1000000,'.repeat(100)}1]`, /^timeout/],
  [
    'expression_language',
    Array.from({ length: 1000 }, () => 'big').join(' ~ '),
    /^too_large|^timeout/,
    { big },
  ],
  [
    'expression_language',
    Array.from({ length: 1000 }, () => 'many == many').join(' and '),
    /^timeout/,
    { many },
  ],
  [
    'expression_language',
    Array.from({ length: 1000 }, () => '"x" in many').join(' or '),
    /^timeout/,
    { many },
  ],
  [
    'expression_language',
    'text matches "/^(a|a)*?(?=b)c\\\\1$/"',
    /^evaluate: .*for ever/,
    { text: `${'a'.repeat(40)}!` },
  ],
  ['jsonpath', '$[?$ == $]', /^timeout/, many],
  ['jsonpath', '$[?count($..*) > 1]', /^timeout/, many],
  ['jsonpath', '$[?@ == 1 || $[?@ == 2]]', /^timeout/, many],
];

describe('what would take for ever, or grow without end, is stopped', () => {
  test.each(
    stopped.map(([engine, expression, kind, context]) => [engine, expression, kind, context ?? {}] as const),
  )('%s %s', async (engine, expression, kind, context) => {
    const outcome = await host.evaluate(engine, expression, context);
    expect(outcome.ok ? 'ok' : `${outcome.fault.kind}: ${outcome.fault.message}`).toMatch(kind);
  });
});

test('patterns that would backtrack are matched in linear time', async () => {
  const text = `${'a'.repeat(50_000)}!`;
  const asked: [string, string, unknown][] = [
    ['twig', '{{ text matches "/^(a+)+$/" ? 1 : 0 }}', '0'],
    ['expression_language', 'text matches "/^(a+)+$/"', false],
    ['jsonpath', '$[?match(@, "(a+)+")]', null],
    ['jsonpath', '$[?search(@, "(a+)+!")]', [text]],
  ];
  for (const [engine, expression, value] of asked)
    expect(await host.evaluate(engine, expression, { text })).toMatchObject({ ok: true, value });
});

test('a bound counts one evaluation, not all of them', async () => {
  const template = '{% for i in 1..100000 %}x{% endfor %}';
  for (let time = 0; time < 20; time += 1)
    expect(await host.evaluate('twig', template, {})).toMatchObject({ ok: true, value: 'x'.repeat(100_000) });
});

test('work of an honest size is done', async () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `n${id}` }));
  const template = '{% for r in rows|filter(r => r.id % 2 == 0) %}{{ r.name }},{% endfor %}';
  expect(await host.evaluate('twig', template, { rows })).toMatchObject({ ok: true });
  expect(await host.evaluate('jsonpath', '$.rows[?@.id > 19998].name', { rows })).toMatchObject({
    value: ['n19999'],
  });
  const list = Array.from({ length: 150_000 }, () => 1);
  expect(await host.evaluate('jsonpath', '$[*]', list)).toMatchObject({ ok: true, matches: 150_000 });
  let nested: Json = 'end';
  for (let level = 0; level < 200; level += 1) nested = { a: nested };
  expect(await host.evaluate('jsonpath', '$..a', nested)).toMatchObject({ ok: true, matches: 200 });
});
