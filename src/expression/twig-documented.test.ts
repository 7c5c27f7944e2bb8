// What Twig's public documentation says of its tags, filters, functions, tests and operators, case by case. Expected texts
// are what PHP gives.
import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { createTwigEngine } from './twig';

const engine = createTwigEngine();

function rendered(template: string, context: Json): unknown {
  const outcome = engine.evaluate(template, context);
  return outcome.ok ? outcome.value : `${outcome.fault.kind}: ${outcome.fault.message}`;
}

type Case = readonly [template: string, text: string, context?: Json];
type Row = readonly [template: string, text: string, context: Json];

function rows(cases: readonly Case[]): readonly Row[] {
  return cases.map(([template, text, context]) => [template, text, context ?? {}]);
}

const users: Json = [
  { name: 'Zoe', age: 31, city: 'Oslo' },
  { name: 'Ann', age: 25, city: 'Rome' },
  { name: 'Bob', age: 42, city: 'Oslo' },
];

const TEXT_FILTERS: readonly Case[] = [
  ['{{ "my first car"|capitalize }}', 'My first car'],
  ['{{ "ÉCOLE NORMALE"|capitalize }}', 'École normale'],
  ['{{ "my first car"|title }}', 'My First Car'],
  ['{{ "it\'s foo-bar élan"|title|raw }}', "It's Foo-Bar Élan"],
  ['{{ "WELCOME"|lower }}{{ "welcome"|upper }}{{ "straße"|upper }}', 'welcomeWELCOMESTRASSE'],
  ['[{{ "  I like Twig.  "|trim }}]', '[I like Twig.]'],
  ['{{ "  I like Twig."|trim(".") }}|', '  I like Twig|'],
  ['[{{ "  I like Twig.  "|trim(side="left") }}]', '[I like Twig.  ]'],
  ['[{{ "  I like Twig.  "|trim(" ", "right") }}]', '[  I like Twig.]'],
  ['{{ "abcXcba"|trim("a..c") }}', 'X'],
  [
    '{{ "I like %this% and %that%."|replace({"%this%": foo, "%that%": "bar"}) }}',
    'I like F and bar.',
    { foo: 'F' },
  ],
  ['{{ "I like this and --that--."|replace({"this": "foo", "--that--": "bar"}) }}', 'I like foo and bar.'],
  ['{{ "Hi all"|replace({"H": "Y", "Hi": "Hello", "Hello": "no"}) }}', 'Hello all'],
  ['{{ "aaa"|replace({"a": "aa"}) }}{{ "abc"|replace({"": "x"}) }}', 'aaaaaaabc'],
  ['{{ "one,two,three"|split(",")|join("|") }}', 'one|two|three'],
  ['{{ "one,two,three,four,five"|split(",", 3)|join("|") }}', 'one|two|three,four,five'],
  ['{{ "one,two,three,four"|split(",", -2)|join("|") }}', 'one|two'],
  ['{{ "123"|split("")|join("|") }}', '1|2|3'],
  ['{{ "aabbcc"|split("", 2)|join("|") }}', 'aa|bb|cc'],
  ['{{ "äöü"|split("")|join("|") }}', 'ä|ö|ü'],
  ['{{ "I like %s and %s."|format(foo, "bar") }}', 'I like F and bar.', { foo: 'F' }],
  [
    '{{ "%05d|%-5s|%5s|%+d|%x|%X|%o|%b|%c|%%"|format(42, "ab", "cd", 7, 255, 255, 8, 5, 65) }}',
    '00042|ab   |   cd|+7|ff|FF|10|101|A|%',
  ],
  ["{{ \"%2$s %1$s %3$'*8.2f %4$e\"|format('a', 'b', 3.14159, 1)|raw }}", 'b a ****3.14 1.000000e+0'],
  ['{{ "%.2f %.1f %5.1f"|format(1.005, 2.25, 9.96) }}', '1.01 2.3  10.0'],
  ['{{ "%d %s"|format("12abc", true) }}', '12 1'],
  ['{{ "<b>a</b> <i>b</i><!-- c -->"|striptags }}', 'a b'],
  ['{{ "<b>a</b> <i>b</i><br/>"|striptags("<br><b>")|raw }}', '<b>a</b> b<br/>'],
  ['{{ "a < b <b>c"|striptags }}', 'a &lt; b c'],
  ['{{ "I like Twig.\nYou will like it too."|nl2br }}', 'I like Twig.<br />\nYou will like it too.'],
  ['{{ "<div>\n  <b>x</b>\n</div>"|spaceless|raw }}', '<div><b>x</b></div>'],
  ['{{ "path-seg*ment (1)!\'~"|url_encode }}', 'path-seg%2Ament%20%281%29%21%27~'],
  [
    '{{ {"param": "value", "foo": ["a b", true, null]}|url_encode|raw }}',
    'param=value&foo%5B0%5D=a%20b&foo%5B1%5D=1',
  ],
  ['{{ "é&"|url_encode }}', '%C3%A9%26'],
  ['{{ "abcdef"|slice(1, 2) }}{{ "abcdef"|slice(-2) }}{{ "abcdef"|slice(1, -1) }}', 'bcefbcde'],
  ['{{ "12345"[1:2] }}{{ "12345"[:2] }}{{ "12345"[2:] }}', '2312345'],
  ['{{ "😀bc"|first }}{{ "ab😀"|last }}{{ "a😀"|length }}{{ "a😀"|reverse }}', '😀😀2😀a'],
  ['{{ "1234"|reverse }}{{ 12345|length }}{{ null|length }}', '432150'],
];

