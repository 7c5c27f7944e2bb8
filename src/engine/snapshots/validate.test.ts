import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { testWorkflow } from '../testing/world';
import { webCryptoHash } from '../values';
import { structuralVersion } from './digest';
import type { NodeSnapshot } from './document';
import { validateSnapshot } from './validate';

const version = (document: Parameters<typeof structuralVersion>[0]) =>
  structuralVersion(document, webCryptoHash);

describe('the version of a workflow', () => {
  const nodes = {
    a: { type: 'text_input', config: { value: 'x' } },
    b: { type: 'text_output', label: 'B' },
  };
  const wires = ['a.text>b.text', 'a>b'];
  const base = testWorkflow(nodes, wires);

  test('INT-7: it is 16 hexadecimal digits of a SHA-256 digest over the structure', async () => {
    const structure =
      '{"edges":[{"source":"a","sourceHandle":"","target":"b","targetHandle":""},' +
      '{"source":"a","sourceHandle":"a-output-text","target":"b","targetHandle":"b-input-text"}],' +
      '"nodes":[{"config":{"value":"x"},"id":"a","node_type_id":"text_input"},' +
      '{"config":{},"id":"b","node_type_id":"text_output"}]}';
    expect(await version(base)).toMatch(/^[0-9a-f]{16}$/);
    expect(await version(base)).toBe((await webCryptoHash(structure)).slice(0, 16));
  });

  test.each<[string, ReturnType<typeof testWorkflow>]>([
    ['another label', testWorkflow({ ...nodes, b: { type: 'text_output', label: 'Other' } }, wires)],
    ['the order of nodes', testWorkflow({ b: nodes.b, a: nodes.a }, wires)],
    ['the order of edges and their ids', testWorkflow(nodes, [...wires].reverse())],
    [
      'the name and description of the workflow',
      testWorkflow(nodes, wires, { name: 'N', description: 'D', metadata: { x: 1 } }),
    ],
    [
      'a title, a description and a shape of one node',
      testWorkflow(
        {
          ...nodes,
          a: {
            type: 'text_input',
            config: { value: 'x', instanceTitle: 'T', instanceDescription: 'D', nodeType: 'simple' },
          },
        },
        wires,
      ),
    ],
    [
      'other metadata of a node',
      testWorkflow({ ...nodes, b: { type: 'text_output', metadata: { icon: 'x' } } }, wires),
    ],
  ])('INT-7: %s does not change it', async (_, document) => {
    expect(await version(document)).toBe(await version(base));
  });

  test('INT-7: where a node stands does not change it', async () => {
    const moved = {
      ...base,
      nodes: base.nodes.map((node, at) => ({ ...node, position: { x: at * 90, y: -5 } })),
    };
    expect(await version(moved)).toBe(await version(base));
  });

  test.each<[string, ReturnType<typeof testWorkflow>]>([
    ['another value', testWorkflow({ ...nodes, a: { type: 'text_input', config: { value: 'y' } } }, wires)],
    ['another type', testWorkflow({ ...nodes, a: { type: 'text_output', config: { value: 'x' } } }, wires)],
    ['another id', testWorkflow({ c: nodes.a, b: nodes.b }, ['c.text>b.text', 'c>b'])],
    ['one node more', testWorkflow({ ...nodes, c: 'text_output' }, wires)],
    ['one edge less', testWorkflow(nodes, ['a>b'])],
    ['another port', testWorkflow(nodes, ['a.other>b.text', 'a>b'])],
  ])('INT-7: %s changes it', async (_, document) => {
    expect(await version(document)).not.toBe(await version(base));
  });
});

const state = (status: string, more: Partial<NodeSnapshot> = {}): NodeSnapshot => ({
  status,
  executionOrder: null,
  jobId: null,
  ...more,
});

