import { describe, expect, test } from 'vitest';
import { aDocument, aNode, aWire } from '../testing/fixtures';
import { decodeFragment, encodeFragment, fragmentOf } from './fragment';

const a = aNode('text_input.1', 'text_input', { value: 'x', __proto__x: 1 });
const b = aNode('text_output.1', 'text_output');
const document = aDocument({
  nodes: [a, b],
  edges: [aWire('text_input.1.text', 'text_output.1.text'), aWire('text_output.1.text', 'elsewhere.1.in')],
});
const withoutKeys = (items: readonly { readonly key: string }[]) =>
  items.map(({ key: _key, ...rest }) => rest);

describe('a fragment on the clipboard', () => {
  test('comes back as it went, without the wires that lead out of it', () => {
    const fragment = fragmentOf(document, new Set([a.key, b.key]));
    const read = decodeFragment(encodeFragment(fragment));
    expect(read.ok && withoutKeys(read.value.nodes)).toEqual(withoutKeys(fragment.nodes));
    expect(read.ok && withoutKeys(read.value.edges)).toEqual(withoutKeys(fragment.edges));
    expect(fragment.edges).toHaveLength(1);
  });

  test.each([
    ['no JSON', 'hello', ''],
    ['something else', '{"nodes":[]}', 'format'],
    ['no list', '{"format":"sluice.fragment/v1","nodes":{}}', 'nodes'],
    ['nothing', '{"format":"sluice.fragment/v1","nodes":[]}', 'nodes'],
    [
      'a node without an id',
      '{"format":"sluice.fragment/v1","nodes":[{"position":{"x":0,"y":0}}]}',
      'nodes[0].id',
    ],
    [
      'a node at no place',
      '{"format":"sluice.fragment/v1","nodes":[{"id":"a","position":{"x":"0","y":0}}]}',
      'nodes[0].position',
    ],
    [
      'a wire from nowhere',
      '{"format":"sluice.fragment/v1","nodes":[{"id":"a","position":{"x":0,"y":0}}],"edges":[{"target":"a"}]}',
      'edges[0].source',
    ],
    ['a wall of text', 'x'.repeat(4 * 1024 * 1024 + 1), ''],
  ])('is refused where it is %s', (_name, text, path) => {
    const read = decodeFragment(text);
    expect(read.ok ? null : read.error[0]?.path).toBe(path);
  });
});