const NUMBERS: readonly Case[] = [
  ['{{ 42.55|round }} {{ 42.55|round(1, "floor") }} {{ 42.51|round(1, "ceil") }}', '43 42.5 42.6'],
  ['{{ 2.5|round }} {{ -2.5|round }} {{ 1234.5678|round(2) }} {{ 1234|round(-2) }}', '3 -3 1234.57 1200'],
  ['{{ 1.955|round(2) }} {{ 5.055|round(2) }}', '1.96 5.06'],
  ['{{ 9800.333|number_format }} {{ 9800.333|number_format(2, ".", ",") }}', '9,800 9,800.33'],
  [
    '{{ 9800.333|number_format(2, ",", ".") }} {{ 1234567.891|number_format(2, ",", " ") }}',
    '9.800,33 1 234 567,89',
  ],
  ['{{ (-0.4)|number_format }} {{ 0.5|number_format }} {{ (-1234.567)|number_format(2) }}', '0 1 -1,234.57'],
  [
    '{{ "9800"|number_format }} {{ null|number_format(2) }} {{ (-9800.333)|number_format(2) }}',
    '9,800 0.00 -9,800.33',
  ],
  ['{{ -5|abs }} {{ "-5.5"|abs }}', '-5 5.5'],
  ['{{ (-5)|abs }}', '5'],
  [
    '{{ 1 + 1 }} {{ 3 - 2 }} {{ 1 / 2 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ 11 % 7 }} {{ -11 % 7 }}',
    '2 1 0.5 3 -4 4 -4',
  ],
  ['{{ 2 * 2 }} {{ 2 ** 3 }} {{ 2 ** 3 ** 2 }} {{ 1.5 + "2.5" }}', '4 8 512 4'],
  ['{{ 1 b-and 3 }} {{ 1 b-or 2 }} {{ 3 b-xor 1 }}', '1 3 2'],
  ['{{ 1.0 }} {{ 0.1 + 0.2 == 0.3 ? "y" : "n" }} {{ 10 / 5 }} {{ 1 / 3 }}', '1 n 2 0.3333333333333333'],
  ['{{ max(1, 3, 2) }} {{ max([1, 3, 2]) }} {{ max({2: "e", 3: "a", 1: "b", 5: "d", 4: "c"}) }}', '3 3 e'],
  ['{{ min(1, 3, 2) }} {{ min([1, 3, 2]) }} {{ min("b", "a") }}', '1 1 a'],
  ['{{ 5 is odd ? 1 }}{{ 4 is odd ? 1 : 0 }}{{ 4 is even ? 1 }}{{ -3 is odd ? 1 }}', '1011'],
  ['{{ 9 is divisible by(3) ? 1 }}{{ 9 is not divisible by(2) ? 1 }}', '11'],
];