describe('a snapshot against a workflow', () => {
  const two = testWorkflow({ n1: 'text_input', n2: 'text_output' }, ['n1.text>n2.text']);
  const judge = (nodeStates: { readonly [id: string]: NodeSnapshot }, workflowVersion = '', document = two) =>
    validateSnapshot({ workflowVersion, nodeStates }, document, 'now');

  test('INT-8: a node that the workflow does not have makes it invalid, each one', () => {
    const verdict = judge({ ghost: state('completed'), constructor: state('idle') });
    expect(verdict.valid).toBe(false);
    expect(verdict.errors).toMatchObject([
      { code: 'ERROR_UNKNOWN_NODE', nodeId: 'ghost' },
      { code: 'ERROR_UNKNOWN_NODE', nodeId: 'constructor' },
    ]);
  });

  test('INT-8: a node that the snapshot lacks is a warning: runs are taken in their middle', () => {
    const verdict = judge({ n1: state('completed') });
    expect(verdict).toMatchObject({
      valid: true,
      errors: [],
      warnings: [{ code: 'WARNING_ORPHAN_NODE', nodeId: 'n2' }],
    });
    expect(verdict.warnings).toHaveLength(1);
  });

  test.each([
    ['', true],
    ['now', true],
    ['then', false],
  ])('INT-8: the version "%s" against "now" is valid: %s', (named, valid) => {
    const verdict = judge({ n1: state('idle'), n2: state('idle') }, named);
    expect(verdict.valid).toBe(valid);
    expect(verdict.errors.map(({ code }) => code)).toEqual(valid ? [] : ['ERROR_VERSION_MISMATCH']);
  });

  test.each([
    [undefined, false],
    ['idle', false],
    ['pending', false],
    ['running', false],
    ['failed', false],
    ['interrupted', false],
    ['completed', true],
    ['skipped', true],
  ])('INT-8: a completed node whose dependency is %s is valid: %s', (before, valid) => {
    const verdict = judge({
      n2: state('completed'),
      ...(before === undefined ? {} : { n1: state(before) }),
    });
    expect(verdict.valid).toBe(valid);
    expect(verdict.errors.map(({ code, nodeId }) => [code, nodeId])).toEqual(
      valid ? [] : [['ERROR_DEPENDENCY_NOT_MET', 'n2']],
    );
  });

  test('INT-8: only completed nodes are asked for what they depend on, and once each', () => {
    expect(judge({ n2: state('running') }).valid).toBe(true);
    const document = testWorkflow({ a: 'x', b: 'x', c: 'x' }, ['a.o>c.i', 'b.o>c.j']);
    expect(judge({ c: state('completed') }, '', document).errors).toHaveLength(1);
  });

  test('INT-8: loopback and tool edges are no dependencies', () => {
    const document = testWorkflow({ h: 'x', t: 'x', tool: 'x' }, [
      'h.o>t.i',
      't.o>h.loop_back',
      'tool.tool>h.tool',
    ]);
    expect(judge({ h: state('completed') }, '', document).errors).toEqual([]);
  });

  test('INT-8: an injected completed node that has dependencies is a warning and no error', () => {
    const verdict = judge({
      n1: state('completed', { injected: true }),
      n2: state('completed', { injected: true }),
    });
    expect(verdict).toMatchObject({
      valid: true,
      warnings: [{ code: 'WARNING_INJECTED_NODE', nodeId: 'n2' }],
    });
    expect(judge({ n1: state('idle'), n2: state('idle', { injected: true }) }).warnings).toEqual([]);
  });

  test('INT-8: warnings never make it invalid, errors always do', () => {
    const states = fc.dictionary(
      fc.constantFrom('n1', 'n2', 'ghost'),
      fc.record({
        status: fc.constantFrom('idle', 'completed', 'failed', 'skipped', 'running'),
        executionOrder: fc.constant(null),
        jobId: fc.constant(null),
      }),
    );
    fc.assert(
      fc.property(states, fc.constantFrom('', 'now', 'then'), (nodeStates, named) => {
        const verdict = judge(nodeStates, named);
        expect(verdict.valid).toBe(verdict.errors.length === 0);
        const lacking = ['n1', 'n2'].filter((id) => !Object.hasOwn(nodeStates, id));
        expect(verdict.warnings.filter(({ code }) => code === 'WARNING_ORPHAN_NODE')).toHaveLength(
          lacking.length,
        );
      }),
    );
  });
});
