import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import { divergingExposure } from './ports';
import { build, FORM, IN, processorOf } from './testing/make';
import type { NodeType, Port, ProcessorFlags } from './types';

type Kind = Partial<ProcessorFlags>;
const injected = (flags: Kind, record: Partial<NodeType> = {}) => build(record, processorOf({}, {}, flags));
const find = (ports: readonly Port[], id: string) => ports.filter((port) => port.id === id);

test('SCH-8: id, name, lane, required, default, exposure, order, description', () => {
  const built = build(
    {
      parameters: {
        amount: { connectable: true, required: true, default: 3, exposed_by_default: false },
        plain: IN,
      },
    },
    processorOf({
      amount: { type: 'integer', title: 'How many', description: 'A count.', 'x-port-order': 7 },
      plain: { 'x-port-order': 'late' },
    }),
  );
  expect(built.inputs.slice(0, 2)).toEqual([
    {
      id: 'amount',
      name: 'How many',
      type: 'input',
      dataType: 'number',
      required: true,
      description: 'A count.',
      defaultValue: 3,
      exposedByDefault: false,
      displayOrder: 7,
    },
    { id: 'plain', name: 'plain', type: 'input', dataType: 'mixed', required: false, description: '' },
  ]);
});

describe('SCH-11: trigger input', () => {
  test('SCH-11: injected on every type but a start type, at order 100', () => {
    for (const flags of [{}, { terminal: true }, { executable: false }]) {
      expect(find(injected(flags).inputs, 'trigger')).toMatchObject([
        { displayOrder: 100, dataType: 'trigger' },
      ]);
    }
    expect(find(injected({ start: true }).inputs, 'trigger')).toEqual([]);
  });
  test('SCH-11: a declared one stays as it is, and none is added', () => {
    const go = { trigger: { title: 'Go', 'x-data-type': 'trigger' } };
    const ports = find(build({ parameters: { trigger: IN } }, processorOf(go)).inputs, 'trigger');
    expect(ports).toHaveLength(1);
    expect(ports[0]).toMatchObject({ name: 'Go', dataType: 'trigger' });
    expect(ports[0]).not.toHaveProperty('displayOrder');
  });
  test('SCH-11: a start type has none, declared or not', () => {
    const built = build({ parameters: { trigger: IN } }, processorOf({ trigger: {} }, {}, { start: true }));
    expect(find(built.inputs, 'trigger')).toEqual([]);
  });
});

test('SCH-12: a trigger output on every type but a terminal one, skipped where declared', () => {
  for (const flags of [{}, { start: true }, { executable: false }]) {
    expect(find(injected(flags).outputs, 'trigger')).toMatchObject([
      { displayOrder: 100, dataType: 'trigger' },
    ]);
  }
  expect(find(injected({ terminal: true }).outputs, 'trigger')).toEqual([]);
  const declared = build({}, processorOf({}, { trigger: { title: 'Next' } })).outputs;
  expect(find(declared, 'trigger').map(({ name }) => name)).toEqual(['Next']);
});

test('SCH-13: a tool output if and only if the type is exposed as a tool', () => {
  expect(find(injected({}, { tool_exposed: true }).outputs, 'tool')).toEqual([
    expect.objectContaining({ name: 'Tool', dataType: 'tool', displayOrder: 110, exposedByDefault: false }),
  ]);
  expect(find(injected({}).outputs, 'tool')).toEqual([]);
});

test('SCH-14: a hidden error output on every executable type', () => {
  for (const flags of [{}, { start: true }, { terminal: true }]) {
    expect(find(injected(flags).outputs, 'error')).toEqual([
      expect.objectContaining({
        name: 'Error',
        dataType: 'error',
        displayOrder: 120,
        exposedByDefault: false,
      }),
    ]);
  }
  expect(find(injected({ executable: false }).outputs, 'error')).toEqual([]);
});

test('SCH-15: an injected port states its exposure only where it is hidden', () => {
  const { inputs, outputs } = injected({}, { tool_exposed: true });
  const stated = [...inputs, ...outputs].map((port) => [port.type, port.id, 'exposedByDefault' in port]);
  expect(stated).toEqual([
    ['input', 'loop_back', true],
    ['input', 'trigger', false],
    ['output', 'trigger', false],
    ['output', 'tool', true],
    ['output', 'error', true],
  ]);
});

describe('SCH-16: default exposure of reserved ports', () => {
  const all = { unified_input_exposed: true, unified_output_exposed: true, tool_exposed: true };
  const exposure = (reserved_port_exposure: NodeType['reserved_port_exposure']) => {
    const { inputs, outputs } = injected({}, { ...all, reserved_port_exposure });
    return Object.fromEntries(
      [...inputs, ...outputs].map((port) => [`${port.type} ${port.id}`, port.exposedByDefault !== false]),
    );
  };
  const defaults = {
    'input input': false,
    'input loop_back': false,
    'input trigger': true,
    'output output': false,
    'output trigger': true,
    'output tool': false,
    'output error': false,
  };
  test('SCH-16: as shipped', () => {
    expect(exposure({})).toEqual(defaults);
  });
  test('SCH-16: a node type overrides each one for itself', () => {
    expect(exposure({ trigger_input: false })).toEqual({ ...defaults, 'input trigger': false });
    expect(exposure({ trigger_output: false, error: true })).toEqual({
      ...defaults,
      'output trigger': false,
      'output error': true,
    });
    expect(exposure({ input: true, output: true, tool: true, loop_back: true })).toEqual({
      ...defaults,
      'input input': true,
      'output output': true,
      'output tool': true,
      'input loop_back': true,
    });
  });
  test('SCH-16: only what differs is stored', () => {
    expect(
      divergingExposure({ trigger_input: true, trigger_output: false, error: false, tool: true }),
    ).toEqual({
      trigger_output: false,
      tool: true,
    });
  });
});