const LISTS: readonly Case[] = [
  ['{{ [1, 2, 3]|first }} {{ {a: 1, b: 2}|first }} {{ [1, 2, 3]|last }} [{{ []|first }}]', '1 1 3 []'],
  [
    '{{ [1, 2, 3]|join }} {{ [1, 2, 3]|join("|") }} {{ [1, 2, 3]|join(", ", " and ") }}',
    '123 1|2|3 1, 2 and 3',
  ],
  [
    '{{ [1]|join(", ", " and ") }} [{{ []|join(",") }}] {{ [true, false, null, 1.5]|join(",") }}',
    '1 [] 1,,,1.5',
  ],
  [
    '{{ [1, 2, 3, 4, 5]|slice(1, 2)|join }} {{ [1, 2, 3]|slice(-2, 1)|join }} {{ [1, 2, 3, 4][1:]|join }}',
    '23 2 234',
  ],
  [
    '{{ {a: 1, b: 2, c: 3}|slice(1)|json_encode|raw }} {{ [5, 6, 7]|slice(1, 2, true)|json_encode|raw }}',
    '{"b":2,"c":3} {"1":6,"2":7}',
  ],
  [
    '{{ [1, 2]|merge([3])|join(",") }} {{ {a: 1, b: 2}|merge({b: 3, c: 4})|json_encode|raw }}',
    '1,2,3 {"a":1,"b":3,"c":4}',
  ],
  ['{{ {2: "x", 7: "y"}|merge({7: "z"})|json_encode|raw }}', '["x","y","z"]'],
  ['{{ [1]|merge([2], [3, 4])|join }}', '1234'],
  [
    '{{ [3, 1, 2]|sort|join }} {{ ["b", "a"]|sort|join }} {{ ["10", "9", "2"]|sort|join(",") }}',
    '123 ab 2,9,10',
  ],
  ['{{ [3, 1, 2]|sort|json_encode|raw }}', '{"1":1,"2":2,"0":3}'],
  ['{{ users|sort((a, b) => a.age <=> b.age)|column("name")|join(",") }}', 'Ann,Zoe,Bob', { users }],
  ['{{ users|sort((a, b) => a.name <=> b.name)|map(u => u.name)|join(",") }}', 'Ann,Bob,Zoe', { users }],
  ['{{ users|map(u => "#{u.name} #{u.age}")|join(", ") }}', 'Zoe 31, Ann 25, Bob 42', { users }],
  [
    '{{ {a: 1, b: 2}|map((v, k) => k ~ v)|join(",") }} {{ {a: 1}|map(v => v + 1)|json_encode|raw }}',
    'a1,b2 {"a":2}',
  ],
  ['{{ [34, 36, 38, 40, 42]|filter(v => v > 38)|join(", ") }}', '40, 42'],
  [
    '{{ [34, 36, 40]|filter(v => v > 35)|json_encode|raw }} {{ {xs: 34, l: 40}|filter((v, k) => v > 38 and k != "xl")|keys|join }}',
    '{"1":36,"2":40} l',
  ],
  [
    '{% for v in [1, 2, 3, 4]|filter(v => v is even) %}{{ v }}{{ loop.last ? "." : "," }}{% endfor %}',
    '2,4.',
  ],
  ['{{ [1, 2, 3]|reduce((carry, v) => carry + v) }} {{ [1, 2]|reduce((c, v, k) => c + v * k, 10) }}', '6 12'],
  ['{{ users|find(u => u.age > 40).name }} [{{ [1, 2]|find(v => v > 5) }}]', 'Bob []', { users }],
  [
    '{% set names = users|filter(u => u.city == "Oslo")|column("age", "name") %}{{ names|json_encode|raw }}',
    '{"Zoe":31,"Bob":42}',
    { users },
  ],
  [
    '{{ [1, 2, 3]|reverse|join }} {{ {a: 1, b: 2}|reverse|keys|join }} {{ [1, 2]|reverse(true)|json_encode|raw }}',
    '321 ba {"1":2,"0":1}',
  ],
  ['{{ {a: 1, b: 2}|keys|join(",") }} {{ ["x", "y"]|keys|join(",") }}', 'a,b 0,1'],
  ['{% for row in ["a", "b", "c", "d", "e"]|batch(2, "-") %}{{ row|join }};{% endfor %}', 'ab;cd;e-;'],
  [
    '{{ [1, 2, 3]|batch(2)|json_encode|raw }} {{ {a: 1, b: 2}|batch(1)|json_encode|raw }}',
    '[[1,2],{"2":3}] [{"a":1},{"b":2}]',
  ],
  ['{{ [1, 2, 3]|batch(2, null, false)|json_encode|raw }}', '[[1,2],[3]]'],
  ['{{ [[1, 2], [3]]|map(r => r|join("+"))|join(" ") }}', '1+2 3'],
  ['{{ [1, ...[2, 3], 4]|join }} {{ {a: 1, ...{b: 2}}|json_encode|raw }}', '1234 {"a":1,"b":2}'],
  [
    '{% set a = "x" %}{% set m = {a, (a ~ "y"): 2, "k k": 3, 5: 4} %}{{ m|json_encode|raw }}',
    '{"a":"x","xy":2,"k k":3,"5":4}',
  ],
  [
    '{{ ([1, 2, 3] has some v => v > 2) ? "some" }} {{ ([1, 2] has every v => v > 1) ? "every" : "not every" }}',
    'some not every',
  ],
  ['{% set t = 10 %}{{ [1]|map(t => t)|join }}{{ t }}{{ [5]|map(v => v + t)|join }}', '11015'],
  ['{{ users|length }} {{ {a: 1}|length }}', '3 1', { users }],
  [
    '{{ range(0, 3)|join(", ") }} {{ range(0, 6, 2)|join(", ") }} {{ range("a", "d")|join }} {{ range(3, 1)|join }}',
    '0, 1, 2, 3 0, 2, 4, 6 abcd 321',
  ],
  ['{{ cycle(["odd", "even"], 3) }}{{ cycle(["a", "b", "c"], 2) }}', 'evenc'],
];

