import { describe, expect, test } from 'vitest';
import { createGraphViews } from '../derive/graph-view';
import { readingOrder, walk } from '../derive/walk';
import { aDocument, aNode, aWire, catalog } from '../testing/fixtures';
import { fittingTypes, portCandidates } from './candidates';
import { type PortRef, wireVerdict } from './verdict';

const text = aNode('text_input.1', 'text_input');
const out = aNode('text_output.1', 'text_output', {}, 400);
const sum = aNode('calculator.1', 'calculator', {}, 200);
const hidden = aNode(
  'text_output.2',
  'text_output',
  { ports: { inputs: [{ id: 'text', exposed: false }] } },
  600,
);
const wire = aWire('text_input.1.text', 'text_output.1.text');
const ghost = aWire('text_input.1.gone', 'text_output.1.trigger');
const view = createGraphViews()({
  document: aDocument({ nodes: [text, out, sum, hidden], edges: [wire, ghost] }),
  catalog,
});
const port = (node: typeof text, direction: 'input' | 'output', id: string): PortRef => ({
  node: node.key,
  direction,
  port: id,
});

describe('whether a wire may be made', () => {
  test.each([
    ['a node to itself (R12)', port(text, 'output', 'text'), port(text, 'input', 'trigger'), 'self'],
    ['two inputs', port(out, 'input', 'text'), port(sum, 'input', 'trigger'), 'direction'],
    ['the same twice (R13)', port(text, 'output', 'text'), port(out, 'input', 'text'), 'duplicate'],
    ['a number into a text (SCH-39)', port(sum, 'output', 'result'), port(out, 'input', 'text'), 'lanes'],
    ['into a hidden port (R7.a)', port(text, 'output', 'text'), port(hidden, 'input', 'text'), 'hidden'],
    ['from a port that is gone', port(text, 'output', 'gone'), port(hidden, 'input', 'trigger'), 'missing'],
  ])('refuses %s, and says why', (_name, a, b, reason) => {
    const verdict = wireVerdict(view, a, b);
    expect(verdict.ok ? null : verdict.refusal.reason).toBe(reason);
  });

  test('names both lanes of a refusal', () => {
    const verdict = wireVerdict(view, port(sum, 'output', 'result'), port(out, 'input', 'text'));
    expect(verdict.ok ? null : verdict.refusal.params).toEqual({
      from: 'Result',
      fromLane: 'Number',
      to: 'Text',
      toLane: 'Text',
    });
  });

  test('takes the ends in either order, and the edge that is moved is no duplicate of itself', () => {
    expect(wireVerdict(view, port(out, 'input', 'text'), port(text, 'output', 'text'), wire.key)).toEqual({
      ok: true,
      source: port(text, 'output', 'text'),
      target: port(out, 'input', 'text'),
    });
  });

  test('SCH-38: a value may run into a trigger', () => {
    expect(wireVerdict(view, port(sum, 'output', 'result'), port(out, 'input', 'trigger')).ok).toBe(true);
  });
});

describe('what a loose wire can go to', () => {
  test('offers only types with a port that fits, the same lane first', () => {
    const found = fittingTypes(view, port(text, 'output', 'text'));
    expect(found.every(({ port: into }) => catalog.compatible('string', into.dataType))).toBe(true);
    expect(found[0]?.port.dataType).toBe('string');
    expect(
      fittingTypes(view, port(out, 'input', 'text')).every(({ port: from }) =>
        catalog.compatible(from.dataType, 'string'),
      ),
    ).toBe(true);
  });

  test('lists fitting ports first and says of the others why they do not fit', () => {
    const found = portCandidates(view, port(sum, 'output', 'result'));
    const reasons = found.map((candidate) => candidate.refusal?.reason ?? 'fits');
    expect(reasons.indexOf('lanes')).toBeGreaterThan(reasons.lastIndexOf('fits'));
    expect(reasons).toContain('fits');
  });
});

describe('walking', () => {
  test('goes along the wires and back, and on in reading order where there is none', () => {
    expect(walk(view, text.key, true)).toBe(out.key);
    expect(walk(view, out.key, false)).toBe(text.key);
    expect(walk(view, out.key, true)).toBe(hidden.key);
    expect(walk(view, null, true)).toBe(text.key);
  });

  test('reads from left to right', () => {
    expect(readingOrder(view.document.nodes).map((node) => node.id)).toEqual([
      'text_input.1',
      'calculator.1',
      'text_output.1',
      'text_output.2',
    ]);
  });
});

test('a view keeps ports of nodes that an edit did not touch', () => {
  const views = createGraphViews();
  const first = views({ document: view.document, catalog });
  const before = first.ports(out.key);
  const moved = { ...text, position: { x: 9, y: 9 } };
  const second = views({ document: { ...view.document, nodes: [moved, out, sum, hidden] }, catalog });
  expect(second.ports(out.key)).toBe(before);
  expect(second.wiring.wired('text_output.1')).toBe(first.wiring.wired('text_output.1'));
});
