import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { acceptsRuntimeValue, fillableParameters, isExposed, stripOutputs } from './exposure';
import { withOverride } from './exposure-overrides';
import { instancePorts } from './instance-ports';
import { BOTH, build, catalogWith, IN, nodeOf, processorOf } from './testing/make';

const ports = (inputs: Json, outputs: Json = []): JsonObject => ({ ports: { inputs, outputs } });
const built = build(
  {
    parameters: { value: BOTH, shy: { ...BOTH, exposed_by_default: false }, x: IN },
    outputs: { dbg: { exposed: false } },
  },
  processorOf({ value: {}, shy: {}, x: {} }, { x: {}, dbg: {} }),
);

test('EXPO-1: drawing, parameter resolution, tool scoping and stripping answer alike', () => {
  const record = { parameters: { p: IN }, outputs: { q: {} } };
  const processor = processorOf({ p: {} }, { q: {} });
  const catalog = catalogWith(record, processor);
  const type = build(record, processor);
  for (const exposed of [true, false]) {
    const config = ports([{ id: 'p', exposed }], [{ id: 'q', exposed }]);
    const drawn = instancePorts(catalog, nodeOf('step', config));
    expect(drawn.inputs.find(({ id }) => id === 'p')?.exposed).toBe(exposed);
    expect(drawn.outputs.find(({ id }) => id === 'q')?.exposed).toBe(exposed);
    expect(acceptsRuntimeValue(type, config, 'p')).toBe(exposed);
    expect(fillableParameters(type, config, new Set())).toEqual(exposed ? ['p'] : []);
    expect(stripOutputs(type, config, { q: 1 })).toEqual(exposed ? { q: 1 } : {});
  }
});

describe('EXPO-2: the instance decides, else the default', () => {
  test.each<[string, 'input' | 'output', JsonObject, boolean]>([
    ['value', 'input', {}, true],
    ['value', 'input', ports([{ id: 'value', exposed: false }]), false],
    ['value', 'input', ports([{ id: 'value' }]), true],
    ['shy', 'input', {}, false],
    ['shy', 'input', ports([{ id: 'shy', exposed: true }]), true],
    ['shy', 'input', ports([{ id: 'shy' }]), false],
    ['error', 'output', {}, false],
    ['error', 'output', ports([], [{ id: 'error', exposed: true }]), true],
    ['trigger', 'input', {}, true],
    ['trigger', 'input', ports([{ id: 'trigger', exposed: false }]), false],
    [
      'value',
      'input',
      ports([
        { id: 'value', exposed: false },
        { id: 'value', exposed: true },
      ]),
      true,
    ],
    ['value', 'input', ports([{ id: 'value', exposed: false }, { id: 'value' }]), false],
    ['shy', 'input', ports([{ id: 'shy', exposed: 'false' }]), true],
    ['value', 'input', { ports: null }, true],
    ['value', 'input', ports({}, {}), true],
    ['value', 'input', ports([null, 'value', 7]), true],
  ])('EXPO-2: %s %s with %j: %s', (port, direction, config, expected) => {
    expect(isExposed(built, config, direction, port)).toBe(expected);
  });
  test('EXPO-2: a configuration that is no object overrides nothing', () => {
    for (const config of [undefined, null, 'x', [1]])
      expect(isExposed(built, config, 'input', 'value')).toBe(true);
  });
});

test('EXPO-3: an input and an output of one name are two ports', () => {
  const config = ports([{ id: 'x', exposed: false }]);
  expect(isExposed(built, config, 'input', 'x')).toBe(false);
  expect(isExposed(built, config, 'output', 'x')).toBe(true);
});

