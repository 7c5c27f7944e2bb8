import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { createTwigEngine } from './twig';

const engine = createTwigEngine();

function rendered(template: string, context: Json): unknown {
  const outcome = engine.evaluate(template, context);
  return outcome.ok ? outcome.value : `${outcome.fault.kind}: ${outcome.fault.message}`;
}

const codes = `{% set codes = {0:'clear', 1:'cloudy', 45:'fog'} %}`;
const cases: [string, Json, string][] = [
  ['plain text', {}, 'plain text'],
  ['{{ name }}', { name: 'Ann' }, 'Ann'],
  ['{{ a.b[0].c }}', { a: { b: [{ c: 7 }] } }, '7'],
  ['{{ items.0 }}{{ items[1] }}', { items: ['x', 'y'] }, 'xy'],
  ['{{ map["k k"] }}', { map: { 'k k': 1 } }, '1'],
  ['{{ map["0"] }}{{ map[0] }}', { map: { '0': 5 } }, '55'],
  ['{{ true }}|{{ false }}|{{ null }}|{{ 1.5 }}|{{ 3.0 }}', {}, '1|||1.5|3'],
  ['{{ list }}{{ map }}', { list: [1], map: { a: 1 } }, 'ArrayArray'],
  ['{% autoescape false %}{{ a }}{% endautoescape %}', { a: '<b>' }, '<b>'],
  ['{% autoescape false %}{{ a }}{% endautoescape %}{{ a }}', { a: '<' }, '<&lt;'],
  ['{% autoescape "html" %}{{ a }}{% endautoescape %}', { a: '<' }, '&lt;'],
  ['{% for i in 0..n %}{{ i }}{{ loop.last ? "" : "," }}{% endfor %}', { n: 3 }, '0,1,2,3'],
  ['{% for i in 0..(n - 1) %}{{ i }}{% endfor %}', { n: 3 }, '012'],
  ['{% for i in 0..items|length - 1 %}{{ items[i] }}{% endfor %}', { items: ['a', 'b'] }, 'ab'],
  ['{% for k, v in map %}{{ k }}={{ v }};{% endfor %}', { map: { a: 1, b: 2 } }, 'a=1;b=2;'],
  [
    '{% for x in list %}{{ loop.index }}/{{ loop.length }}{{ loop.first ? "!" }} {% endfor %}',
    { list: ['a', 'b'] },
    '1/2! 2/2 ',
  ],
  ['{% for x in [] %}x{% else %}none{% endfor %}', {}, 'none'],
  ['{% for c in "a".."c" %}{{ c }}{% endfor %}', {}, 'abc'],
  [`${codes}{{ codes[code] }}`, { code: 45 }, 'fog'],
  [`${codes}{{ codes[code]|default('unknown') }}`, { code: 7 }, 'unknown'],
  [`${codes}{{ codes[d.codes[0]] }}`, { d: { codes: [1] } }, 'cloudy'],
  ['{{ "a b&c/d"|url_encode }}', {}, 'a%20b%26c%2Fd'],
  ['{{ (q|split(",")|first|trim)|url_encode }}', { q: ' New York , US' }, 'New%20York'],
  ['{{ {a: 1, b: [1, 2]}|json_encode|raw }}', {}, '{"a":1,"b":[1,2]}'],
  ['{{ x|json_encode|raw }}', { x: { b: 1, a: [], c: {} } }, '{"b":1,"a":[],"c":{}}'],
  ['{{ text|json_encode|raw }}', { text: 'a"b/é' }, '"a\\"b\\/\\u00e9"'],
  ['{{ text|json_encode(constant("JSON_UNESCAPED_SLASHES"))|raw }}', { text: 'a/b' }, '"a/b"'],
  ['{{ [1]|json_encode(constant("JSON_PRETTY_PRINT"))|raw }}', {}, '[\n    1\n]'],
  ['{{ {2: "b", 1: "a"}|json_encode|raw }}', {}, '{"2":"b","1":"a"}'],
  ['{{ x|json_encode }}', { x: 'q' }, '&quot;q&quot;'],
  ['{{ "2024-05-06"|date("D") }}', {}, 'Mon'],
  ['{{ day|date("D, d M Y") }}', { day: '2024-05-06T10:00:00Z' }, 'Mon, 06 May 2024'],
  ['{{ 0|date("Y-m-d H:i") }}', {}, '1970-01-01 00:00'],
  ['{{ "a,b,c"|split(",")|join("-") }}', {}, 'a-b-c'],
  ['{{ "a,b,c"|split(",")|first }}{{ "a,b,c"|split(",")|last }}', {}, 'ac'],
  ['{{ "Hello %n%"|replace({"%n%": n}) }}', { n: 'Bob' }, 'Hello Bob'],
  ['{{ ("Big City"|lower|replace({" ": "-"})) }}', {}, 'big-city'],
  ['{{ " X "|trim|lower }}{{ "x"|upper }}{{ "a b"|title }}{{ "ab"|capitalize }}', {}, 'xXA BAb'],
  ['{{ q|default("d") }}{{ e|default("d") }}{{ z|default("d") }}', { e: '', z: 0 }, 'dd0'],
  ['{{ list|length }}{{ "héy"|length }}{{ map|length }}', { list: [1, 2], map: { a: 1 } }, '231'],
  ['{{ list|reverse|join }}{{ list|sort|join }}{{ list|slice(0, 1)|join }}', { list: [3, 1] }, '13133'],
  ['{{ list|map(i => i * 2)|join(",") }}', { list: [1, 2] }, '2,4'],
  ['{{ list|filter(i => i > 1)|join }}', { list: [1, 2] }, '2'],
  ['{{ list|reduce((sum, i) => sum + i, 0) }}', { list: [1, 2] }, '3'],
  ['{{ rows|column("n")|join(",") }}', { rows: [{ n: 1 }, { n: 2 }] }, '1,2'],
  ['{{ [1, 2]|merge([3])|json_encode|raw }}', {}, '[1,2,3]'],
  ['{{ n|number_format(2) }}{{ 2.5|round }}{{ n|abs }}', { n: -1234.5 }, '-1,234.5031234.5'],
  ['{{ "%d-%s"|format(3, "x") }}', {}, '3-x'],
  ['{{ map|keys|join(",") }}', { map: { a: 1, b: 2 } }, 'a,b'],
  ['{{ a ~ "-" ~ b }}', { a: 1, b: 'x' }, '1-x'],
  ['{{ 7 // 2 }} {{ 7 % 3 }} {{ 2 ** 3 }} {{ "3" + 1 }}', {}, '3 1 8 4'],
  ['{{ a ?? "d" }}{{ b ?: "e" }}{{ c ? "y" : "n" }}', { b: '', c: true }, 'dey'],
  ['{% if x is defined and x %}y{% else %}n{% endif %}', { x: 0 }, 'n'],
  ['{% if a > 1 %}big{% elseif a == 1 %}one{% else %}small{% endif %}', { a: 1 }, 'one'],
  [
    '{{ x is defined ? 1 : 0 }}{{ m.k is defined ? 1 : 0 }}{{ m.z is defined ? 1 : 0 }}',
    { m: { k: null } },
    '010',
  ],
  ['{{ 2 in list ? "in" }}{{ "ell" in "hello" ? "sub" }}', { list: [1, 2] }, 'insub'],
  ['{{ "x" matches "/^[x-z]$/" ? 1 : 0 }}{{ "ab" starts with "a" ? 1 : 0 }}', {}, '11'],
  [
    '{{ 4 is even ? 1 }}{{ 3 is odd ? 1 }}{{ [] is empty ? 1 }}{{ null is null ? 1 }}{{ [] is iterable ? 1 }}',
    {},
    '11111',
  ],
  ['{% set x = 5 %}{% set y, z = 1, 2 %}{{ x + y + z }}', {}, '8'],
  ['{% set x %}<i>{{ a }}</i>{% endset %}{{ x }}', { a: '<' }, '<i>&lt;</i>'],
  ['{% verbatim %}{{ a }}{% endverbatim %}', {}, '{{ a }}'],
  ['{# a comment #}x', {}, 'x'],
  ['a {{- " b " -}} c', {}, 'a b c'],
  ['{% with {z: 1} %}{{ z }}{% endwith %}{{ z }}', {}, '1'],
  ['{% apply upper %}x{{ a }}{% endapply %}', { a: 'y' }, 'XY'],
  ['{% macro f(a) %}[{{ a }}]{% endmacro %}{{ _self.f(x) }}', { x: '<' }, '[&lt;]'],
  ['{% block b %}{{ x }}{% endblock %}', { x: '<' }, '&lt;'],
  ["{{ 'it\\'s' }}{{ \"a\\nb\\t\\\\\" }}", {}, "it'sa\nb\t\\"],
  ['{{ "1 + 1 = #{1 + 1}" }}', {}, '1 + 1 = 2'],
  [
    '{{ range(1, 7, 3)|join("-") }}{{ range(3, 1)|join("") }}{{ range("a", "e", 2)|join("") }}',
    {},
    '1-4-7321ace',
  ],
  ['{{ range(low=5, high=6)|join(",") }}', {}, '5,6'],
  ['{{ range(1, 3)|join("-") }}{{ max(1, 2) }}{{ min([3, 4]) }}{{ cycle(["a", "b"], 1) }}', {}, '1-2-323b'],
  ['{{ text|nl2br }}', { text: '<\n' }, '&lt;<br />\n'],
  ['{{ "\'" }}{{ q }}', { q: "'" }, "'&#039;"],
  ['{{ x|e }}{{ x|e("js") }}{{ x|striptags }}', { x: '<b>' }, '&lt;b&gt;\\u003Cb\\u003E'],
  ['{{ {x: 1, y: "a b"}|url_encode|raw }}', {}, 'x=1&y=a%20b'],
];

