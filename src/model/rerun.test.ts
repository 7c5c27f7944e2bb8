import { describe, expect, test } from 'vitest';
import { decodeWorkflow, encodeWorkflow } from './api-form';
import { isArray, own } from './json';
import { mayRunAgain, withRunAgain } from './rerun';

function nodeWith(data: object) {
  const decoded = decodeWorkflow({ id: 'w', nodes: [{ id: 'a.1', data }] });
  const node = decoded.ok ? decoded.value.document.nodes[0] : undefined;
  if (!decoded.ok || node === undefined) throw new Error('No node.');
  return { document: decoded.value.document, node };
}

describe('whether a node may run again after a crash', () => {
  test('it is said beside whatever else stands among the extensions, and taken back without a trace', () => {
    const { node } = nodeWith({ extensions: { other: 1, sluice: { contract: '1.0.0' } }, more: 2 });
    const allowed = withRunAgain(node.data.extra, true);
    expect(allowed).toEqual({
      extensions: { other: 1, sluice: { contract: '1.0.0', rerun: true } },
      more: 2,
    });
    expect(mayRunAgain({ data: { ...node.data, extra: allowed } })).toBe(true);
    expect(withRunAgain(allowed, false)).toEqual(node.data.extra);
    expect(withRunAgain(withRunAgain({}, true), false)).toEqual({});
  });

  test.each([
    [{}],
    [{ extensions: [] }],
    [{ extensions: { sluice: 'x' } }],
    [{ extensions: { sluice: { rerun: 'true' } } }],
    [{ extensions: { sluice: { rerun: 1 } } }],
    [{ extensions: { sluice: Object.create({ rerun: true }) } }],
  ])('%j allows nothing', (data) => {
    expect(mayRunAgain(nodeWith(data).node)).toBe(false);
  });

  test('it goes along with what is stored and sent', () => {
    const { document } = nodeWith({ extensions: { sluice: { rerun: true } } });
    const nodes = own(encodeWorkflow(document), 'nodes');
    const sent = isArray(nodes) ? nodes[0] : undefined;
    expect(own(own(own(own(sent, 'data'), 'extensions'), 'sluice'), 'rerun')).toBe(true);
  });
});
