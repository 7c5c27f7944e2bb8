import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentRow } from '../../../engine/testing/content-conformance';
import {
  COLLECTION_NAME,
  decodeCollection,
  encodeCollection,
  freeDocumentId,
  listed,
  readValues,
  sampleDocuments,
} from './documents';

const world = () => {
  let made = 0;
  const uuid = () => {
    made += 1;
    return `new-${made}`;
  };
  return { now: 77, uuid };
};

describe('what an author types', () => {
  test.each([
    ['{"title":"A"}', { ok: true, value: { title: 'A' } }],
    ['[1]', { ok: false, error: { code: 'object' } }],
    ['null', { ok: false, error: { code: 'object' } }],
    ['{"id":"1"}', { ok: false, error: { code: 'field', field: 'id' } }],
    ['{"__proto__":{"a":1}}', { ok: false, error: { code: 'field', field: '__proto__' } }],
    ['{"a":', { ok: false, error: { code: 'json' } }],
  ])('%s', (text, read) => {
    expect(readValues(text)).toMatchObject(read);
  });
});

describe('files of collections', () => {
  test('give back what was written, whatever it is', () => {
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.string({ minLength: 1 }),
        label: fc.string(),
        values: fc.dictionary(fc.string(), fc.jsonValue()),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(rows, (given) => {
        const plain: unknown = JSON.parse(JSON.stringify(given.map(({ values }) => values)));
        const stored = given.map(({ id, label }, index) =>
          contentRow(id, {
            label,
            collection: 'c',
            values: JSON.parse(JSON.stringify(Array.isArray(plain) ? plain[index] : {})),
          }),
        );
        const read = decodeCollection(JSON.stringify(encodeCollection('c', stored)), world());
        if (!read.ok) throw new Error(JSON.stringify(read.error));
        expect(read.value.collection).toBe('c');
        expect(read.value.rows.map((row) => ({ ...row, collection: 'c' }))).toEqual(stored);
      }),
    );
  });

  test('may be lists of plain objects', () => {
    const read = decodeCollection(
      '[{"id":7,"title":"Seven","status":false,"bundle":"page","n":1},{"name":"No id"},{}]',
      world(),
    );
    expect(read).toMatchObject({
      ok: true,
      value: {
        rows: [
          {
            id: '7',
            uuid: 'new-1',
            label: 'Seven',
            published: false,
            bundle: 'page',
            values: { title: 'Seven', n: 1 },
          },
          { id: 'new-2', label: 'No id', published: true, created: 77, values: { name: 'No id' } },
          { id: 'new-3', label: '', values: {} },
        ],
      },
    });
  });

  test.each<[string, { path: string; message: RegExp }]>([
    ['[{"id":"a"},{"id":"a"}]', { path: '[1]', message: /"a"/ }],
    ['[1]', { path: '[0]', message: /no object/ }],
    ['{"documents":[{"id":"a"}]}', { path: 'documents[0].uuid', message: /./ }],
    ['{', { path: '', message: /./ }],
  ])('that are none say where: %s', (text, { path, message }) => {
    const read = decodeCollection(text, world());
    if (read.ok) throw new Error('was read');
    expect(read.error.some((one) => one.path === path && message.test(one.message))).toBe(true);
  });
});

describe('the list', () => {
  const rows = [
    contentRow('b', { label: 'Item 10', changed: 1, values: { tags: ['Red'] } }),
    contentRow('a', { label: 'Item 9', changed: 3 }),
    contentRow('c', { label: '', changed: 3 }),
  ];
  test.each([
    ['changed', ['a', 'c', 'b']],
    ['label', ['c', 'a', 'b']],
    ['id', ['a', 'b', 'c']],
  ] as const)('is sorted by %s', (sort, ids) => {
    expect(listed(rows, { search: '', sort }).map(({ id }) => id)).toEqual(ids);
  });
  test.each([
    ['red', ['b']],
    [' ITEM ', ['a', 'b']],
    ['nothing', []],
  ])('is searched for %j', (search, ids) => {
    expect(listed(rows, { search, sort: 'id' }).map(({ id }) => id)).toEqual(ids);
  });
});

test('a free id is found beside the taken ones', () => {
  expect(freeDocumentId('a', new Set())).toBe('a');
  expect(freeDocumentId('a', new Set(['a', 'a-2']))).toBe('a-3');
});

test.each([
  ['node', true],
  ['Größe.2-a', true],
  ['', false],
  [' node', false],
  ['a/b', false],
  ['x'.repeat(65), false],
])('the name %j of a collection can be given: %s', (name, good) => {
  expect(COLLECTION_NAME.test(name)).toBe(good);
});

test('the sample is three documents of one collection with ids of their own', () => {
  const rows = sampleDocuments('node', 100, world().uuid);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
  expect(
    rows.every(({ collection, values }) => collection === 'node' && readValues(JSON.stringify(values)).ok),
  ).toBe(true);
});
