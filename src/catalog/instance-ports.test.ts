import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { createCatalog } from './catalog';
import { instancePorts } from './instance-ports';
import { BOTH, catalogWith, FORM, IN, nodeOf, processorOf } from './testing/make';
import type { InstancePort } from './types';

const shipped = createCatalog();
const outputs = (type: string, config: JsonObject) => instancePorts(shipped, nodeOf(type, config)).outputs;
const brief = (ports: readonly InstancePort[]) =>
  ports.map(({ id, origin, lane, exposed }) => [id, origin, lane, exposed]);
const branches = (type: string, config: JsonObject) =>
  outputs(type, config).flatMap(({ id, origin }) => (origin === 'branch' ? [id] : []));

test('a data mapper: dynamic ports between what is declared and what is injected', () => {
  const node = nodeOf('data_mapper', {
    dynamicInputs: [{ name: 'a', label: 'First', dataType: 'string' }],
    dynamicOutputs: [{ name: 'sum', value: 'a' }],
  });
  const { inputs, outputs: results } = instancePorts(shipped, node);
  expect(brief(inputs)).toEqual([
    ['a', 'dynamic', 'string', true],
    ['loop_back', 'reserved', 'trigger', false],
    ['trigger', 'reserved', 'trigger', true],
  ]);
  expect(brief(results)).toEqual([
    ['sum', 'dynamic', 'mixed', true],
    ['trigger', 'reserved', 'trigger', true],
    ['error', 'reserved', 'error', false],
  ]);
  expect(inputs[0]).toMatchObject({ name: 'First', direction: 'input', order: 0 });
});

describe('branch ports', () => {
  test('one for each branch of the default, named as it is, on the lane trigger', () => {
    expect(brief(outputs('if_else', {}))).toEqual([
      ['True', 'branch', 'trigger', true],
      ['False', 'branch', 'trigger', true],
      ['trigger', 'reserved', 'trigger', true],
      ['error', 'reserved', 'error', false],
    ]);
  });
  test.each<[Json, string[]]>([
    [
      [
        { name: 'Pick brand', value: 'x' },
        { name: 'Default', value: 'default' },
      ],
      ['Pick brand', 'Default'],
    ],
    [[{ name: 5 }, { name: '' }, { name: '  ' }, null, 'x', { value: 1 }, { name: 'Default' }], ['Default']],
    [[{ name: 'Default' }, { name: 'Default' }], ['Default']],
    [[{ name: 'Default' }, { name: 'trigger' }], ['Default']],
    [[], ['default']],
    [{}, ['default']],
    [null, ['default']],
  ])('a switch with the branches %j has the ports %j', (configured, expected) => {
    expect(branches('switch_gateway', { branches: configured })).toEqual(expected);
  });
  test('a default branch that no branch is called is a port of its own', () => {
    expect(branches('switch_gateway', { default_branch: ' dEFAULT ' })).toEqual(['Default']);
    expect(branches('switch_gateway', { default_branch: 'Other' })).toEqual(['Default', 'Other']);
    expect(branches('switch_gateway', { default_branch: '' })).toEqual(['Default']);
  });
  test('a type that may be drawn as a gateway branches only while it is', () => {
    const record = { parameters: { branches: FORM }, supported_visual_types: ['default', 'gateway'] };
    const catalog = catalogWith(
      record,
      processorOf({ branches: { type: 'array', default: [{ name: 'Yes' }] } }),
    );
    const ids = (config: JsonObject) =>
      instancePorts(catalog, nodeOf('step', config)).outputs.map(({ id }) => id);
    expect(ids({})).toEqual(['trigger', 'error']);
    expect(ids({ nodeType: 'gateway' })).toEqual(['Yes', 'trigger', 'error']);
    expect(ids({ nodeType: 'no such type' })).toEqual(['trigger', 'error']);
  });
});

