import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json';
import { configuredValue, isInternal } from './gates';
import { BOTH, build, FORM, IN, processorOf } from './testing/make';
import type { BuiltType, ParameterGate } from './types';

const keys = (schema: JsonObject) => Object.keys((schema.properties ?? {}) as object);
const INJECTED = ['instanceTitle', 'instanceDescription', 'maxRetries', 'ports', 'requiresConfirmation'];
const formOf = (built: BuiltType) => keys(built.configSchema).filter((key) => !INJECTED.includes(key));
const property = (schema: JsonObject, name: string) => (schema.properties as JsonObject | undefined)?.[name];

describe('CFG-1: gate flags', () => {
  test.each<[ParameterGate | undefined, [boolean, boolean, boolean]]>([
    [undefined, [false, false, false]],
    [{}, [false, false, false]],
    [{ connectable: true }, [true, false, false]],
    [{ configurable: true }, [false, true, false]],
    [{ required: true }, [false, false, true]],
  ])('CFG-1: recorded %j', (gate, expected) => {
    const built = build({ parameters: gate === undefined ? {} : { p: gate } }, processorOf({ p: {} }));
    const { connectable, configurable, required } = built.gate('p');
    expect([connectable, configurable, required]).toEqual(expected);
  });
});

test.each<[ParameterGate, boolean]>([
  [{ connectable: true }, true],
  [{ connectable: true, exposed_by_default: true }, true],
  [{ connectable: true, exposed_by_default: false }, false],
])('CFG-2: an unrecorded default exposure means exposed: %j', (gate, exposed) => {
  const built = build(
    { parameters: { p: gate }, outputs: { q: {} } },
    processorOf({ p: {} }, { q: {}, r: {} }),
  );
  expect(built.gate('p').exposed_by_default).toBe(exposed);
  expect(built.inputs[0]?.exposedByDefault ?? true).toBe(exposed);
  expect(built.outputs.slice(0, 2).map((port) => port.exposedByDefault ?? true)).toEqual([true, true]);
});

test('CFG-3: the node type default, else the schema default, else null', () => {
  const schema = { type: 'string', default: 's' };
  const built = build(
    { parameters: { a: { default: 'n' }, b: { default: null }, c: {}, e: { default: false } } },
    processorOf({ a: schema, b: schema, c: schema, d: {}, e: { default: true }, f: { default: 0 } }),
  );
  expect(built.effectiveDefaults).toEqual({ a: 'n', b: 's', c: 's', d: null, e: false, f: 0 });
});

test('CFG-3: a null on the node type does not hide the default of the published schema either', () => {
  const built = build(
    { parameters: { a: { ...FORM, default: null }, b: { ...FORM, default: 'n' } } },
    processorOf({ a: { type: 'string', default: 's' }, b: { type: 'string', default: 's' } }),
  );
  expect(built.configSchema.properties).toMatchObject({ a: { default: 's' }, b: { default: 'n' } });
  expect(built.configDefaults).toMatchObject({ a: 's', b: 'n' });
});

test('CFG-3: a list that an export wrote as {} is read as a list, an object stays one', () => {
  const built = build(
    { parameters: { list: { default: {} }, map: { default: {} }, branches: { default: {} } } },
    processorOf({ list: { type: 'array' }, map: { type: 'object' }, branches: {} }),
  );
  expect(built.effectiveDefaults).toEqual({ list: [], map: {}, branches: [] });
});

describe('SCH-2: gate flags come from the node type', () => {
  const city = { type: 'string', connectable: true, configurable: true, required: true };
  test('SCH-2: keys on the property are served and not read', () => {
    const built = build({ parameters: { city: FORM } }, processorOf({ city }));
    expect(keys(built.inputSchema)).toEqual([]);
    expect(formOf(built)).toEqual(['city']);
    expect(property(built.configSchema, 'city')).toEqual(city);
    expect([built.inputSchema.required, built.configSchema.required]).toEqual([[], []]);
  });
  test('SCH-2: a parameter without an entry is in neither schema', () => {
    const built = build({}, processorOf({ city }));
    expect([keys(built.inputSchema), formOf(built)]).toEqual([[], []]);
  });
});

test.each<[ParameterGate, string[], string[]]>([
  [BOTH, ['p'], ['p']],
  [IN, ['p'], []],
  [FORM, [], ['p']],
  [{}, [], []],
])('SCH-3: the gates %j put the parameter where they say', (gate, input, config) => {
  const built = build({ parameters: { p: gate } }, processorOf({ p: {} }));
  expect([keys(built.inputSchema), formOf(built)]).toEqual([input, config]);
});

describe('SCH-4: a hidden parameter is dropped from everything', () => {
  test.each<JsonObject>([{ format: 'hidden' }, { hidden: true }])('SCH-4: spelled %j', (spelling) => {
    const built = build(
      { parameters: { p: { ...BOTH, default: 'd' } } },
      processorOf({ p: { type: 'string', ...spelling } }),
    );
    expect(keys(built.inputSchema)).toEqual([]);
    expect(formOf(built)).toEqual([]);
    expect(built.configDefaults).toEqual({});
    expect(built.gate('p')).toMatchObject({ connectable: false, configurable: false });
  });
  test('SCH-4: another format, or hidden that is not true, hides nothing', () => {
    const built = build(
      { parameters: { p: BOTH, q: BOTH } },
      processorOf({ p: { hidden: 'true' }, q: { format: 'multiline' } }),
    );
    expect(keys(built.inputSchema)).toEqual(['p', 'q']);
  });
  test('SCH-4: an opted-in config-only parameter stays, hidden or not', () => {
    const built = build(
      { parameters: { branches: FORM } },
      processorOf({ branches: { type: 'array', format: 'hidden' } }),
    );
    expect(formOf(built)).toEqual(['branches']);
    expect(built.configDefaults).toEqual({ branches: [] });
  });
});

