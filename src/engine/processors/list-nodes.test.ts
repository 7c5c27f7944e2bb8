import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { aOrB } from './a-or-b';
import { dataOperations } from './data-operations';
import { dataToDataframe } from './data-to-dataframe';
import { dataframeOperations } from './dataframe-operations';
import { range } from './range';
import { repeat } from './repeat';
import { stateStorage } from './state-storage';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';
import type { Execute } from './types';

const run = (execute: Execute, parameters: JsonObject) => outputsOf(execute, parameters, testContext());
const fault = (execute: Execute, parameters: JsonObject) => failureOf(execute, parameters, testContext());

describe('range', () => {
  const cases: [JsonObject, Json[]][] = [
    [{ start: 1, end: 10, step: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [{ start: 0, end: 5, step: 2 }, [0, 2, 4]],
    [{ start: 3, end: 1, step: 1 }, [3, 2, 1]],
    [{ start: 3, end: 1, step: -1 }, [3, 2, 1]],
    [{ start: 1, end: 3, step: -1 }, [1, 2, 3]],
    [{ start: 0, end: 0.3, step: 0.1 }, [0, 0.1, 0.2, 0.3]],
    [{ start: 2, end: 2, step: 1 }, [2]],
    [{ start: null, end: 1, step: null }, [0, 1]],
  ];
  test.each(cases)('%j', async (parameters, items) => {
    expect(await run(range, parameters)).toMatchObject({ items, count: items.length });
  });
  test('says what is wrong', async () => {
    expect((await fault(range, { start: 0, end: 5, step: 0 })).message).toMatch(/"step" is 0/);
    expect((await fault(range, { start: 0, end: null, step: 1 })).code).toBe('missing_parameter');
    expect((await fault(range, { start: 0, end: 1e9, step: 1 })).message).toMatch(
      /1000000001 numbers; 100000/,
    );
  });
});

test('repeat holds a value as often as asked', async () => {
  expect(await run(repeat, { value: { a: 1 }, count: 2 })).toEqual({
    items: [{ a: 1 }, { a: 1 }],
    count: 2,
    value: { a: 1 },
  });
  expect(await run(repeat, { value: null, count: 1 })).toMatchObject({ items: [null] });
  expect(await run(repeat, { value: 1, count: 0 })).toMatchObject({ items: [] });
  for (const count of [-1, 1.5, 1e9])
    expect((await fault(repeat, { value: 1, count })).message).toContain(String(count));
  expect((await fault(repeat, { value: 1, count: null })).message).toMatch(/missing/);
});

const people: Json = [
  { name: 'Zoe', age: 31, tags: ['a'], home: { city: 'Oslo' } },
  { name: 'ann', age: '25', tags: [], home: { city: 'Rome' } },
  { name: 'Bob', age: null, home: { city: 'Oslo' } },
];
const names = (rows: Json | undefined): Json => (rows as { name: string }[]).map(({ name }) => name);

describe('data_operations', () => {
  const filters: [JsonObject, string[]][] = [
    [{ key: 'home.city', value: 'Oslo' }, ['Zoe', 'Bob']],
    [{ key: 'age', value: 25, condition: 'equals' }, ['ann']],
    [{ key: 'age', value: 25, condition: 'not_equals' }, ['Zoe', 'Bob']],
    [{ key: 'age', value: 30, condition: 'greater_than' }, ['Zoe']],
    [{ key: 'age', value: '31', condition: 'less_than_or_equal' }, ['Zoe', 'ann']],
    [{ key: 'age', value: 'x', condition: 'less_than' }, []],
    [{ key: 'name', value: 'o', condition: 'contains' }, ['Zoe', 'Bob']],
    [{ key: 'tags', value: 'a', condition: 'contains' }, ['Zoe']],
    [{ key: 'tags', condition: 'is_empty' }, ['ann', 'Bob']],
    [{ key: 'age', condition: 'is_not_empty' }, ['Zoe', 'ann']],
  ];
  test.each(filters)('filter %j', async (parameters, kept) => {
    const outputs = await run(dataOperations, { data: people, operation: 'filter', ...parameters });
    expect(names(outputs.result)).toEqual(kept);
    expect(outputs).toMatchObject({ input_count: 3, output_count: kept.length });
  });
  const others: [JsonObject, Json][] = [
    [{ data: [3, '10', 2], operation: 'sort' }, [2, 3, '10']],
    [{ data: [1, 3, 2], operation: 'sort', value: 'desc' }, [3, 2, 1]],
    [
      {
        data: [
          { n: 'b', i: 1 },
          { n: 'a', i: 2 },
          { n: 'b', i: 3 },
        ],
        operation: 'sort',
        key: 'n',
        value: 'desc',
      },
      [
        { n: 'b', i: 1 },
        { n: 'b', i: 3 },
        { n: 'a', i: 2 },
      ],
    ],
    [
      { data: [{ k: 'x', n: 1 }, { k: 'y' }, { k: 'x' }], operation: 'group', key: 'k' },
      { x: [{ k: 'x', n: 1 }, { k: 'x' }], y: [{ k: 'y' }] },
    ],
    [{ data: [{ a: { b: 1 } }, {}], operation: 'map', key: 'a.b' }, [1, null]],
    [{ data: [{ n: 1 }, { n: '2.5' }, { n: 'x' }], operation: 'reduce', key: 'n' }, 3.5],
    [{ data: [1, 2, 1, '1', { a: 1 }, { a: 1 }], operation: 'unique' }, [1, 2, '1', { a: 1 }]],
    [
      {
        data: [
          { k: 1, n: 1 },
          { k: 1, n: 2 },
        ],
        operation: 'unique',
        key: 'k',
      },
      [{ k: 1, n: 1 }],
    ],
    [{ data: [1, 2, 3, 4], operation: 'slice', value: 2 }, [1, 2]],
    [{ data: [1, 2, 3, 4], operation: 'slice', value: -1 }, [4]],
    [{ data: [1, 2, 3, 4], operation: 'slice', value: { offset: 1, length: 2 } }, [2, 3]],
    [{ data: [1], operation: 'merge', value: [2, 3] }, [1, 2, 3]],
    [{ data: { a: 1, b: 2 }, operation: 'filter', value: 2 }, [2]],
    [{ data: null, operation: 'sort' }, []],
    [{ data: ['{"a":1}'], operation: 'map', key: 'a' }, [null]],
    [{ data: [{ __proto__x: 1 }], operation: 'group', key: '__proto__' }, { '': [{ __proto__x: 1 }] }],
  ];
  test.each(others)('%j', async (parameters, result) => {
    expect((await run(dataOperations, parameters)).result).toEqual(result);
  });
  test('says what is wrong', async () => {
    expect((await fault(dataOperations, { data: 'x' })).message).toMatch(/"data" is a string/);
    expect((await fault(dataOperations, { data: [], operation: 'merge', value: 1 })).message).toMatch(/list/);
    expect((await fault(dataOperations, { data: [1], operation: 'slice', value: null })).message).toMatch(
      /offset/,
    );
    expect((await fault(dataOperations, { data: [1], condition: 'near' })).message).toMatch(/"near"/);
  });
});

const records: Json = [
  { a: 1, b: 'x,"y"' },
  { b: 2, c: null },
];

describe('data_to_dataframe', () => {
  const layouts: [string, Json][] = [
    [
      'records',
      [
        { a: 1, b: 'x,"y"', c: null },
        { a: null, b: 2, c: null },
      ],
    ],
    ['index', { 0: { a: 1, b: 'x,"y"', c: null }, 1: { a: null, b: 2, c: null } }],
    ['columns', { a: { 0: 1, 1: null }, b: { 0: 'x,"y"', 1: 2 }, c: { 0: null, 1: null } }],
    [
      'split',
      {
        index: [0, 1],
        columns: ['a', 'b', 'c'],
        data: [
          [1, 'x,"y"', null],
          [null, 2, null],
        ],
      },
    ],
  ];
  test.each(layouts)('%s', async (orient, dataframe) => {
    expect(await run(dataToDataframe, { data: records, orient })).toMatchObject({
      dataframe,
      orient,
      rows_count: 2,
      columns_count: 3,
    });
    // What was laid out is read back.
    expect(await run(dataframeOperations, { dataframe, operation: 'head' })).toMatchObject({
      result: layouts[0]?.[1],
    });
  });
  test('csv, with row numbers', async () => {
    const outputs = await run(dataToDataframe, { data: records, format: 'csv', includeIndex: true });
    expect(outputs.dataframe).toBe('index,a,b,c\r\n0,1,"x,""y""",\r\n1,,2,\r\n');
    expect(outputs).toMatchObject({ include_index: true, columns_count: 4 });
  });
  test('parquet is refused', async () => {
    expect(await fault(dataToDataframe, { data: [], format: 'parquet' })).toMatchObject({
      code: 'format_unsupported',
    });
  });
});

describe('dataframe_operations', () => {
  const table: Json = [
    { city: 'Oslo', n: 3 },
    { city: 'Rome', n: 1 },
    { city: 'Oslo', n: 2 },
  ];
  const cases: [JsonObject, Json][] = [
    [{ operation: 'head', rows: 1 }, [{ city: 'Oslo', n: 3 }]],
    [{ operation: 'tail', rows: 1 }, [{ city: 'Oslo', n: 2 }]],
    [{ operation: 'tail', rows: 0 }, []],
    [{ operation: 'select', columns: ['n'] }, [{ n: 3 }, { n: 1 }, { n: 2 }]],
    [
      { operation: 'filter', condition: 'n > 1 and city == "Oslo"' },
      [
        { city: 'Oslo', n: 3 },
        { city: 'Oslo', n: 2 },
      ],
    ],
    [{ operation: 'filter', condition: '' }, table],
    [
      { operation: 'sort', columns: ['city', 'n'] },
      [
        { city: 'Oslo', n: 2 },
        { city: 'Oslo', n: 3 },
        { city: 'Rome', n: 1 },
      ],
    ],
    [
      { operation: 'group', columns: ['city'] },
      [
        {
          city: 'Oslo',
          count: 2,
          rows: [
            { city: 'Oslo', n: 3 },
            { city: 'Oslo', n: 2 },
          ],
        },
        { city: 'Rome', count: 1, rows: [{ city: 'Rome', n: 1 }] },
      ],
    ],
    [
      { operation: 'aggregate', columns: ['n'] },
      [{ column: 'n', count: 3, sum: 6, mean: 2, min: 1, max: 3 }],
    ],
    [
      { operation: 'aggregate', columns: ['city'] },
      [{ column: 'city', count: 0, sum: null, mean: null, min: null, max: null }],
    ],
    [
      { operation: 'merge', columns: ['city'] },
      [
        { city: 'Oslo', n: 2 },
        { city: 'Rome', n: 1 },
      ],
    ],
  ];
  test.each(cases)('%j', async (parameters, result) => {
    expect((await run(dataframeOperations, { dataframe: table, ...parameters })).result).toEqual(result);
  });
  test('LANG-29: a condition that fails names the row and the expression', async () => {
    const failure = await fault(dataframeOperations, {
      dataframe: table,
      operation: 'filter',
      condition: 'm > 1',
    });
    expect(failure.message).toMatch(/on row 1.*"m > 1".*"m"/);
    expect(
      (await fault(dataframeOperations, { dataframe: table, operation: 'sort', columns: ['z'] })).message,
    ).toMatch(/"z"; the table has city, n/);
    expect((await fault(dataframeOperations, { dataframe: 'x' })).message).toMatch(/no table/);
  });
});

describe('state_storage', () => {
  const data: Json = { n: 2, list: [1], text: 'x' };
  const cases: [JsonObject, JsonObject][] = [
    [
      { operation: 'get', key: 'n' },
      { value: 2, exists: true },
    ],
    [
      { operation: 'get', key: 'z', default: 7 },
      { value: 7, exists: false },
    ],
    [
      { operation: 'set', key: 'z', value: { a: 1 } },
      { value: { a: 1 }, exists: false, state_update: { data: { z: { a: 1 } } } },
    ],
    [
      { operation: 'increment', key: 'n', amount: 3 },
      { value: 5, exists: true, state_update: { data: { n: 5 } } },
    ],
    [
      { operation: 'decrement', key: 'z', amount: 1 },
      { value: -1, state_update: { data: { z: -1 } } },
    ],
    [
      { operation: 'append', key: 'list', value: 2 },
      { value: [1, 2], state_update: { data: { list: [1, 2] } } },
    ],
    [{ operation: 'append', key: 'z', value: 2 }, { value: [2] }],
    [
      { operation: 'delete', key: 'n' },
      { value: null, exists: true, state_update: { data: { n: null } } },
    ],
  ];
  test.each(cases)('SG-3: %j', async (parameters, expected) => {
    expect(await run(stateStorage, { __data__: data, ...parameters })).toMatchObject(expected);
  });
  test('SG-2: without state it works on an empty one, and a read changes nothing', async () => {
    expect(await run(stateStorage, { operation: 'increment', key: 'n', amount: 1 })).toMatchObject({
      value: 1,
    });
    expect(await run(stateStorage, { operation: 'get', key: '__proto__', __data__: {} })).not.toHaveProperty(
      'state_update',
    );
  });
  test('says what is wrong', async () => {
    expect(
      (await fault(stateStorage, { operation: 'increment', key: 'text', __data__: data })).message,
    ).toMatch(/"text" holds no number/);
    expect((await fault(stateStorage, { operation: 'append', key: 'n', __data__: data })).message).toMatch(
      /list/,
    );
    expect((await fault(stateStorage, { operation: 'set', key: '' })).message).toMatch(/"key" is empty/);
  });
});

describe('a_or_b', () => {
  const branches: Json = [
    { name: 'A', value: 'a' },
    { name: 'B', value: 'b' },
  ];
  const taken = async (parameters: JsonObject, runId: string): Promise<Json | undefined> => {
    const context = testContext({ run: { id: runId, workflow: 'w', initialData: {} } });
    return (await outputsOf(aOrB, { branches, ...parameters }, context)).active_branches;
  };
  test('BR-4: takes a configured branch by the value that was drawn, whatever its case', async () => {
    expect(await taken({ weight_a: 1, weight_b: 0 }, 'r')).toEqual(['A']);
    expect(await taken({ weight_a: 0, weight_b: 2 }, 'r')).toEqual(['B']);
    expect(await taken({ weight_a: 0, weight_b: 1, branches: [{ name: 'Other', value: 'B' }] }, 'r')).toEqual(
      ['Other'],
    );
  });
  test('draws both about as often as their weights say, and the same again for the same run and moment', async () => {
    const draws = await Promise.all(
      Array.from({ length: 2000 }, (_, index) => taken({ weight_a: 75, weight_b: 25 }, `run-${index}`)),
    );
    const share = draws.filter((names) => JSON.stringify(names) === '["A"]').length / draws.length;
    expect(share).toBeGreaterThan(0.7);
    expect(share).toBeLessThan(0.8);
    expect(await taken({}, 'run-1')).toEqual(await taken({}, 'run-1'));
  });
  test('BR-4: without a branch of the value the node fails', async () => {
    expect((await fault(aOrB, { branches: [], weight_a: 1, weight_b: 0 })).message).toMatch(/"a" was drawn/);
    expect((await fault(aOrB, { branches, weight_a: -1, weight_b: 0 })).message).toMatch(/weights/);
  });
});
