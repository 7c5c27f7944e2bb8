import { describe, expect, test } from 'vitest';
import { edgeFlags } from '../../model/edge-flags';
import { createGraphViews } from '../derive/graph-view';
import { aDocument, aNode, aWire, catalog } from '../testing/fixtures';
import { flowEdges, flowNodes, kindOf } from './elements';

const a = aNode('text_input.1', 'text_input');
const b = aNode('text_output.1', 'text_output', {}, 300);
const wire = aWire('text_input.1.text', 'text_output.1.text');
const loose = aWire('text_input.1.text', 'text_output.1.text', { targetHandle: undefined });
const dangling = aWire('text_input.1.text', 'nobody.text');
const document = aDocument({ nodes: [a, b], edges: [wire, loose, dangling] });
const none = { nodes: new Set<never>(), edges: new Set<never>() };

describe('what React Flow is given', () => {
  test('an edit changes the objects of what it touched, and no others', () => {
    const views = createGraphViews();
    const nodes = flowNodes(views({ document, catalog }), none, []);
    const moved = { ...a, position: { x: 50, y: 0 } };
    const next = flowNodes(views({ document: { ...document, nodes: [moved, b] }, catalog }), none, nodes);
    expect(next[0]).not.toBe(nodes[0]);
    expect(next[0]?.data).toBe(nodes[0]?.data);
    expect(next[1]).toBe(nodes[1]);
  });

  test('nothing changes where nothing was edited', () => {
    const view = createGraphViews()({ document, catalog });
    const [nodes, edges] = [flowNodes(view, none, []), flowEdges(view, none, [])];
    expect(flowNodes(view, none, nodes)).toBe(nodes);
    expect(flowEdges(view, none, edges)).toBe(edges);
  });

  test('an edit of a configuration that leaves the ports as they were changes neither ports nor wires', () => {
    const views = createGraphViews();
    const view = views({ document, catalog });
    const edges = flowEdges(view, none, []);
    const ports = view.ports(a.key);
    const edited = aNode('text_input.1', 'text_input', { text: 'other' });
    const after = views({ document: { ...document, nodes: [{ ...edited, key: a.key }, b] }, catalog });
    expect(after.ports(a.key)).toBe(ports);
    expect(flowEdges(after, none, edges)).toBe(edges);
  });

  test('a port that changes changes its own object alone', () => {
    const mapped = (name: string) =>
      aNode('data_mapper.1', 'data_mapper', {
        dynamicInputs: [
          { name: 'kept', dataType: 'string' },
          { name: name, dataType: 'string' },
        ],
      });
    const before = { ...mapped('one'), key: a.key };
    const views = createGraphViews();
    const wires = [
      aWire('data_mapper.1.result', 'nobody.text'),
      aWire('data_mapper.1.result', 'text_output.1.text'),
    ];
    const first = views({ document: aDocument({ nodes: [before, b], edges: wires }), catalog });
    const kept = first.ports(a.key).inputs.find((port) => port.id === 'kept');
    const next = views({
      document: aDocument({ nodes: [{ ...mapped('two'), key: a.key }, b], edges: wires }),
      catalog,
    });
    expect(kept).toBeDefined();
    expect(next.ports(a.key).inputs.find((port) => port.id === 'kept')).toBe(kept);
    expect(next.ports(a.key).inputs.map((port) => port.id)).toContain('two');
  });

  test('selecting one node touches that node alone', () => {
    const view = createGraphViews()({ document, catalog });
    const nodes = flowNodes(view, none, []);
    const next = flowNodes(view, { nodes: new Set([b.key]), edges: new Set() }, nodes);
    expect([next[0] === nodes[0], next[1]?.selected]).toEqual([true, true]);
  });

  test('a node that is being dragged stays under the pointer while the document changes', () => {
    const view = createGraphViews()({ document, catalog });
    const dragged = flowNodes(view, none, []).map((node) => ({
      ...node,
      dragging: true,
      position: { x: 77, y: 7 },
    }));
    expect(flowNodes(view, none, dragged)[0]?.position).toEqual({ x: 77, y: 7 });
  });

  test('a wire without a port ends on the loose end; one to a node that is not there is not drawn', () => {
    const edges = flowEdges(createGraphViews()({ document, catalog }), none, []);
    expect(edges.map((edge) => edge.targetHandle)).toEqual(['in:text', 'in:']);
  });

  test.each([
    ['a.x', 'b.y', undefined, 'data'],
    ['a.x', 'b.trigger', undefined, 'trigger'],
    ['a.x', 'b.loop_back', undefined, 'loopback'],
    ['a.x', 'b.loop_back_2', undefined, 'data'],
    ['a.error', 'b.trigger', undefined, 'error'],
    ['a.tool', 'b.tool', undefined, 'tool'],
    ['a.x', 'b.y', 'tool_availability', 'tool'],
    ['a.x', 'b.tool', 'data', 'data'],
    ['a.x', 'b.y', 'agent_result', 'agentResult'],
  ])('EDGE-3, EDGE-4, EDGE-5: %s to %s, declared %s, is drawn as %s', (from, to, declared, kind) => {
    const edge = aWire(from, to, { data: declared === undefined ? undefined : { edgeType: declared } });
    expect(kindOf(edgeFlags(edge))).toBe(kind);
  });
});
