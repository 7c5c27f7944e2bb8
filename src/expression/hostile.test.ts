// No template, expression or path reaches anything but the values that it was given.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createExpressionHost } from './host';

const host = createExpressionHost();
const context = { m: { a: 1 }, l: [1, 2], s: 'text', n: 5, o: { constructor: 'mine', __proto__x: 1 } };
/** What a leak would show. */
const LEAK = /\[native code\]|function|class |\[object|prototype|process\.|globalThis|SECRET_OF_THE_PAGE/;

beforeAll(() => {
  Reflect.set(globalThis, 'secretOfThePage', 'SECRET_OF_THE_PAGE');
  Reflect.set(Object.prototype, 'leaked', 'SECRET_OF_THE_PAGE');
});
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'secretOfThePage');
  Reflect.deleteProperty(Object.prototype, 'leaked');
});

const twig = [
  '{{ m.constructor }}',
  '{{ m["constructor"]["constructor"] }}',
  '{{ m.__proto__ }}',
  '{{ m.__proto__.leaked }}',
  '{{ m.leaked }}{{ l.leaked }}{{ s.leaked }}{{ n.leaked }}{{ leaked }}',
  '{{ attribute(m, "__proto__") }}',
  '{{ attribute(m, "__defineGetter__", ["x", v => v]) }}',
  '{{ attribute(l, "constructor") }}',
  '{{ l.constructor.constructor("return secretOfThePage")() }}',
  '{{ s.constructor.fromCharCode(65) }}',
  '{{ s.replace("t", "u") }}',
  '{{ l.map(v => v) }}',
  '{{ m.entries() }}{{ m.size }}',
  '{{ m.toString }}{{ m.valueOf }}{{ m.hasOwnProperty }}',
  '{{ secretOfThePage }}{{ globalThis }}{{ window }}{{ self }}{{ document }}{{ process }}{{ require }}',
  '{{ _self }}',
  '{{ _self.constructor }}',
  '{{ _self.template.environment.loader }}',
  '{{ _self.env.registerUndefinedFilterCallback("exec") }}{{ _self.env.getFilter("id") }}',
  '{{ _context.constructor }}{{ _context.__proto__ }}',
  '{{ _context|keys|join(",") }}',
  '{{ _context|json_encode|raw }}',
  '{{ _charset.constructor }}',
  '{{ (v => v) }}',
  '{{ (v => v).constructor }}',
  '{{ {f: v => v}|json_encode }}',
  '{{ [v => v]|join }}',
  '{{ ["id"]|map("system")|join }}',
  '{{ ["id"]|filter("system")|join }}',
  '{{ {"<?php": "x"}|map("passthru") }}',
  '{{ [0, 0]|reduce("system", "id") }}',
  '{{ ["id", 0]|sort("system")|join }}',
  '{{ ["constructor"]|map(k => m[k])|join }}',
  '{{ [m]|column("constructor")|join }}{{ [m]|column("__proto__")|join }}',
  '{{ loop }}{% for x in l %}{{ loop.constructor }}{{ loop.__proto__ }}{% endfor %}',
  '{% for k, v in m.__proto__ %}{{ k }}{% endfor %}',
  '{% for k, v in s %}{{ k }}{% endfor %}',
  '{% set m = {"__proto__": {"polluted": 1}} %}{{ m|json_encode|raw }}',
  '{{ {}|merge({"__proto__": {"polluted": 1}})|json_encode|raw }}',
  '{% set __proto__ = {"polluted": 1} %}{{ polluted }}',
  '{% macro __proto__() %}x{% endmacro %}{{ _self.toString() }}',
  '{% import _self as constructor %}{{ constructor.constructor("x") }}',
  '{% include "/etc/passwd" %}',
  '{% include "http://127.0.0.1/" ignore missing %}',
  '{{ include("file:///etc/passwd") }}',
  '{{ source("/etc/passwd", ignore_missing = true) }}',
  '{% embed "x" %}{% endembed %}',
  '{% extends m %}',
  '{% use "x" %}',
  '{{ template_from_string("{{ secretOfThePage }}") }}',
  '{{ constant("process.env") }}{{ constant("__proto__") }}',
  '{{ constant("constructor", m) }}',
  '{{ "x" is constant("y") }}',
  '{{ dump() }}',
  '{{ date().constructor }}{{ date().milliseconds }}{{ date().__proto__ }}',
  '{{ date()|json_encode }}',
  '{{ ("x"|raw).constructor }}{{ ("x"|raw).content }}',
  '{{ m|constructor }}',
  '{{ __proto__() }}{{ constructor() }}{{ toString() }}',
  '{{ 1 is constructor }}',
  '{{ s|e("constructor") }}',
  '{{ s|e("__proto__") }}',
  '{% autoescape "constructor" %}{{ s }}{% endautoescape %}',
  '{{ s|date("e", "../../etc/passwd") }}',
  '{% sandbox %}{% include "x" %}{% endsandbox %}',
] as const;

