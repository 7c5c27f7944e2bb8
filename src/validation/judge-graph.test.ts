import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { catalogOf, edgeOf, nodeOf, printed, workflowOf } from './testing/sample';
import { validate } from './validate';

const catalog = catalogOf({
  n: {
    parameters: { in: {}, in2: {} },
    outputs: { out: {}, out2: {} },
    record: { reserved_port_exposure: { loop_back: true, error: true } },
  },
  start: { flags: { start: true } },
  deco: { flags: { executable: false } },
  box: {
    parameters: { tool: {} },
    flags: { toolForwarder: true },
    record: { tool_exposed: true, reserved_port_exposure: { tool: true } },
  },
  agent: {
    parameters: { tool: {} },
    flags: { toolConsumer: true },
    record: { tool_exposed: true, reserved_port_exposure: { tool: true } },
  },
  user: { parameters: { tool: {} }, flags: { toolConsumer: true } },
  helper: { record: { tool_exposed: true, reserved_port_exposure: { tool: true, loop_back: true } } },
});
const plain = (...ids: readonly string[]) => ids.map((id) => nodeOf(id, 'n'));

function find(nodes: readonly Json[], edges: readonly Json[]) {
  const document = workflowOf({ nodes, edges });
  const findings = validate(document, catalog);
  return { findings, lines: printed(findings, document) };
}
const judge = (nodes: readonly Json[], ...edges: readonly Json[]) => find(nodes, edges).lines;

describe('repeats', () => {
  test('R2: each later node with an id that is taken; empty ids are another matter', () => {
    expect(judge([...plain('x', 'y', 'x', 'x'), nodeOf('', 'n'), nodeOf('', 'n')])).toEqual([
      'R2_NODE_DUPLICATE_ID node.x',
      'R2_NODE_DUPLICATE_ID node.x',
      'R5_NODE_MISSING_ID nodes.4',
      'R5_NODE_MISSING_ID nodes.5',
    ]);
  });
  test('STORE-10: a repeated node is judged, not dropped', () => {
    const { findings } = find(
      [nodeOf('n', 'n', { label: 1 }), nodeOf('m', 'n'), nodeOf('n', 'n', { label: 2 })],
      [],
    );
    expect(findings.map(({ code, params }) => [code, params.earlier ?? params.key])).toEqual([
      ['W_CONFIG_UNKNOWN_KEY', 'label'],
      ['R2_NODE_DUPLICATE_ID', 0],
      ['W_CONFIG_UNKNOWN_KEY', 'label'],
    ]);
  });
  test('R3: ids are required and compared alone', () => {
    expect(
      judge(plain('a', 'b'), edgeOf('a.out>b.in', { id: 'k1' }), edgeOf('a.out>b.in2', { id: 'k1' })),
    ).toEqual(['R3_EDGE_DUPLICATE_ID edge.1']);
    expect(
      judge(plain('a', 'b'), { source: 'a', target: 'b' }, { id: '', source: 'b', target: 'a' }),
    ).toEqual(['R3_EDGE_MISSING_ID edge.0', 'R3_EDGE_MISSING_ID edge.1']);
  });
  test('R13: the same four strings; names the earlier edge', () => {
    const { findings, lines } = find(plain('a', 'b'), [
      edgeOf('a.out>b.in2'),
      edgeOf('a.trigger>b.trigger'),
      edgeOf('a.trigger>b.trigger', { id: 'again' }),
    ]);
    expect(lines).toEqual(['R13_EDGE_PARALLEL_DUPLICATE edge.2']);
    expect(findings[0]?.params).toMatchObject({ earlier: 1, earlierEdge: 'a.trigger>b.trigger' });
  });
  test.each<[string, readonly Json[]]>([
    ['other ports of the same nodes', [edgeOf('a.out>b.in'), edgeOf('a.out2>b.in2')]],
    [
      'a handle left out in one and spelled out in the other',
      [{ id: 'k1', source: 'a', target: 'b' }, edgeOf('a.out>b.in', { id: 'k2' })],
    ],
  ])('R13: %s is valid', (_, edges) => expect(judge(plain('a', 'b'), ...edges)).toEqual([]));
  test('R13: strings that only look alike when they are joined are not the same four', () => {
    const ends = { source: 'a', target: 'b', sourceHandle: 'x' };
    expect(
      judge(
        plain('a', 'b'),
        { id: 'k1', ...ends, sourceHandle: '', targetHandle: 'b\u0000b' },
        { id: 'k2', ...ends, sourceHandle: '\u0000b', targetHandle: 'b' },
        { id: 'k3', ...ends, sourceHandle: '","b', targetHandle: '' },
        { id: 'k4', ...ends, sourceHandle: '', targetHandle: '","b' },
      ),
    ).toEqual([]);
  });
  test('R13: an edge with an empty end takes no part; an absent handle is the empty one (EDGE-2)', () => {
    expect(judge(plain('a'), { id: '1', source: 'a' }, { id: '2', source: 'a' })).toEqual([
      'R8_EDGE_TARGET_MISSING edge.0',
      'R8_EDGE_TARGET_MISSING edge.1',
    ]);
    expect(
      judge(
        plain('a', 'b'),
        { id: '1', source: 'a', target: 'b' },
        { id: '2', source: 'a', target: 'b', sourceHandle: '' },
      ),
    ).toEqual(['R13_EDGE_PARALLEL_DUPLICATE edge.1']);
  });
});

