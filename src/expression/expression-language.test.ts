import { ExpressionLanguage } from 'expression-language';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { createExpressionLanguageEngine } from './expression-language';

const engine = createExpressionLanguageEngine();
const context: Json = {
  a: 1,
  b: 2,
  text: 'Hello World',
  list: [1, 2, 3],
  user: { name: 'Ann', tags: ['x', 'y'], address: null },
  yes: true,
  nothing: null,
  empty: {},
};

const values: [string, Json][] = [
  ['a + b * 3', 7],
  ['(a + b) * 3', 9],
  ['7 % 3', 1],
  ['-7 % 3', -1],
  ['2 ** 3 ** 2', 512],
  ['-a', -1],
  ['10 / 4', 2.5],
  ['0.1 + 0.2 < 0.4', true],
  ['1_000 + 1e2', 1100],
  ['"5" + 1', 6],
  ['nothing + 1', 1],
  ['a ~ text', '1Hello World'],
  ["'it\\'s' ~ \"\\n\"", "it's\n"],
  ['nothing ~ yes', '1'],
  ['a == 1', true],
  ['a === "1"', false],
  ['a == "1"', true],
  ['"abc" == 0', false],
  ['nothing == false', true],
  ['a != b', true],
  ['a !== 1', false],
  ['list == [1, 2, 3]', true],
  ['a < b and b <= 2', true],
  ['a > b or yes', true],
  ['not yes', false],
  ['!(a == 1)', false],
  ['not(yes)', false],
  ['yes xor yes', false],
  ['a && b', true],
  ['nothing || empty', false],
  ['2 in list', true],
  ['"2" in list', false],
  ['5 not in list', true],
  ['1..3', [1, 2, 3]],
  ['3..1', [3, 2, 1]],
  ['text matches "/^hello/i"', true],
  ['text matches "/^hello/"', false],
  ['nothing matches "/a/"', false],
  ['text contains "World"', true],
  ['text contains "world"', false],
  ['text starts with "Hello"', true],
  ['text ends with "d"', true],
  ['yes ? "y" : "n"', 'y'],
  ['nothing ?: "fallback"', 'fallback'],
  ['yes ? "only"', 'only'],
  ['missing ?? "default"', 'default'],
  ['user.address.city ?? "no city"', 'no city'],
  ['user.address?.city', null],
  ['user.address?.city.street', null],
  ['user.name', 'Ann'],
  ['user["name"]', 'Ann'],
  ['user.tags[1]', 'y'],
  ['user.tags[9]', null],
  ['user.absent', null],
  ['list[a]', 2],
  ['{a: 1, "b c": list[0], (text): 2}', { a: 1, 'b c': 1, 'Hello World': 2 }],
  ['[a, [b], {}]', [1, [2], {}]],
  ['min(3, a, 2)', 1],
  ['max(list)', 3],
  ['6 & 3 | 8', 10],
  ['1 << 4', 16],
  ['~5', -6],
  ['/* note */ a', 1],
  ['true and TRUE', true],
  ['null', null],
  ['user.tags', ['x', 'y']],
];

describe('what the language computes', () => {
  test.each(values)('%s', (expression, value) => {
    expect(engine.evaluate(expression, context)).toEqual({ ok: true, value });
  });
});

describe('LANG-6: failures are loud', () => {
  const faults: [string, 'compile' | 'evaluate'][] = [
    ['a +', 'compile'],
    ['(a', 'compile'],
    ['a b', 'compile'],
    ['"open', 'compile'],
    ['a ? : ', 'compile'],
    ['[1, 2', 'compile'],
    ['{1 2}', 'compile'],
    ['a.1', 'compile'],
    ['unknown_function(1)', 'compile'],
    ['missing', 'evaluate'],
    ['a + missing', 'evaluate'],
    ['user.address.city', 'evaluate'],
    ['text.length', 'evaluate'],
    ['a[0]', 'evaluate'],
    ['1 / 0', 'evaluate'],
    ['1 % 0', 'evaluate'],
    ['"x" * 2', 'evaluate'],
    ['list ~ ""', 'evaluate'],
    ['a in 5', 'evaluate'],
    ['text matches "no delimiters"', 'evaluate'],
    ['text matches "/(/"', 'evaluate'],
    ['1..99999999', 'evaluate'],
    ['10 ** 999', 'evaluate'],
    ['1e400', 'compile'],
    ['[1, {a: -1e309}]', 'compile'],
    ['-"1e400"', 'evaluate'],
    ['+"1e400"', 'evaluate'],
    ['~"1e400"', 'evaluate'],
    [`${'-'.repeat(50_000)}1`, 'compile'],
    [`1${'+1'.repeat(50_000)}`, 'evaluate'],
    ['user.name()', 'evaluate'],
  ];
  test.each(faults)('LANG-6: %j fails to %s and gives no value', (expression, kind) => {
    const outcome = engine.evaluate(expression, context);
    expect(outcome).toMatchObject({ ok: false, fault: { kind } });
    expect(outcome).not.toHaveProperty('value');
  });
  test.each([`${'-'.repeat(50_000)}1`, `1${'+1'.repeat(50_000)}`])(
    'LANG-6: what exhausts the call stack (%#) says so in words of the author',
    (expression) => {
      expect(engine.evaluate(expression, context)).toMatchObject({
        fault: { message: expect.stringMatching(/^It is nested too deeply/) },
      });
    },
  );
  test('LANG-6: the failure names what is missing and what is there', () => {
    expect(engine.evaluate('a + total', context)).toMatchObject({
      fault: { message: expect.stringMatching(/"total".*a, b, text/) },
    });
  });
});