const language = [
  'constructor',
  '__proto__',
  'leaked',
  'm.leaked',
  'm["leaked"]',
  'm.constructor.constructor("return 1")()',
  'm.constructor',
  'm["__proto__"]',
  'l["constructor"]',
  's["constructor"]',
  's.constructor',
  'n.constructor',
  'secretOfThePage',
  'globalThis.secretOfThePage',
  'constant("secretOfThePage")',
  'enum("x")',
  'm.toString()',
  'min.constructor',
  'min.call(null, 1)',
  '{"__proto__": {"polluted": 1}}',
  '{"constructor": 1}.constructor',
  '({}).leaked ?? null',
] as const;

const paths = [
  ['jsonpath', '$.constructor'],
  ['jsonpath', '$.__proto__'],
  ['jsonpath', '$.m.__proto__.leaked'],
  ['jsonpath', '$.leaked'],
  ['jsonpath', '$..leaked'],
  ['jsonpath', '$.l.length'],
  ['jsonpath', '$[?@.constructor]'],
  ['jsonpath', '$[?has(@, "a")]'],
  ['jsonpath', '$[?constructor(@)]'],
  ['jsonpath', '$[?@.leaked]'],
  ['property_path', 'constructor'],
  ['property_path', '__proto__.leaked'],
  ['property_path', 'm.leaked'],
  ['property_path', 'l.length'],
  ['property_path', 'm[constructor][constructor]'],
] as const;

const attempts: readonly (readonly [string, string])[] = [
  ...twig.map((text) => ['twig', text] as const),
  ...language.map((text) => ['expression_language', text] as const),
  ...paths,
];

describe('attempts to reach what is outside', () => {
  test.each(attempts)('%s %s', async (engine, expression) => {
    const outcome = await host.evaluate(engine, expression, context);
    const shown = outcome.ok ? JSON.stringify(outcome.value) : '';
    expect(shown).not.toMatch(LEAK);
    expect('polluted' in {}).toBe(false);
    if (!outcome.ok) expect(outcome.fault.message).not.toContain('SECRET_OF_THE_PAGE');
  });
});

test('there are more than a hundred of them', () => {
  expect(attempts.length).toBeGreaterThan(100);
});

test('what the context holds under such names is read as data', async () => {
  const asked: [string, string, unknown][] = [
    ['twig', '{{ o.constructor }}', 'mine'],
    ['expression_language', 'o.constructor', 'mine'],
    ['jsonpath', '$.o.constructor', 'mine'],
    ['property_path', 'o.constructor', 'mine'],
  ];
  for (const [engine, expression, value] of asked)
    expect(await host.evaluate(engine, expression, context)).toMatchObject({ ok: true, value });
});

test('nothing is compiled to JavaScript', async () => {
  const { Function: real, eval: realEval } = globalThis;
  const refuse = (): never => {
    throw new Error('code was compiled');
  };
  try {
    Reflect.set(globalThis, 'Function', refuse);
    Reflect.set(globalThis, 'eval', refuse);
    const fresh = createExpressionHost();
    expect(await fresh.evaluate('twig', '{{ l|map(v => v + 1)|join("-") }}', context)).toMatchObject({
      value: '2-3',
    });
    expect(await fresh.evaluate('expression_language', 'n + 1', context)).toMatchObject({ value: 6 });
    expect(await fresh.evaluate('jsonpath', '$.l[?@ > 1]', context)).toMatchObject({ value: [2] });
  } finally {
    Reflect.set(globalThis, 'Function', real);
    Reflect.set(globalThis, 'eval', realEval);
  }
});
