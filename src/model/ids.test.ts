import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeWorkflow, encodeWorkflow } from './api-form';
import type { WorkflowDocument } from './document';
import { newEdgeId, newWorkflowId, nextNodeId, retireNodeIds, withoutEditorKey } from './ids';

function documentWith(...ids: readonly string[]): WorkflowDocument {
  const read = decodeWorkflow({
    id: 'wf',
    name: 'W',
    nodes: ids.map((id) => ({ id, position: { x: 0, y: 0 } })),
  });
  if (!read.ok) throw new Error('an object decodes');
  return read.value.document;
}

function without(document: WorkflowDocument, id: string): WorkflowDocument {
  return retireNodeIds(document, { ...document, nodes: document.nodes.filter((node) => node.id !== id) });
}

describe('node ids', () => {
  test.each([
    [[], 'note', 'note.1'],
    [['note.1', 'note.7', 'other.9'], 'note', 'note.8'],
    [['note.x', 'note.', 'note', 'note.1.5', 'note.-3', 'notes.4'], 'note', 'note.1'],
    [['note.99999999999999999999'], 'note', 'note.1'],
    [['note.999999999999999', 'note.1000000000000000'], 'note', 'note.1000000000000001'],
    [['a.b.3'], 'a.b', 'a.b.4'],
    [['__proto__.2'], '__proto__', '__proto__.3'],
  ])('among %j the next %s is %s', (ids, type, next) => {
    expect(nextNodeId(documentWith(...ids), type)).toBe(next);
  });

  test('a number is not reused after its node is gone, nor after a reload', () => {
    const gone = without(without(documentWith('note.1', 'note.2', '__proto__.4'), 'note.2'), '__proto__.4');
    expect(nextNodeId(gone, 'note')).toBe('note.3');
    expect(nextNodeId(gone, '__proto__')).toBe('__proto__.5');
    const reloaded = decodeWorkflow(JSON.parse(JSON.stringify(encodeWorkflow(gone))));
    expect(reloaded.ok && nextNodeId(reloaded.value.document, 'note')).toBe('note.3');
  });

  test('what is remembered stays out of exported documents', () => {
    const gone = without(documentWith('note.1'), 'note.1');
    expect(encodeWorkflow(withoutEditorKey(gone))).not.toHaveProperty('sluice');
  });

  test('whatever is added and removed, no id is handed out twice', () => {
    const steps = fc.array(
      fc.record({ add: fc.boolean(), type: fc.constantFrom('a', 'b', 'a.b'), at: fc.nat(9) }),
      {
        maxLength: 60,
      },
    );
    fc.assert(
      fc.property(steps, (list) => {
        let document = documentWith('a.3', 'b.1');
        const seen = new Set(['a.3', 'b.1']);
        for (const step of list) {
          const victim = document.nodes[step.at];
          if (step.add) {
            const id = nextNodeId(document, step.type);
            expect(seen.has(id)).toBe(false);
            seen.add(id);
            document = { ...document, nodes: [...document.nodes, ...documentWith(id).nodes] };
          } else if (victim !== undefined) document = without(document, victim.id);
        }
      }),
    );
  });
});

test('ids of edges and workflows come from the port', () => {
  const ids = { uuid: () => '3f0c1f0e-5a0e-4a3b-9a55-0d6f6a1f2b11' };
  expect(newEdgeId(ids)).toBe('3f0c1f0e-5a0e-4a3b-9a55-0d6f6a1f2b11');
  expect(newWorkflowId(ids)).toMatch(/^wf_[a-z0-9]{12}$/);
  expect(newWorkflowId({ uuid: () => '00000000-0000-4000-8000-000000000001' })).not.toBe(newWorkflowId(ids));
  expect(newWorkflowId({ uuid: () => '' })).toBe('wf_000000000000');
});