describe('what templates render', () => {
  test.each(cases)('%s', (template, context, text) => {
    expect(rendered(template, context)).toBe(text);
  });
});

describe('LANG-7: values are escaped unless piped through raw', () => {
  const hostile = `<script>"'&`;
  const escaped = '&lt;script&gt;&quot;&#039;&amp;';
  test.each([
    ['{{ x }}', escaped],
    ['{{ x|raw }}', hostile],
    ['{{ x|lower }}{{ x|trim }}', escaped + escaped],
    ['{{ x ~ "" }}', escaped],
    ['{{ y ?? x }}', escaped],
    ['{{ x ? x : "" }}', escaped],
    ['{% set y = x %}{{ y }}', escaped],
    ['{% set y = x|raw %}{{ y }}', hostile],
    ['{{ [x]|first }}', escaped],
    ['{{ x|nl2br }}', escaped],
    ['{{ x|spaceless }}', escaped],
    ['{% for c in [x] %}{{ c }}{% endfor %}', escaped],
    ['{% macro f(a) %}{{ a }}{% endmacro %}{% import _self as m %}{{ m.f(x) }}', escaped],
    ['{{ block("b") }}{% block b %}{{ x }}{% endblock %}', escaped + escaped],
    ['{{ o }}', 'Array'],
  ])('LANG-7: %s', (template, text) => {
    // An object with the keys of the library's own "already escaped" text is still an object.
    expect(rendered(template, { x: hostile, o: { content: hostile, charset: 'UTF-8', count: 1 } })).toBe(
      text,
    );
  });
  test.each([
    '{{ missing }}',
    '{{ missing.deep.er }}',
    '{{ missing[0] }}',
    '{{ text.length }}',
    '{{ list.9 }}',
  ])('LANG-7: %s is empty, it does not fail', (template) => {
    expect(rendered(template, { text: 't', list: [] })).toBe('');
  });
  test('LANG-7: the result is always a string', () => {
    for (const template of ['{{ 1 }}', '{{ list }}', '{{ nothing }}', ''])
      expect(typeof rendered(template, { list: [1] })).toBe('string');
  });
});

