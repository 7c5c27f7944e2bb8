import { describe, expect, test } from 'vitest';
import { type Json, type JsonObject, own } from '../model/json';
import { nodeOf, testApi, type WorldOptions } from './testing/world';

const WORKFLOWS = '/api/flowdrop/workflows';
const CALCULATOR = 'flowdrop_node_processor:calculator';

type Parts = { readonly [key: string]: Json };

function bundle(flow: Parts = {}, payload: Parts = {}, envelope: Parts = {}): JsonObject {
  return {
    format: 'flowdrop.bundle/v1',
    payload: {
      publisher: 'acme',
      ...payload,
      flow: { id: 'my_flow', label: 'My Flow', nodes: [], edges: [], ...flow },
    },
    ...envelope,
  };
}

const MINE: JsonObject = { id: 'mine', label: 'Mine', executor_plugin: CALCULATOR };
const MISSING: JsonObject = {
  id: 'm.1',
  data: { metadata: { node_type_id: 'missing', executor_plugin: 'missing_module:missing' } },
};

async function imported(body: Json, options: WorldOptions = {}, token = 'all') {
  const { as, world } = testApi(options);
  const reply = await as(token)('POST', `${WORKFLOWS}/import`, body);
  const left = {
    workflows: (await world.workflows.list({ limit: 9, offset: 0 })).total,
    nodeTypes: ((await world.site.read()).nodeTypes ?? []).map(({ id }) => id),
  };
  return { reply, world, left, code: own(reply.body, 'error_code'), as };
}