describe('SCH-5: config-only parameters', () => {
  const schemas = {
    dynamicInputs: { type: 'array' },
    dynamicOutputs: { type: 'array' },
    branches: { type: 'array' },
  };
  test('SCH-5: never input ports, in the form where opted in', () => {
    const built = build(
      { parameters: { dynamicInputs: BOTH, dynamicOutputs: IN, branches: FORM } },
      processorOf(schemas),
    );
    expect(keys(built.inputSchema)).toEqual([]);
    expect(formOf(built)).toEqual(['dynamicInputs', 'branches']);
  });
  test.each<[string, JsonObject, ParameterGate, unknown]>([
    ['the node type default', { default: ['schema'] }, { configurable: true, default: ['type'] }, ['type']],
    ['else the schema default', { default: ['schema'] }, FORM, ['schema']],
    ['else an empty list', {}, FORM, []],
    ['a null default counts for nothing', {}, { configurable: true, default: null }, []],
  ])('SCH-5: its default is %s', (_name, schema, gate, expected) => {
    const built = build(
      { parameters: { branches: gate, ordinary: FORM } },
      processorOf({ branches: { type: 'array', title: 'Branches', ...schema }, ordinary: { type: 'array' } }),
    );
    expect(built.configDefaults).toEqual({ branches: expected });
  });
});

describe('SCH-6: required lists', () => {
  test.each<[string, ParameterGate, string[], string[]]>([
    ['connectable only', IN, ['amount'], []],
    ['configurable only', FORM, [], ['amount']],
    ['both', BOTH, [], []],
    ['neither', {}, [], []],
  ])('SCH-6: required and %s', (_name, gate, input, config) => {
    const built = build({ parameters: { amount: { ...gate, required: true } } }, processorOf({ amount: {} }));
    expect([built.inputSchema.required, built.configSchema.required]).toEqual([input, config]);
    expect(built.inputs.find(({ id }) => id === 'amount')?.required ?? false).toBe(input.length > 0);
  });
});

test('SCH-7: an output is exposed unless the node type says exposed: false', () => {
  const built = build(
    {
      outputs: { veto: { exposed: false }, tucked: { exposed_by_default: false }, shown: { exposed: true } },
    },
    processorOf({}, { silent: {}, veto: {}, tucked: {}, shown: {} }),
  );
  expect(keys(built.outputSchema)).toEqual(['silent', 'tucked', 'shown']);
  expect(built.outputs.find(({ id }) => id === 'tucked')?.exposedByDefault).toBe(false);
});

test('SCH-7: a control output is no port', () => {
  const built = build(
    {},
    processorOf({}, { active_branches: {}, state_update: {}, mine: { 'x-control': true }, out: {} }),
  );
  expect(keys(built.outputSchema)).toEqual(['out']);
});

describe('CFG-18: published config defaults', () => {
  test('CFG-18: configurable parameters whose effective default is not null', () => {
    const built = build(
      {
        parameters: {
          a: { configurable: true, default: 'n1' },
          b: FORM,
          c: FORM,
          d: { configurable: true, default: false },
        },
      },
      processorOf({ a: { default: 's1' }, b: { default: 's2' }, c: {}, d: {} }),
    );
    expect(built.configDefaults).toEqual({ a: 'n1', b: 's2', d: false });
  });
  test('CFG-18: a parameter that only takes wires publishes none; the empty bag is an object', () => {
    const built = build({ parameters: { w: { connectable: true, default: 'n1' } } }, processorOf({ w: {} }));
    expect(built.configDefaults).toEqual({});
    expect(built.effectiveDefaults).toEqual({ w: 'n1' });
  });
});

describe('EXPO-7: published schemas', () => {
  test.each<[ParameterGate, JsonObject, JsonObject]>([
    [{ connectable: true, exposed_by_default: false }, {}, { 'x-exposed-by-default': false }],
    [{ connectable: true, exposed_by_default: true }, { 'x-exposed-by-default': false }, {}],
    [IN, { 'x-exposed-by-default': true }, {}],
  ])('EXPO-7: stored %j over %j is published as %j', (gate, schema, published) => {
    const built = build({ parameters: { p: gate } }, processorOf({ p: schema }));
    expect(property(built.inputSchema, 'p')).toEqual(published);
  });
  test('EXPO-7: outputs alike', () => {
    const hidden = { 'x-exposed-by-default': false };
    const built = build(
      { outputs: { a: { exposed_by_default: false } } },
      processorOf({}, { a: {}, b: hidden }),
    );
    expect(built.outputSchema.properties).toEqual({ a: hidden, b: {} });
  });
});

test('EXPO-8: with nothing stored a port is exposed, whatever the processor suggests', () => {
  const built = build(
    { parameters: { p: IN } },
    processorOf({ p: { type: 'string', 'x-exposed-by-default': false } }),
  );
  expect(built.inputs[0]).not.toHaveProperty('exposedByDefault');
  expect(property(built.inputSchema, 'p')).toEqual({ type: 'string' });
});

test('a name that every object inherits is an ordinary name', () => {
  const tricky = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"number"}}') as JsonObject;
  const gates = JSON.parse('{"__proto__":{"configurable":true},"constructor":{"configurable":true}}');
  const built = build({ parameters: gates }, processorOf(tricky));
  expect(formOf(built)).toEqual(['__proto__', 'constructor']);
  expect(build({}, processorOf({})).gate('constructor').connectable).toBe(false);
  expect(configuredValue(built, {}, 'toString')).toBeNull();
  expect(isInternal('__proto__')).toBe(true);
});
