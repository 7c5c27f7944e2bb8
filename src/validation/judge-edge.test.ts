import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { catalogOf, edgeOf, nodeOf, printed, workflowOf } from './testing/sample';
import { validate } from './validate';

const catalog = catalogOf({
  src: {
    outputs: { out: {}, secret: {}, veto: {} },
    outputGates: { secret: { exposed_by_default: false }, veto: { exposed: false } },
  },
  dst: {
    parameters: { qty: {}, in: {}, low: {} },
    gates: { low: { exposed_by_default: false, connectable: true } },
  },
  gone: {
    executor: 'elsewhere:gone',
    parameters: { qty: {} },
    gates: { qty: { exposed_by_default: false } },
  },
  fin: { flags: { terminal: true }, outputs: { out: {} } },
  user: { parameters: { tool: {} }, flags: { toolConsumer: true } },
  box: { parameters: { tool: {} }, flags: { toolForwarder: true }, record: { tool_exposed: true } },
  free: {
    parameters: { dynamicInputs: { type: 'array' } },
    gates: { dynamicInputs: { configurable: true, connectable: false } },
  },
});

const shows = (side: 'inputs' | 'outputs', id: string, exposed: boolean) => ({
  ports: { [side]: [{ id, exposed }] },
});

function judge(nodes: readonly Json[], ...edges: readonly Json[]): readonly string[] {
  const document = workflowOf({ nodes, edges });
  return printed(validate(document, catalog), document);
}
const a = nodeOf('a', 'src');
const b = nodeOf('b', 'dst');

describe('missing ends', () => {
  test.each<[string, Json, readonly string[]]>([
    ['an unknown source', { id: 'k9', source: 'nope', target: 'b' }, ['R8_EDGE_SOURCE_MISSING edge.0']],
    ['an empty source', { id: 'k9', source: '', target: 'b' }, ['R8_EDGE_SOURCE_MISSING edge.0']],
    ['an unknown target', { id: 'k9', source: 'a', target: 'nope' }, ['R8_EDGE_TARGET_MISSING edge.0']],
    ['an empty target', { id: 'k9', source: 'a', target: '' }, ['R8_EDGE_TARGET_MISSING edge.0']],
    [
      'both',
      { id: 'k9', source: 'p', target: 'q' },
      ['R8_EDGE_SOURCE_MISSING edge.0', 'R8_EDGE_TARGET_MISSING edge.0'],
    ],
    [
      'an edge without keys is no failure to read, and two missing ends',
      { id: 'k9' },
      ['R8_EDGE_SOURCE_MISSING edge.0', 'R8_EDGE_TARGET_MISSING edge.0'],
    ],
    ['an edge with ends alone is accepted', { id: 'k9', source: 'a', target: 'b' }, []],
  ])('R8.a, R8.b, R8.c, EDGE-2: %s', (_, edge, expected) => expect(judge([a, b], edge)).toEqual(expected));

  test('R8.a: the place is the position in the list, not the id', () => {
    expect(judge([a, b], edgeOf('a.out>b.in', { id: 'edge.7' }), edgeOf('x>b'))).toEqual([
      'R8_EDGE_SOURCE_MISSING edge.1',
    ]);
  });

  test('STORE-10: a dangling edge is reported, not dropped, and an edge without an id gets none', () => {
    expect(judge([a, b], { source: 'a', target: 'x' })).toEqual([
      'R3_EDGE_MISSING_ID edge.0',
      'R8_EDGE_TARGET_MISSING edge.0',
    ]);
  });
});

