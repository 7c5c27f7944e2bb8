import { describe, expect, test } from 'vitest';
import { FINDING_CODES } from '../model/finding';
import { CODES } from './codes';
import { locatorOf } from './locate';
import { nearest } from './nearest';
import { catalogOf, edgeOf, nodeOf, workflowOf } from './testing/sample';
import { textOf } from './text';
import { validate } from './validate';

test('API-8: every code has a severity and one sentence of its own', () => {
  for (const code of FINDING_CODES) expect(CODES[code].sentence).toMatch(/^[A-Z].{20,}\.$/);
  expect(new Set(FINDING_CODES.map((code) => CODES[code].sentence)).size).toBe(FINDING_CODES.length);
  expect(FINDING_CODES.filter((code) => CODES[code].severity === 'warning')).toEqual(
    FINDING_CODES.filter((code) => code.startsWith('W_')),
  );
});

const catalog = catalogOf({
  n: {
    parameters: { in: {}, k: { type: 'integer', maximum: 3 } },
    gates: { k: { configurable: true, connectable: false, required: true } },
    outputs: { out: {} },
  },
  gone: { executor: 'elsewhere:x' },
});

describe('textOf', () => {
  test('says what is wrong, where, and what would be right', () => {
    const document = workflowOf({
      nodes: [
        nodeOf('a', 'n', { k: 9, kk: 1 }, 'First'),
        nodeOf('b', 'n', {}),
        nodeOf('g', 'gone'),
        nodeOf('u', 'chat_inptu'),
      ],
      edges: [edgeOf('a.outt>b.in'), edgeOf('a.error>b.in'), { id: 'x', source: '', target: 'b' }],
      inputs: [{ name: 'Name', node_id: 'bb', port: 'in' }],
    });
    expect(validate(document, catalog).map(textOf)).toEqual([
      'Node "First" (a) has a value for "kk", which its type does not know; it is ignored at execution. Did you mean "k"?',
      'Node "First" (a): "k" must be at most 3, but is 9 (maximum).',
      'Node "b" needs a value for "k".',
      'Node "g" has the type "gone", whose executor "elsewhere:x" is not available here. Choose another type, or provide the executor.',
      'Node "u" has the type "chat_inptu", which does not exist here. Did you mean "chat_input"? Choose another type, or import it.',
      'The edge from "a" to "b" is attached to nothing: it leaves the port "outt", which Node "First" (a) does not have (did you mean "out"?).',
      'The edge from "a" to "b" leaves the port "error", which Node "First" (a) hides. Show the port, or move the edge.',
      'The edge starts at the node "", which does not exist. Reconnect it, or delete it.',
      'The name "Name" of an exposed input must be made of a-z, 0-9, _ and -, and must not be empty. Did you mean "name"?',
      'The exposed input "Name" names the node "bb", which does not exist. Did you mean "b"? Bind it to a node of the workflow, or remove it.',
    ]);
  });
});

describe('locatorOf', () => {
  test('follows the document as it is now, by key', () => {
    const document = workflowOf({
      nodes: [nodeOf('a.b.c', 'nope')],
      edges: [edgeOf('x.y>z.w'), edgeOf('p.q>r.s')],
    });
    const last = validate(document, catalog).at(-1);
    const first = validate(document, catalog)[0];
    expect(last && locatorOf(last, document)).toBe('edge.1');
    expect(last && locatorOf(last, { ...document, edges: document.edges.slice(1) })).toBe('edge.0');
    expect(last && locatorOf(last, { ...document, edges: [] })).toBe('');
    expect(first && locatorOf(first, document)).toBe('node.a.b.c');
  });
  test('R5.c: a node without an id is located by position, its configuration too', () => {
    const document = workflowOf({ nodes: [nodeOf('a'), nodeOf('', undefined, 7)] });
    expect(validate(document, catalog).map((finding) => locatorOf(finding, document))).toEqual([
      'nodes.1',
      'nodes.1.config',
    ]);
  });
});

test.each([
  ['mesage', ['message', 'history'], 'message'],
  ['Message', ['message'], 'message'],
  ['ab', ['ba', 'xy'], 'ba'],
  ['url', ['body', 'json'], undefined],
  ['', ['a'], undefined],
  ['x'.repeat(5000), ['x'], undefined],
])('nearest to %s', (name, candidates, expected) => expect(nearest(name, candidates)).toBe(expected));

test('a hint is looked for among as many candidates as a bounded effort allows', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => `a_port_with_a_long_name_${i}`);
  const wanted = 'a_part_with_a_long_name_7';
  expect(nearest(wanted, many(100_000))).toBe('a_port_with_a_long_name_7');
  // The candidate that fits is too far down a list of ones that nearly do.
  expect(nearest(wanted, [...many(100_000).slice(100), wanted])).not.toBe(wanted);
});