describe('LANG-7: a failure says whether the template does not compile or fails while rendering', () => {
  test.each([
    '{{ a',
    '{% if %}',
    '{% for %}',
    '{{ a|no_such_filter }}',
    '{{ no_such_function() }}',
    '{% endif %}',
    '{% nope %}',
  ])('LANG-7, LANG-13: %s does not compile', (template) => {
    expect(rendered(template, {})).toMatch(/^compile: The template does not compile: /);
    expect(engine.validate(template).ok).toBe(false);
  });
  test.each([
    '{{ 1 / 0 }}',
    '{{ "x" + 1 }}',
    '{{ "garbage"|date("D") }}',
    '{% include "other" %}',
    '{{ include("other") }}',
    '{{ source("file:///etc/passwd") }}',
    '{% extends "base" %}',
    '{{ constant("PHP_VERSION") }}',
    '{% for i in 1..9000000 %}{% endfor %}',
    '{{ range(1, 9000000)|length }}',
    '{{ range(1, 9, 0)|length }}',
    '{{ range("x", [1])|length }}',
  ])('LANG-7, LANG-13: %s compiles, and fails while rendering', (template) => {
    expect(engine.validate(template)).toEqual({ ok: true });
    expect(rendered(template, {})).toMatch(/^evaluate: The template fails while rendering: /);
  });
});