describe('hidden ports', () => {
  const hides = nodeOf('b', 'dst', shows('inputs', 'qty', false));
  test('R7.a: the instance hides the target port', () => {
    expect(judge([a, hides], edgeOf('a.out>b.qty'))).toEqual(['R7_EDGE_TARGET_NOT_EXPOSED edge.0']);
  });
  test('R7.a: the type hides the target port', () => {
    expect(judge([a, b], edgeOf('a.out>b.low'))).toEqual(['R7_EDGE_TARGET_NOT_EXPOSED edge.0']);
  });
  test('R7.b: the error output is hidden until the instance shows it', () => {
    expect(judge([a, b], edgeOf('a.error>b.qty'))).toEqual(['R7_EDGE_SOURCE_NOT_EXPOSED edge.0']);
    const shown = nodeOf('a', 'src', shows('outputs', 'error', true));
    expect(judge([shown, b], edgeOf('a.error>b.qty'))).toEqual([]);
  });
  test('R7.c: the instance shows what the type hides, for itself alone', () => {
    const shown = nodeOf('b', 'dst', {
      ports: { inputs: [{ id: 'loop_back', exposed: true }], outputs: [] },
    });
    expect(
      judge([a, shown, nodeOf('c', 'dst')], edgeOf('a.out>b.in'), edgeOf('b.trigger>c.loop_back')),
    ).toContain('R7_EDGE_TARGET_NOT_EXPOSED edge.1');
    expect(judge([a, shown], edgeOf('a.out>b.low'), edgeOf('a.out>b.qty'))).toEqual([
      'R7_EDGE_TARGET_NOT_EXPOSED edge.0',
    ]);
  });
  test('R7.c: an override of one side says nothing of the other', () => {
    const other = nodeOf('b', 'dst', shows('outputs', 'qty', false));
    expect(judge([a, other], edgeOf('a.out>b.qty'))).toEqual([]);
  });
  test('R7.d: a port that the type does not declare is not judged', () => {
    const free = nodeOf('b', 'free', {
      dynamicInputs: [{ name: 'p' }],
      ports: { inputs: [{ id: 'p', exposed: false }] },
    });
    expect(judge([a, free], edgeOf('a.out>b.p'))).toEqual([]);
  });
  test('R7.d: an output that its type hides outright is not in the metadata, so the wire hangs on nothing', () => {
    expect(judge([a, b], edgeOf('a.veto>b.in'))).toEqual(['W_PORT_UNDECLARED edge.0']);
    expect(judge([a, b], edgeOf('a.secret>b.in'))).toEqual(['R7_EDGE_SOURCE_NOT_EXPOSED edge.0']);
  });
  test('R7.e/f: one end that cannot be judged leaves the other', () => {
    expect(judge([hides], edgeOf('zed.out>b.qty'))).toEqual([
      'R7_EDGE_TARGET_NOT_EXPOSED edge.0',
      'R8_EDGE_SOURCE_MISSING edge.0',
    ]);
    expect(judge([a, hides], edgeOf('a>b.qty'))).toEqual(['R7_EDGE_TARGET_NOT_EXPOSED edge.0']);
    expect(judge([nodeOf('a', 'nope'), hides], edgeOf('a.error>b.qty'))).toEqual([
      'R9_NODE_TYPE_UNKNOWN node.a',
      'R7_EDGE_TARGET_NOT_EXPOSED edge.0',
    ]);
    expect(judge([a, nodeOf('g', 'gone')], edgeOf('a.error>g.qty'))).toEqual([
      'R1_PLUGIN_MISSING node.g',
      'R7_EDGE_SOURCE_NOT_EXPOSED edge.0',
    ]);
    expect(judge([nodeOf('memo'), hides], edgeOf('memo.x>b.qty'))).toEqual([
      'R7_EDGE_TARGET_NOT_EXPOSED edge.0',
    ]);
  });
  test('R7.e/f: the node is that of source and target; the handle gives the port alone', () => {
    const edge = {
      id: 'k',
      source: 'a',
      target: 'b',
      sourceHandle: 'b-output-error',
      targetHandle: 'a-input-qty',
    };
    expect(judge([a, hides], edge)).toEqual([
      'R7_EDGE_TARGET_NOT_EXPOSED edge.0',
      'R7_EDGE_SOURCE_NOT_EXPOSED edge.0',
    ]);
  });
});

describe('self edges', () => {
  const missing = ['R8_EDGE_SOURCE_MISSING edge.0', 'R8_EDGE_TARGET_MISSING edge.0'];
  test('R12: whatever ports are named, whether or not the node exists, and never with an empty source', () => {
    expect(judge([a], edgeOf('a.out>a.trigger'))).toEqual(['R12_EDGE_SELF edge.0']);
    expect(judge([a], edgeOf('m.out>m.in'))).toEqual([...missing, 'R12_EDGE_SELF edge.0']);
    expect(judge([a], { id: 'k', source: '', target: '' })).toEqual(missing);
  });
});

describe('declared edge types', () => {
  test.each(['data', 'trigger', 'tool_availability', 'loopback', 'agent_result', 'error', '', 5, null])(
    'EDGE-5: %j is accepted on a consumer of tools',
    (edgeType) =>
      expect(judge([a, nodeOf('u', 'user')], edgeOf('a.out>u.trigger', { data: { edgeType } }))).toEqual([]),
  );
  test('EDGE-5: an unknown type is refused, with the nearest known one', () => {
    const document = workflowOf({
      nodes: [a, b],
      edges: [edgeOf('a.out>b.in', { data: { edgeType: 'loopbak' } })],
    });
    const [finding, ...rest] = validate(document, catalog);
    expect(rest).toEqual([]);
    expect(finding).toMatchObject({
      code: 'EDGE_TYPE_UNKNOWN',
      severity: 'error',
      params: { edgeType: 'loopbak', suggestion: 'loopback' },
    });
  });
  test('CMP-4, EDGE-5: nothing else that is written on an edge declares its type', () => {
    expect(
      judge(
        [a, b],
        edgeOf('a.out>b.in', { data: { metadata: { edgeType: 'nope' } }, type: 'nope', class: 'x' }),
      ),
    ).toEqual([]);
  });
});

