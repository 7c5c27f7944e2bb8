import { describe, expect, test } from 'vitest';
import { decodeWorkflow } from './api-form';
import { EDGE_TYPES, type EdgeFlags, edgeFlags } from './edge-flags';
import { handleOf, portOf } from './handle';
import type { Json, JsonObject } from './json';

/** The kinds that an edge between these handles has. */
function kinds(sourceHandle: string, targetHandle: string, more: JsonObject = {}): readonly string[] {
  const edge = { id: 'e', source: 'a', target: 'b', sourceHandle, targetHandle, ...more };
  const read = decodeWorkflow({ nodes: [], edges: [edge] });
  const [decoded] = read.ok ? read.value.document.edges : [];
  if (decoded === undefined) throw new Error('An edge decodes.');
  const flags: EdgeFlags = edgeFlags(decoded);
  return Object.entries(flags).flatMap(([kind, on]) => (on ? [kind] : []));
}
const OUT = 'a-output-out';
const declared = (edgeType: Json): JsonObject => ({ data: { edgeType } });

describe('kinds of an edge by its handles', () => {
  test.each<[string, string, readonly string[]]>([
    [OUT, 'b-input-in', ['data']],
    [OUT, 'b-input-trigger', ['trigger']],
    ['a-output-trigger', 'b-input-in', ['fromTrigger', 'data']],
    [OUT, 'b-input-my_trigger', ['data']],
    [OUT, 'b-input-trigger-', ['data']],
    [OUT, 'b-input-trigger-input-x', ['data']],
    [OUT, 'b-output-trigger', ['data']],
    [OUT, 'trigger', ['data']],
    [OUT, 'x-input-y-input-trigger', ['trigger']],
    ['', '', ['data']],
  ])('EDGE-3: %s to %s', (from, to, expected) => expect(kinds(from, to)).toEqual(expected));

  test.each<[string, readonly string[]]>([
    ['b-input-loop_back', ['loopback']],
    ['b-input-loopback', ['data']],
    ['b-input-no_loop_back', ['data']],
    ['b-input-my_back', ['data']],
    ['b-output-loop_back', ['data']],
  ])('EDGE-4: %s', (to, expected) => expect(kinds(OUT, to)).toEqual(expected));

  test.each<[string, string, readonly string[]]>([
    ['a-output-error', 'b-input-in', ['error']],
    ['a-output-error', 'b-input-trigger', ['trigger', 'error']],
    ['a-output-error', 'b-input-loop_back', ['loopback', 'error']],
    ['a-output-an_error', 'b-input-in', ['data']],
    ['a-input-error', 'b-input-in', ['data']],
  ])('EDGE-6: %s to %s', (from, to, expected) => expect(kinds(from, to)).toEqual(expected));
});

describe('the declared type of an edge', () => {
  test.each<[Json, readonly string[]]>([
    ['tool_availability', ['tool']],
    ['agent_result', ['agentResult']],
    ['data', ['data']],
    ['trigger', ['data']],
    ['loopback', ['data']],
    ['error', ['data']],
    ['tool', ['data']],
    ['', ['data']],
    [null, ['data']],
    [['tool_availability'], ['data']],
  ])('EDGE-5: %j on an ordinary handle', (edgeType, expected) =>
    expect(kinds(OUT, 'b-input-in', declared(edgeType))).toEqual(expected),
  );

  test('EDGE-5: on a tool handle every recognised type decides, and nothing else does', () => {
    for (const type of EDGE_TYPES) {
      const tool = type === 'tool_availability';
      expect([type, kinds(OUT, 'b-input-tool', declared(type)).includes('tool')]).toEqual([type, tool]);
    }
    for (const other of ['', 'tool', 'constructor', 5, null, { a: 1 }, ['data']])
      expect(kinds(OUT, 'b-input-tool', declared(other))).toEqual(['tool']);
    expect(kinds(OUT, 'b-input-my_tool')).toEqual(['data']);
  });

  test.each<[string, readonly string[]]>([
    ['b-input-trigger', ['trigger']],
    ['b-input-loop_back', ['loopback']],
  ])('CMP-4: %s is what it is, whatever is declared beside tools and agents', (to, expected) => {
    for (const type of ['data', 'trigger', 'loopback', 'error'])
      expect(kinds(OUT, to, declared(type))).toEqual(expected);
  });

  test('CMP-4: nothing else that is written on an edge decides anything', () => {
    const written = {
      type: 'tool_availability',
      edgeType: 'tool_availability',
      class: 'flowdrop--edge--tool',
      is_tool: true,
      data: { metadata: { edgeType: 'tool' }, type: 'tool_availability', is_loopback: true },
    };
    expect(kinds(OUT, 'b-input-in', written)).toEqual(['data']);
  });
});

describe('handles', () => {
  test.each<[string | undefined, 'input' | 'output', string | undefined]>([
    ['n1-output-x-output-y', 'output', 'x-output-y'],
    ['odd-input-id-output-val', 'output', 'val'],
    ['odd-output-id-input-val', 'input', 'val'],
    ['n1-output-', 'output', undefined],
    ['n1-input-x', 'output', undefined],
    ['-output-x', 'output', 'x'],
    ['output-x', 'output', undefined],
    ['', 'input', undefined],
    [undefined, 'input', undefined],
  ])('EDGE-1: %j read for its %s side names %j', (handle, side, port) =>
    expect(portOf(handle, side)).toBe(port),
  );

  test('EDGE-1: a handle that is written is read again, markers in the port included', () => {
    for (const id of ['n', 'a.1', 'x-input-y', ''])
      for (const port of ['p', 'a-b', 'q-output-r', '-output-', 'trigger'])
        expect(portOf(handleOf(id, 'output', port), 'output')).toBe(port);
  });
});
