import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../model/json';
import { deriveNodeType, seedExposure } from './derive-node-type';
import { build, processorOf, typeOf } from './testing/make';
import type { NodeType } from './types';

const LOOK = { id: 'made', label: 'Made' };

test.each<[JsonObject, boolean]>([
  [{ 'x-exposed-by-default': false }, true],
  [{ 'x-exposed-by-default': 'false' }, false],
  [{ 'x-exposed-by-default': null }, false],
  [{ 'x-exposed-by-default': 0 }, false],
  [{ 'x-exposed-by-default': '' }, false],
  [{ 'x-exposed-by-default': true }, false],
  [{}, false],
])('EXPO-5: only an exact false suppresses: %j hides: %s', (schema, hides) => {
  const made = deriveNodeType(processorOf({ p: schema }, { q: schema }), LOOK);
  expect(Object.hasOwn(made.parameters.p ?? {}, 'exposed_by_default')).toBe(hides);
  expect(Object.hasOwn(made.outputs.q ?? {}, 'exposed_by_default')).toBe(hides);
});

describe('EXPO-6: the suggestion is read at authoring time only', () => {
  const hidden = { type: 'string', 'x-exposed-by-default': false };
  test('EXPO-6: the first derivation writes the flag where it hides and nowhere else', () => {
    const made = deriveNodeType(
      processorOf({ a: { type: 'string' }, b: hidden }, { c: hidden, d: {} }),
      LOOK,
    );
    expect(made.parameters).toEqual({
      a: { configurable: true, connectable: true, required: false },
      b: { configurable: true, connectable: true, required: false, exposed_by_default: false },
    });
    expect(made.outputs).toEqual({ c: { exposed: true, exposed_by_default: false }, d: { exposed: true } });
  });
  test('EXPO-6: a processor that changes its mind changes nothing that is published', () => {
    const {
      id: _id,
      executor_plugin: _executor,
      ...made
    } = deriveNodeType(processorOf({ a: {} }, { c: {} }), LOOK);
    const before = build(made, processorOf({ a: {} }, { c: {} }));
    const after = build(made, processorOf({ a: hidden }, { c: hidden }));
    expect(after.inputs.map((port) => port.exposedByDefault)).toEqual(
      before.inputs.map((port) => port.exposedByDefault),
    );
    expect(after.outputs.map((port) => port.exposedByDefault)).toEqual(
      before.outputs.map((port) => port.exposedByDefault),
    );
  });
});

test('a derived type gives control ports, config-only, internal and hidden parameters the gates that fit them', () => {
  const made = deriveNodeType(
    processorOf(
      {
        tool: { 'x-data-type': 'tool' },
        dynamicInputs: { type: 'array' },
        __i: {},
        token: { format: 'hidden' },
      },
      { active_branches: {} },
    ),
    LOOK,
  );
  const gate = (name: string) => [made.parameters[name]?.connectable, made.parameters[name]?.configurable];
  expect([gate('tool'), gate('dynamicInputs'), gate('__i'), gate('token')]).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [false, false],
  ]);
  expect(made.outputs).toEqual({});
  expect(made).toMatchObject({ id: 'made', label: 'Made', executor_plugin: 'test:step', enabled: true });
});

describe('EXPO-16: seeding a default-exposure decision', () => {
  const hide = { 'x-exposed-by-default': false };
  const seed = (parameters: NodeType['parameters'], suggestion: JsonObject) =>
    seedExposure(typeOf({ parameters }), processorOf({ p: suggestion }), 'input', 'p');
  test.each<[string, NodeType['parameters'], JsonObject, [boolean, boolean]]>([
    [
      'a stored value decides over the suggestion',
      { p: { connectable: true, exposed_by_default: true } },
      hide,
      [true, true],
    ],
    [
      'a stored false decides too',
      { p: { connectable: true, exposed_by_default: false } },
      {},
      [false, true],
    ],
    ['the suggestion, on a connectable input', { p: { connectable: true } }, hide, [false, true]],
    ['exposed where nothing is suggested', { p: { connectable: true } }, {}, [true, true]],
    ['an undeclared input is hidden, unrecorded', { p: { configurable: true } }, {}, [false, false]],
    ['and so is one without an entry', {}, {}, [false, false]],
  ])('EXPO-16: %s', (_name, parameters, suggestion, [exposed, recordable]) => {
    expect(seed(parameters, suggestion)).toEqual({ exposed, recordable });
  });
  test.each<[NodeType['outputs'], Json, [boolean, boolean]]>([
    [{ q: { exposed: true } }, false, [false, true]],
    [{ q: { exposed: true } }, 'false', [true, true]],
    [{ q: { exposed: false } }, true, [false, false]],
    [{}, true, [false, false]],
  ])('EXPO-16: output record %j, suggestion %j', (outputs, suggestion, [exposed, recordable]) => {
    const processor = processorOf({}, { q: { 'x-exposed-by-default': suggestion } });
    expect(seedExposure(typeOf({ outputs }), processor, 'output', 'q')).toEqual({ exposed, recordable });
  });
});