describe('EXPO-4: an untouched node stores no overrides', () => {
  test('EXPO-4: showing and hiding write one entry; taking the word back leaves nothing', () => {
    const hidden = withOverride({ a: 1 }, 'input', 'value', false);
    expect(hidden).toEqual({ a: 1, ports: { inputs: [{ id: 'value', exposed: false }], outputs: [] } });
    const shown = withOverride(hidden, 'input', 'value', true);
    expect(shown).toEqual({ a: 1, ports: { inputs: [{ id: 'value', exposed: true }], outputs: [] } });
    expect(withOverride(shown, 'input', 'value', undefined)).toEqual({ a: 1 });
  });
  test('EXPO-4: a key of an entry stays whatever it is called', () => {
    const entry: Json = JSON.parse('{"id":"value","__proto__":{"note":1},"exposed":true}');
    expect(JSON.stringify(withOverride(ports([entry]), 'input', 'value', false))).toBe(
      '{"ports":{"inputs":[{"id":"value","__proto__":{"note":1},"exposed":false}],"outputs":[]}}',
    );
  });
  test('EXPO-4: other entries and other keys stay', () => {
    const stored = ports(
      [{ id: 'a' }, { id: 'value', exposed: true, note: 1 }],
      [{ id: 'b', exposed: false }],
    );
    expect(withOverride(stored, 'input', 'value', undefined)).toEqual(
      ports([{ id: 'a' }, { id: 'value', note: 1 }], [{ id: 'b', exposed: false }]),
    );
    expect(withOverride(stored, 'output', 'b', true)).toMatchObject(
      ports([{ id: 'a' }, { id: 'value' }], [{ id: 'b', exposed: true }]),
    );
  });
  test('EXPO-4: what is written is what is read', () => {
    const entry = fc.record(
      { id: fc.constantFrom('value', 'shy', 'x'), exposed: fc.boolean() },
      { requiredKeys: ['id'] },
    );
    const direction = fc.constantFrom('input' as const, 'output' as const);
    fc.assert(
      fc.property(
        fc.array(entry),
        fc.array(entry),
        direction,
        fc.boolean(),
        (inputs, outputs, side, exposed) => {
          const config = withOverride(ports(inputs, outputs), side, 'x', exposed);
          expect(isExposed(built, config, side, 'x')).toBe(exposed);
          const other = side === 'input' ? 'output' : 'input';
          expect(isExposed(built, config, other, 'x')).toBe(
            isExposed(built, ports(inputs, outputs), other, 'x'),
          );
        },
      ),
    );
  });
  test('EXPO-4: a port that the type gains later shows on the untouched node', () => {
    const later = build({ parameters: { value: IN, gained: IN } }, processorOf({ value: {}, gained: {} }));
    expect(isExposed(later, {}, 'input', 'gained')).toBe(true);
  });
});

describe('EXPO-10: hiding an input changes precedence only', () => {
  const hide = (id: string) => ports([{ id, exposed: false }]);
  const type = build(
    { parameters: { p: BOTH, __i: BOTH, form: { configurable: true } } },
    processorOf({ p: { default: 'dflt' }, __i: {}, form: {} }),
  );
  test.each<[string, JsonObject, boolean]>([
    ['p', {}, true],
    ['p', hide('p'), false],
    ['__i', hide('__i'), true],
    ['form', {}, false],
    ['undeclared', {}, false],
  ])('EXPO-10: %s with %j takes a runtime value: %s', (parameter, config, expected) => {
    expect(acceptsRuntimeValue(type, config, parameter)).toBe(expected);
  });
  test('EXPO-10: being hidden touches neither the form nor the default', () => {
    expect(type.gate('p').configurable).toBe(true);
    expect(type.effectiveDefaults.p).toBe('dflt');
  });
});

describe('EXPO-11: stripping covers declared outputs', () => {
  const result = { result: 'ok', extra: 'x', secret: 'y' };
  test('EXPO-11: a hidden declared output goes, an undeclared key passes', () => {
    const type = build(
      { outputs: { secret: { exposed_by_default: false } } },
      processorOf({}, { result: {}, secret: {} }),
    );
    expect(stripOutputs(type, {}, result)).toEqual({ result: 'ok', extra: 'x' });
    expect(stripOutputs(type, ports([], [{ id: 'secret', exposed: true }]), result)).toBe(result);
    expect(stripOutputs(type, ports([], [{ id: 'extra', exposed: false }]), result)).toEqual({
      result: 'ok',
      extra: 'x',
    });
  });
  test('EXPO-11: with no declared outputs the node type still hides', () => {
    for (const processor of [processorOf({}, {}), undefined]) {
      const type = build(
        { outputs: { secret: { exposed: false }, dim: { exposed_by_default: false } } },
        processor,
      );
      expect(stripOutputs(type, {}, { ...result, dim: 1 })).toEqual({ result: 'ok', extra: 'x' });
    }
  });
  test('EXPO-11: an entry for a key that the schema does not declare hides nothing', () => {
    const type = build({ outputs: { extra: { exposed: false } } }, processorOf({}, { result: {} }));
    expect(stripOutputs(type, {}, { result: 'ok', extra: 'x' })).toEqual({ result: 'ok', extra: 'x' });
    expect(isExposed(type, {}, 'output', 'extra')).toBe(true);
  });
  test('EXPO-11: reserved ports in a result are no declared outputs', () => {
    const type = build({}, processorOf({}, { result: {} }));
    expect(stripOutputs(type, {}, { error: { message: 'm' } })).toEqual({ error: { message: 'm' } });
  });
});

