import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, own } from '../model/json';
import { nodeOf, testApi } from './testing/world';

const NODE_TYPES = '/api/flowdrop/node-types';
const LANES = '/api/flowdrop/port-config';
const EXECUTOR = 'flowdrop_node_processor:calculator';

describe('node types', () => {
  const mine: JsonObject = { id: 'mine', label: 'Mine', executor_plugin: EXECUTOR, extra_key: { kept: [] } };

  test('a node type is made, read, changed and deleted, in its stored form', async () => {
    const { call } = testApi();
    const made = await call('POST', NODE_TYPES, mine);
    expect(made.status).toBe(201);
    expect(own(made.body, 'data')).toMatchObject(mine);
    expect((await call('GET', `${NODE_TYPES}/mine`)).body).toEqual(made.body);
    expect(own((await call('GET', '/api/flowdrop/nodes/mine')).body, 'data')).toMatchObject({ name: 'Mine' });
    const put = await call('PUT', `${NODE_TYPES}/mine`, { ...mine, label: 'Ours', enabled: false });
    expect(own(put.body, 'data')).toMatchObject({ label: 'Ours', enabled: false });
    expect((await call('GET', '/api/flowdrop/nodes/mine')).status).toBe(404);
    expect((await call('DELETE', `${NODE_TYPES}/mine`)).status).toBe(200);
    expect((await call('GET', `${NODE_TYPES}/mine`)).status).toBe(404);
  });

  test.each<readonly [string, string, string, Json | undefined, number, string]>([
    ['a taken id', 'POST', '', { id: 'calculator', executor_plugin: EXECUTOR }, 409, 'NODE_TYPE_ID_TAKEN'],
    ['no executor', 'POST', '', { id: 'x' }, 422, 'NODE_TYPE_INVALID'],
    [
      'a gate of the wrong kind',
      'POST',
      '',
      { id: 'x', executor_plugin: EXECUTOR, parameters: { a: { required: 1 } } },
      422,
      'NODE_TYPE_INVALID',
    ],
    ['a list', 'POST', '', [], 422, 'NODE_TYPE_INVALID'],
    ['an id of dots', 'POST', '', { id: '..', executor_plugin: EXECUTOR }, 400, 'ID_INVALID'],
    [
      'another id than that of the address',
      'PUT',
      '/calculator',
      { id: 'x', executor_plugin: EXECUTOR },
      400,
      'ID_MISMATCH',
    ],
    ['a type that is not there', 'PUT', '/nope', { executor_plugin: EXECUTOR }, 404, 'NODE_TYPE_NOT_FOUND'],
    ['a shipped type', 'DELETE', '/calculator', undefined, 409, 'NODE_TYPE_SHIPPED'],
    ['nothing', 'DELETE', '/nope', undefined, 404, 'NODE_TYPE_NOT_FOUND'],
  ])('%s is refused: %s %s', async (_, method, path, body, status, code) => {
    const { call, world } = testApi();
    const reply = await call(method, `${NODE_TYPES}${path}`, body);
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([status, code]);
    expect((await world.site.read()).nodeTypes ?? []).toEqual([]);
  });

  test('a record over a shipped type hides it, and deleting the record brings it back', async () => {
    const { call } = testApi();
    const shipped = own((await call('GET', `${NODE_TYPES}/calculator`)).body, 'data');
    const name = async () =>
      own(own((await call('GET', '/api/flowdrop/nodes/calculator')).body, 'data'), 'name');
    await call('PUT', `${NODE_TYPES}/calculator`, { ...Object(shipped), label: 'Sums' });
    expect(await name()).toBe('Sums');
    await call('DELETE', `${NODE_TYPES}/calculator`);
    expect(await name()).toBe('Calculator');
  });

  test('SCH-33: parameters are not rewritten while the schema of their processor cannot be read', async () => {
    const parameters = { term: { configurable: true, connectable: true, required: true, default: 'dogs' } };
    const stored = { id: 'lost', label: 'Lost', executor_plugin: 'gone:gone', parameters };
    const { call, world } = testApi();
    expect((await call('POST', NODE_TYPES, stored)).status).toBe(201);
    const before = await world.site.read();
    const refused = await call('PUT', `${NODE_TYPES}/lost`, { ...stored, label: 'New', parameters: {} });
    expect([refused.status, own(refused.body, 'error_code')]).toEqual([422, 'NODE_TYPE_SCHEMA_UNAVAILABLE']);
    expect(own(refused.body, 'details')).toMatchObject([{ locator: 'parameters.term' }]);
    expect(await world.site.read()).toBe(before);
    expect((await call('PUT', `${NODE_TYPES}/lost`, { ...stored, label: 'New' })).status).toBe(200);
    expect(own((await call('GET', `${NODE_TYPES}/lost`)).body, 'data')).toMatchObject({
      label: 'New',
      parameters,
    });
  });

  test('RT-GATE-14: an actor who may not manage confirmations changes the rest, and the mapping stays as it is', async () => {
    const mapping = { policy: 'ask', author_controls: ['require'], dynamic_controls: ['require'] };
    const { call } = testApi({
      principals: (request) => {
        const more = request.headers.has('x-governs') ? ['manage confirmations'] : [];
        return { id: 'u', name: 'u', permissions: new Set(['edit node types', ...more]) };
      },
    });
    const governs = { 'x-governs': '1' };
    const confirmation = async (id: string) =>
      own(own((await call('GET', `${NODE_TYPES}/${id}`)).body, 'data'), 'confirmation');
    await call('POST', NODE_TYPES, { ...mine, confirmation: mapping }, governs);
    const skip = { policy: 'skip', author_controls: ['waive'], dynamic_controls: [] };
    const renamed = await call('PUT', `${NODE_TYPES}/mine`, {
      ...mine,
      label: 'Renamed',
      confirmation: skip,
    });
    expect(own(renamed.body, 'data')).toMatchObject({ label: 'Renamed' });
    expect(await confirmation('mine')).toEqual(mapping);
    await call('POST', NODE_TYPES, { ...mine, id: 'other', confirmation: skip });
    expect(await confirmation('other')).toEqual({});
    await call('PUT', `${NODE_TYPES}/mine`, { ...mine, confirmation: skip }, governs);
    expect(await confirmation('mine')).toEqual(skip);
  });

  test('of two creates at once one is stored', async () => {
    const { call } = testApi();
    const replies = await Promise.all([call('POST', NODE_TYPES, mine), call('POST', NODE_TYPES, mine)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  test('a group of a served form says in both spellings that it is folded', async () => {
    const { call } = testApi();
    const made = await call('POST', '/api/flowdrop/workflows', {
      name: 'n',
      nodes: [nodeOf('a', 'calculator')],
    });
    for (const { text } of [made, await call('GET', '/api/flowdrop/nodes/calculator')]) {
      expect(text).toMatch(
        /"type":"Group","label":"Execution","options":\{"collapsed":true[^}]*\},"elements":\[[^\]]*\],"collapsible":true,"defaultOpen":false/,
      );
    }
  });
});

describe('lanes', () => {
  test('SCH-45: a well-formed overlay is stored and served, unknown schema words included', async () => {
    const { call } = testApi();
    const overlay = {
      dataTypes: [
        { id: 'invoice', name: 'Invoice', color: '#123456', schema: { type: 'object', 'x-odd': 1 } },
      ],
      compatibilityRules: [{ from: 'invoice', to: 'json' }],
    };
    const put = await call('PUT', LANES, overlay);
    expect(put.status).toBe(200);
    expect((await call('GET', LANES)).body).toEqual(put.body);
    expect(own(put.body, 'data')).toMatchObject({
      defaultDataType: 'mixed',
      dataTypes: expect.arrayContaining([
        expect.objectContaining({ id: 'invoice', schema: { type: 'object', 'x-odd': 1 } }),
      ]),
      compatibilityRules: expect.arrayContaining([{ from: 'invoice', to: 'json' }]),
    });
  });

  test.each<readonly [Json, string]>([
    [[], ''],
    [{ dataTypes: {} }, 'dataTypes'],
    [{ dataTypes: ['x'] }, 'dataTypes[0]'],
    [{ dataTypes: [{ name: 'x' }] }, 'dataTypes[0].id'],
    [{ compatibilityRules: [{ from: 'a' }] }, 'compatibilityRules[0].to'],
    [{ compatibilityRules: null }, 'compatibilityRules'],
  ])('SCH-45: the overlay %j is refused at %j and the stored one stays', async (overlay, locator) => {
    const { call, world } = testApi();
    await call('PUT', LANES, { version: '9.0.0' });
    const before = await world.site.read();
    const reply = await call('PUT', LANES, overlay);
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([422, 'LANE_OVERLAY_INVALID']);
    expect(own(reply.body, 'details')).toMatchObject([{ locator }]);
    expect(await world.site.read()).toBe(before);
  });
});