describe('LANG-10: validation checks syntax and takes every name as declared', () => {
  test.each(['not_there_yet + 1', 'x.y.z', 'foo[bar]', 'a ?? b', ''])(
    'LANG-10: %j validates',
    (expression) => {
      expect(engine.validate(expression)).toEqual({ ok: true });
    },
  );
  test.each(['a +', ')', 'a..', '1 2', '"'])('LANG-10: %j does not', (expression) => {
    expect(engine.validate(expression).ok).toBe(false);
  });
});

test('LANG-4: a context that is no map is the variable data', () => {
  const contexts: Json[] = [5, 'text', '{"a":1}', [1, 2], null, true];
  for (const data of contexts) expect(engine.evaluate('data', data)).toEqual({ ok: true, value: data });
  expect(engine.evaluate('a', '{"a":1}').ok).toBe(false);
});

test('LANG-1: a transformation engine binds the context as variables', () => {
  expect(engine.family).toBe('transformation');
  expect(engine.evaluate('a', { a: 'bound' })).toEqual({ ok: true, value: 'bound' });
});

describe('nothing outside the context can be reached', () => {
  test.each([
    'constructor',
    '__proto__',
    'globalThis',
    'constant("process")',
    'enum("process")',
    'user.constructor.name',
    'toString()',
    'list.map()',
  ])('%s fails', (expression) => {
    expect(engine.evaluate(expression, context).ok).toBe(false);
  });
  test.each(['user.constructor', 'user.__proto__', 'user["constructor"]', 'list["length"] ?? 0'])(
    '%s reads nothing',
    (expression) => {
      const outcome = engine.evaluate(expression, context);
      if (outcome.ok) expect([null, 0]).toContain(outcome.value);
    },
  );
  test('a key named __proto__ is a key', () => {
    const outcome = engine.evaluate('{"__proto__": 1}', {});
    expect(outcome.ok && Object.keys(outcome.value ?? {})).toEqual(['__proto__']);
  });
});

test('agrees with the published JavaScript implementation on arithmetic, comparison and logic', () => {
  const peer = new ExpressionLanguage();
  const atom = fc.oneof(fc.integer({ min: 1, max: 9 }).map(String), fc.constantFrom('a', 'b'));
  const operator = fc.constantFrom('+', '-', '*', '/', '&', '|', '^');
  const sum = fc
    .array(fc.tuple(operator, atom, fc.boolean()), { maxLength: 4 })
    .map((parts) =>
      parts.reduce(
        (text, [op, value, wrap]) => (wrap ? `(${text}) ${op} ${value}` : `${text} ${op} ${value}`),
        'a',
      ),
    );
  const comparison = fc.constantFrom('<', '>', '<=', '>=', '==', '!=');
  const expression = fc.oneof(
    sum,
    fc.tuple(sum, comparison, sum).map(([left, op, right]) => `(${left}) ${op} (${right}) ? 1 : 0`),
  );
  fc.assert(
    fc.property(expression, (text) => {
      const theirs: unknown = peer.evaluate(text, { a: 1, b: 2 });
      const ours = engine.evaluate(text, { a: 1, b: 2 });
      // Theirs has 32 bits where ours has 64.
      if (typeof theirs !== 'number' || Math.abs(theirs) > 2 ** 20) return;
      expect(ours.ok, text).toBe(true);
      if (ours.ok) expect(Number(ours.value), text).toBe(Number(theirs));
    }),
    { numRuns: 300 },
  );
});

test('never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), fc.json(), (expression, json) => {
      const data: Json = JSON.parse(json);
      const verdict = engine.validate(expression);
      const outcome = engine.evaluate(expression, data);
      if (!verdict.ok) expect(outcome).toMatchObject({ ok: false, fault: { kind: 'compile' } });
    }),
  );
  expect(engine.evaluate('('.repeat(20_000), {}).ok).toBe(false);
});
