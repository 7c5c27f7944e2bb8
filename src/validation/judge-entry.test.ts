import { describe, expect, test } from 'vitest';
import type { Json } from '../model/json';
import { RESERVED_NAMES } from './judge-entry';
import { catalogOf, nodeOf, printed, workflowOf } from './testing/sample';
import { validate } from './validate';

const catalog = catalogOf({
  m: {
    parameters: { p: {}, q: {}, low: {} },
    gates: { low: { connectable: true, exposed_by_default: false } },
    outputs: { out: {}, veto: {} },
    outputGates: { veto: { exposed: false } },
  },
  dyn: {
    parameters: { dynamicInputs: { type: 'array' } },
    gates: { dynamicInputs: { configurable: true, connectable: false } },
  },
  gone: { executor: 'elsewhere:gone', parameters: { p: {} } },
});
const nodes = [nodeOf('m', 'm')];

function judge(
  inputs: readonly Json[],
  outputs: readonly Json[] = [],
  on: readonly Json[] = nodes,
): readonly string[] {
  const document = workflowOf({ nodes: on, inputs, outputs });
  return printed(validate(document, catalog), document);
}
const entry = (name: string, port = 'p', node_id = 'm') => ({ name, node_id, port });

describe('names', () => {
  test.each(['a', 'a-b_9', '-', '0'])('R4.a: %s is permitted', (name) =>
    expect(judge([entry(name)])).toEqual([]),
  );
  test.each(['My Port', 'Ä', 'a.b', 'A', ' a', 'a\n', ''])('R4.a: %j is not', (name) => {
    expect(judge([entry(name)], [entry(name, 'out')])).toEqual([
      'R4_NAME_FORMAT schema.input.0',
      'R4_NAME_FORMAT schema.output.0',
    ]);
  });
  test('R4.a: two entries without a name are also one repeat', () => {
    expect(
      judge([
        { node_id: 'm', port: 'p' },
        { node_id: 'm', port: 'q' },
      ]),
    ).toEqual([
      'R4_NAME_FORMAT schema.input.0',
      'R4_NAME_FORMAT schema.input.1',
      'R4_NAME_DUPLICATE schema.input.1',
    ]);
  });
  test('R4.b: the later entry of one side is flagged, and only that', () => {
    expect(judge([entry('twin'), entry('twin', 'q')])).toEqual(['R4_NAME_DUPLICATE schema.input.1']);
    expect(judge([entry('twin')], [entry('twin', 'out')])).toEqual([]);
  });
  test('R4.e: the reserved names, on either side, and no other name with underscores', () => {
    for (const name of RESERVED_NAMES) {
      expect(judge([entry(name)], [entry(name, 'out')])).toEqual([
        'R4_NAME_RESERVED schema.input.0',
        'R4_NAME_RESERVED schema.output.0',
      ]);
    }
    expect(RESERVED_NAMES).toContain('__interrupt_id__');
    expect(judge([entry('__mine__'), entry('_x')])).toEqual([]);
  });
  test('R4.a: names such as constructor are ordinary', () => {
    expect(judge([entry('constructor'), entry('__proto__')])).toEqual([]);
  });
});

describe('bindings', () => {
  test('R4.c: an unknown node ends the checks that need one', () => {
    expect(judge([entry('My', 'nope', 'other'), entry('b', 'p', '')])).toEqual([
      'R4_NAME_FORMAT schema.input.0',
      'R4_NODE_MISSING schema.input.0',
      'R4_NODE_MISSING schema.input.1',
    ]);
  });
  test('R4.d: the port is a declared one of that side', () => {
    expect(judge([entry('a', 'nope'), entry('b', 'out')], [entry('a', 'p'), entry('b', 'out')])).toEqual([
      'R4_PORT_MISSING schema.input.0',
      'R4_PORT_MISSING schema.input.1',
      'R4_PORT_MISSING schema.output.0',
    ]);
  });
  test('R4.d: a missing executor skips the port, not the name', () => {
    expect(judge([entry('My Port', 'nope', 'g')], [], [nodeOf('g', 'gone')])).toEqual([
      'R1_PLUGIN_MISSING node.g',
      'R4_NAME_FORMAT schema.input.0',
    ]);
  });
  test('R4.e: a missing executor does not hide a reserved name', () => {
    expect(judge([entry('__state__', 'nope', 'g')], [], [nodeOf('g', 'gone')])).toEqual([
      'R1_PLUGIN_MISSING node.g',
      'R4_NAME_RESERVED schema.input.0',
    ]);
  });
  test('R4.e: nor does a missing node, for only the entry is looked at', () => {
    expect(judge([entry('__state__', 'p', 'nobody')])).toEqual([
      'R4_NODE_MISSING schema.input.0',
      'R4_NAME_RESERVED schema.input.0',
    ]);
  });
  test('DYN-6: a dynamic port is not addressable', () => {
    const on = [nodeOf('d', 'dyn', { dynamicInputs: [{ name: 'x' }] })];
    expect(judge([entry('a', 'x', 'd')], [], on)).toEqual(['R4_PORT_MISSING schema.input.0']);
  });
  test('EXPO-13: an output that its type hides outright is not there to be named', () => {
    expect(judge([], [entry('a', 'veto')])).toEqual(['R4_PORT_MISSING schema.output.0']);
  });
});

describe('exposure', () => {
  const shown = (side: 'inputs' | 'outputs', id: string, exposed: boolean) => [
    nodeOf('m', 'm', { ports: { [side]: [{ id, exposed }] } }),
  ];
  test('R10: what the type hides may be shown by the instance, and the other way round', () => {
    expect(judge([], [entry('oops', 'error')])).toEqual(['R10_EXPOSURE_HIDDEN_PORT schema.output.0']);
    expect(judge([], [entry('oops', 'error')], shown('outputs', 'error', true))).toEqual([]);
    expect(judge([entry('a', 'low')])).toEqual(['R10_EXPOSURE_HIDDEN_PORT schema.input.0']);
    expect(judge([entry('a', 'p')], [], shown('inputs', 'p', false))).toEqual([
      'R10_EXPOSURE_HIDDEN_PORT schema.input.0',
    ]);
  });
  test('R10: names the workflow port, the node and its port', () => {
    const document = workflowOf({ nodes, outputs: [entry('oops', 'error')] });
    expect(validate(document, catalog)[0]?.params).toMatchObject({ name: 'oops', node: 'm', port: 'error' });
  });
  test('MAN-3: an unknown node and a hidden port are refused; with no word on exposure a port is exposed', () => {
    expect(judge([entry('a', 'p', 'nobody'), entry('b', 'low'), entry('c', 'q')])).toEqual([
      'R4_NODE_MISSING schema.input.0',
      'R10_EXPOSURE_HIDDEN_PORT schema.input.1',
    ]);
  });
  test('MAN-20: a named entry without a binding is a draft and draws no error', () => {
    expect(judge([{ name: 'later' }, entry('later')])).toEqual([]);
  });
});