describe('limits', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => nodeOf(`n${i}`));
  const wires = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      edgeOf('n0.out>n1.in', {
        id: `e${i}`,
        sourceHandle: `n0-output-${i}`,
        targetHandle: 'n1-input-trigger',
      }),
    );
  test('R5.a: 500 nodes pass, 501 do not', () => {
    expect(judge(many(500))).toEqual([]);
    expect(judge(many(501))).toEqual(['R5_TOO_MANY_NODES nodes']);
  });
  test('R5.b: 1000 edges pass, 1001 do not', () => {
    expect(judge(many(2), ...wires(1000))).toEqual([]);
    expect(judge(many(2), ...wires(1001))).toEqual(['R5_TOO_MANY_EDGES edges']);
  });
});

describe('colliding data edges', () => {
  test('DATA-2: each later data edge into one port, and no other kind of edge', () => {
    const { findings, lines } = find(plain('a', 'b', 'c'), [
      edgeOf('a.out>c.in'),
      edgeOf('b.out>c.in2'),
      edgeOf('b.out>c.in'),
      edgeOf('b.trigger>c.in'),
      edgeOf('b.error>c.in'),
      edgeOf('a.out2>c.in'),
      edgeOf('a.out>c.trigger'),
      edgeOf('b.out>c.trigger'),
    ]);
    expect(lines).toEqual(['W_DATA_COLLISION edge.2', 'W_DATA_COLLISION edge.5']);
    expect(findings[0]).toMatchObject({
      severity: 'warning',
      params: { node: 'c', port: 'in', earlier: 0, earlierEdge: 'a.out>c.in' },
    });
  });
});

describe('loops', () => {
  test('SG-18: overlapping loops are reported at the head that keys them', () => {
    const { findings, lines } = find(plain('in', 'a', 'b', 'm', 'x', 'y'), [
      edgeOf('in.out>a.in'),
      edgeOf('in.out>b.in'),
      edgeOf('a.out>m.in'),
      edgeOf('b.out>m.in2'),
      edgeOf('m.out>x.in'),
      edgeOf('m.out>y.in'),
      edgeOf('x.out>a.loop_back'),
      edgeOf('y.out>b.loop_back'),
    ]);
    expect(lines).toEqual(['W_LOOP_MERGED node.a']);
    expect(findings[0]?.params).toMatchObject({ heads: ['a', 'b'], body: ['a', 'b', 'm', 'x', 'y'] });
  });
  test('SG-18: a loopback that closes no cycle is reported at the edge', () => {
    const edges = [edgeOf('a.out>b.in'), edgeOf('a.out>h.in'), edgeOf('b.out>h.loop_back')];
    expect(judge(plain('a', 'b', 'h'), ...edges)).toEqual(['W_LOOP_NOT_CLOSED edge.2']);
  });
  test('SG-18: nested loops and two tails of one head are no fault', () => {
    const edges = [
      edgeOf('s.out>oh.in'),
      edgeOf('oh.out>ih.in'),
      edgeOf('ih.out>it.in'),
      edgeOf('it.out>ot.in'),
      edgeOf('it.out>ih.loop_back'),
      edgeOf('ot.out>oh.loop_back'),
      edgeOf('it.out2>oh.loop_back'),
    ];
    expect(judge(plain('s', 'oh', 'ih', 'it', 'ot'), ...edges)).toEqual([]);
  });
  test('SG-18: a drawing beyond the limits is refused before its loops are compared with each other', () => {
    const nodes = [
      ...plain('b', 'h', 'only', 'from'),
      ...Array.from({ length: 496 }, (_, i) => nodeOf(`x${i}`)),
    ];
    const edges = [
      edgeOf('b.out>h.in'),
      edgeOf('b.out2>from.in'),
      edgeOf('from.out>h.loop_back'),
      edgeOf('from.out>only.loop_back'),
    ];
    const ofHead = 'W_LOOP_HEAD_NO_ENTRY node.only';
    expect(judge(nodes, ...edges)).toEqual([ofHead, 'W_LOOP_NOT_CLOSED edge.2', 'W_LOOP_NOT_CLOSED edge.3']);
    expect(judge([...nodes, nodeOf('more')], ...edges)).toEqual(['R5_TOO_MANY_NODES nodes', ofHead]);
  });
  test('CMP-6: a head that only loopbacks enter never runs; names a start node', () => {
    const nodes = [...plain('h', 't'), nodeOf('go', 'start', {}, 'Go')];
    const { findings, lines } = find(nodes, [edgeOf('h.out>t.in'), edgeOf('t.out>h.loop_back')]);
    expect(lines).toEqual(['W_LOOP_HEAD_NO_ENTRY node.h']);
    expect(findings[0]?.params).toMatchObject({ start: 'go', startTitle: 'Go' });
    expect(
      judge(nodes, edgeOf('h.out>t.in'), edgeOf('t.out>h.loop_back'), edgeOf('go.trigger>h.trigger')),
    ).toEqual([]);
  });
  test('CMP-6: not where the node is left out for another reason first', () => {
    const tool = [nodeOf('t', 'helper'), nodeOf('u', 'user')];
    expect(judge(tool, edgeOf('t.tool>u.tool'), edgeOf('u.trigger>t.loop_back'))).toEqual([
      'W_LOOP_NOT_CLOSED edge.1',
    ]);
  });
  test('CMP-6: not where the type does not execute', () => {
    const nodes = [nodeOf('memo', 'deco'), nodeOf('t', 'n')];
    const found = judge(nodes, edgeOf('memo.trigger>t.in'), edgeOf('t.out>memo.loop_back'));
    expect(found).toEqual(['W_PORT_UNDECLARED edge.1']);
  });
});

