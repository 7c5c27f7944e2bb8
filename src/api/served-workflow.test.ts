import { describe, expect, test } from 'vitest';
import { isArray, isObject, type Json, type JsonObject, own } from '../model/json';
import { JOB_STATUSES, MESSAGE_STATUSES, RUN_STATUSES, SESSION_STATUSES } from '../model/status';
import { nodeOf, testApi } from './testing/world';

const WORKFLOWS = '/api/flowdrop/workflows';
const KEYS = ['id', 'name', 'description', 'nodes', 'edges', 'metadata', 'created', 'changed', 'uid'];

function data(reply: { readonly body: Json }): JsonObject {
  const found = own(reply.body, 'data');
  if (!isObject(found)) throw new Error(`No data: ${JSON.stringify(reply.body)}`);
  return found;
}

const SUM_INPUT: JsonObject = {
  inputs: [{ id: 'values', bindings: [{ nodeId: 'sum1', portId: 'values' }] }],
};

describe('nodes on their way in and out', () => {
  const sum = {
    id: 'sum.1',
    type: 'universalNode',
    position: { x: 10, y: 20 },
    data: {
      label: 'Sum',
      config: { operation: 'add' },
      metadata: { id: 'calculator', name: 'Shown Name' },
      extensions: { ui: { style: 'a' } },
      nodeId: 'sum.1',
    },
    deletable: true,
    measured: { width: 200, height: 100 },
    selected: true,
    dragging: true,
    nodeId: 'sum.1',
    ours: { kept: [] },
  };
  const storedSum = {
    id: 'sum.1',
    type: 'universalNode',
    position: { x: 10, y: 20 },
    data: {
      label: 'Sum',
      config: { operation: 'add' },
      metadata: { node_type_id: 'calculator' },
      extensions: { ui: { style: 'a' } },
    },
    measured: { width: 200, height: 100 },
    ours: { kept: [] },
  };
  const odd = {
    id: 'odd.1',
    type: 'universalNode',
    data: { metadata: { name: 'By hand', inputs: [] }, nodeId: 'odd.1' },
    selected: true,
  };
  const storedOdd = {
    id: 'odd.1',
    type: 'universalNode',
    data: { metadata: { name: 'By hand', inputs: [] } },
  };

  test('STORE-6, STORE-7: a node is stored without scratch state, its metadata as the anchor alone', async () => {
    const { call, world } = testApi();
    expect((await call('POST', WORKFLOWS, { id: 'w', name: 'n', nodes: [sum, odd] })).status).toBe(201);
    expect((await world.workflows.get('w'))?.nodes).toEqual([storedSum, storedOdd]);
  });

  test('STORE-6: what is stored loses nothing more, sent as stored or as read', async () => {
    const { call, world } = testApi();
    await call('POST', WORKFLOWS, { id: 'w', name: 'n', nodes: [sum, odd] });
    const read = data(await call('GET', `${WORKFLOWS}/w`));
    await call('PUT', `${WORKFLOWS}/w`, { ...read, name: 'n' });
    expect((await world.workflows.get('w'))?.nodes).toEqual([storedSum, storedOdd]);
    await call('PUT', `${WORKFLOWS}/w`, { name: 'n', nodes: [storedSum, storedOdd] });
    expect((await world.workflows.get('w'))?.nodes).toEqual([storedSum, storedOdd]);
  });

  test.each<readonly [string, JsonObject, Json]>([
    ['node_type_id before id', { node_type_id: 'merge', id: 'calculator' }, { node_type_id: 'merge' }],
    ['an unresolved id', { id: 'nowhere', x: 1 }, { id: 'nowhere', x: 1 }],
  ])('STORE-7: the anchor of a stored node, %s', async (_, metadata, stored) => {
    const { call, world } = testApi();
    const reply = await call('POST', WORKFLOWS, {
      id: 'w',
      name: 'n',
      nodes: [{ id: 'a', data: { metadata } }],
    });
    expect(reply.status).toBe(201);
    expect(own(own((await world.workflows.get('w'))?.nodes[0], 'data'), 'metadata')).toEqual(stored);
  });

  test('STORE-7: the store judges no configuration; one that validation takes is kept whatever it holds', async () => {
    const { call, world } = testApi();
    const config = { free: [{ __proto__x: null }], ports: { inputs: [], outputs: [] } };
    await call('POST', WORKFLOWS, { id: 'w', name: 'n', nodes: [{ id: 'a', data: { config } }] });
    expect((await world.workflows.get('w'))?.nodes).toEqual([{ id: 'a', data: { config } }]);
  });

  test('STORE-14: nodes are served with the metadata of their type, and a canvas finds data.nodeId', async () => {
    const { call } = testApi();
    const made = data(await call('POST', WORKFLOWS, { id: 'w', name: 'n', nodes: [sum, odd] }));
    expect(made.nodes).toMatchObject([
      {
        type: 'universalNode',
        data: {
          nodeId: 'sum.1',
          config: { operation: 'add' },
          metadata: {
            node_type_id: 'calculator',
            id: 'calculator',
            name: 'Calculator',
            inputs: expect.any(Array),
          },
        },
      },
      storedOdd,
    ]);
    expect(isArray(made.nodes) && made.nodes[1]).toEqual(storedOdd);
  });

  test('STORE-14, SCH-24: a node whose type is gone is served as it is stored', async () => {
    const { call } = testApi();
    const type = { id: 'mine', executor_plugin: 'flowdrop_node_processor:calculator' };
    await call('POST', '/api/flowdrop/node-types', type);
    await call('POST', WORKFLOWS, { id: 'w', name: 'n', nodes: [nodeOf('a', 'mine')] });
    await call('DELETE', '/api/flowdrop/node-types/mine');
    expect(data(await call('GET', `${WORKFLOWS}/w`)).nodes).toEqual([nodeOf('a', 'mine')]);
  });
});

