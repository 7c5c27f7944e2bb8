import { describe, expect, test } from 'vitest';
import { nodeType } from '../catalog/shipped/declare';
import { normalize } from '../engine/compile/normalize';
import type { Json, JsonObject } from '../model/json';
import { isArray, isObject, own, ownString } from '../model/json';
import { documentOf } from './stored-workflow';
import { nodeOf, testApi } from './testing/world';

const WORKFLOWS = '/api/flowdrop/workflows';

function data(reply: { readonly body: Json }): JsonObject {
  const found = own(reply.body, 'data');
  if (!isObject(found)) throw new Error(`No data: ${JSON.stringify(reply.body)}`);
  return found;
}

const SUM_INPUT: JsonObject = {
  inputs: [{ id: 'values', bindings: [{ nodeId: 'sum1', portId: 'values' }] }],
};

describe('names and ids', () => {
  test.each<readonly [string, Json, number, string | undefined]>([
    ['no name', { nodes: [], edges: [] }, 400, 'NAME_REQUIRED'],
    ['an empty name', { name: '' }, 400, 'NAME_REQUIRED'],
    ['the name "0"', { name: '0' }, 201, undefined],
    ['a blank name', { name: ' ' }, 201, undefined],
    ['a number', { name: 0 }, 400, 'NAME_INVALID'],
    ['null', { name: null }, 400, 'NAME_INVALID'],
    ['255 code points of four octets', { name: '\u{1F600}'.repeat(255) }, 201, undefined],
    ['256 code points', { name: 'x'.repeat(256) }, 400, 'NAME_TOO_LONG'],
    ['a list', [], 400, 'BODY_INVALID'],
  ])('STORE-2: a create with %s', async (_, body, status, code) => {
    const { call, world } = testApi();
    const reply = await call('POST', WORKFLOWS, body);
    expect(reply.status).toBe(status);
    expect(ownString(reply.body, 'error_code')).toBe(code);
    expect((await world.workflows.list({ limit: 1, offset: 0 })).total).toBe(code === undefined ? 1 : 0);
  });

  test('STORE-2: an update without a name is refused and the stored workflow is as before', async () => {
    const { call, world } = testApi();
    await call('POST', WORKFLOWS, { id: 'w', name: 'First' });
    const before = await world.workflows.get('w');
    const nameless: Json[] = [{}, { name: '' }, { nodes: [] }, { name: 'x'.repeat(256), description: 'd' }];
    for (const body of nameless) {
      expect((await call('PUT', `${WORKFLOWS}/w`, body)).status).toBe(400);
    }
    expect(await world.workflows.get('w')).toBe(before);
  });

  test('STORE-3: a taken id is refused and what is stored stays', async () => {
    const { call } = testApi();
    expect((await call('POST', WORKFLOWS, { id: 'wf_x', name: 'First' })).status).toBe(201);
    const second = await call('POST', WORKFLOWS, { id: 'wf_x', name: 'Second' });
    expect([second.status, own(second.body, 'error_code')]).toEqual([409, 'WORKFLOW_ID_TAKEN']);
    expect(data(await call('GET', `${WORKFLOWS}/wf_x`)).name).toBe('First');
  });

  test('STORE-3: of two creates at once one is stored', async () => {
    const { call } = testApi();
    const names = ['a', 'b', 'c'];
    const replies = await Promise.all(names.map((name) => call('POST', WORKFLOWS, { id: 'w', name })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const winner = names[replies.findIndex(({ status }) => status === 201)];
    expect(data(await call('GET', `${WORKFLOWS}/w`)).name).toBe(winner);
  });

  test.each(['a/b', 'ä ö', '%41', '__proto__', '?q#f', 'x'.repeat(255)])(
    'STORE-3: the id %j is found again',
    async (id) => {
      const { call } = testApi();
      expect((await call('POST', WORKFLOWS, { id, name: 'n' })).status).toBe(201);
      expect(data(await call('GET', `${WORKFLOWS}/${encodeURIComponent(id)}`)).id).toBe(id);
    },
  );

  test.each(['.', '..', '\ud800', 'x'.repeat(256)])('the id %j can stand in no address', async (id) => {
    const reply = await testApi().call('POST', WORKFLOWS, { id, name: 'n' });
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([400, 'ID_INVALID']);
  });

  test('an id is minted where none is sent, and cannot be changed', async () => {
    const { call } = testApi();
    const { id } = data(await call('POST', WORKFLOWS, { name: 'n', id: '' }));
    expect(id).toMatch(/^wf_[a-z0-9]{12}$/);
    const reply = await call('PUT', `${WORKFLOWS}/${id}`, { id: 'other', name: 'n' });
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([400, 'ID_MISMATCH']);
  });
});

describe('what an update touches', () => {
  test('STORE-4: absent collections are empty, and no interface declares no ports', async () => {
    const reply = await testApi().call('POST', WORKFLOWS, { id: 'wf_bare', name: 'Bare' });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ data: { nodes: [], edges: [], metadata: [], description: '' } });
    expect(data(reply)).not.toHaveProperty('interface');
  });

  test('STORE-4: every key that is left out keeps its stored value', async () => {
    const { call } = testApi();
    const full = {
      id: 'w',
      name: 'Full',
      description: 'text',
      nodes: [nodeOf('sum1', 'calculator'), nodeOf('sum2', 'calculator')],
      edges: [{ id: 'e', source: 'sum1', target: 'sum2' }],
      metadata: { tags: ['a'] },
      interface: SUM_INPUT,
    };
    const made = data(await call('POST', WORKFLOWS, full));
    const put = await call('PUT', `${WORKFLOWS}/w`, {
      name: 'New name',
      nodes: full.nodes.slice().reverse(),
    });
    expect(put.status).toBe(200);
    expect(data(put)).toEqual({
      ...made,
      name: 'New name',
      nodes: isArray(made.nodes) ? [...made.nodes].reverse() : [],
      changed: data(put).changed,
    });
  });

  test.each<readonly [string, Json | undefined, Json | undefined]>([
    ['absent', undefined, { inputs: ['values'], outputs: ['all'] }],
    ['an empty list', [], undefined],
    ['an empty object', {}, undefined],
    [
      'one side',
      { outputs: [{ id: 'only', bindings: [{ nodeId: 'sum1', portId: 'result' }] }] },
      { outputs: ['only'] },
    ],
    ['an empty side', { inputs: [], outputs: [] }, undefined],
  ])('STORE-4: an update whose interface is %s', async (_, sent, left) => {
    const { call } = testApi();
    await call('POST', WORKFLOWS, {
      id: 'w',
      name: 'n',
      nodes: [nodeOf('sum1', 'calculator')],
      interface: { ...SUM_INPUT, outputs: [{ id: 'all', bindings: [{ nodeId: 'sum1', portId: 'result' }] }] },
    });
    const reply = await call('PUT', `${WORKFLOWS}/w`, {
      name: 'Wipe',
      ...(sent === undefined ? {} : { interface: sent }),
    });
    expect(reply.status).toBe(200);
    const shown = own(data(reply), 'interface');
    const names = isObject(shown)
      ? Object.fromEntries(
          Object.entries(shown).map(([side, list]) => [
            side,
            isArray(list) ? list.map((e) => own(e, 'id')) : list,
          ]),
        )
      : undefined;
    expect(names).toEqual(left);
  });

  test.each<readonly [string, Json]>(
    ['nodes', 'edges', 'metadata', 'interface', 'description', 'id']
      .flatMap((key): [string, Json][] => [
        [key, null],
        [key, 7],
        [key, [1]],
      ])
      .filter(([key, value]) => !(isArray(value) && (key === 'nodes' || key === 'edges'))),
  )('STORE-4: %s of the wrong kind (%j) is refused and nothing is stored', async (key, value) => {
    const { call, world } = testApi();
    const reply = await call('POST', WORKFLOWS, { name: 'n', [key]: value });
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([400, 'BODY_INVALID']);
    expect(own(reply.body, 'details')).toMatchObject([{ locator: key }]);
    expect((await world.workflows.list({ limit: 1, offset: 0 })).total).toBe(0);
  });

  test('updates of one workflow at once are each applied to what the one before left', async () => {
    const { call } = testApi();
    await call('POST', WORKFLOWS, { id: 'w', name: 'n' });
    await Promise.all([
      call('PUT', `${WORKFLOWS}/w`, { name: 'n', description: 'd' }),
      call('PUT', `${WORKFLOWS}/w`, { name: 'n', metadata: { m: 1 } }),
      call('PUT', `${WORKFLOWS}/w`, { name: 'n', nodes: [{ id: 'a' }] }),
    ]);
    expect(data(await call('GET', `${WORKFLOWS}/w`))).toMatchObject({
      description: 'd',
      metadata: { m: 1 },
      nodes: [{ id: 'a' }],
    });
  });
});