describe('gates', () => {
  /** Fails at its gate and at every later one; each case also at all that come after it. */
  const bad = {
    format: { format: 'other/v1' },
    publisher: { publisher: 'stranger' },
    processor: { capabilities: { processors: ['missing_module:missing'] } },
    nodeType: { node_types: [{ id: '', executor_plugin: CALCULATOR }] },
    invalid: { edges: [{ id: 'e', source: 'a', target: 'b' }] },
    flowId: { id: 'Not Allowed' },
  };

  test.each<readonly [string, JsonObject, number, string, string]>([
    [
      '1 format',
      bundle(
        { ...bad.invalid, ...bad.flowId },
        { ...bad.publisher, ...bad.processor, ...bad.nodeType },
        bad.format,
      ),
      422,
      'BUNDLE_FORMAT_UNSUPPORTED',
      'format',
    ],
    [
      '2 publisher',
      bundle({ ...bad.invalid, ...bad.flowId }, { ...bad.publisher, ...bad.processor, ...bad.nodeType }),
      403,
      'BUNDLE_PUBLISHER_UNTRUSTED',
      'publisher',
    ],
    [
      '3 processors',
      bundle({ ...bad.invalid, ...bad.flowId }, { ...bad.processor, ...bad.nodeType }),
      422,
      'BUNDLE_PROCESSOR_MISSING',
      'capabilities.processors[0]',
    ],
    [
      '4 node types',
      bundle({ ...bad.invalid, ...bad.flowId }, bad.nodeType),
      422,
      'BUNDLE_NODE_TYPE_INVALID',
      'node_types[0].id',
    ],
    ['5 workflow', bundle({ ...bad.invalid, ...bad.flowId }), 422, 'WORKFLOW_INVALID', 'edge.0'],
    ['6 flow id', bundle(bad.flowId), 422, 'BUNDLE_FLOW_ID_INVALID', 'flow.id'],
  ])('STORE-9: gate %s comes before every later one', async (_, body, status, code, locator) => {
    const { reply, left } = await imported(body);
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([status, code]);
    expect(own(reply.body, 'details')).toMatchObject([
      { locator },
      ...(code === 'WORKFLOW_INVALID' ? [{}] : []),
    ]);
    expect(left).toEqual({ workflows: 0, nodeTypes: [] });
  });

  test('STORE-9: a bundle that names no publisher is refused', async () => {
    const { reply } = await imported({
      format: 'flowdrop.bundle/v1',
      payload: { flow: { id: 'my_flow', label: 'My Flow', nodes: [], edges: [] } },
    });
    expect(reply.status).toBe(403);
  });

  test.each<readonly [string, string, Json, number]>([
    ['confirmed by somebody who may', 'all', true, 201],
    ['confirmed by somebody who may not', 'edit', true, 403],
    ['not confirmed by somebody who may', 'all', false, 403],
    ['confirmed by another word than true', 'all', 'true', 403],
  ])('STORE-9: an untrusted publisher, %s', async (_, token, confirm, status) => {
    const body = bundle({}, { publisher: 'stranger' }, { confirm_publisher: confirm });
    expect((await imported(body, {}, token)).reply.status).toBe(status);
  });

  test('STORE-9: a missing processor that a node names is named, ahead of validation', async () => {
    const { reply, left } = await imported(bundle({ nodes: [MISSING], edges: [{ id: 'e' }] }));
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({
      error_code: 'BUNDLE_PROCESSOR_MISSING',
      error: expect.stringContaining('missing_module:missing'),
      details: [{ locator: 'flow.nodes[0].data.metadata.executor_plugin' }],
    });
    expect(left).toEqual({ workflows: 0, nodeTypes: [] });
  });

  test('STORE-9: a taken flow id is refused; the workflow stays and no node type survives', async () => {
    const { call, world } = testApi();
    await call('POST', WORKFLOWS, { id: 'my_flow', name: 'Here first' });
    const reply = await call('POST', `${WORKFLOWS}/import`, bundle({}, { node_types: [MINE] }));
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([409, 'WORKFLOW_ID_TAKEN']);
    expect(own(reply.body, 'details')).toMatchObject([{ locator: 'flow.id' }]);
    expect((await world.workflows.get('my_flow'))?.name).toBe('Here first');
    expect((await world.site.read()).nodeTypes ?? []).toEqual([]);
  });

  test('STORE-9: node types are rolled back where the workflow is refused by validation', async () => {
    const flow = { nodes: [nodeOf('a', 'mine'), nodeOf('a', 'mine')] };
    const { code, left } = await imported(bundle(flow, { node_types: [MINE] }));
    expect(code).toBe('WORKFLOW_INVALID');
    expect(left).toEqual({ workflows: 0, nodeTypes: [] });
  });

  test('STORE-9: an id that is taken while the import runs rolls its node types back', async () => {
    const { call, world } = testApi();
    const racing = { ...world.workflows, create: async () => false };
    const { left, code } = await imported(bundle({}, { node_types: [MINE] }), { workflows: racing });
    expect(code).toBe('WORKFLOW_ID_TAKEN');
    expect(left.nodeTypes).toEqual([]);
    expect((await call('GET', `${WORKFLOWS}/my_flow`)).status).toBe(404);
  });

  test('STORE-9: a store that fails at the end leaves nothing of the import', async () => {
    const { world } = testApi();
    const failing: typeof world.site = {
      read: () => world.site.read(),
      async transact(work) {
        await world.site.transact(work);
        throw new Error('disk full');
      },
    };
    const {
      reply,
      left,
      world: used,
    } = await imported(bundle({}, { node_types: [MINE] }), { site: failing });
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([500, 'INTERNAL_ERROR']);
    expect(reply.text).not.toContain('disk full');
    expect(left.workflows).toBe(0);
    expect(used.logged).toMatchObject([{ level: 'error', cause: new Error('disk full') }]);
  });

  test('STORE-9: a store that fails at the end takes nothing of another import that has the id by now', async () => {
    const { world } = testApi();
    const failing: typeof world.site = {
      read: () => world.site.read(),
      async transact(work) {
        const outcome = await world.site.transact(work);
        const mine = await world.workflows.get('my_flow');
        if (mine === undefined) throw new Error('nothing was created');
        // Equal in every key, as an import of the same bundle in the same instant is.
        await world.workflows.delete('my_flow');
        await world.workflows.create({ ...mine });
        if (outcome.ok) throw new Error('disk full');
        return outcome;
      },
    };
    const { reply, left } = await imported(bundle(), { site: failing, workflows: world.workflows });
    expect(own(reply.body, 'error_code')).toBe('INTERNAL_ERROR');
    expect(left.workflows).toBe(1);
  });
});

