import { describe, expect, test } from 'vitest';
import { judgeBundle, normaliseExposure } from './bundle';

const FLOW = { id: 'my_flow', label: 'My Flow', nodes: [], edges: [] };

describe('the structure of a bundle', () => {
  test('the parts of a bundle are taken out of it', () => {
    const source = {
      format: 'flowdrop.bundle/v1',
      payload: {
        publisher: 'acme',
        capabilities: { processors: ['a:b'] },
        node_types: [{ id: 't' }],
        flow: FLOW,
        signed: 1,
      },
      confirm_publisher: true,
    };
    expect(judgeBundle(source)).toEqual({
      ok: true,
      value: {
        publisher: 'acme',
        processors: ['a:b'],
        nodeTypes: [{ id: 't' }],
        flow: FLOW,
        confirmsPublisher: true,
        source,
      },
    });
    const bare = judgeBundle({ format: 'flowdrop.bundle/v1', payload: { flow: FLOW } });
    expect(bare.ok && bare.value).toMatchObject({
      publisher: undefined,
      processors: undefined,
      nodeTypes: [],
      confirmsPublisher: false,
    });
  });

  test.each<[unknown, string, readonly string[]]>([
    [null, 'BUNDLE_INVALID', ['']],
    [{ payload: { flow: FLOW } }, 'BUNDLE_FORMAT_UNSUPPORTED', ['format']],
    [{ format: 'flowdrop.bundle/v2', payload: 5 }, 'BUNDLE_FORMAT_UNSUPPORTED', ['format']],
    [{ format: 'flowdrop.bundle/v1' }, 'BUNDLE_INVALID', ['payload']],
    [{ format: 'flowdrop.bundle/v1', payload: { flow: [] } }, 'BUNDLE_INVALID', ['payload.flow']],
    [
      {
        format: 'flowdrop.bundle/v1',
        payload: {
          publisher: 1,
          capabilities: { processors: [1] },
          node_types: [2],
          flow: { id: 3, nodes: 'x', inputs: { a: 1 } },
        },
      },
      'BUNDLE_INVALID',
      [
        ...['payload.flow.nodes', 'payload.flow.inputs', 'payload.flow.id', 'payload.publisher'],
        ...['payload.node_types[0]', 'payload.capabilities.processors[0]'],
      ],
    ],
  ])('%j is refused with %s and every place', (value, code, paths) => {
    const judged = judgeBundle(value);
    expect(!judged.ok && judged.error.code).toBe(code);
    expect(!judged.ok && judged.error.details.map(({ path }) => path)).toEqual(paths);
  });

  test('STORE-9: exposure entries keep name, node_id and port where they are scalars, as text; others keep their index', () => {
    expect(
      normaliseExposure([
        { name: 'a', node_id: 'n', port: 'p', title: 'T', required: true },
        'no object',
        { name: 7, node_id: { a: 1 }, port: null },
        null,
        JSON.parse('{"__proto__":{"name":"x"}}'),
      ]),
    ).toEqual([{ name: 'a', node_id: 'n', port: 'p' }, {}, { name: '7' }, {}, {}]);
  });
});