describe('conditions', () => {
  test.each<[Json, boolean]>([
    ['0', true],
    ['a > 1', true],
    ['', false],
    [null, false],
    [{ if: 'x' }, false],
  ])('EDGE-8: %j', (condition, warns) => {
    const found = judge([a, b], edgeOf('a.out>b.in', { data: { condition } }));
    expect(found).toEqual(warns ? ['W_EDGE_CONDITION edge.0'] : []);
  });
});

describe('terminal nodes', () => {
  const fin = nodeOf('fin', 'fin', {}, 'The end');
  test('W-T: one warning an edge, naming both ends', () => {
    const document = workflowOf({
      nodes: [fin, a, b],
      edges: [edgeOf('fin>a', { id: 'k1' }), edgeOf('fin>b', { id: 'k2' })],
    });
    const findings = validate(document, catalog);
    expect(printed(findings, document)).toEqual(['W_TERMINAL_EDGE edge.0', 'W_TERMINAL_EDGE edge.1']);
    expect(findings[0]).toMatchObject({
      severity: 'warning',
      params: { sourceTitle: 'The end', target: 'a' },
    });
  });
  test('W-T: the target is not looked at, a missing source is R8 alone', () => {
    expect(judge([fin], edgeOf('fin>gone'))).toEqual([
      'R8_EDGE_TARGET_MISSING edge.0',
      'W_TERMINAL_EDGE edge.0',
    ]);
    expect(judge([a], edgeOf('gone>a'))).toEqual(['R8_EDGE_SOURCE_MISSING edge.0']);
  });
});

describe('tools', () => {
  const box = nodeOf('box', 'box', shows('outputs', 'tool', true));
  test('DATA-12: a type that neither consumes nor forwards tools is refused', () => {
    expect(judge([box, b], edgeOf('box.tool>b.tool'))).toEqual(['TOOL_CONSUMER_MISSING edge.0']);
    expect(judge([a, b], edgeOf('a.out>b.in', { data: { edgeType: 'tool_availability' } }))).toEqual([
      'TOOL_CONSUMER_MISSING edge.0',
    ]);
  });
  test('DATA-12: consumers and forwarders are accepted', () => {
    expect(judge([box, nodeOf('u', 'user')], edgeOf('box.tool>u.tool'))).toEqual([]);
    expect(judge([box, nodeOf('other', 'box')], edgeOf('box.tool>other.tool'))).toEqual([]);
  });
  test('EDGE-5: a declared data edge on a tool handle is no tool edge', () => {
    expect(
      judge([box, nodeOf('u', 'user')], edgeOf('box.tool>u.tool', { data: { edgeType: 'data' } })),
    ).toEqual([]);
  });
});

describe('ports that do not exist', () => {
  test('one warning an edge, listing each end with the nearest port', () => {
    const document = workflowOf({ nodes: [a, b], edges: [edgeOf('a.outt>b.qyt'), edgeOf('a.out>b.zzz')] });
    const findings = validate(document, catalog);
    expect(printed(findings, document)).toEqual(['W_PORT_UNDECLARED edge.0', 'W_PORT_UNDECLARED edge.1']);
    expect(findings[0]?.params.ends).toEqual([
      { end: 'source', node: 'a', title: 'a', port: 'outt', suggestion: 'out' },
      { end: 'target', node: 'b', title: 'b', port: 'qyt', suggestion: 'qty' },
    ]);
    expect(findings[1]?.target).toMatchObject({ part: 'target' });
  });
  test('EDGE-1: a port name may hold a direction marker; the first marker of the side counts', () => {
    const odd = catalogOf({
      odd: { outputs: { 'x-output-y': {}, val: {} } },
      dst: { parameters: { in: {} } },
    });
    const nodes = [nodeOf('n1', 'odd'), nodeOf('odd-input-id', 'odd'), nodeOf('b', 'dst')];
    const edges = [
      {
        id: '1',
        source: 'n1',
        target: 'b',
        sourceHandle: 'n1-output-x-output-y',
        targetHandle: 'b-input-in',
      },
      {
        id: '2',
        source: 'odd-input-id',
        target: 'b',
        sourceHandle: 'odd-input-id-output-val',
        targetHandle: 'b-input-trigger',
      },
    ];
    const document = workflowOf({ nodes, edges });
    expect(printed(validate(document, odd), document)).toEqual([]);
  });
  test('branches and dynamic ports of the instance exist', () => {
    const gate = nodeOf('g', 'if_else', { branches: [{ name: 'Yes', value: true }] });
    expect(judge([a, gate, b], edgeOf('a.out>g.data'), edgeOf('g.Yes>b.trigger'))).toEqual([]);
    expect(judge([gate, b], edgeOf('g.No>b.trigger'))).toEqual(['W_PORT_UNDECLARED edge.0']);
  });
  test('EDGE-3, EDGE-4: a handle is what its suffix says, exactly', () => {
    expect(judge([a, b], edgeOf('a.out>b.loopback'))).toEqual(['W_PORT_UNDECLARED edge.0']);
    expect(judge([a, b], edgeOf('a.trigger>b.trigger'))).toEqual([]);
  });
});
