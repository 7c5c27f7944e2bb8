import { describe, expect, test } from 'vitest';
import { PLAIN_FLAGS } from '../catalog/build';
import { deriveNodeType } from '../catalog/derive-node-type';
import type { Processor } from '../catalog/types';
import { type Json, type JsonObject, own } from '../model/json';
import { nodeOf, testApi } from './testing/world';

const WORKFLOWS = '/api/flowdrop/workflows';

const binding = (nodeId: string, portId: string) => ({ nodeId, portId });
const sum = (more: JsonObject = {}) => ({ id: 'sum', bindings: [binding('c1', 'values')], ...more });

async function created(interface_: Json) {
  const { call, world } = testApi();
  const body = { id: 'w', name: 'Twice', nodes: [nodeOf('c1', 'calculator')], interface: interface_ };
  const reply = await call('POST', WORKFLOWS, body);
  return {
    reply,
    call,
    stored: await world.workflows.get('w'),
    shown: own(own(reply.body, 'data'), 'interface'),
  };
}

describe('MAN-20 at the doors', () => {
  test.each<readonly [string, Json]>([
    ['the same binding twice', [binding('c1', 'values'), binding('c1', 'values')]],
    ['two bindings', [binding('c1', 'values'), binding('c1', 'precision')]],
    ['bindings that are no list', { nodeId: 'c1' }],
    ['a binding without a port', [{ nodeId: 'c1' }]],
  ])('MAN-20: %s is refused and nothing is stored', async (_, bindings) => {
    const { reply, stored } = await created({ inputs: [{ id: 'sum', bindings }] });
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([400, 'INTERFACE_ENTRY_INVALID']);
    expect(own(reply.body, 'details')).toMatchObject([
      { locator: expect.stringContaining('interface.inputs[0]') },
    ]);
    expect(stored).toBeUndefined();
  });

  test('MAN-20: more than one binding comes before everything else, validation included', async () => {
    const { call } = testApi();
    const reply = await call('POST', WORKFLOWS, {
      name: 'n',
      nodes: [nodeOf('a', 'nowhere')],
      interface: { inputs: [{ id: 7, bindings: [binding('x', 'y'), binding('x', 'y')] }] },
    });
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([400, 'INTERFACE_ENTRY_INVALID']);
  });

  test('MAN-20: an entry without a binding is a draft: skipped, not stored, no error', async () => {
    const { reply, shown, stored } = await created({
      inputs: [{ id: 'later', bindings: [] }, { bindings: [] }, sum()],
    });
    expect(reply.status).toBe(201);
    expect(shown).toMatchObject({ inputs: [{ id: 'sum' }] });
    expect(stored?.inputs).toEqual([{ name: 'sum', node_id: 'c1', port: 'values' }]);
  });

  test('MAN-20, STORE-5: an update that names a node which is not there is for validation to refuse', async () => {
    const { call } = await created([]);
    const reply = await call('PUT', `${WORKFLOWS}/w`, {
      name: 'Twice',
      interface: { inputs: [{ id: 'sum', bindings: [binding('nobody', 'values')] }] },
    });
    expect([reply.status, own(reply.body, 'error_code')]).toEqual([422, 'WORKFLOW_INVALID']);
  });

  test('MAN-20: words of an input round-trip; what is derived or has no place is ignored', async () => {
    const words = { name: 'Numbers', description: 'To add.', examples: [[1, 2]], required: true };
    const noise = { dataType: 'tool', schema: { type: 'string' }, defaultValue: 3, metadata: { x: 1 } };
    const { shown, stored } = await created({
      inputs: [sum({ ...words, ...noise })],
      outputs: [{ id: 'out', bindings: [binding('c1', 'result')], ...words, ...noise }],
    });
    expect(shown).toEqual({
      inputs: [
        {
          id: 'sum',
          dataType: 'array',
          schema: { type: 'array', items: {} },
          bindings: [binding('c1', 'values')],
          ...words,
        },
      ],
      outputs: [
        { id: 'out', dataType: 'number', schema: { type: 'number' }, bindings: [binding('c1', 'result')] },
      ],
    });
    expect(stored?.outputs).toEqual([{ name: 'out', node_id: 'c1', port: 'result' }]);
  });
});

describe('MAN-21, MAN-18 at the doors', () => {
  const talker: Processor = {
    id: 'test:talker',
    parameters: { type: 'object', properties: {} },
    outputs: {
      type: 'object',
      properties: {
        messages: { type: 'array', title: 'Log', 'x-data-type': 'messages' },
        message: { type: 'object', title: 'Last' },
      },
    },
    flags: PLAIN_FLAGS,
  };
  const options = {
    processors: [talker],
    records: { nodeTypes: [deriveNodeType(talker, { id: 'talker', label: 'Talker' })] },
  };

  test('MAN-21: an entry states its lane and, beside it, structure alone', async () => {
    const { call, world } = testApi(options);
    const reply = await call('POST', WORKFLOWS, {
      id: 'w',
      name: 'n',
      nodes: [nodeOf('m1', 'talker')],
      interface: {
        outputs: [
          { id: 'all', bindings: [binding('m1', 'messages')] },
          { id: 'one', bindings: [binding('m1', 'message')] },
        ],
      },
    });
    expect(reply.status).toBe(201);
    expect(own(own(reply.body, 'data'), 'interface')).toMatchObject({
      outputs: [
        { id: 'all', dataType: 'messages', schema: { type: 'array' } },
        { id: 'one', dataType: 'json', schema: { type: 'object' } },
      ],
    });
    expect(own((await world.workflows.get('w'))?.contract?.output_schema, 'properties')).toEqual({
      all: { type: 'array', 'x-data-type': 'messages' },
      one: { type: 'object', 'x-data-type': 'json' },
    });
  });

  test('MAN-18: a save that leaves the manifest alone leaves the contract alone', async () => {
    const { call, stored } = await created({ inputs: [sum()] });
    expect(stored?.contract?.schema_version).toBe('1.0.0');
    const version = async () => own((await call('GET', `${WORKFLOWS}/w/schema`)).body, 'schema_version');
    await call('PUT', `${WORKFLOWS}/w`, { name: 'Other', metadata: { a: 1 } });
    expect(await version()).toBe('1.0.0');
    await call('PUT', `${WORKFLOWS}/w`, {
      name: 'Other',
      interface: { inputs: [sum(), sum({ id: 'more' })] },
    });
    expect(await version()).toBe('1.1.0');
    await call('PUT', `${WORKFLOWS}/w`, { name: 'Other', interface: [] });
    expect((await call('GET', `${WORKFLOWS}/w/schema`)).body).toMatchObject({
      schema_version: '2.0.0',
      parameter_schema: null,
    });
  });
});