const LOGIC: readonly Case[] = [
  [
    '{{ "a" == "a" ? 1 }}{{ 1 == "1" ? 1 }}{{ "abc" == 0 ? 1 : 0 }}{{ null == false ? 1 }}{{ null == "" ? 1 }}{{ "1" == "01" ? 1 }}',
    '110111',
  ],
  [
    '{{ 1 != 2 ? 1 }}{{ "10" < "9" ? 1 : 0 }}{{ "a" < "b" ? 1 }}{{ 2 >= 2 ? 1 }}{{ [1, 2] == [1, 2] ? 1 }}{{ [1] == ["1"] ? 1 }}',
    '101111',
  ],
  ['{{ 1 <=> 2 }} {{ "b" <=> "a" }} {{ 2 <=> 2.0 }}', '-1 1 0'],
  [
    '{{ "0" ? "y" : "n" }}{{ "" ? "y" : "n" }}{{ [] ? "y" : "n" }}{{ {} ? "y" : "n" }}{{ "0.0" ? "y" : "n" }}{{ 0.0 ? "y" : "n" }}{{ "false" ? "y" : "n" }}',
    'nnnnyny',
  ],
  [
    '{% if [] %}y{% else %}n{% endif %}{% if not "0" %}y{% endif %}{% if "a" and [1] %}y{% endif %}{% if "" or 0 %}y{% else %}n{% endif %}',
    'nyyn',
  ],
  ['{{ (1 and "0") ? "y" : "n" }}{{ (0 or "x") ? "y" : "n" }}{{ not [] ? "y" : "n" }}', 'nyy'],
  ['{{ true and false or true ? "y" : "n" }}{{ not false and true ? "y" : "n" }}', 'yy'],
  [
    '{{ 1 in [1, 2] ? 1 }}{{ "1" in [1] ? 1 }}{{ "cd" in "abcde" ? 1 }}{{ 5 not in [1] ? 1 }}{{ "a" in {k: "a"} ? 1 }}{{ 2 in "123" ? 1 }}',
    '111111',
  ],
  ['{{ "" in "x" ? 1 }}{{ "x" in null ? 1 : 0 }}{{ null in [null] ? 1 }}{{ "abc" in [0] ? 1 : 0 }}', '1010'],
  [
    '{{ "Fabien" starts with "F" ? 1 }}{{ "Fabien" ends with "n" ? 1 }}{{ "Fabien" starts with "f" ? 1 : 0 }}{{ "a" starts with "" ? 1 }}',
    '1101',
  ],
  [
    '{{ "+33123" matches "/^\\\\+?[\\\\d]+$/" ? 1 }}{{ "ABC" matches "/b/i" ? 1 }}{{ "a\nb" matches "#^b$#m" ? 1 }}{{ "x" matches "{y}" ? 1 : 0 }}',
    '1110',
  ],
  ['{{ 1..3|join }}{{ "x"|join(",") }}', 'Arrayx'],
  ['{{ (1..3)|join }}{% for i in 3..1 %}{{ i }}{% endfor %}', '123321'],
  ['{{ "a" ~ 1 ~ true ~ null ~ 1.5 }}', 'a111.5'],
  [
    '{{ missing ?? "d" }} {{ m.a.b ?? "d" }} {{ m.k ?? "d" }} {{ n ?? m.z ?? "e" }}',
    'd d v e',
    { m: { k: 'v' }, n: null },
  ],
  ['{{ "x" ?: "d" }}{{ "" ?: "d" }}{{ 0 ?: "d" }}{{ 1 ? "y" }}{{ 0 ? "y" }}', 'xddy'],
  [
    '{{ missing|default("d") }} {{ ""|default("e") }} {{ 0|default("f") }} {{ m.x.y|default("g") }} {{ false|default("h") }}',
    'd e 0 g h',
    { m: {} },
  ],
  [
    '{{ a is defined ? 1 : 0 }}{{ z is defined ? 1 : 0 }}{{ z.y is defined ? 1 : 0 }}{{ n is defined ? 1 : 0 }}{{ m["k"] is defined ? 1 : 0 }}',
    '10011',
    { a: 1, n: null, m: { k: 1 } },
  ],
  [
    '{{ "" is empty ? 1 }}{{ null is empty ? 1 }}{{ [] is empty ? 1 }}{{ false is empty ? 1 }}{{ 0 is empty ? 1 : 0 }}{{ "0" is empty ? 1 : 0 }}{{ {} is empty ? 1 }}',
    '1111001',
  ],
  ['{{ null is null ? 1 }}{{ z is none ? 1 }}{{ 0 is null ? 1 : 0 }}', '110'],
  ['{{ [1] is iterable ? 1 }}{{ "a" is iterable ? 1 : 0 }}{{ {} is iterable ? 1 }}', '101'],
  [
    '{{ [1, 2] is sequence ? 1 }}{{ {a: 1} is sequence ? 1 : 0 }}{{ {a: 1} is mapping ? 1 }}{{ [1] is mapping ? 1 : 0 }}{{ "s" is mapping ? 1 : 0 }}',
    '10100',
  ],
  [
    '{{ 1 is same as(1) ? 1 }}{{ 1 is same as("1") ? 1 : 0 }}{{ [1, "a"] is same as([1, "a"]) ? 1 }}{{ {a: 1} is same as({a: true}) ? 1 : 0 }}',
    '1010',
  ],
  ['{{ 1 is not same as(2) ? "yes" }}', 'yes'],
  [
    '{{ a.b.c }}{{ a["b"]["c"] }}{{ attribute(a, "b").c }}{{ attribute(l, 1) }}',
    '777y',
    { a: { b: { c: 7 } }, l: ['x', 'y'] },
  ],
  ['{{ -l.0 }}{{ l[n] }}{{ l[-1] }}', '-42', { l: [4, 2], n: 1 }],
];

