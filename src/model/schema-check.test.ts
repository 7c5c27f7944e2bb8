import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from './json';
import { checkValue } from './schema-check';
import { describeViolation } from './violation-text';

/** The failed keyword and the path, in the run's mode. */
function run(value: Json, schema: JsonObject): string | undefined {
  const violation = checkValue(value, schema, 'run');
  return violation === undefined ? undefined : [violation.keyword, ...violation.path].join(' ');
}

const json = fc.json().map((text): Json => JSON.parse(text));

describe('run', () => {
  test.each<[Json, JsonObject, string | undefined]>([
    ['a', { minLength: 5, enum: ['b'], type: 'string' }, 'enum'],
    [1, { minLength: 5, enum: ['b'], type: 'string' }, 'type'],
    ['a', { maxLength: 0, minLength: 5 }, 'maxLength'],
    ['a', { minLength: 5, maxLength: 0 }, 'minLength'],
    [null, { type: 'string', enum: ['a', 'b'], minLength: 5, format: 'email' }, undefined],
    [3, { exclusiveMinimum: 3 }, 'exclusiveMinimum'],
    [3, { exclusiveMaximum: 3 }, 'exclusiveMaximum'],
    [3, { minimum: 3, maximum: 3 }, undefined],
    [0.3, { multipleOf: 0.1 }, undefined],
    [0.35, { multipleOf: 0.1 }, 'multipleOf'],
    [7, { multipleOf: 2 }, 'multipleOf'],
    [7, { multipleOf: 0 }, undefined],
    [[1], { minItems: 2 }, 'minItems'],
    [[1, 2], { maxItems: 1 }, 'maxItems'],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      { uniqueItems: true },
      'uniqueItems',
    ],
    [[1, '1', [1], true], { uniqueItems: true }, undefined],
    [{ b: [1], a: 0 }, { const: { a: 0, b: [1] } }, undefined],
    ['1', { const: 1 }, 'const'],
    [{ a: 1 }, { required: ['a', 'b'] }, 'required'],
    [{ a: 1 }, { required: true }, undefined],
    [{}, { required: ['constructor'] }, 'required'],
    [
      { list: [{ n: 1 }, { n: 'x' }] },
      { properties: { list: { items: { properties: { n: { type: 'number' } } } } } },
      'type list 1 n',
    ],
    [{ a: null }, { properties: { a: { type: 'string' } } }, 'type a'],
    ['x', { minimum: '5', pattern: 7, items: true, enum: 'x', format: 1, maxLength: null }, undefined],
  ])('CFG-10: %j against %j', (value, schema, expected) => expect(run(value, schema)).toBe(expected));

  test.each<[Json, Json, boolean]>([
    ['5', 'integer', false],
    [5, 'string', false],
    [1, 'boolean', false],
    [5.0, 'integer', true],
    [5, 'number', true],
    [5.5, 'integer', false],
    [[], 'object', false],
    [{}, 'array', false],
    [{}, 'object', true],
    ['x', ['integer', 'string'], true],
    [true, ['integer', 'string'], false],
    ['x', 'hexcolor', true],
    ['x', ['integer', 'hexcolor'], true],
    ['x', 'toString', true],
    ['x', [], true],
    ['x', 7, true],
  ])('CFG-11: %j against the type %j', (value, type, passes) =>
    expect(run(value, { type })).toBe(passes ? undefined : 'type'),
  );

  test('CFG-12: a known format is enforced on text, an unknown one passes', () => {
    expect(run('nope', { format: 'email' })).toBe('format');
    expect(run('a@b.test', { format: 'email' })).toBeUndefined();
    expect(run('nope', { format: 'colour' })).toBeUndefined();
    expect(run('nope', { format: 'constructor' })).toBeUndefined();
    expect(run(5, { format: 'email' })).toBeUndefined();
  });

  test('CFG-10: a schema or a value that is deep or large cannot hang or break it', () => {
    let deep: Json = 1;
    let schema: JsonObject = { type: 'string' };
    for (let i = 0; i < 20_000; i += 1) {
      deep = [deep];
      schema = { items: schema };
    }
    expect(run(deep, schema)).toBeUndefined();
    expect(run([deep, deep], { uniqueItems: true })).toBe('uniqueItems');
    expect(run(deep, { enum: [deep] })).toBeUndefined();
    const many = Array.from({ length: 100_000 }, (_, i) => i);
    expect(run(100_000, { enum: many })).toBe('enum');
    expect(run(many, { uniqueItems: true, items: { type: 'integer' } })).toBeUndefined();
  });

  test('CFG-10: nothing that is checked is changed, and the same question gets the same answer', () => {
    fc.assert(
      fc.property(json, json, (value, other) => {
        const schema: JsonObject = {
          enum: [other, value],
          const: value,
          type: ['object', 'array', 'string', 'number', 'boolean'],
        };
        const before = JSON.stringify([value, schema]);
        expect(checkValue(value, schema, 'run')).toBeUndefined();
        expect(JSON.stringify([value, schema])).toBe(before);
      }),
    );
  });
});

describe('save', () => {
  test('R6.d: seven keywords in a fixed order, on the value alone', () => {
    const schema = {
      pattern: '^b',
      maxLength: 1,
      minLength: 3,
      enum: ['aa'],
      type: 'string',
      format: 'email',
    };
    expect(checkValue('aa', schema, 'save')?.keyword).toBe('minLength');
    expect(checkValue('aaa', schema, 'save')?.keyword).toBe('enum');
    expect(checkValue('x', { format: 'email', const: 'y' }, 'save')).toBeUndefined();
    expect(checkValue([1], { items: { type: 'string' }, minItems: 4 }, 'save')).toBeUndefined();
  });
  test('R6.i: nothing is asked of null', () => {
    expect(checkValue(null, { type: 'string', enum: ['a'] }, 'save')).toBeUndefined();
  });
});

test.each<[Json, JsonObject, string]>([
  ['5', { type: 'integer' }, 'Parameter "p" must be of type integer, but is of type string (type).'],
  [0, { minimum: 1 }, 'Parameter "p" must be at least 1, but is 0 (minimum).'],
  ['x', { enum: ['a', 2] }, 'Parameter "p" must be one of a, 2, but is "x" (enum).'],
  [
    { a: [{}] },
    { properties: { a: { items: { required: ['b'] } } } },
    'Parameter "p" (at a[0]) must have the key "b" (required).',
  ],
  ['ab', { minLength: 3 }, 'Parameter "p" must have at least 3 characters, but has 2 (minLength).'],
])('CFG-10: a violation names the constraint and what would be right: %j, %j', (value, schema, text) => {
  const violation = checkValue(value, schema, 'run');
  expect(violation && describeViolation(violation, 'Parameter "p"')).toBe(text);
});