describe('validation', () => {
  const ghost = nodeType({
    id: 'ghost',
    label: 'Ghost',
    description: '',
    category: 'data',
    icon: '',
    executor_plugin: 'missing_module:missing',
  });

  test('STORE-5: a refused create names every error with its place and stores nothing', async () => {
    const { call, world } = testApi({ records: { nodeTypes: [ghost] } });
    const reply = await call('POST', WORKFLOWS, {
      id: 'w',
      name: 'n',
      nodes: [nodeOf('g', 'ghost'), nodeOf('u', 'nowhere'), { data: {} }],
      edges: [{ id: 'e', source: 'g', target: 'z' }],
    });
    expect(reply.status).toBe(422);
    expect(reply.body).toEqual({
      success: false,
      error: 'Workflow validation failed',
      error_code: 'WORKFLOW_INVALID',
      details: [
        { code: 'R1_PLUGIN_MISSING', message: expect.stringContaining('missing_module'), locator: 'node.g' },
        { code: 'R9_NODE_TYPE_UNKNOWN', message: expect.any(String), locator: 'node.u' },
        { code: 'R5_NODE_MISSING_ID', message: expect.any(String), locator: 'nodes.2' },
        { code: 'R8_EDGE_TARGET_MISSING', message: expect.any(String), locator: 'edge.0' },
      ],
    });
    expect(await world.workflows.get('w')).toBeUndefined();
  });

  test('STORE-5: a refused update leaves everything; create and update refuse alike', async () => {
    const { call, world } = testApi();
    const bad = { name: 'x', nodes: [nodeOf('a', 'nowhere')], metadata: { m: 1 } };
    await call('POST', WORKFLOWS, { id: 'w', name: 'n' });
    const before = await world.workflows.get('w');
    const update = await call('PUT', `${WORKFLOWS}/w`, bad);
    const create = await call('POST', WORKFLOWS, bad);
    expect(update.status).toBe(422);
    expect(update.text).toBe(create.text);
    expect(await world.workflows.get('w')).toBe(before);
  });

  test('STORE-5: a workflow with warnings alone is stored, and no warning is shown', async () => {
    const { call } = testApi();
    const body = { id: 'w', name: 'n', nodes: [nodeOf('sum1', 'calculator', { unheard_of: 1 })] };
    const reply = await call('POST', WORKFLOWS, body);
    expect(reply.status).toBe(201);
    expect(reply.text).not.toContain('W_CONFIG_UNKNOWN_KEY');
    expect(Object.keys(Object(reply.body))).toEqual(['success', 'data']);
    expect(data(await call('POST', `${WORKFLOWS}/validate`, body))).toMatchObject({
      valid: true,
      errors: [],
      warnings: [{ code: 'W_CONFIG_UNKNOWN_KEY', locator: 'node.sum1.config.unheard_of' }],
    });
  });

  test('STORE-5, R11: an expression that cannot be read refuses the save', async () => {
    const { call } = testApi();
    const nodes = [nodeOf('t', 'prompt_template', { template: '{{ unclosed' })];
    const reply = await call('POST', WORKFLOWS, { name: 'n', nodes });
    expect(reply.body).toMatchObject({
      details: [{ code: 'R11_EXPRESSION_INVALID', locator: 'node.t.config.template' }],
    });
  });

  test('STORE-5, MAN-20: a position counts what was sent, drafts included', async () => {
    const { call } = testApi();
    const reply = await call('POST', WORKFLOWS, {
      name: 'n',
      nodes: [nodeOf('sum1', 'calculator')],
      interface: {
        inputs: [
          { id: 'later', bindings: [] },
          { id: 'x', bindings: [{ nodeId: 'nobody', portId: 'values' }] },
        ],
      },
    });
    expect(reply.body).toMatchObject({ details: [{ code: 'R4_NODE_MISSING', locator: 'schema.input.1' }] });
  });

  test('STORE-10: the save path sees the workflow as it was sent and repairs nothing', async () => {
    const { call } = testApi();
    const nodes: Json[] = [
      { id: 'n', data: { label: 'one' } },
      { id: 'm' },
      { id: 'n', data: { label: 'two' } },
    ];
    const edges: Json[] = [
      { source: 'n', target: 'm' },
      { id: 'e', source: 'm', target: 'gone' },
    ];
    const codes = ['R2_NODE_DUPLICATE_ID', 'R3_EDGE_MISSING_ID', 'R8_EDGE_TARGET_MISSING'];
    const save = await call('POST', WORKFLOWS, { name: 'n', nodes, edges });
    expect(save.body).toMatchObject({ details: codes.map((code) => ({ code })) });
    expect(data(await call('POST', `${WORKFLOWS}/validate`, { nodes, edges }))).toMatchObject({
      errors: codes.map((code) => ({ code })),
    });
  });

  test('STORE-10: the save path fills no configuration in; only the read path for a run does', async () => {
    const { call, world } = testApi();
    await call('POST', WORKFLOWS, {
      id: 'w',
      name: 'n',
      nodes: [nodeOf('sum1', 'calculator', { precision: 3 })],
    });
    const record = await world.workflows.get('w');
    expect(record?.nodes).toEqual([nodeOf('sum1', 'calculator', { precision: 3 })]);
    if (record === undefined) throw new Error('not stored');
    const [node] = normalize(documentOf(record), await world.catalog()).nodes;
    expect(node?.data.config).toMatchObject({ operation: 'add', precision: 3 });
    expect((await world.workflows.get('w'))?.nodes).toBe(record.nodes);
  });
});