const TAGS: readonly Case[] = [
  ['{% set foo = "bar" %}{{ foo }}{% set a, b = "x", "y" %}{{ a }}{{ b }}', 'barxy'],
  ['{% set foo %}<b>{{ x }}</b>{% endset %}{{ foo }}{{ foo|length }}', '<b>&amp;</b>12', { x: '&' }],
  ['{% for i in 0..10 %}{{ i }}{% endfor %}', '012345678910'],
  ['{% for l in "a".."e" %}{{ l }}{% endfor %}', 'abcde'],
  [
    '{% for u in users %}{{ loop.index }}.{{ u.name }}{{ not loop.last ? ", " }}{% endfor %}',
    '1.Zoe, 2.Ann, 3.Bob',
    { users },
  ],
  [
    '{% for k, v in {a: 1, b: 2} %}{{ k }}{{ v }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first ? "F" }}{% endfor %}',
    'a1021Fb2110',
  ],
  [
    '{% for x in missing %}x{% else %}none{% endfor %}{% for x in "text" %}x{% else %}no{% endfor %}',
    'noneno',
  ],
  [
    '{% for i in 1..2 %}{% for j in 1..2 %}{{ loop.parent.loop.index }}{{ loop.index }} {% endfor %}{% endfor %}',
    '11 12 21 22 ',
  ],
  ['{% set n = 0 %}{% for i in 1..3 %}{% set n = n + i %}{% endfor %}{{ n }}', '6'],
  ['{% for i in 1..3 %}{{ i }}{% endfor %}{{ i is defined ? "d" : "u" }}', '123u'],
  ['{% if a %}1{% elseif b %}2{% else %}3{% endif %}', '2', { a: 0, b: [1] }],
  ['{% apply upper %}This becomes uppercase{% endapply %}', 'THIS BECOMES UPPERCASE'],
  [
    '{% apply lower|escape("html") %}<STRONG>TEXT</STRONG>{% endapply %}',
    '&lt;strong&gt;text&lt;/strong&gt;',
  ],
  ['{% apply spaceless %}<div>\n <b>x</b> </div>{% endapply %}', '<div><b>x</b></div>'],
  ['{% with {foo: 42} %}{{ foo }}{{ bar }}{% endwith %}[{{ foo }}]', '42b[]', { bar: 'b' }],
  ['{% with {foo: 42} only %}{{ foo }}[{{ bar }}]{% endwith %}', '42[]', { bar: 'b' }],
  ['{% do 1 + 2 %}x', 'x'],
  [
    '{% verbatim %}<ul>{% for x in y %}{{ x }}{% endfor %}</ul>{% endverbatim %}',
    '<ul>{% for x in y %}{{ x }}{% endfor %}</ul>',
  ],
  ['a{# note\n over {{ lines }} #}b', 'ab'],
  ['{% block title %}Default {{ x }}{% endblock %} {{ block("title") }}', 'Default 1 Default 1', { x: 1 }],
  ['{% block t "short: " ~ x %}', 'short: 1', { x: 1 }],
  [
    '{{ block("nope") is defined ? 1 : 0 }}{% block yes %}{% endblock %}{{ block("yes") is defined ? 1 : 0 }}',
    '01',
  ],
  [
    '{% macro input(name, value = "v", type = "text") %}<{{ type }}:{{ name }}={{ value }}>{% endmacro %}{{ _self.input("n") }}{{ _self.input("m", "w", "p") }}',
    '<text:n=v><p:m=w>',
  ],
  ['{% macro m() %}{{ varargs|join("+") }}{% endmacro %}{{ _self.m(1, 2, 3) }}', '1+2+3'],
  ['{% import _self as forms %}{% macro hi(n) %}Hi {{ n }}{% endmacro %}{{ forms.hi("A") }}', 'Hi A'],
  ['{% from _self import hi as hello %}{% macro hi(n) %}Hi {{ n }}{% endmacro %}{{ hello("A") }}', 'Hi A'],
  ['{% macro m(a) %}[{{ a }}{{ outside }}]{% endmacro %}{{ _self.m("x") }}', '[x]', { outside: 'no' }],
  [
    '{% macro fact(n) %}{% if n > 1 %}{{ n }}*{{ _self.fact(n - 1) }}{% else %}1{% endif %}{% endmacro %}{{ _self.fact(4) }}',
    '4*3*2*1',
  ],
  ['{% deprecated "old" %}x', 'x'],
  ['{% flush %}x', 'x'],
  [
    "{{ 'It''s' }}",
    'compile: The template does not compile: Unexpected token "string" of value "s" ("end of print statement" expected) in "template" at line 1, column 8.',
  ],
];

