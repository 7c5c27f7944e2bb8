import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeWorkflow } from '../../model/api-form';
import type { WorkflowDocument } from '../../model/document';
import type { JsonObject } from '../../model/json';
import type { Plan } from '../plan';
import { type TestNode, type TestType, testCatalog, testWorkflow, type Wiring } from '../testing/world';
import { modelFacingSchema } from '../tools/tool-parameters';
import { compile } from './compile';
import { dependencyGraph } from './dependency-graph';
import { executionDependencies } from './execution-graph';
import { COMPILATION_PREFIX } from './failure';
import { normalize } from './normalize';
import { toolManifest, toolName } from './tool-wiring';

const TYPES: readonly TestType[] = [
  { id: 'step', parameters: { data: {} }, outputs: { result: {} } },
  { id: 'note_like', flags: { executable: false }, outputs: { message: {} } },
  { id: 'agent', flags: { toolConsumer: true }, parameters: { tool: { schema: { 'x-data-type': 'tool' } } } },
  { id: 'box', flags: { toolForwarder: true }, parameters: { tool: { schema: { 'x-data-type': 'tool' } } } },
  {
    id: 'lookup',
    parameters: {
      path: { schema: { type: 'string' }, required: true },
      term: { schema: { type: 'string' } },
    },
    outputs: { result: {} },
  },
  { id: 'probe', nodeType: { description: 'new text' } },
];
const { catalog } = testCatalog(TYPES);
const TOOL = { edgeType: 'tool_availability' };
const tool = (wire: string): Wiring => ({ wire, data: TOOL });