describe('ghosts', () => {
  test('a wired name that is no port is drawn last; a known one is not doubled', () => {
    const node = nodeOf('text_output', {});
    const { inputs } = instancePorts(shipped, node, {
      inputs: ['zz', 'text', 'aa', 'zz', 'trigger'],
      outputs: [],
    });
    expect(brief(inputs).slice(-2)).toEqual([
      ['aa', 'ghost', 'mixed', true],
      ['zz', 'ghost', 'mixed', true],
    ]);
    expect(inputs.filter(({ id }) => id === 'text')).toHaveLength(1);
  });
  test('a node of no known type has its wired ports and nothing else', () => {
    for (const node of [nodeOf(undefined), nodeOf('gone')]) {
      const ports = instancePorts(shipped, node, { inputs: ['a'], outputs: ['b'] });
      expect(brief([...ports.inputs, ...ports.outputs])).toEqual([
        ['a', 'ghost', 'mixed', true],
        ['b', 'ghost', 'mixed', true],
      ]);
      expect(instancePorts(shipped, node)).toMatchObject({ inputs: [], outputs: [] });
    }
  });
});

test('SCH-18: the unified output of an instance does not list what the instance hides', () => {
  const catalog = catalogWith(
    { unified_output_exposed: true, unified_input_exposed: true, parameters: { p: IN } },
    processorOf({ p: {} }, { a: {}, b: {} }),
  );
  const drawn = instancePorts(
    catalog,
    nodeOf('step', { ports: { inputs: [], outputs: [{ id: 'a', exposed: false }] } }),
  );
  expect(drawn.outputs[0]).toMatchObject({
    id: 'output',
    origin: 'unified',
    description: 'All outputs as JSON object. Available keys: b',
  });
  expect(drawn.inputs[0]).toMatchObject({ id: 'input', origin: 'unified', exposed: false });
});

test('display order decides, ties stand as declared', () => {
  const catalog = catalogWith(
    { parameters: { late: IN, b: IN, a: IN, first: BOTH } },
    processorOf({ late: { 'x-port-order': 200 }, b: {}, a: {}, first: { 'x-port-order': -1 } }),
  );
  expect(instancePorts(catalog, nodeOf('step')).inputs.map(({ id }) => id)).toEqual([
    'first',
    'b',
    'a',
    'loop_back',
    'trigger',
    'late',
  ]);
});

describe('what did not change is not computed again', () => {
  const config = { branches: [{ name: 'A' }] };
  const node = nodeOf('switch_gateway', config);
  test('the same node, a moved one and a renamed one get the identical ports', () => {
    const first = instancePorts(shipped, node);
    expect(instancePorts(shipped, node)).toBe(first);
    expect(instancePorts(shipped, { ...node, position: { x: 9, y: 9 } })).toBe(first);
    expect(instancePorts(shipped, { ...node, data: { ...node.data, label: 'Renamed' } })).toBe(first);
    expect(instancePorts(shipped, node, { inputs: ['expression'], outputs: ['A', 'A'] })).toBe(first);
  });
  test('equal wires get the identical ghosts; other wires and another configuration get their own', () => {
    const wired = () => ({ inputs: ['x'], outputs: [] });
    const first = instancePorts(shipped, node, wired());
    expect(instancePorts(shipped, node, wired())).toBe(first);
    expect(instancePorts(shipped, node, { inputs: ['y'], outputs: [] })).not.toBe(first);
    const edited = { ...node, data: { ...node.data, config: { branches: [{ name: 'B' }] } } };
    expect(instancePorts(shipped, edited).outputs.map(({ id }) => id)).toContain('B');
  });
  test('another catalog derives anew', () => {
    const other = createCatalog({ laneOverlay: { dataTypes: [] } });
    expect(instancePorts(other, node)).not.toBe(instancePorts(shipped, node));
    expect(instancePorts(other, node)).toEqual(instancePorts(shipped, node));
  });
});