describe('tools passed on', () => {
  const box = (...ids: readonly string[]) => ids.map((id) => nodeOf(id, 'box'));
  test('DATA-10: one error a circle, at the edge that closed it', () => {
    const { findings, lines } = find(
      [...box('a', 'b', 'c', 'd'), nodeOf('u', 'user')],
      [
        edgeOf('a.tool>b.tool'),
        edgeOf('c.tool>a.tool'),
        edgeOf('b.tool>c.tool'),
        edgeOf('c.tool>d.tool'),
        edgeOf('d.tool>u.tool'),
      ],
    );
    expect(lines).toEqual(['TOOL_FORWARDING_CYCLE edge.2']);
    expect(findings[0]?.params.nodes).toEqual(['a', 'b', 'c']);
  });
  test('DATA-10: chains, diamonds and circles of other edges are no fault', () => {
    expect(
      judge(
        box('a', 'b', 'c', 'd'),
        edgeOf('a.tool>b.tool'),
        edgeOf('a.tool>c.tool'),
        edgeOf('b.tool>d.tool'),
        edgeOf('c.tool>d.tool'),
        edgeOf('d.trigger>a.trigger'),
      ),
    ).toEqual([]);
  });
  test('DATA-10: a circle through a node that uses the tools itself is no fault', () => {
    const nodes = [...box('a'), nodeOf('agent', 'agent')];
    expect(judge(nodes, edgeOf('a.tool>agent.tool'), edgeOf('agent.tool>a.tool'))).toEqual([]);
  });
  test('DATA-10: a node that passes tools to itself', () => {
    expect(judge(box('a'), edgeOf('a.tool>a.tool'))).toEqual([
      'R12_EDGE_SELF edge.0',
      'TOOL_FORWARDING_CYCLE edge.0',
    ]);
  });
});

test('findings are in the order nodes, edges, exposure, and at one place by rule number', () => {
  const document = workflowOf({
    nodes: [nodeOf('x', 'nope', 5), nodeOf('x', 'nope', 5)],
    edges: [
      { source: 'x', target: 'x' },
      { source: 'x', target: 'x' },
    ],
    inputs: [{ name: 'A', node_id: 'q', port: 'p' }],
    outputs: [{ name: 'a', node_id: 'q', port: 'p' }],
  });
  expect(printed(validate(document, catalog), document)).toEqual([
    'R6_CONFIG_INVALID node.x.config',
    'R9_NODE_TYPE_UNKNOWN node.x',
    'R2_NODE_DUPLICATE_ID node.x',
    'R6_CONFIG_INVALID node.x.config',
    'R9_NODE_TYPE_UNKNOWN node.x',
    'R3_EDGE_MISSING_ID edge.0',
    'R12_EDGE_SELF edge.0',
    'R3_EDGE_MISSING_ID edge.1',
    'R12_EDGE_SELF edge.1',
    'R13_EDGE_PARALLEL_DUPLICATE edge.1',
    'R4_NAME_FORMAT schema.input.0',
    'R4_NODE_MISSING schema.input.0',
    'R4_NODE_MISSING schema.output.0',
  ]);
});