function compiled(nodes: { readonly [id: string]: string | TestNode }, wires: readonly Wiring[] = []): Plan {
  const result = compile(testWorkflow(nodes, wires), catalog);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
function refusal(document: WorkflowDocument) {
  const result = compile(document, catalog);
  if (result.ok) throw new Error('The workflow compiled.');
  return result.error;
}
function raw(value: JsonObject): WorkflowDocument {
  const decoded = decodeWorkflow(value);
  if (!decoded.ok) throw new Error('Not a workflow.');
  return decoded.value.document;
}
const order = (plan: Plan) => plan.nodes.map((node) => node.id);

describe('CMP-1, CMP-3: one failure surface', () => {
  test('CMP-1: the message is the prefix once, then the stage message; the cause is kept without it', () => {
    const failure = refusal(raw({ id: 'wf_1', nodes: [{ id: 'n1' }] }));
    expect(failure.message).toBe('Workflow compilation failed: Node n1 must have a type');
    expect(failure.cause).toEqual({ message: 'Node n1 must have a type', node: 'n1' });
  });

  test.each([
    ['preconditions', raw({ id: '', nodes: [] })],
    ['cycles', testWorkflow({ a: 'step', b: 'step' }, ['a>b', 'b>a'])],
    ['tool_wiring', testWorkflow({ a: 'lookup', b: 'step' }, [tool('a>b')])],
    ['mappings', testWorkflow({ a: 'no_such_type' })],
  ])('CMP-1: a failure in %s is the same kind of failure', (stage, document) => {
    const failure = refusal(document);
    expect(failure).toMatchObject({ code: 'COMPILATION_FAILED', stage });
    expect(failure.message).toBe(COMPILATION_PREFIX + failure.cause.message);
    expect(failure.message.split(COMPILATION_PREFIX)).toHaveLength(2);
  });

  test('CMP-1: the earlier stage refuses where two would', () => {
    expect(
      refusal(testWorkflow({ a: 'step', b: 'step', c: 'lookup' }, ['a>b', 'b>a', tool('c>a')])).stage,
    ).toBe('cycles');
    expect(refusal(testWorkflow({ a: 'lookup', b: 'step', c: 'no_such_type' }, [tool('a>b')])).stage).toBe(
      'tool_wiring',
    );
  });

  test.each<[JsonObject, string]>([
    [{ nodes: [{ id: 'n1', type: 'text_input' }] }, 'Workflow must have an ID'],
    [{ nodes: [{}] }, 'Workflow must have an ID'],
    [{ id: 'wf' }, 'Workflow must have at least one node'],
    [{ id: 'wf', nodes: [{ id: 'n1' }] }, 'Node n1 must have a type'],
    [
      { id: 'wf', nodes: [{ id: 'ok', type: 't' }, { type: 't' }, { id: 'x' }] },
      'Node at index 1 must have an ID',
    ],
    [{ id: 'wf', nodes: [{ id: 'x' }, { type: 't' }] }, 'Node x must have a type'],
    [{ id: 'wf', nodes: [{}] }, 'Node at index 0 must have an ID'],
  ])('CMP-3: %j is refused: %s', (value, message) => {
    expect(refusal(raw(value)).cause.message).toBe(message);
  });
});

describe('re-enrichment', () => {
  const stored = { description: 'old text', executor_plugin: 'evil:plugin', type: 'terminal', secret: 1 };

  test('CMP-2: the metadata of every node is what the live node type says', () => {
    const node = compiled({ n: { type: 'probe', metadata: stored } }).nodes[0];
    expect(node?.metadata).toMatchObject({ node_type_id: 'probe', description: 'new text' });
    expect(JSON.stringify(node)).not.toMatch(/old text|evil:plugin|secret/);
  });

  test('CMP-2: a node whose live type is gone fails the compilation', () => {
    expect(refusal(testWorkflow({ n: { type: 'gone', metadata: stored } })).cause).toMatchObject({
      node: 'n',
    });
  });

  test('SCH-28: the processor comes from the node type, not from the stored node', () => {
    expect(compiled({ n: { type: 'probe', metadata: stored } }).nodes[0]?.processor).toBe('test:probe');
  });

  test('SCH-29: a node that looks right already is re-enriched like any other', () => {
    const looksRight = { ...catalog.built('probe')?.metadata, description: 'Old text' };
    const node = compiled({ n: { type: 'probe', metadata: looksRight } }).nodes[0];
    expect(node?.metadata.description).toBe('new text');
  });

  test('CMP-11: the plan has the declared node type and the selected processor', () => {
    expect(compiled({ n: 'probe' }).nodes[0]).toMatchObject({
      node_type_id: 'probe',
      processor: 'test:probe',
    });
  });
});

describe('STORE-10: what loading for a run may put right', () => {
  const fast = testCatalog([
    { id: 'm', parameters: { mode: { default: 'fast' }, retries: { default: 3 }, quiet: {} } },
  ]).catalog;

  test('STORE-10: defaults fill only the keys that are absent', () => {
    const document = testWorkflow({ n: { type: 'm', config: { mode: 'slow' } } });
    const config = normalize(document, fast).nodes[0]?.data.config;
    expect(config).toMatchObject({ mode: 'slow', retries: 3 });
    expect(document.nodes[0]?.data.config).toEqual({ mode: 'slow' });
  });

  test('STORE-10: the last of a duplicated id wins, and the document keeps both', () => {
    const document = raw({
      id: 'wf',
      nodes: [
        { id: 'n', data: { label: 'one' } },
        { id: 'm', data: {} },
        { id: 'n', data: { label: 'two' } },
      ],
    });
    expect(normalize(document, fast).nodes.map((node) => [node.id, node.data.label])).toEqual([
      ['n', 'two'],
      ['m', undefined],
    ]);
    expect(document.nodes).toHaveLength(3);
  });

  test('STORE-10: dangling edges are dropped and missing ids minted, the same at every load', () => {
    const document = raw({
      id: 'wf',
      nodes: [{ id: 'a' }, { id: 'b' }],
      edges: [
        { source: 'a', target: 'b' },
        { id: 'e', source: 'a', target: 'ghost' },
        { source: 'b', target: 'a' },
        { id: 'd', source: 'a', target: 'b', sourceHandle: 'one' },
        { id: 'd', source: 'a', target: 'b', sourceHandle: 'two' },
      ],
    });
    const edges = normalize(document, fast).edges;
    expect(edges).toHaveLength(3);
    expect(new Set(edges.map((edge) => edge.id)).size).toBe(3);
    expect(edges.find((edge) => edge.id === 'd')?.sourceHandle).toBe('two');
    expect(normalize(document, fast).edges.map((edge) => edge.id)).toEqual(edges.map((edge) => edge.id));
    expect(document.edges).toHaveLength(5);
  });
});

describe('edges', () => {
  test('CMP-4: what is written on an edge decides nothing but EDGE-5 does', () => {
    const plan = compiled({ a: 'step', b: 'step' }, [
      {
        wire: 'a.result>b.data',
        data: { edgeType: 'trigger', metadata: { edgeType: 'loopback' }, type: 'error' },
      },
      { wire: 'a.trigger>b.trigger', data: { edgeType: 'data' } },
    ]);
    expect(plan.edges.map((edge) => [edge.role, edge.is_trigger, edge.is_loopback, edge.is_error])).toEqual([
      ['data', false, false, false],
      ['trigger', true, false, false],
    ]);
  });

  test('EDGE-9: plan edges are in record form and carry no key of the transport form', () => {
    const [edge] = compiled({ a: 'step', b: 'step' }, ['a.result>b.data']).edges;
    expect(edge).toMatchObject({
      edge_id: 'e0',
      source: 'a',
      target: 'b',
      source_handle: 'a-output-result',
      target_handle: 'b-input-data',
      is_trigger: false,
      is_loopback: false,
      is_tool: false,
      branch_name: 'result',
    });
    for (const key of ['sourceHandle', 'targetHandle', 'id', 'data']) expect(edge).not.toHaveProperty(key);
  });

  test('SG-10: an edge from the trigger port belongs to no branch', () => {
    const names = compiled({ 'gw.1': 'step', b: 'step', c: 'step' }, []).edges.map(
      (edge) => edge.branch_name,
    );
    expect(names).toEqual([]);
    const plan = compile(
      raw({
        id: 'wf',
        nodes: ['gw.1', 'b'].map((id) => ({ id, data: { metadata: { node_type_id: 'step' } } })),
        edges: [
          {
            id: '1',
            source: 'gw.1',
            target: 'b',
            sourceHandle: 'gw.1-output-trigger',
            targetHandle: 'b-input-trigger',
          },
          {
            id: '2',
            source: 'gw.1',
            target: 'b',
            sourceHandle: 'gw.1-output-False',
            targetHandle: 'b-input-trigger',
          },
        ],
      }),
      catalog,
    );
    expect(plan.ok && plan.value.edges.map((edge) => edge.branch_name)).toEqual(['', 'False']);
  });
});

describe('CMP-5: cycles', () => {
  test('CMP-5: a cycle of ordinary edges is refused', () => {
    const failure = refusal(testWorkflow({ a: 'step', b: 'step' }, ['a>b', 'b>a']));
    expect(failure.cause.message).toBe('Circular dependency detected in workflow');
  });
  test.each([
    ['loopback', ['it.item>b.data', 'b.result>it.loop_back']],
    ['agent result', ['it.item>b.data', { wire: 'b.result>it.data', data: { edgeType: 'agent_result' } }]],
  ] as const)('CMP-5: a cycle that a %s edge closes compiles', (_, wires) => {
    expect(order(compiled({ s: 'step', it: 'step', b: 'step' }, ['s.result>it.data', ...wires]))).toEqual([
      's',
      'it',
      'b',
    ]);
  });
  test('CMP-5: a cycle that a tool edge closes compiles', () => {
    expect(
      order(compiled({ a: 'agent', t: 'lookup' }, ['a.x>t.path', tool('t>a'), 't.result>a.z'].slice(0, 2))),
    ).toEqual(['a']);
  });
  test('CMP-5: an edge into `loopback` is an ordinary edge', () => {
    expect(refusal(testWorkflow({ a: 'step', b: 'step' }, ['a.x>b.data', 'b.result>a.loopback'])).stage).toBe(
      'cycles',
    );
  });
  test('CMP-5: an error edge and a trigger edge close no legal cycle', () => {
    expect(
      refusal(testWorkflow({ a: 'step', b: 'step' }, ['a.trigger>b.trigger', 'b.error>a.trigger'])).stage,
    ).toBe('cycles');
  });
});

describe('CMP-6: which nodes run', () => {
  test('CMP-6: a non-executable node is left out, whatever is wired to it', () => {
    const plan = compiled({ in: 'step', memo: 'note_like' }, ['in.result>memo.trigger']);
    expect(plan.excluded).toEqual([{ id: 'memo', reason: 'non_executable' }]);
    expect(order(plan)).toEqual(['in']);
  });
  test('CMP-6: a node with loopback edges alone is left out, one with a forward entry is not', () => {
    const alone = compiled({ h: 'step', b: 'step' }, ['h.x>b.data', 'b.y>h.loop_back']);
    expect(alone.excluded).toEqual([{ id: 'h', reason: 'loopback_only' }]);
    expect(alone.warnings).toMatchObject([{ code: 'EDGE_FROM_EXCLUDED_NODE', node: 'h' }]);
    expect(
      compiled({ s: 'step', h: 'step', b: 'step' }, ['s.t>h.data', 'h.x>b.data', 'b.y>h.loop_back']).excluded,
    ).toEqual([]);
  });
  test('CMP-6: a node with no edges at all runs', () => {
    expect(order(compiled({ a: 'step', lone: 'step', b: 'step' }, ['a.r>b.data']))).toContain('lone');
  });
  test('CMP-6: non-executable comes before tool-only, tool-only before loopback-only', () => {
    const plan = compiled({ n: 'note_like', t: 'lookup', a: 'agent' }, [
      tool('n>a'),
      tool('t>a'),
      'a.x>t.loop_back',
    ]);
    expect(plan.excluded).toEqual([
      { id: 'n', reason: 'non_executable' },
      { id: 't', reason: 'tool_only' },
    ]);
  });

  test.each([
    ['every outgoing edge is a tool edge', [tool('t>a')], true],
    ['one is not', [tool('t>a'), 't.result>s.data'], false],
    ['it has none', ['s.result>t.path'], false],
  ])('EDGE-7: tool-only where %s', (_, wires, excluded) => {
    const plan = compiled({ t: 'lookup', a: 'agent', s: 'step' }, wires);
    expect(plan.excluded).toEqual(excluded ? [{ id: 't', reason: 'tool_only' }] : []);
    expect(plan.tools.map((node) => node.id)).toEqual(excluded ? ['t'] : []);
    expect(order(plan).includes('t')).toBe(!excluded);
  });
});

describe('order', () => {
  test('CMP-7: trigger dependencies displace data dependencies', () => {
    const workflow = testWorkflow({ c: 'step', z: 'step', a: 'step' }, ['z.r>c.data', 'a.trigger>c.trigger']);
    expect(executionDependencies('c', dependencyGraph(workflow))).toEqual(['a']);
    expect(order(compiled({ c: 'step', a: 'step' }, ['a.trigger>c.trigger']))).toEqual(['a', 'c']);
  });
  test('CMP-7: without a trigger edge the data edges order a node', () => {
    expect(order(compiled({ c: 'step', z: 'step' }, ['z.r>c.data']))).toEqual(['z', 'c']);
  });
  test('CMP-8: the root comes first, whatever the place and id of nodes', () => {
    for (const nodes of [
      { z: 'step', a: 'step', r: 'step' },
      { r: 'step', a: 'step', z: 'step' },
    ]) {
      const plan = compiled(nodes, ['r.x>z.data', 'r.x>a.data']);
      expect(order(plan)[0]).toBe('r');
      expect(new Set(order(plan))).toEqual(new Set(['r', 'a', 'z']));
    }
  });
  test('CMP-8: in any acyclic workflow a node comes after what it depends on', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 }), (pairs) => {
        const ids = Array.from({ length: 15 }, (_, i) => `n${(i * 7) % 15}`);
        const wires = pairs.filter(([a, b]) => a < b).map(([a, b]) => `${ids[a]}.r>${ids[b]}.data`);
        const plan = compiled(Object.fromEntries([...ids].sort().map((id) => [id, 'step'])), wires);
        expect(plan.nodes).toHaveLength(15);
        for (const edge of plan.edges) expect(edge.from).toBeLessThan(edge.to);
      }),
    );
  });
});