const WHITESPACE: readonly Case[] = [
  ['{% set value = "no" %}\n{%- if true -%}\n   {{- value -}}\n{%- endif -%}\n', 'no'],
  ['a \n {{- 1 -}} \n b', 'a1b'],
  ['a \n {{~ 1 ~}} \n b', 'a \n1\n b'],
  ['<li>\n    {{~ "x" }}</li>', '<li>\nx</li>'],
  ['{% if true %}\nx\n{% endif %}\ny', 'x\ny'],
  ['{{ 1 }}\n{{ 2 }}\n', '1\n2\n'],
  ['a {#- c -#} b', 'ab'],
  ['{% for i in 1..2 -%}\n  {{ i }}\n{%- endfor %}', '12'],
];

const hostile = `<a href="x" title='y'>&é`;
const ESCAPING: readonly Case[] = [
  ['{{ x }}', '&lt;a href=&quot;x&quot; title=&#039;y&#039;&gt;&amp;é', { x: hostile }],
  [
    '{{ x|e("html") }}{{ x|raw }}',
    `&lt;a href=&quot;x&quot; title=&#039;y&#039;&gt;&amp;é${hostile}`,
    { x: hostile },
  ],
  ['{{ x|e|e }}', '&lt;', { x: '<' }],
  ['{{ x|escape("js") }}', `\\u003Ca\\u0020b\\u003D\\u0022\\n\\/\\u00E9`, { x: '<a b="\n/é' }],
  ['{{ x|e("css") }}', '\\3C a\\20 1', { x: '<a 1' }],
  ['{{ x|e("url") }}', 'a%20b%26%2F', { x: 'a b&/' }],
  ['{{ x|e("html_attr") }}', 'a&#x20;b&quot;&lt;&#x0A;', { x: 'a b"<\n' }],
  ['{% autoescape "js" %}{{ x }}{% endautoescape %}', '\\u003C', { x: '<' }],
  [
    '{% autoescape %}{{ x }}{% endautoescape %}{% autoescape false %}{{ x }}{% endautoescape %}',
    '&lt;<',
    { x: '<' },
  ],
  ['{% autoescape false %}{{ x|e }}{{ x }}{% endautoescape %}', '&lt;<', { x: '<' }],
  ['{{ "<b>literal</b>" }}{{ true ? "<i>" : x }}', '<b>literal</b><i>', { x: '<' }],
  ['{{ x|upper }}{{ (x ~ "<")|raw }}', '&lt;B&gt;<b><', { x: '<b>' }],
];