describe('SCH-17: the unified input', () => {
  const record = { unified_input_exposed: true };
  const text = (parameters: NodeType['parameters'], schemas: JsonObject) =>
    build({ ...record, parameters }, processorOf(schemas)).inputs[0];
  test('SCH-17: stands first, lane json, and lists connectable keys', () => {
    expect(text({ alpha: IN, beta: FORM }, { beta: {}, alpha: { 'x-port-order': -3 } })).toEqual({
      id: 'input',
      name: 'Input',
      type: 'input',
      dataType: 'json',
      required: false,
      description: 'All inputs as JSON object. Available keys: alpha',
      exposedByDefault: false,
    });
  });
  test('SCH-17: several keys in declaration order; none says so', () => {
    expect(text({ b: IN, a: IN }, { a: {}, b: {} })?.description).toBe(
      'All inputs as JSON object. Available keys: a, b',
    );
    expect(text({ b: FORM }, { b: {} })?.description).toBe(
      'All inputs as JSON object. No connectable parameters available',
    );
  });
  test('SCH-17: absent where the node type has none', () => {
    expect(find(build({ parameters: { a: IN } }, processorOf({ a: {} })).inputs, 'input')).toEqual([]);
  });
});

test('SCH-18: the unified output stands first and lists exposed outputs', () => {
  const record = { unified_output_exposed: true, outputs: { raw: { exposed: false } } };
  const [first] = build(record, processorOf({}, { result: {}, raw: {} })).outputs;
  expect(first).toMatchObject({
    id: 'output',
    dataType: 'json',
    description: 'All outputs as JSON object. Available keys: result',
  });
  expect(build(record, processorOf({}, { raw: {} })).outputs[0]?.description).toBe(
    'All outputs as JSON object. No exposed outputs available',
  );
});

test('SCH-19: unified descriptions skip trigger and both spellings of hidden', () => {
  const declared = {
    trigger: { 'x-data-type': 'trigger' },
    token: { type: 'string', format: 'hidden' },
    old: { type: 'string', hidden: true },
    subject: { type: 'string' },
    style: { type: 'string' },
  };
  const built = build(
    {
      unified_input_exposed: true,
      unified_output_exposed: true,
      parameters: { trigger: IN, token: IN, old: IN, subject: IN },
    },
    processorOf(declared, declared),
  );
  expect(built.inputs[0]?.description).toBe('All inputs as JSON object. Available keys: subject');
  expect(built.outputs[0]?.description).toBe('All outputs as JSON object. Available keys: subject, style');
});

describe('SCH-27: a served port omits what equals the default', () => {
  const port = (schema: JsonObject) => build({ parameters: { p: IN } }, processorOf({ p: schema })).inputs[0];
  test('SCH-27: a plain port has six keys', () => {
    expect(port({ type: 'string', title: 'P' })).toEqual({
      id: 'p',
      name: 'P',
      type: 'input',
      dataType: 'string',
      required: false,
      description: '',
    });
  });
  test.each([false, '', 0, []])('SCH-27: a default of %j is emitted', (value) => {
    expect(port({ default: value })).toHaveProperty('defaultValue', value);
  });
  test('SCH-27: a negative order is emitted; null, exposed and 0 are not', () => {
    expect(port({ 'x-port-order': -5 })).toHaveProperty('displayOrder', -5);
    expect(
      Object.keys(port({ default: null, 'x-port-order': 0, 'x-exposed-by-default': true }) ?? {}),
    ).toHaveLength(6);
  });
});

describe('SCH-32: loop_back', () => {
  test('SCH-32: injected on a re-enterable type, hidden, order 95, lane trigger', () => {
    expect(find(injected({}).inputs, 'loop_back')).toEqual([
      expect.objectContaining({
        name: 'Loop Back',
        dataType: 'trigger',
        displayOrder: 95,
        exposedByDefault: false,
      }),
    ]);
  });
  test.each<[string, Kind]>([
    ['start', { start: true }],
    ['terminal', { terminal: true }],
    ['non-executable', { executable: false }],
  ])('SCH-32: not on a %s type', (_name, flags) => {
    expect(find(injected(flags).inputs, 'loop_back')).toEqual([]);
  });
  test('SCH-32: a declared one is kept as it is', () => {
    const again = { loop_back: { title: 'Again', 'x-data-type': 'trigger' } };
    const ports = find(build({ parameters: { loop_back: IN } }, processorOf(again)).inputs, 'loop_back');
    expect(ports).toEqual([
      {
        id: 'loop_back',
        name: 'Again',
        type: 'input',
        dataType: 'trigger',
        required: false,
        description: '',
      },
    ]);
  });
});