test('LANG-7: a macro without end fails with a sentence', () => {
  const macro = '{% macro f(x) %}{{ _self.f(x) }}{% endmacro %}{{ _self.f(1) }}';
  expect(rendered(macro, {})).toMatch(/^evaluate: .*nested too deeply/);
});

test('LANG-4: a context that is no map is the variable data', () => {
  expect(rendered('{{ data }}', 'plain')).toBe('plain');
  expect(rendered('{{ data[1] }}', [1, 2])).toBe('2');
  expect(rendered('[{{ data }}]', null)).toBe('[]');
  expect(rendered('{{ data }}{{ a }}', '{"a":1}')).toBe('{&quot;a&quot;:1}');
});

describe('nothing of JavaScript can be reached', () => {
  test.each([
    '{{ m.constructor }}',
    '{{ m.__proto__ }}',
    '{{ l.constructor.name }}',
    '{{ s.constructor }}',
    '{{ l.length }}{{ m.size }}',
    '{{ date().__proto__ }}{{ date().constructor }}{{ date().year }}',
    '{{ globalThis }}{{ process }}{{ window }}',
    '{{ attribute(m, "constructor") }}',
  ])('%s reads nothing', (template) => {
    expect(rendered(template, { m: {}, l: [], s: 'x' })).toBe('');
  });
  test.each([
    '{{ l.push(1) }}',
    '{{ m.get("a") }}',
    '{{ m.clear() }}',
    '{{ s.constructor("x") }}',
    '{{ l.map(s) }}',
  ])('%s fails: there are no methods', (template) => {
    expect(rendered(template, { m: {}, l: [], s: 'x' })).toMatch(/^evaluate: .*no methods/);
  });
  test('a macro is looked for by its own name only', () => {
    expect(rendered('{{ _self.constructor }}', {})).toMatch(/^evaluate: .*not defined/);
  });
  test('the prototype of objects stays as it was', () => {
    rendered(
      '{{ date().__proto__.__defineGetter__("polluted", x => 1) }}{% set m = {"__proto__": {"polluted": 1}} %}',
      {},
    );
    expect('polluted' in {}).toBe(false);
  });
});

test('a template that writes JSON writes JSON', () => {
  const template = `{% autoescape false %}{% set icons = {0:'sun', 3:'cloud', 61:'rain'} %}
    {"id": {{ ('trip-' ~ town)|lower|replace({' ': '-'})|json_encode }}, "town": {{ town|json_encode }},
     "now": {{ wx.now.t }}, "icon": {{ (icons[wx.now.code]|default('cloud'))|json_encode }},
     "days": [{% for i in 0..(wx.days.time|length - 1) %}
       {"label": {{ (wx.days.time[i]|date('D'))|json_encode }}, "low": {{ wx.days.low[i] }},
        "icon": {{ (icons[wx.days.code[i]]|default('cloud'))|json_encode }}}{{ loop.last ? '' : ',' }}
     {% endfor %}]}{% endautoescape %}`;
  const days = { time: ['2024-05-06', '2024-05-07'], low: [3.5, -1], code: [0, 99] };
  const text = rendered(template, { town: 'New "Yo/rk"', wx: { now: { t: 9, code: 61 }, days } });
  expect(JSON.parse(String(text))).toEqual({
    id: 'trip-new-"yo/rk"',
    town: 'New "Yo/rk"',
    now: 9,
    icon: 'rain',
    days: [
      { label: 'Mon', low: 3.5, icon: 'sun' },
      { label: 'Tue', low: -1, icon: 'cloud' },
    ],
  });
});

test('a failed template does not spoil the next', () => {
  expect(rendered('before {{ 1 / 0 }}', {})).toMatch(/^evaluate/);
  expect(rendered('{{ a', {})).toMatch(/^compile/);
  expect(rendered('after', {})).toBe('after');
});