const DATES: readonly Case[] = [
  ['{{ "2024-02-29 13:05:09"|date }}', 'February 29, 2024 13:05'],
  ['{{ d|date("d D j l N S w z") }}', '29 Thu 29 Thursday 4 th 4 59', { d: '2024-02-29' }],
  ['{{ d|date("W F m M n t L o Y y") }}', '09 February 02 Feb 2 29 1 2024 2024 24', { d: '2024-02-29' }],
  [
    '{{ d|date("a A g G h H i s v u") }}',
    'pm PM 1 13 01 13 05 09 250 250000',
    { d: '2024-02-29T13:05:09.25Z' },
  ],
  ['{{ d|date("e I O P p T Z U") }}', 'UTC 0 +0000 +00:00 Z UTC 0 1709211909', { d: '2024-02-29T13:05:09Z' }],
  [
    '{{ d|date("c")|raw }} {{ d|date("r") }}',
    '2024-02-29T13:05:09+00:00 Thu, 29 Feb 2024 13:05:09 +0000',
    { d: '2024-02-29T13:05:09Z' },
  ],
  ['{{ d|date("\\\\Y\\\\e\\\\a\\\\r: Y") }}', 'Year: 2024', { d: '2024-02-29' }],
  [
    '{{ d|date("H:i", "Europe/Paris") }} {{ d|date("H:i T P", "America/New_York") }}',
    '12:00 06:00 EDT -04:00',
    { d: '2024-07-01T10:00:00Z' },
  ],
  ['{{ d|date("H:i", timezone="Asia/Kolkata") }}', '15:30', { d: '2024-07-01T10:00:00Z' }],
  [
    '{{ 86400|date("Y-m-d") }} {{ "86400"|date("Y-m-d") }} {{ "@86400"|date("Y-m-d") }}',
    '1970-01-02 1970-01-02 1970-01-02',
  ],
  [
    '{{ "2024-01-31"|date_modify("+1 day")|date("Y-m-d") }} {{ "2024-01-31"|date_modify("-1 week")|date("Y-m-d") }}',
    '2024-02-01 2024-01-24',
  ],
  [
    '{{ "2024-01-31"|date_modify("+1 month")|date("Y-m-d") }} {{ "2024-02-10"|date_modify("last day of next month")|date("Y-m-d") }}',
    '2024-03-02 2024-03-31',
  ],
  [
    '{{ "2024-05-06"|date_modify("next friday")|date("Y-m-d") }} {{ "2024-05-06"|date_modify("monday")|date("Y-m-d") }}',
    '2024-05-10 2024-05-06',
  ],
  [
    '{{ "2024-05-06 10:00"|date_modify("tomorrow noon")|date("c")|raw }} {{ "2024-05-06"|date_modify("2 days ago")|date("Y-m-d") }}',
    '2024-05-07T12:00:00+00:00 2024-05-04',
  ],
  [
    '{{ date("2024-01-01") < date("2024-01-02") ? 1 }}{{ date("2024-01-01") == date("2024-01-01T00:00:00Z") ? 1 }}',
    '11',
  ],
  ['{{ date("2024-01-01 12:00", "Europe/Paris")|date("e H:i", false) }}', 'Europe/Paris 13:00'],
  [
    '{{ "6 May 2024"|date("Y-m-d") }} {{ "May 6, 2024 3:04 PM"|date("Y-m-d H:i") }} {{ "05/06/2024"|date("Y-m-d") }} {{ "06.05.2024"|date("Y-m-d") }}',
    '2024-05-06 2024-05-06 15:04 2024-05-06 2024-05-06',
  ],
  [
    '{{ "Mon, 06 May 2024 10:00:00 +0200"|date("H:i") }} {{ "20240506T101112Z"|date("c")|raw }}',
    '08:00 2024-05-06T10:11:12+00:00',
  ],
  [
    '{{ "2021-01-03"|date("o-W N") }} {{ "2020-12-31"|date("z t S") }} {{ "2024-03-21"|date("jS") }}',
    '2020-53 7 365 31 st 21st',
  ],
];