test('EXPO-12: control outputs survive every lever', () => {
  const type = build(
    {
      outputs: {
        active_branches: { exposed: false },
        state_update: { exposed: false },
        dbg: { exposed: false },
      },
    },
    processorOf({}, { active_branches: {}, state_update: {}, dbg: {} }),
  );
  const result = { state_update: { k: { n: 1 } }, active_branches: 'true', dbg: 't' };
  const config = ports([], [{ id: 'state_update', exposed: false }]);
  expect(stripOutputs(type, config, result)).toEqual({
    state_update: { k: { n: 1 } },
    active_branches: 'true',
  });
});

describe('EXPO-13: an output can be hidden outright', () => {
  const outputs = {
    veto: { exposed: false },
    throttled: { exposed_by_default: false },
    both: { exposed: false, exposed_by_default: true },
  };
  const type = build({ outputs }, processorOf({}, { veto: {}, throttled: {}, both: {}, plain: {} }));
  const show = (id: string) => ports([], [{ id, exposed: true }]);
  test.each<[string, JsonObject, boolean]>([
    ['veto', {}, false],
    ['veto', show('veto'), false],
    ['both', show('both'), false],
    ['throttled', {}, false],
    ['throttled', show('throttled'), true],
    ['plain', {}, true],
    ['plain', ports([], [{ id: 'plain', exposed: false }]), false],
  ])('EXPO-13: %s with %j is kept: %s', (output, config, kept) => {
    expect(stripOutputs(type, config, { [output]: 1 })).toEqual(kept ? { [output]: 1 } : {});
    expect(isExposed(type, config, 'output', output)).toBe(kept);
  });
});

test('EXPO-14: a hidden value is never looked at', () => {
  const type = build(
    { outputs: { secret: { exposed: false } } },
    processorOf({}, { result: {}, secret: {} }),
  );
  const loop: { [key: string]: unknown } = {};
  loop.self = loop;
  const stripped = stripOutputs(type, {}, { result: 'ok', secret: loop as JsonObject });
  expect(JSON.stringify(stripped)).toBe('{"result":"ok"}');
});

describe('EXPO-15: what a model may fill', () => {
  const type = build(
    { parameters: { q: BOTH, u: IN, n: { configurable: true }, __i: IN } },
    processorOf({ q: {}, u: {}, n: {}, __i: {} }),
  );
  test.each<[string, JsonObject, readonly string[], readonly string[]]>([
    ['nothing wired', {}, [], ['q', 'u']],
    ['u wired', {}, ['u'], ['q']],
    ['q hidden here', ports([{ id: 'q', exposed: false }]), [], ['u']],
  ])('EXPO-15: %s', (_name, config, wired, expected) => {
    expect(fillableParameters(type, config, new Set(wired))).toEqual(expected);
  });
  test('EXPO-15: hidden by the default of the node type counts too', () => {
    const shy = build(
      { parameters: { q: { connectable: true, exposed_by_default: false } } },
      processorOf({ q: {} }),
    );
    expect(fillableParameters(shy, {}, new Set())).toEqual([]);
  });
});

test('EXPO-17: changing the display order changes the sequence and nothing else', () => {
  const parameters = { a: IN, b: { connectable: true, exposed_by_default: false } };
  const at = (a: number, b: number) =>
    [
      processorOf(
        { a: { 'x-port-order': a }, b: { 'x-port-order': b } },
        { o: { 'x-port-order': a }, p: { 'x-port-order': b } },
      ),
    ] as const;
  const [one] = at(1, 2);
  const [two] = at(2, 1);
  const strip = (list: readonly { id: string; order: number }[]) =>
    list.map(({ order: _order, ...rest }) => rest).sort((x, y) => (x.id < y.id ? -1 : 1));
  const drawnOne = instancePorts(catalogWith({ parameters }, one), nodeOf('step'));
  const drawnTwo = instancePorts(catalogWith({ parameters }, two), nodeOf('step'));
  expect(drawnOne.inputs.slice(0, 2).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(drawnTwo.inputs.slice(0, 2).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(strip(drawnOne.inputs)).toEqual(strip(drawnTwo.inputs));
  expect(strip(drawnOne.outputs)).toEqual(strip(drawnTwo.outputs));
  for (const config of [{}, ports([{ id: 'b', exposed: true }], [{ id: 'o', exposed: false }])]) {
    const [first, second] = [build({ parameters }, one), build({ parameters }, two)];
    expect(stripOutputs(first, config, { o: 1, p: 2 })).toEqual(stripOutputs(second, config, { o: 1, p: 2 }));
    expect(fillableParameters(first, config, new Set())).toEqual(
      fillableParameters(second, config, new Set()),
    );
  }
});