describe('what comes in', () => {
  test('STORE-9: node types of the bundle, and those that nodes name, are made for it', async () => {
    const nodes = [
      nodeOf('a', 'mine'),
      { id: 'b', data: { metadata: { node_type_id: 'drawn', executor_plugin: CALCULATOR, name: 'Drawn' } } },
    ];
    const { reply, left, world } = await imported(bundle({ nodes }, { node_types: [MINE] }));
    expect(reply.status).toBe(201);
    expect(left).toEqual({ workflows: 1, nodeTypes: ['mine', 'drawn'] });
    expect((await world.catalog()).nodeType('drawn')).toMatchObject({
      label: 'Drawn',
      executor_plugin: CALCULATOR,
    });
    expect(own(reply.body, 'data')).toMatchObject({
      id: 'my_flow',
      name: 'My Flow',
      nodes: [{ data: { metadata: { name: 'Mine' } } }, { data: { metadata: { name: 'Drawn' } } }],
    });
  });

  test('STORE-9: a node type that exists is left as it is', async () => {
    const other = { id: 'calculator', label: 'Hijacked', executor_plugin: CALCULATOR };
    const { reply, world, left } = await imported(bundle({}, { node_types: [other] }));
    expect(reply.status).toBe(201);
    expect(left.nodeTypes).toEqual([]);
    expect((await world.catalog()).nodeType('calculator')?.label).toBe('Calculator');
  });

  test.each<readonly [string, Json, RegExp]>([
    ['64 characters', 'a'.repeat(64), /^a{64}$/],
    ['an empty one', '', /^wf_[a-z0-9]{12}$/],
  ])('STORE-9: a flow id of %s is accepted', async (_, id, wanted) => {
    const { reply } = await imported(bundle({ id }));
    expect(own(own(reply.body, 'data'), 'id')).toMatch(wanted);
  });

  test.each(['a'.repeat(65), 'A', 'a-b', 'a b', 'ä', 'a\n'])(
    'STORE-9: the flow id %j is refused',
    async (id) => {
      expect((await imported(bundle({ id }))).code).toBe('BUNDLE_FLOW_ID_INVALID');
    },
  );

  test('STORE-9: exposure is normalised for validation, at the position of each entry', async () => {
    const { reply } = await imported(
      bundle({
        nodes: [nodeOf('a', 'calculator')],
        inputs: [
          'no object',
          { name: 'ok', node_id: 'a', port: 'values' },
          { name: { x: 1 }, node_id: 'a', port: 'values' },
        ],
      }),
    );
    expect(own(reply.body, 'details')).toMatchObject([
      { code: 'R4_NAME_FORMAT', locator: 'schema.input.0' },
      { code: 'R4_NODE_MISSING', locator: 'schema.input.0' },
      { code: 'R4_NAME_FORMAT', locator: 'schema.input.2' },
      { code: 'R4_NAME_DUPLICATE', locator: 'schema.input.2' },
    ]);
  });

  test('STORE-9: scalars count as text; what is stored and exported is the entry as submitted', async () => {
    const entry = { name: 1, node_id: 2, port: 'values', note: { of: ['the author'] }, required: true };
    const nodes = [nodeOf('2', 'calculator')];
    const { reply, world, as } = await imported(bundle({ nodes, inputs: [entry] }));
    expect(reply.status).toBe(201);
    expect((await world.workflows.get('my_flow'))?.inputs).toEqual([entry]);
    expect(own(reply.body, 'data')).toMatchObject({
      interface: { inputs: [{ id: '1', dataType: 'array', bindings: [{ nodeId: '2', portId: 'values' }] }] },
    });
    const schema = await as('view')('GET', `${WORKFLOWS}/my_flow/schema`);
    expect(own(schema.body, 'parameter_schema')).toMatchObject({ properties: { 1: { type: 'array' } } });
  });

  test('a bundle comes out again with every key that it had', async () => {
    const source = bundle(
      {
        nodes: [nodeOf('a', 'mine')],
        description: 'd',
        metadata: { tags: ['x'] },
        odd: 1,
        inputs: [],
        outputs: [],
      },
      { node_types: [MINE], capabilities: { processors: [CALCULATOR], more: 2 }, odd: 3 },
      { odd: 4 },
    );
    const { as } = await imported(source);
    const exported = own((await as('view')('GET', `${WORKFLOWS}/my_flow/bundle`)).body, 'data');
    expect(exported).toMatchObject(source);
    const again = await testApi().call('POST', `${WORKFLOWS}/import`, exported);
    expect(again.status).toBe(201);
  });
});
