import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../model/json';
import { contentRow } from '../testing/content-conformance';
import { createMemoryContent } from '../testing/memory-content';
import { entityQuery } from './entity-query';
import { entitySave } from './entity-save';
import { getWorkflowData } from './get-workflow-data';
import { testContext } from './testing/context';
import { failureOf, outputsOf } from './testing/outcomes';

const rows = [
  contentRow('1', { changed: 10, label: 'Alpha', values: { title: 'Alpha', price: 5, tag: null } }),
  contentRow('2', {
    changed: 30,
    label: 'Beta',
    bundle: 'article',
    values: { title: 'Beta', price: 12, tag: 'x' },
  }),
  contentRow('3', { changed: 20, label: 'Gamma', published: false, values: { title: 'Gamma', price: 7 } }),
  contentRow('u', { collection: 'user', label: 'Ann' }),
];

describe('entity_query', () => {
  const query = (parameters: JsonObject) =>
    outputsOf(
      entityQuery,
      { entity_type: 'node', ...parameters },
      testContext({ content: createMemoryContent(rows) }),
    );
  const where = (field: string, operator: string, value: Json): JsonObject => ({
    published_only: false,
    sort_field: 'id',
    sort_direction: 'ASC',
    conditions: [{ field, operator, value }],
  });
  const cases: [JsonObject, string[]][] = [
    [{}, ['2', '1']],
    [{ published_only: false }, ['2', '3', '1']],
    [{ bundle: 'article' }, ['2']],
    [{ changed_after: 10 }, ['2']],
    [{ sort_field: 'title', sort_direction: 'ASC' }, ['1', '2']],
    [{ limit: 1, offset: 1 }, ['1']],
    [{ entity_type: 'user' }, ['u']],
    [{ entity_type: 'nothing' }, []],
    [where('price', '>', 6), ['2', '3']],
    [where('price', '=', '5'), ['1']],
    [where('price', '<>', 5), ['2', '3']],
    [where('price', 'BETWEEN', [5, 7]), ['1', '3']],
    [where('title', 'CONTAINS', 'A'), ['1', '2', '3']],
    [where('title', 'starts_with', 'ga'), ['3']],
    [where('title', 'IN', ['Alpha', 'Gamma']), ['1', '3']],
    [where('tag', 'IS NULL', null), ['1', '3']],
    [where('tag', 'IS NOT NULL', null), ['2']],
    [where('status', '=', true), ['1', '2']],
    [where('constructor', 'IS NOT NULL', null), []],
  ];
  test.each(cases)('%j', async (parameters, ids) => {
    expect(await query(parameters)).toMatchObject({
      success: true,
      ids,
      count: ids.length,
      error_message: '',
    });
  });
  test('rows name what they are; loaded ones hold everything', async () => {
    expect((await query({ limit: 1 })).results).toEqual([
      { id: '2', uuid: 'uuid-2', label: 'Beta', bundle: 'article', entity_type: 'node' },
    ]);
    const loaded = await query({ limit: 1, load_entities: true });
    expect(loaded).toMatchObject({
      has_more: true,
      entities: [{ id: '2', price: 12, status: true, entity_type: 'node' }],
      results: [{ entity: { price: 12 } }],
    });
  });
  test('a query that cannot be run is told, not thrown', async () => {
    expect(await query({ conditions: [{ field: 'a', operator: 'LIKE?' }] })).toMatchObject({
      success: false,
      ids: [],
      error_message: expect.stringContaining('"LIKE?"'),
    });
    expect(await query({ conditions: [{ value: 1 }] })).toMatchObject({
      success: false,
      error_message: expect.stringContaining('"field"'),
    });
    expect(await outputsOf(entityQuery, {}, testContext())).toMatchObject({
      success: false,
      error_message: expect.stringContaining('No content'),
    });
  });
});