describe('one object on every surface', () => {
  test('STORE-14: the nine keys in their order, interface behind metadata where a port is declared', async () => {
    const { call } = testApi();
    const plain = await call('POST', WORKFLOWS, { id: 'p', name: 'Plain' });
    const ported = await call('POST', WORKFLOWS, {
      id: 'wf_i',
      name: 'With input',
      nodes: [nodeOf('sum1', 'calculator')],
      interface: SUM_INPUT,
    });
    const withInterface = [...KEYS.slice(0, 6), 'interface', ...KEYS.slice(6)];
    expect(Object.keys(data(plain))).toEqual(KEYS);
    expect(Object.keys(data(ported))).toEqual(withInterface);
    expect(data(ported).interface).toMatchObject({ inputs: [{ id: 'values' }] });
    expect(data(await call('GET', `${WORKFLOWS}/p`))).toEqual(data(plain));
    expect(data(await call('GET', `${WORKFLOWS}/wf_i`))).toEqual(data(ported));
    const list = await call('GET', WORKFLOWS);
    expect(own(list.body, 'data')).toEqual([data(ported), data(plain)]);
    expect(JSON.stringify(own(list.body, 'data'))).toBe(JSON.stringify([data(ported), data(plain)]));
    const updated = data(await call('PUT', `${WORKFLOWS}/wf_i`, { name: 'With input' }));
    expect(Object.keys(updated)).toEqual(withInterface);
    expect({ ...updated, changed: null }).toEqual({ ...data(ported), changed: null });
  });

  test('STORE-14: created, changed and uid: ISO 8601, and the owner', async () => {
    const { call, as } = testApi();
    const made = data(
      await as('edit')('POST', WORKFLOWS, { id: 'w', name: 'n', uid: 'forged', created: 'x' }),
    );
    expect(made).toMatchObject({ uid: 'u-edit', created: '2026-01-01T00:00:01.000Z', changed: made.created });
    const updated = data(await call('PUT', `${WORKFLOWS}/w`, { name: 'n' }));
    expect(updated).toMatchObject({ uid: 'u-edit', created: made.created });
    expect(String(updated.changed) > String(made.changed)).toBe(true);
  });

  test('STORE-8: the contract version is three numbers from the first store on', async () => {
    const { call, world } = testApi();
    await call('POST', WORKFLOWS, { id: 'w', name: 'n', nodes: [nodeOf('sum1', 'calculator')] });
    expect((await world.workflows.get('w'))?.contract?.schema_version).toBe('0.0.0');
    await call('PUT', `${WORKFLOWS}/w`, { name: 'n', interface: SUM_INPUT });
    expect((await world.workflows.get('w'))?.contract?.schema_version).toBe('1.0.0');
  });

  test('STORE-11: four closed vocabularies without a second spelling', () => {
    expect(JOB_STATUSES).toEqual([
      'idle',
      'pending',
      'running',
      'completed',
      'failed',
      'cancelled',
      'skipped',
      'interrupted',
    ]);
    expect(RUN_STATUSES).toEqual(['pending', 'running', 'paused', 'completed', 'failed', 'cancelled']);
    expect(SESSION_STATUSES).toEqual(['idle', 'running', 'awaiting_input', 'completed', 'failed']);
    expect(MESSAGE_STATUSES).toEqual(['pending', 'running', 'completed', 'failed']);
    for (const words of [JOB_STATUSES, RUN_STATUSES, SESSION_STATUSES, MESSAGE_STATUSES]) {
      expect(words.filter((word) => !/^[a-z_]+$/.test(word))).toEqual([]);
    }
  });

  test('STORE-13: node_type_id is the only name of a node type, on every surface', async () => {
    const { call } = testApi();
    await call('POST', WORKFLOWS, { id: 'w', name: 'n', nodes: [nodeOf('sum1', 'calculator')] });
    for (const path of ['', '/w', '/w/bundle', '/w/schema']) {
      const { text } = await call('GET', `${WORKFLOWS}${path}`);
      expect(text).not.toMatch(/"node_type"\s*:/);
      expect(text.includes('"node_type_id"')).toBe(path !== '/w/schema');
    }
    expect((await call('GET', '/api/flowdrop/nodes')).text).not.toMatch(/"node_type"\s*:/);
  });
});

describe('search', () => {
  const NAMES = ['Annual Report', 'reporting', '100% sure', 'a_b', 'Ärger', 'Version 0'];

  async function searched(query: string) {
    const { call } = testApi();
    for (const name of NAMES) await call('POST', WORKFLOWS, { name });
    return call('GET', `${WORKFLOWS}${query}`);
  }

  test.each<readonly [string, number]>([
    ['?search=REPORT', 2],
    ['?search=%25', 1],
    ['?search=_', 1],
    ['?search=_eport', 0],
    ['?search=no+such+name', 0],
    ['?search=0', 2],
    ['?search=%C3%84RGER', 1],
    ['?search=', 6],
    ['', 6],
  ])('STORE-15, API-6: %s finds %i', async (query, total) => {
    const reply = await searched(query);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      success: true,
      data: { length: total },
      pagination: { total, limit: 50, offset: 0, has_more: false },
    });
  });

  test.each(['?search=a&search=b', '?search[]=a', '?search[x]=a', '?search%5B%5D=a'])(
    'STORE-15: %s is not one scalar value',
    async (query) => {
      const reply = await searched(query);
      expect([reply.status, own(reply.body, 'error_code')]).toEqual([400, 'SEARCH_INVALID']);
    },
  );
});