const JSON_TEXT: readonly Case[] = [
  ['{{ {a: [1, 2.5, "x/y", null, true]}|json_encode|raw }}', '{"a":[1,2.5,"x\\/y",null,true]}'],
  [
    '{{ "é"|json_encode|raw }} {{ "é"|json_encode(constant("JSON_UNESCAPED_UNICODE"))|raw }}',
    '"\\u00e9" "é"',
  ],
  [
    '{{ {a: {}, b: []}|json_encode(constant("JSON_PRETTY_PRINT") b-or constant("JSON_FORCE_OBJECT"))|raw }}',
    '{\n    "a": {},\n    "b": {}\n}',
  ],
  ['{{ "<a href=\'x\'>&"|json_encode(15)|raw }}', '"\\u003Ca href=\\u0027x\\u0027\\u003E\\u0026"'],
  ['{{ [1, 2]|filter(v => v > 1)|json_encode|raw }}', '{"1":2}'],
];

const GROUPS: readonly (readonly [string, readonly Case[]])[] = [
  ['text filters', TEXT_FILTERS],
  ['numbers', NUMBERS],
  ['lists and maps', LISTS],
  ['operators and tests', LOGIC],
  ['tags', TAGS],
  ['whitespace control', WHITESPACE],
  ['escaping', ESCAPING],
  ['dates', DATES],
  ['JSON', JSON_TEXT],
];

describe.each(GROUPS)('%s', (_group, cases) => {
  test.each(rows(cases))('%s', (template, text, context) => {
    expect(rendered(template, context)).toBe(text);
  });
});

describe('what is not provided is refused by name', () => {
  test.each([
    ['{{ random() }}', 'random'],
    ['{{ dump(x) }}', 'dump'],
    ['{{ template_from_string("x") }}', 'template_from_string'],
    ['{{ "x"|convert_encoding("UTF-8", "iso-2022-jp") }}', 'convert_encoding'],
    ['{{ "x"|markdown_to_html }}', 'markdown_to_html'],
    ['{{ "x"|slug }}', 'slug'],
    ['{{ [1]|shuffle }}', 'shuffle'],
    ['{{ enum("X") }}', 'enum'],
    ['{% cache "k" %}{% endcache %}', 'cache'],
  ])('%s', (template, name) => {
    expect(rendered(template, {})).toMatch(new RegExp(`^compile: .*"${name}"`));
  });
});
