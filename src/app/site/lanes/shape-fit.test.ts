import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../model/json';
import { misfits } from './shape-fit';

const object = (
  properties: JsonObject,
  required: readonly string[] = [],
  more: JsonObject = {},
): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
  ...more,
});
const text = { type: 'string' };

test.each<[string, JsonObject, JsonObject, readonly string[]]>([
  ['the same', object({ a: text }, ['a']), object({ a: text }, ['a']), []],
  ['more than is needed', object({ a: text, b: text }, ['a', 'b']), object({ a: text }, ['a']), []],
  ['anything is needed', object({}), {}, []],
  ['a whole number for a number', { type: 'integer' }, { type: 'number' }, []],
  ['a number for a whole number', { type: 'number' }, { type: 'integer' }, ['type ']],
  ['a list for an object', { type: 'array' }, { type: 'object' }, ['type ']],
  ['one of two types', { type: ['string', 'null'] }, { type: 'string' }, ['type ']],
  ['no type where one is needed', {}, text, ['type ']],
  ['a field that is not declared', object({}), object({ a: text }, ['a']), ['missing ']],
  ['a field that may be absent', object({ a: text }), object({ a: text }, ['a']), ['optional ']],
  ['a field of another type', object({ a: { type: 'number' } }), object({ a: text }), ['type a']],
  ['a field too many', object({ a: text }), object({}, [], { additionalProperties: false }), ['closed ']],
  [
    'deep in a list',
    { type: 'array', items: object({}) },
    { type: 'array', items: object({ a: text }, ['a']) },
    ['missing []'],
  ],
  ['choices within', { enum: ['a'] }, { enum: ['a', 'b'] }, []],
  ['a choice too many', { enum: ['a', 'c'] }, { enum: ['a', 'b'] }, ['choices ']],
  ['any text for choices', text, { type: 'string', enum: ['a'] }, ['choices ']],
  ['keywords that nobody knows', { wobble: 1 }, { wobble: 2 }, []],
  ['a prototype key', object({ ['__proto__']: text }, ['constructor']), object({}, ['constructor']), []],
])('SCH-43: by likeness: %s', (_name, gives, needs, expected) => {
  expect(misfits(gives, needs).map(({ kind, path }) => `${kind} ${path}`)).toEqual(expected);
});

test('every schema of these keywords fits itself, and a schema that holds itself ends', () => {
  const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonObject>({}, text, { type: ['number', 'null'] }, { enum: [1, 'a'] }),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc
        .tuple(fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema')), fc.boolean())
        .map(([fields, closed]) =>
          object({ ...fields }, Object.keys(fields).slice(1), closed ? { additionalProperties: false } : {}),
        ),
    ),
  }));
  fc.assert(
    fc.property(schema, (one) => {
      expect(misfits(one, one)).toEqual([]);
    }),
  );
  const holds: { [key: string]: unknown } = { type: 'array' };
  holds.items = holds;
  expect(misfits(holds as JsonObject, holds as JsonObject)).toEqual([]);
});