describe('tools', () => {
  const named = (label: string): TestNode => ({ type: 'lookup', label });

  test.each([
    ['Web Search', 'web_search'],
    ['web-search', 'web_search'],
    ['  Ünïcode! Tool 2 ', 'n_code_tool_2'],
  ])('CMP-9: the label %j resolves to %j', (label, name) => expect(toolName(label)).toBe(name));

  test('CMP-9: names collide at a consumer through any number of forwarding hops', () => {
    const nodes = {
      t1: named('Web Search'),
      t2: named('web-search'),
      box: 'box',
      outer: 'box',
      agent: 'agent',
    };
    const direct = refusal(testWorkflow(nodes, [tool('t1>box'), tool('t2>box'), tool('box>agent')]));
    expect(direct.stage).toBe('tool_wiring');
    expect(direct.cause.message).toMatch(/web_search.*t1.*t2/);
    expect(
      refusal(testWorkflow(nodes, [tool('t1>box'), tool('box>outer'), tool('outer>agent'), tool('t2>agent')]))
        .stage,
    ).toBe('tool_wiring');
  });
  test('CMP-9: one name at two consumers is no collision, and neither is a forwarder of that name', () => {
    compiled({ t1: named('Search'), t2: named('Search'), a1: 'agent', a2: 'agent' }, [
      tool('t1>a1'),
      tool('t2>a2'),
    ]);
    compiled({ t: named('Search'), box: { type: 'box', label: 'Search' }, a: 'agent' }, [
      tool('t>box'),
      tool('box>a'),
    ]);
  });
  test('CMP-9: a tool that arrives on two ways is one tool', () => {
    const plan = compiled({ t: named('Search'), box: 'box', a: 'agent' }, [
      tool('t>box'),
      tool('box>a'),
      tool('t>a'),
    ]);
    expect(plan.nodes[0]?.tools).toMatchObject([{ node: 't', name: 'search' }]);
  });

  test('CMP-10: a type that takes no tools is refused, a forwarding one accepted', () => {
    expect(refusal(testWorkflow({ t: 'lookup', s: 'step' }, [tool('t>s')])).cause).toMatchObject({
      node: 's',
    });
    compiled({ t: 'lookup', box: 'box', a: 'agent' }, [tool('t>box'), tool('box>a')]);
    compiled({ t: 'lookup', box: 'box' }, [tool('t>box')]);
  });

  test('DATA-10: forwarding nodes in a circle are refused', () => {
    const failure = refusal(
      testWorkflow({ b1: 'box', b2: 'box', a: 'agent' }, [tool('b1>b2'), tool('b2>b1'), tool('b2>a')]),
    );
    expect(failure.stage).toBe('tool_wiring');
    expect(failure.cause.message).toMatch(/b1.*b2/);
  });

  test('DATA-12: every consumer at a forwarder sees the whole set', () => {
    const plan = compiled(
      { t1: named('adder'), t2: named('multiplier'), box: 'box', c1: 'agent', c2: 'agent' },
      [tool('t1>box'), tool('t2>box'), tool('box>c1'), tool('box>c2')],
    );
    expect(plan.nodes.map((node) => [node.id, node.tools.map((binding) => binding.name)])).toEqual([
      ['c1', ['adder', 'multiplier']],
      ['c2', ['adder', 'multiplier']],
    ]);
  });
  test('DATA-12: a node that consumes no tools sees none, though some are wired to it', () => {
    const plain = { toolConsumer: false, toolForwarder: false };
    const document = testWorkflow({ t: named('adder'), s: 'step' }, [tool('t>s')]);
    const nodes = new Map(document.nodes.map((node) => [node.id, { node, flags: plain }]));
    expect(toolManifest('s', nodes, dependencyGraph(document))).toEqual([]);
  });
  test('DATA-12: in a loop the binding is part of the plan, so every round has it', () => {
    const plan = compiled({ s: 'step', c: 'agent', b: 'step', t: named('adder') }, [
      's.r>c.data',
      'c.x>b.data',
      'b.r>c.loop_back',
      tool('t>c'),
    ]);
    expect(plan.nodes.find((node) => node.id === 'c')?.tools).toEqual([
      {
        node: 't',
        name: 'adder',
        offer: {
          name: 'adder',
          description: '',
          parameters: {
            type: 'object',
            properties: { term: { type: 'string' }, path: { type: 'string' } },
            required: ['path'],
          },
        },
      },
    ]);
  });

  test('DATA-11: a pinned parameter and a fed one are both left out of what a model is asked', () => {
    const built = catalog.built('lookup');
    const pinned = compiled({ t: { type: 'lookup', config: { path: '/x' } }, a: 'agent' }, [tool('t>a')]);
    const fed = compiled({ s: 'step', t: 'lookup', a: 'agent' }, ['s.result>t.path', tool('t>a')]);
    const open = compiled({ t: 'lookup', a: 'agent' }, [tool('t>a')]);
    const schema = (plan: Plan) => {
      const node = plan.tools[0];
      if (node === undefined || built === undefined) throw new Error('No tool in the plan.');
      return modelFacingSchema(plan, node, built);
    };
    for (const plan of [pinned, fed]) {
      expect(schema(plan)).toMatchObject({ properties: { term: { type: 'string' } }, required: [] });
      expect(schema(plan).properties).not.toHaveProperty('path');
    }
    expect(schema(open).required).toEqual(['path']);
  });
});

test('a plan is plain data: it survives JSON', () => {
  const plan = compiled({ a: 'step', t: 'lookup', g: 'agent', m: 'note_like' }, [
    'a.result>g.data',
    tool('t>g'),
  ]);
  expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
});
