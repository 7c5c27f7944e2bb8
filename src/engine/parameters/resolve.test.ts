import { describe, expect, test } from 'vitest';
import type { ParameterGate } from '../../catalog/types';
import type { JsonObject } from '../../model/json';
import { compile } from '../compile/compile';
import type { PlanNode } from '../plan';
import { type TestType, testCatalog, testWorkflow } from '../testing/world';
import { resolveParameters } from './resolve';

type Case = {
  readonly parameters: NonNullable<TestType['parameters']>;
  readonly config?: JsonObject;
  readonly delivered?: JsonObject;
  readonly initial?: JsonObject;
};

function node({ parameters, config = {} }: Case): PlanNode {
  const { catalog } = testCatalog([{ id: 't', parameters }]);
  const plan = compile(testWorkflow({ n: { type: 't', config } }), catalog);
  const found = plan.ok ? plan.value.nodes[0] : undefined;
  if (found === undefined) throw new Error('The node does not compile.');
  return found;
}
function resolve(example: Case) {
  return resolveParameters(node(example), example.initial ?? {}, example.delivered ?? {});
}
function resolved(example: Case) {
  const result = resolve(example);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const gate = (changes: ParameterGate, schema: JsonObject = {}) => ({ ...changes, schema });
const hidden = { exposed_by_default: false } as const;

describe('CFG-4 to CFG-8: where a value comes from', () => {
  test('CFG-4: a wire beats the saved configuration, which is not read', () => {
    const { parameters, origins } = resolved({
      parameters: { value: gate({}) },
      config: { value: 'cfg' },
      delivered: { value: 'wire' },
    });
    expect(parameters).toEqual({ value: 'wire' });
    expect(origins).toEqual({ value: 'wire' });
  });
  test('CFG-4: a parameter may have the name of a member of every object', () => {
    const delivered: JsonObject = JSON.parse('{"__proto__":1,"constructor":2}');
    const parameters: Case['parameters'] = Object.fromEntries(
      ['__proto__', 'constructor', 'toString'].map((name) => [name, gate({})]),
    );
    const { parameters: values, origins } = resolved({ parameters, delivered });
    expect(JSON.stringify([values, origins])).toBe(
      '[{"__proto__":1,"constructor":2,"toString":null},{"__proto__":"wire","constructor":"wire","toString":"unset"}]',
    );
  });
  test('CFG-4: a parameter that is not connectable takes nothing from a wire', () => {
    expect(
      resolved({
        parameters: { value: gate({ connectable: false }) },
        config: { value: 'cfg' },
        delivered: { value: 'wire' },
      }).parameters,
    ).toEqual({ value: 'cfg' });
  });
  test('CFG-4: a value of the launch is a runtime input, beneath a wire', () => {
    const example = {
      parameters: { a: gate({}), b: gate({}) },
      config: { a: 'cfg', b: 'cfg' },
      initial: { a: 'init', b: 'init' },
      delivered: { b: 'wire' },
    };
    expect(resolved(example)).toEqual({
      parameters: { a: 'init', b: 'wire' },
      origins: { a: 'initial', b: 'wire' },
    });
  });
  test('CFG-5: the saved configuration, where the parameter is configurable and the key is there', () => {
    const parameters = { a: gate({}, { default: 'd' }), b: gate({ configurable: false }, { default: 'd' }) };
    expect(resolved({ parameters, config: { a: 'cfg', b: 'cfg' } })).toEqual({
      parameters: { a: 'cfg', b: 'd' },
      origins: { a: 'config', b: 'default' },
    });
  });
  test('CFG-6: else the effective default, which no gate switches off', () => {
    const parameters = {
      a: gate({ connectable: false, configurable: false, default: 'nt' }, { default: 'schema' }),
      b: gate({}, { default: 'schema' }),
      c: gate({}),
    };
    expect(resolved({ parameters })).toEqual({
      parameters: { a: 'nt', b: 'schema', c: null },
      origins: { a: 'default', b: 'default', c: 'unset' },
    });
  });
  test('CFG-7: an explicit null wins at every level', () => {
    const parameters = { data: gate({}, { default: 'd' }) };
    expect(resolved({ parameters, config: { data: 'cfg' }, delivered: { data: null } }).parameters).toEqual({
      data: null,
    });
    expect(resolved({ parameters, config: { data: null } })).toEqual({
      parameters: { data: null },
      origins: { data: 'config' },
    });
    expect(resolved({ parameters, initial: { data: 'init' }, delivered: { data: null } }).parameters).toEqual(
      { data: null },
    );
  });
  test('CFG-8: an internal parameter takes runtime values whatever its gates, and never configuration', () => {
    const parameters = { __x: gate({ connectable: false, configurable: true, ...hidden }, { default: 'd' }) };
    expect(resolved({ parameters, config: { __x: 'cfg' }, delivered: { __x: 'run' } }).parameters).toEqual({
      __x: 'run',
    });
    expect(resolved({ parameters, config: { __x: 'cfg' } }).parameters).toEqual({ __x: 'd' });
    expect(resolved({ parameters: {}, delivered: { __other: 1 } }).parameters).toEqual({});
  });
  test('DATA-7: wire over configuration over default, key by key', () => {
    const parameters = {
      a: gate({}, { default: 'd' }),
      b: gate({}, { default: 'd' }),
      c: gate({}, { default: 'd' }),
    };
    expect(
      resolved({ parameters, config: { a: 'cfg', b: 'cfg' }, delivered: { a: null } }).parameters,
    ).toEqual({ a: null, b: 'cfg', c: 'd' });
  });
  test('DATA-6: initial data fills the ports that no edge did', () => {
    const parameters = { message: gate({}), seed: gate({}) };
    const initial = { message: 'init', seed: 's' };
    expect(resolved({ parameters, initial, delivered: { message: 'wired' } }).parameters).toEqual({
      message: 'wired',
      seed: 's',
    });
    expect(resolved({ parameters, initial, delivered: { message: null } }).parameters).toEqual({
      message: null,
      seed: 's',
    });
  });
});

describe('EXPO-10: a hidden port changes precedence and nothing else', () => {
  test.each([
    ['a saved value', gate(hidden), { config: { p: 'cfg' }, initial: { p: 'run' } }, 'cfg'],
    [
      'the default',
      gate({ ...hidden, configurable: false }, { default: 'dflt' }),
      { delivered: { p: 'run' } },
      'dflt',
    ],
    [
      'the default where nothing is saved',
      gate(hidden, { default: 'dflt' }),
      { delivered: { p: 'run' } },
      'dflt',
    ],
  ])('EXPO-10: %s stands', (_, p, example, expected) => {
    expect(resolved({ parameters: { p }, ...example }).parameters).toEqual({ p: expected });
  });
  test('EXPO-10: an internal parameter takes its runtime value though its port is hidden', () => {
    expect(resolved({ parameters: { __p: gate(hidden) }, delivered: { __p: 'run' } }).parameters).toEqual({
      __p: 'run',
    });
  });
  test('EXPO-10: the instance hides and shows as well', () => {
    const ports = (exposed: boolean) => ({ ports: { inputs: [{ id: 'p', exposed }], outputs: [] } });
    const delivered = { p: 'run' };
    expect(
      resolved({ parameters: { p: gate({}) }, config: { p: 'cfg', ...ports(false) }, delivered }).parameters,
    ).toEqual({ p: 'cfg' });
    expect(
      resolved({ parameters: { p: gate(hidden) }, config: { p: 'cfg', ...ports(true) }, delivered })
        .parameters,
    ).toEqual({ p: 'run' });
  });
});

describe('CFG-9 to CFG-12: what a node may run with', () => {
  test('CFG-9: a required parameter that is null fails, and is named', () => {
    for (const example of [{}, { config: { p: 'x' }, delivered: { p: null } }]) {
      const result = resolve({ parameters: { p: gate({ required: true }, { type: 'string' }) }, ...example });
      expect(result).toMatchObject({
        ok: false,
        error: { code: 'missing_parameter', details: { parameter: 'p' } },
      });
      expect(!result.ok && result.error.message).toContain('"p"');
    }
  });
  test('CFG-9: a default satisfies it', () => {
    expect(resolved({ parameters: { p: gate({ required: true }, { default: '' }) } }).parameters).toEqual({
      p: '',
    });
  });

  const strict = { type: 'string', enum: ['a', 'b'], minLength: 5, format: 'email' };
  test('CFG-10: null is never checked', () => {
    expect(resolved({ parameters: { p: gate({}, strict) }, delivered: { p: null } }).parameters).toEqual({
      p: null,
    });
  });
  test.each([
    ['type', 5],
    ['enum', 'c'],
    ['minLength', 'a'],
  ])('CFG-10: the violation of %s is named', (constraint, value) => {
    expect(resolve({ parameters: { p: gate({}, strict) }, delivered: { p: value } })).toMatchObject({
      ok: false,
      error: { code: 'invalid_parameter', details: { parameter: 'p', constraint } },
    });
  });
  test.each([
    ['integer', '5', false],
    ['integer', 5.5, false],
    ['integer', 5, true],
    ['number', 5, true],
    ['string', 5, false],
    ['boolean', 'true', false],
    ['array', {}, false],
    ['object', [], false],
    [['string', 'null'], 'x', true],
    [['string', 'null'], 1, false],
    ['no_such_type', 1, true],
  ])('CFG-11: a parameter of type %j takes %j: %j', (type, value, fits) => {
    const result = resolve({ parameters: { p: gate({}, { type }) }, delivered: { p: value } });
    expect(result.ok).toBe(fits);
    if (result.ok) expect(result.value.parameters.p).toBe(value);
  });
  test('CFG-12: a known format is enforced, an unknown one passes', () => {
    expect(
      resolve({ parameters: { p: gate({}, { format: 'uuid' }) }, delivered: { p: 'nope' } }),
    ).toMatchObject({ ok: false, error: { details: { constraint: 'format' } } });
    expect(
      resolve({ parameters: { p: gate({}, { format: 'postcode' }) }, delivered: { p: 'nope' } }).ok,
    ).toBe(true);
  });
});

describe('what a processor sees', () => {
  test('CFG-13: the declared parameters and nothing else', () => {
    const example = {
      parameters: { a: gate({}) },
      config: { a: 1, stray: 2, ports: {} },
      delivered: { other: 3, a: 4 },
    };
    expect(resolved(example).parameters).toEqual({ a: 4 });
  });
  test('CFG-14: every declared parameter is a key, null where nothing was found', () => {
    expect(
      resolved({ parameters: { a: gate({}), b: gate({ connectable: false, configurable: false }) } })
        .parameters,
    ).toEqual({ a: null, b: null });
  });
  test('a parameter may have any name', () => {
    const parameters = JSON.parse('{"constructor":{},"toString":{}}');
    expect(Object.keys(resolved({ parameters, delivered: {} }).parameters)).toEqual([
      'constructor',
      'toString',
    ]);
  });

  const dynamic = (names: readonly string[]) => ({
    dynamicInputs: names.map((name) => ({ name, label: name, dataType: 'string' })),
  });
  const optIn = { dynamicInputs: gate({ connectable: false }, { type: 'array', default: [] }) };
  const without = ({ dynamicInputs: _, ...rest }: JsonObject): JsonObject => rest;

  test('CFG-15: a dynamic input is forwarded as it is, its type descriptive only', () => {
    const value = { any: ['shape', 1] };
    const { parameters, origins } = resolved({
      parameters: optIn,
      config: dynamic(['x']),
      delivered: { x: value },
    });
    expect(without(parameters)).toEqual({ x: value });
    expect(origins.x).toBe('dynamic');
  });
  test('CFG-15: empty names are skipped, and so are definitions of a type that does not opt in', () => {
    expect(
      without(
        resolved({ parameters: optIn, config: dynamic(['', 'x']), delivered: { '': 1, x: 2 } }).parameters,
      ),
    ).toEqual({ x: 2 });
    const closed = {
      dynamicInputs: gate({ configurable: false, connectable: false }, { type: 'array', default: [] }),
    };
    expect(
      without(resolved({ parameters: closed, config: dynamic(['x']), delivered: { x: 2 } }).parameters),
    ).toEqual({});
    expect(resolved({ parameters: {}, config: dynamic(['x']), delivered: { x: 2 } }).parameters).toEqual({});
  });
  test('DYN-4: an unconnected dynamic input is there with null', () => {
    expect(
      without(resolved({ parameters: optIn, config: dynamic(['x', 'y']), delivered: { x: 'v' } }).parameters),
    ).toEqual({ x: 'v', y: null });
  });
  test('DYN-5: a declared parameter wins a collision, also where it resolved to null', () => {
    const p = gate({ connectable: false }, { default: 'd' });
    const result = resolved({
      parameters: { ...optIn, p, q: gate({ connectable: false }) },
      config: dynamic(['p', 'q']),
      delivered: { p: 'x', q: 'x' },
    });
    expect(without(result.parameters)).toEqual({ p: 'd', q: null });
    expect(result.origins.p).toBe('default');
  });
});

describe('the unified input', () => {
  const parameters = {
    a: gate({}),
    b: gate({}),
    closed: gate({ connectable: false }, { default: 'd' }),
    __i: gate({ connectable: false }),
  };

  test('CFG-16: an object is taken apart into connectable, internal and dynamic inputs', () => {
    const input = { a: 1, closed: 2, __i: 3, stray: 4 };
    expect(resolved({ parameters, delivered: { input } }).parameters).toEqual({
      a: 1,
      b: null,
      closed: 'd',
      __i: 3,
    });
    const optIn = { dynamicInputs: gate({ connectable: false }, { type: 'array' }) };
    const config = { dynamicInputs: [{ name: 'x' }] };
    expect(resolved({ parameters: optIn, config, delivered: { input: { x: 5 } } }).parameters.x).toBe(5);
  });
  test('CFG-16: a value wired to a port itself overwrites the bundle', () => {
    expect(resolved({ parameters, delivered: { input: { a: 1, b: 2 }, a: 'own' } }).parameters).toMatchObject(
      { a: 'own', b: 2 },
    );
    expect(resolved({ parameters, delivered: { input: { a: 1 }, a: null } }).parameters).toMatchObject({
      a: null,
    });
  });
  test('CFG-16: what is no object is not taken apart, and reaches a parameter named input as it is', () => {
    const named = { input: gate({}), a: gate({}) };
    for (const value of ['text', [1], null, 3])
      expect(resolved({ parameters: named, delivered: { input: value } }).parameters).toEqual({
        input: value,
        a: null,
      });
    expect(resolved({ parameters: named, delivered: { input: { a: 1 } } }).parameters).toEqual({
      input: { a: 1 },
      a: 1,
    });
  });
  test('CFG-17: a hidden port is not filled through the bundle', () => {
    expect(
      resolved({
        parameters: { p: gate(hidden) },
        config: { p: 'cfg' },
        delivered: { input: { p: 'bundled' } },
      }),
    ).toEqual({ parameters: { p: 'cfg' }, origins: { p: 'config' } });
  });
  test('DATA-6: a wired bundle outranks initial data, which outranks nothing that a wire brought', () => {
    const example = {
      parameters,
      initial: { a: 'init', b: 'init', input: { a: 'bundle', __i: 'bundle' } },
      delivered: { input: { a: 'wired' } },
    };
    expect(resolved(example).parameters).toMatchObject({ a: 'wired', b: 'init', __i: 'bundle' });
  });
});