describe('entity_save', () => {
  const setting = () => {
    const content = createMemoryContent(rows);
    let next = 0;
    const ids = {
      uuid: () => {
        next += 1;
        return `new-${next}`;
      },
    };
    return { content, context: testContext({ content, ids }) };
  };
  test('makes content', async () => {
    const { content, context } = setting();
    const outputs = await outputsOf(
      entitySave,
      { entity_type: 'node', bundle: 'page', values: { title: 'T', price: 1, status: false } },
      context,
    );
    expect(outputs).toMatchObject({
      entity_id: 'new-1',
      uuid: 'new-1',
      label: 'T',
      is_new: true,
      revision_id: '1',
      created: 1714979289,
      changed: 1714979289,
      skipped_fields: [],
    });
    expect(await content.get('node', 'new-1')).toMatchObject({
      published: false,
      values: { title: 'T', price: 1 },
    });
  });
  test('changes content, and keeps what is not named', async () => {
    const { content, context } = setting();
    const outputs = await outputsOf(
      entitySave,
      {
        entity_type: 'node',
        entity_id: '1',
        values: { price: 6 },
        new_revision: true,
        revision_log_message: 'why',
      },
      context,
    );
    expect(outputs).toMatchObject({
      entity_id: '1',
      uuid: 'uuid-1',
      bundle: 'page',
      label: 'Alpha',
      is_new: false,
      revision_id: '2',
      created: 100,
    });
    expect(await content.get('node', '1')).toMatchObject({
      values: { title: 'Alpha', price: 6 },
      log: 'why',
      published: true,
    });
  });
  test('leaves out what may not be written, and lists it', async () => {
    const { content, context } = setting();
    const outputs = await outputsOf(
      entitySave,
      {
        entity_type: 'node',
        entity_id: '1',
        values: { price: 9, title: 'no', uuid: 'x', id: 'y' },
        allowed_fields: ['price', 'uuid'],
      },
      context,
    );
    expect(outputs.skipped_fields).toEqual(['title', 'uuid', 'id']);
    expect(await content.get('node', '1')).toMatchObject({
      uuid: 'uuid-1',
      label: 'Alpha',
      values: { title: 'Alpha', price: 9 },
    });
  });
  test('says what is wrong, and changes nothing', async () => {
    const { content, context } = setting();
    expect(
      (await failureOf(entitySave, { entity_type: 'node', entity_id: '404', values: {} }, context)).message,
    ).toMatch(/no node with the id "404"/);
    expect((await failureOf(entitySave, { entity_type: 'node', values: [] }, context)).message).toMatch(
      /"values"/,
    );
    expect((await failureOf(entitySave, { entity_type: '' }, context)).message).toMatch(/"entity_type"/);
    expect((await failureOf(entitySave, { entity_type: 'node' }, testContext())).code).toBe(
      'content_unavailable',
    );
    expect(await content.list('node')).toEqual(rows.slice(0, 3));
  });
});

describe('get_workflow_data', () => {
  const initialData = { 'node.1': { message: 'hi' }, list: [{ a: null }], text: '{"a":1}' };
  const read = (parameters: JsonObject) =>
    outputsOf(getWorkflowData, parameters, testContext({ run: { id: 'r', workflow: 'w', initialData } }));
  const cases: [JsonObject, JsonObject][] = [
    [
      { path: '' },
      { data: initialData, exists: true, pipeline_id: 'r', execution_id: 'r', workflow_id: 'w' },
    ],
    [{ path: '[node.1].message' }, { data: 'hi', exists: true }],
    [
      { path: 'list.0.a', default_value: 5 },
      { data: null, exists: true },
    ],
    [
      { path: 'list[7]', default_value: 5 },
      { data: 5, exists: false },
    ],
    [{ path: 'constructor' }, { data: null, exists: false }],
  ];
  test.each(cases)('LANG-17, LANG-20: %j', async (parameters, expected) => {
    expect(await read(parameters)).toMatchObject({ ...expected, initial_data: initialData });
  });
});
