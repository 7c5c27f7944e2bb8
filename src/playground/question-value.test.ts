import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import {
  boundsOf,
  changesOf,
  formFields,
  optionsOf,
  readForm,
  reviewAnswer,
  startTexts,
} from './question-value';

const schema: JsonObject = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name' },
    nights: { type: ['null', 'integer'], default: 2 },
    breakfast: { type: 'boolean' },
    room: { enum: ['a', 1, '1'] },
    more: { type: 'object' },
  },
  required: ['name'],
};

describe('the form of a question', () => {
  test('has a control for each field, and begins with what was given, else with the defaults', () => {
    expect(formFields({ schema }).map(({ name, kind, required }) => [name, kind, required])).toEqual([
      ['name', 'text', true],
      ['nights', 'number', false],
      ['breakfast', 'boolean', false],
      ['room', 'choice', false],
      ['more', 'json', false],
    ]);
    expect(startTexts({ schema, defaultValue: { name: 'Ada', more: { a: 1 } } })).toEqual({
      name: 'Ada',
      nights: '2',
      breakfast: 'false',
      room: '',
      more: '{"a":1}',
    });
  });

  test('is read by the kinds of its fields; an empty one is left out', () => {
    expect(
      readForm({ schema }, { name: '', nights: '3.5', breakfast: 'false', room: 'a', more: '[1]' }),
    ).toEqual({ ok: true, value: { nights: 3.5, breakfast: false, room: 'a', more: [1] } });
  });

  test.each([
    ['nights', 'two', 'number'],
    ['nights', ' ', 'number'],
    ['more', '{', 'json'],
  ])('says which field cannot be read: %s', (field, text, wanted) => {
    expect(readForm({ schema }, { [field]: text })).toMatchObject({ ok: false, fault: { field, wanted } });
  });

  test('is not fooled by names that every object has', () => {
    expect(readForm({ schema: { properties: { constructor: { type: 'string' } } } }, {})).toEqual({
      ok: true,
      value: {},
    });
    expect(startTexts({ schema: { properties: { constructor: {} } }, defaultValue: {} })).toEqual({
      constructor: '',
    });
  });
});

test('options without a value are none; a label that is missing is the value', () => {
  expect(
    optionsOf({ options: [{ value: 'a', label: 'A', description: 'x' }, { value: 'b' }, { label: 'C' }] }),
  ).toEqual([
    { value: 'a', label: 'A', description: 'x' },
    { value: 'b', label: 'b', description: '' },
  ]);
});

test.each([
  ['text', { min_length: 3, max_length: 9 }, { least: 3, most: 9 }],
  ['text', { min_selections: 3 }, {}],
  ['choice', { min_selections: 0, max_selections: 2 }, { most: 2 }],
  ['choice', { min_selections: 1 }, { least: 1 }],
  ['choice', null, {}],
] as const)('the limits of a %s with %j', (type, context, bounds) => {
  expect(boundsOf({ type, context })).toEqual(bounds);
});

test('a review answers for each field: what was proposed where it is accepted, what was there where it is not', () => {
  const context: JsonObject = {
    changes: [
      { field: 'title', original: 'Hom', proposed: 'Home' },
      { field: 'price', label: 'Price', original: 10, proposed: 12 },
    ],
  };
  expect(changesOf({ context }).map(({ label, original, proposed }) => [label, original, proposed])).toEqual([
    ['title', 'Hom', 'Home'],
    ['Price', '10', '12'],
  ]);
  expect(reviewAnswer({ context }, new Set(['title', 'nothing']))).toEqual({
    decisions: { title: { accepted: true, value: 'Home' }, price: { accepted: false, value: 10 } },
    summary: { accepted: 1, rejected: 1, total: 2 },
  });
});
