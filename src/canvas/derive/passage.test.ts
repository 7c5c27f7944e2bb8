import { describe, expect, test } from 'vitest';
import type { NodeRunState } from '../editor/types';
import { aDocument, aNode, aWire, catalog } from '../testing/fixtures';
import { createGraphViews } from './graph-view';
import { passageOf } from './passage';

const nodes = [
  aNode('if_else.1', 'if_else'),
  aNode('text_input.1', 'text_input'),
  aNode('text_output.1', 'text_output'),
];
const yes = aWire('if_else.1.true', 'text_output.1.trigger');
const no = aWire('if_else.1.False', 'text_output.1.trigger');
const other = aWire('if_else.1.result', 'text_output.1.text');
const data = aWire('text_input.1.text', 'text_output.1.text');
const routed = aWire('text_input.1.error', 'text_output.1.trigger');
const view = createGraphViews()({
  document: aDocument({ nodes, edges: [yes, no, other, data, routed] }),
  catalog,
});

function job(more: Partial<NodeRunState> = {}): NodeRunState {
  const base = {
    jobId: 'j',
    millis: 1,
    executions: 1,
    errorRouted: false,
    error: null,
    activeBranches: null,
  };
  return { status: 'completed', ...base, ...more };
}
const run = (states: { readonly [id: string]: NodeRunState }) => new Map(Object.entries(states));

describe('which wires a run went along', () => {
  const decided = run({ 'if_else.1': job({ activeBranches: ['true'] }), 'text_output.1': job() });

  test('BR-1: a wire from a branch that was not taken is not taken, though its target ran by another way', () => {
    expect(passageOf(decided, yes, view)).toBe('delivered');
    expect(passageOf(decided, no, view)).toBe('notTaken');
  });

  test('BR-2: a port that is no branch is followed whatever was decided', () => {
    expect(passageOf(decided, other, view)).toBe('delivered');
  });

  test('BR-1: without a decision every branch is followed', () => {
    const undecided = run({ 'if_else.1': job(), 'text_output.1': job() });
    expect(passageOf(undecided, no, view)).toBe('delivered');
  });

  test.each<[string, NodeRunState, string, string]>([
    ['succeeded', job(), 'delivered', 'notTaken'],
    ['failed and was routed', job({ status: 'failed', errorRouted: true }), 'notTaken', 'delivered'],
    ['failed', job({ status: 'failed' }), 'notTaken', 'notTaken'],
    ['was skipped', job({ status: 'skipped' }), 'notTaken', 'notTaken'],
    ['still runs', job({ status: 'running' }), 'unknown', 'unknown'],
  ])('ERR-10: of a source that %s', (_how, source, onData, onError) => {
    const states = run({ 'text_input.1': source, 'text_output.1': job() });
    expect(passageOf(states, data, view)).toBe(onData);
    expect(passageOf(states, routed, view)).toBe(onError);
  });

  test('nothing is said before the target has begun, nor of a source that has no job', () => {
    expect(passageOf(run({ 'text_input.1': job() }), data, view)).toBe('unknown');
    const waiting = run({ 'text_input.1': job(), 'text_output.1': job({ status: 'pending' }) });
    expect(passageOf(waiting, data, view)).toBe('unknown');
    expect(passageOf(run({ 'text_output.1': job() }), data, view)).toBe('unknown');
  });
});
