import { describe, expect, test } from 'vitest';
import { decodeWorkflow, encodeWorkflow } from './api-form';
import { own } from './json';
import { pinOf, withPin } from './pin';
import { reduceWorkflow } from './wire';

function nodeWith(data: object) {
  const decoded = decodeWorkflow({ id: 'w', nodes: [{ id: 'a.1', data }] });
  const node = decoded.ok ? decoded.value.document.nodes[0] : undefined;
  if (!decoded.ok || node === undefined) throw new Error('No node.');
  return { document: decoded.value.document, node };
}

describe('the version that a node was wired by', () => {
  test('it is noted beside whatever else stands among the extensions', () => {
    const { node } = nodeWith({ extensions: { other: 1, sluice: { kept: true } }, more: 2 });
    const extra = withPin(node.data.extra, '1.2.0');
    expect(extra).toEqual({
      extensions: { other: 1, sluice: { kept: true, contract: '1.2.0' } },
      more: 2,
    });
    expect(pinOf({ data: { ...node.data, extra } })).toBe('1.2.0');
  });

  test.each([
    [{}],
    [{ extensions: [] }],
    [{ extensions: { sluice: 'x' } }],
    [{ extensions: { sluice: { contract: 3 } } }],
    [{ extensions: { sluice: { __proto__: { contract: '1.0.0' } } } }],
  ])('nothing is read out of %j, and it can be noted all the same', (data) => {
    const { node } = nodeWith(data);
    expect(pinOf(node)).toBeUndefined();
    expect(pinOf({ data: { ...node.data, extra: withPin(node.data.extra, '1.0.0') } })).toBe('1.0.0');
  });

  test('STORE-6: it survives storing, and a way out and in', () => {
    const { document, node } = nodeWith({ metadata: { id: 't', name: 'T' } });
    const pinned = {
      ...document,
      nodes: [{ ...node, data: { ...node.data, extra: withPin(node.data.extra, '2.0.0') } }],
    };
    const written = encodeWorkflow(reduceWorkflow(pinned, () => true));
    expect(own(written, 'nodes')).toMatchObject([
      { data: { metadata: { node_type_id: 't' }, extensions: { sluice: { contract: '2.0.0' } } } },
    ]);
    const again = decodeWorkflow(written);
    expect(again.ok && again.value.document.nodes.map(pinOf)).toEqual(['2.0.0']);
  });
});
